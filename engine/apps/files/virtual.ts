import { app } from '../app.ts';
import { bool, optional } from '../argument.ts';
import { toolOf } from '../tool.ts';
import { makeDirectory, move, openFile, remove, removeDirectory } from './changing.ts';
import { contentOfFile, lookingTools, openMode, path } from './common.ts';
import type { FileState } from './file-tree.ts';
import { filesWith } from './state.ts';

const tool = toolOf<FileState>();

/** The field's older file system. */
export const virtualFileSystem = app({
  class: 'VirtualFileSystem',
  keeps: 'files',
  initial: filesWith,
  tools: {
    ...lookingTools,
    open: tool({
      summary: 'Open a file. To write makes it and empties it.',
      returns: 'str',
      effect: 'write',
      callers: ['agent'],
      args: { path, mode: openMode },
      apply: (state, { path, mode }, { now }) => openFile(state, path, mode, now),
    }),
    cat: tool({
      summary: 'Read a file: its text, or base64 where it is no text.',
      returns: 'str',
      effect: 'read',
      callers: ['agent'],
      args: { path },
      apply: (state, { path }) => contentOfFile(state, path),
    }),
    mkdir: tool({
      summary: 'Make a folder.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path, create_recursive: optional(bool, true) },
      apply: (state, { path, create_recursive }, { now }) =>
        makeDirectory(state, path, create_recursive, now),
    }),
    mv: tool({
      summary: 'Move or rename a file or folder.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path1: path, path2: path },
      apply: (state, { path1, path2 }) => move(state, path1, path2),
    }),
    rm: tool({
      summary: 'Remove a file, or a folder with all that is in it.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path, recursive: optional(bool, false) },
      apply: (state, { path, recursive }) => remove(state, path, recursive),
    }),
    rmdir: tool({
      summary: 'Remove an empty folder.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path },
      apply: (state, { path }) => removeDirectory(state, path),
    }),
  },
});
