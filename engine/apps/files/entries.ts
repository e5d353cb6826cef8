import { asIs, type AsIs } from '../as-is.ts';
import { refuse } from '../tool.ts';
import type { Entry, FileState, FolderEntry } from './file-tree.ts';
import { pathOf, type Names } from './path.ts';

/** The entry at `names`, to look at. */
export function entryAt(state: FileState, names: Names): AsIs<Entry> | undefined {
  let entry: AsIs<Entry> | undefined = asIs(state.files);
  for (const name of names) {
    if (entry?.type !== 'directory') return undefined;
    entry = entry.children.find((child) => child.name === name);
  }
  return entry;
}

/** The entry at `names`, to look at. @throws {ToolError} `FileNotFoundError` when there is none. */
export const needEntry = (state: FileState, names: Names): AsIs<Entry> =>
  entryAt(state, names) ?? refuse('FileNotFoundError', `found nothing at "${pathOf(names)}"`);

/**
 * The folder at `names`, to write to, made with all that is missing on the way to it.
 *
 * @throws {ToolError} `NotADirectoryError` when a file is in the way.
 */
export function makeFolder(state: FileState, names: Names, seconds: number): FolderEntry {
  let folder = state.files;
  for (const [at, name] of names.entries()) {
    const found = positionIn(folder, name);
    if (found < 0)
      folder.children.push({ name, type: 'directory', children: [], created: seconds, modified: seconds });
    const next = folder.children.at(found)!;
    if (next.type === 'file')
      return refuse(
        'NotADirectoryError',
        `found a file at "${pathOf(names.slice(0, at + 1))}", wanted a folder`,
      );
    folder = next;
  }
  return folder;
}

/** Where in `folder` the entry called `name` is, -1 when it is not in it. */
export const positionIn = (folder: FolderEntry, name: string): number =>
  asIs(folder.children).findIndex((child) => child.name === name);
