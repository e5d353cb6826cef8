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

/** The folder at `names`, to look at. @throws {ToolError} when there is none, or a file. */
export function needFolder(state: FileState, names: Names): AsIs<FolderEntry> {
  const entry = needEntry(state, names);
  return entry.type === 'directory' ? entry : fileInTheWay(names);
}

/** The folder at `names`, to write to. @throws {ToolError} when there is none, or a file. */
export function folderAt(state: FileState, names: Names): FolderEntry {
  needFolder(state, names);
  return makeFolder(state, names);
}

/**
 * The folder at `names`, to write to, made with all that is missing on the way to it, at `time` in seconds.
 *
 * @throws {ToolError} `NotADirectoryError` when a file is in the way.
 */
export function makeFolder(state: FileState, names: Names, time?: number): FolderEntry {
  const dates = time === undefined ? {} : { created: time, modified: time };
  let folder = state.files;
  for (const [at, name] of names.entries()) {
    const found = positionIn(folder, name);
    if (found < 0) folder.children.push({ name, type: 'directory', children: [], ...dates });
    const next = folder.children.at(found)!;
    if (next.type === 'file') return fileInTheWay(names.slice(0, at + 1));
    folder = next;
  }
  return folder;
}

/** Puts `entry` into `folder`, in place of what is called the same. */
export function put({ children }: FolderEntry, entry: Entry): void {
  const at = positionIn({ children }, entry.name);
  if (at < 0) children.push(entry);
  else children[at] = entry;
}

/** Takes the entry at `names` out, and answers it. @throws {ToolError} when it is the root or there is none. */
export function takeOut(state: FileState, names: Names): Entry {
  needEntry(state, names);
  const name = names.at(-1);
  if (name === undefined) return refuse('OSError', 'found the root, wanted something in it');
  const folder = folderAt(state, names.slice(0, -1));
  return folder.children.splice(positionIn(folder, name), 1)[0]!;
}

/** How many levels are below `entry`. */
export const levelsBelow = (entry: AsIs<Entry>): number =>
  entry.type === 'file'
    ? 0
    : entry.children.reduce((most, child) => Math.max(most, 1 + levelsBelow(child)), 0);

const positionIn = ({ children }: Pick<FolderEntry, 'children'>, name: string): number =>
  asIs(children).findIndex((child) => child.name === name);

const fileInTheWay = (names: Names): never =>
  refuse('NotADirectoryError', `found a file at "${pathOf(names)}", wanted a folder`);
