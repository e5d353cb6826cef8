import { app } from '../app.ts';
import { about, bool, dict, int, nullable, optional, str } from '../argument.ts';
import { refuse, toolOf } from '../tool.ts';
import { makeDirectory, move, openFile, remove } from './changing.ts';
import { contentOfFile, isThere, lookingTools, openMode, path } from './common.ts';
import { readDocument } from './document.ts';
import { entryAt } from './entries.ts';
import type { FileState } from './file-tree.ts';
import { namesOf } from './path.ts';
import { filesWith } from './state.ts';

const tool = toolOf<FileState>();

const noMeaning = 'without effect';

/** The user's files. Other apps of the world read and write them too: attachments come from here. */
export const fileSystem = app({
  class: 'SandboxLocalFileSystem',
  keeps: 'files',
  initial: filesWith,
  tools: {
    ...lookingTools,
    open: tool({
      summary: 'Open a file. To write makes it and empties it.',
      returns: 'str',
      effect: 'write',
      callers: ['agent'],
      args: {
        path,
        mode: openMode,
        block_size: optional(about(nullable(int), noMeaning), null),
        cache_options: optional(about(nullable(dict), noMeaning), null),
        compression: optional(about(nullable(str), 'only None'), null),
      },
      apply(state, { path, mode, compression }, { now }) {
        if (compression !== null) refuse('ValueError', `compression: found "${compression}", wanted None`);
        return openFile(state, path, mode, now);
      },
    }),
    cat: tool({
      summary: 'Read a file: its text, or base64 where it is no text.',
      returns: 'str',
      effect: 'read',
      callers: ['agent'],
      args: {
        path,
        recursive: optional(bool, false),
        on_error: optional(about(str, noMeaning), 'raise'),
      },
      apply(state, { path, recursive }) {
        if (recursive && entryAt(state, namesOf(path))?.type === 'directory')
          refuse('TypeError', `found the folder "${path}", wanted one file to read`);
        return contentOfFile(state, path);
      },
    }),
    mkdir: tool({
      summary: 'Make a folder.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path, create_parents: optional(bool, true) },
      apply: (state, { path, create_parents }, { now }) => makeDirectory(state, path, create_parents, now),
    }),
    makedirs: tool({
      summary: 'Make a folder with all folders above it.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path, exist_ok: optional(about(bool, 'whether it may be there already'), false) },
      apply: (state, { path, exist_ok }, { now }) =>
        exist_ok && entryAt(state, namesOf(path))?.type === 'directory'
          ? null
          : makeDirectory(state, path, true, now),
    }),
    mv: tool({
      summary: 'Move or rename a file or folder.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: {
        path1: path,
        path2: path,
        recursive: optional(about(bool, noMeaning), false),
        maxdepth: optional(about(nullable(int), noMeaning), null),
      },
      apply: (state, { path1, path2 }) => move(state, path1, path2),
    }),
    rm: tool({
      summary: 'Remove a file, or a folder with all that is in it.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: {
        path,
        recursive: optional(bool, false),
        maxdepth: optional(about(nullable(int), noMeaning), null),
      },
      apply: (state, { path, recursive }) => remove(state, path, recursive),
    }),
    display: tool({
      summary: 'Show a file to the user. Answers whether it is there.',
      returns: 'bool',
      effect: 'read',
      callers: ['agent'],
      args: { path },
      apply: (state, { path }) => isThere(state, path),
    }),
    read_document: tool({
      summary: 'Read the text of a document.',
      returns: 'str',
      effect: 'read',
      callers: ['agent'],
      args: { file_path: path, max_lines: optional(about(nullable(int), 'None for all'), 20) },
      apply: (state, { file_path, max_lines }) => readDocument(state, file_path, max_lines),
    }),
  },
});
