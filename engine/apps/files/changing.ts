import { toSeconds, type SimTime } from '../../model/time.ts';
import { refuse } from '../tool.ts';
import { fileNamesOf, needFile, putContent } from './content.ts';
import {
  entryAt,
  folderAt,
  levelsBelow,
  makeFolder,
  needEntry,
  needFolder,
  put,
  takeOut,
} from './entries.ts';
import type { FileState } from './file-tree.ts';
import { namesOf, pathOf, refuseDeeper, type Names } from './path.ts';

const MODE = /^[rwax](?:[bt]?\+?|\+[bt])$/;

/**
 * Opens a file as its `mode` says: `w` empties it, `w`, `a` and `x` make it. Answers what stands for the open file.
 *
 * @throws {ToolError} when `mode` is none, the file is not there to read, or is there and `mode` is `x`.
 */
export function openFile(state: FileState, path: string, mode: string, now: SimTime): string {
  if (!MODE.test(mode)) refuse('ValueError', `mode: found "${mode}", wanted one such as "rb", "w" or "a"`);
  const names = fileNamesOf(path);
  const entry = entryAt(state, names);
  if (entry === undefined ? mode.startsWith('r') : !mode.startsWith('w')) needFile(state, names);
  if (mode.startsWith('x') && entry !== undefined) alreadyThere(names);
  if (entry === undefined || mode.startsWith('w')) {
    needFolder(state, names.slice(0, -1));
    putContent(state, names, { text: '' }, toSeconds(now));
  }
  return `<file "${pathOf(names)}", mode "${mode}">`;
}

/** Makes a folder, and those above it where `parents` says so. @throws {ToolError} `FileExistsError` when it is there. */
export function makeDirectory(state: FileState, path: string, parents: boolean, now: SimTime): null {
  const names = namesOf(path);
  if (entryAt(state, names) !== undefined) alreadyThere(names);
  if (!parents) needFolder(state, names.slice(0, -1));
  makeFolder(state, names, toSeconds(now));
  return null;
}

/** Moves or renames; into `target` where that is a folder. @throws {ToolError} when something is in the way. */
export function move(state: FileState, source: string, target: string): null {
  const from = namesOf(source);
  const to = namesOf(target);
  const entry = needEntry(state, from);
  if (pathOf(from) === pathOf(to)) return null;
  const there = entryAt(state, to);
  const into = there?.type === 'directory' ? [...to, entry.name] : to;
  if (entry.type === 'directory') {
    if (from.every((name, at) => name === into[at]))
      refuse('OSError', `found the target "${target}" within "${source}", wanted another place`);
    if (there?.type === 'file') alreadyThere(to);
  }
  if (there?.type === 'directory' && entryAt(state, into) !== undefined) alreadyThere(into);
  refuseDeeper(into.length + levelsBelow(entry));
  const folder = folderAt(state, into.slice(0, -1));
  const name = into.at(-1)!;
  put(folder, { ...takeOut(state, from), name });
  return null;
}

/** Removes a file, or a folder with all that is in it where `recursive` says so. @throws {ToolError} otherwise. */
export function remove(state: FileState, path: string, recursive: boolean): null {
  const names = namesOf(path);
  if (needEntry(state, names).type === 'directory' && !recursive)
    refuse('ValueError', `found a folder at "${pathOf(names)}", wanted a file, or recursive to be true`);
  takeOut(state, names);
  return null;
}

/** Removes a folder that has nothing in it. @throws {ToolError} `OSError` when it has. */
export function removeDirectory(state: FileState, path: string): null {
  const names = namesOf(path);
  const { length } = needFolder(state, names).children;
  if (length > 0) refuse('OSError', `found ${length} entries in "${pathOf(names)}", wanted an empty folder`);
  takeOut(state, names);
  return null;
}

const alreadyThere = (names: Names): never =>
  refuse('FileExistsError', `found "${pathOf(names)}" there already`);
