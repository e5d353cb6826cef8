import { readOnly, type ReadOnly } from '../../state/index.ts';
import { type Entry, type FileState, type FolderEntry, refuse } from '../../world/index.ts';

/** Deeper folders than this are refused: a state must stay one that every reader of JSON can take. */
const DEEPEST = 64;

/** The names on the way from the root to an entry. */
export type Names = readonly string[];

/**
 * The way that `path` says. `/` is the root and so is `.`: there is no other place to start from. `~` in front is `/home/userhome/`.
 *
 * @throws {ToolError} `PermissionError` when it leads out of the root, `OSError` when it is too deep.
 */
export function namesOf(path: string): Names {
  const whole = path.startsWith('~') ? `home/userhome/${path.slice(1)}` : path;
  const names: string[] = [];
  for (const name of whole.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined)
      refuse('PermissionError', `The path "${path}" leads out of the root.`);
  }
  refuseDeeper(names.length);
  return names;
}

/** The path of the entry at `names`, from the root. */
export const pathOf = (names: Names): string => `/${names.join('/')}`;

/** @throws {ToolError} `OSError` when `levels` are more than a state may have. */
export function refuseDeeper(levels: number): void {
  if (levels > DEEPEST) refuse('OSError', `The path has ${levels} levels; at most ${DEEPEST} are allowed.`);
}

/** The entry at `names`, to look at. */
export function entryAt(state: FileState, names: Names): ReadOnly<Entry> | undefined {
  let entry: ReadOnly<Entry> | undefined = readOnly(state.files);
  for (const name of names) {
    if (entry?.type !== 'directory') return undefined;
    entry = entry.children.find((child) => child.name === name);
  }
  return entry;
}

/** The entry at `names`, to look at. @throws {ToolError} `FileNotFoundError` when there is none. */
export const needEntry = (state: FileState, names: Names): ReadOnly<Entry> =>
  entryAt(state, names) ?? refuse('FileNotFoundError', `There is nothing at "${pathOf(names)}".`);

/** The folder at `names`, to look at. @throws {ToolError} when there is none, or a file. */
export function needFolder(state: FileState, names: Names): ReadOnly<FolderEntry> {
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
  if (name === undefined) return refuse('OSError', 'The root cannot be moved or removed.');
  const folder = folderAt(state, names.slice(0, -1));
  return folder.children.splice(positionIn(folder, name), 1)[0]!;
}

/** How many levels are below `entry`. */
export const levelsBelow = (entry: ReadOnly<Entry>): number =>
  entry.type === 'file'
    ? 0
    : entry.children.reduce((most, child) => Math.max(most, 1 + levelsBelow(child)), 0);

const positionIn = ({ children }: Pick<FolderEntry, 'children'>, name: string): number =>
  readOnly(children).findIndex((child) => child.name === name);

const fileInTheWay = (names: Names): never =>
  refuse('NotADirectoryError', `"${pathOf(names)}" is a file, not a folder.`);
