import { about, bool, optional, str } from '../argument.ts';
import { toolOf } from '../tool.ts';
import { contentAt } from './content.ts';
import { entryAt } from './entries.ts';
import type { FileState } from './file-tree.ts';
import { infoAt, listingAt, treeAt } from './listing.ts';
import { namesOf } from './path.ts';

const tool = toolOf<FileState>();

export const path = about(str, 'from the root, such as /Documents/plan.txt');

export const openMode = optional(about(str, 'r, w, a or x, with b or t and +'), 'rb');

/** What both file systems look around with. */
export const lookingTools = {
  ls: tool({
    summary: 'List what is in a folder, by name.',
    returns: 'list[str | dict]',
    effect: 'read',
    callers: ['agent'],
    args: {
      path: optional(path, '.'),
      detail: optional(about(bool, 'sizes and times as well'), false),
    },
    apply(state, { path, detail }) {
      const all = listingAt(state, path);
      return detail ? all : all.map(({ name }) => name);
    },
  }),
  exists: tool({
    summary: 'Tell whether there is a file or folder at a path.',
    returns: 'bool',
    effect: 'read',
    callers: ['agent'],
    args: { path },
    apply: (state, { path }) => isThere(state, path),
  }),
  info: tool({
    summary: 'Get name, size, type and times of a file or folder.',
    returns: 'dict',
    effect: 'read',
    callers: ['agent'],
    args: { path },
    apply: (state, { path }) => infoAt(state, path),
  }),
  tree: tool({
    summary: 'Draw all that is in a folder as a tree.',
    returns: 'str',
    effect: 'read',
    callers: ['agent'],
    args: { path: optional(path, '.') },
    apply: (state, { path }) => treeAt(state, path),
  }),
};

/** Whether there is a file or folder at `path`. @throws {ToolError} `PermissionError` when it leads out of the root. */
export const isThere = (state: FileState, path: string): boolean =>
  entryAt(state, namesOf(path)) !== undefined;

/** A file as `cat` answers it: its text, or base64 where it is none. */
export function contentOfFile(state: FileState, path: string): string {
  const { text, base64 } = contentAt(state, namesOf(path));
  return text ?? base64!;
}
