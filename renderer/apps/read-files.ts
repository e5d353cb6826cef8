import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Path,
  type SimTime,
} from '../../engine/model/index.ts';
import { fieldOf, objectOf, objectsIn, textOf, timeOf } from './guards.ts';

/** A file or folder as a tree shows it. */
export interface FileRow {
  readonly path: Path;
  /** From the root, such as `/Documents/plan.txt`. */
  readonly where: string;
  readonly name: string;
  /** How many folders it lies in. */
  readonly depth: number;
  /** How many entries a folder has; nothing of a file. */
  readonly entries: number | undefined;
  readonly text: string | undefined;
  /** What is in a file that holds no text. */
  readonly base64: string | undefined;
  readonly modified: SimTime | undefined;
}

/** All files and folders, each folder before what is in it, by name; nothing where the state is no file system. */
export function readFiles(state: Json): readonly FileRow[] | undefined {
  const root = isJsonObject(state) ? objectOf(state, 'files') : undefined;
  const rows: FileRow[] = [];
  return root !== undefined && readInto(rows, root, ['files'], '', 0) ? rows : undefined;
}

function readInto(rows: FileRow[], folder: JsonObject, path: Path, where: string, depth: number): boolean {
  const children = objectsIn(fieldOf(folder, 'children'));
  if (children === undefined) return false;
  const named = children.map(([at, entry]) => ({ at, entry, name: textOf(entry, 'name') ?? '' }));
  named.sort((one, other) => (one.name < other.name ? -1 : 1));
  return named.every(({ at, entry, name }) => {
    const own = { path: [...path, 'children', at], where: `${where}/${name}`, name, depth };
    const isFolder = textOf(entry, 'type') === 'directory';
    rows.push({
      ...own,
      entries: isFolder ? (objectsIn(fieldOf(entry, 'children'))?.length ?? 0) : undefined,
      text: textOf(entry, 'text'),
      base64: textOf(entry, 'base64'),
      modified: timeOf(entry, 'modified'),
    });
    return !isFolder || readInto(rows, entry, own.path, own.where, depth + 1);
  });
}

/** In bytes; nothing where it is not known. */
export function sizeOf({ text, base64 }: FileRow): number | undefined {
  if (text !== undefined) return new TextEncoder().encode(text).length;
  return base64 === undefined ? undefined : Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

/** Those rows that lie in none of the `closed` folders, which are given by where they are. */
export function shownOf(rows: readonly FileRow[], closed: ReadonlySet<string>): readonly FileRow[] {
  let under: string | undefined;
  return rows.filter(({ where }) => {
    if (under !== undefined && where.startsWith(`${under}/`)) return false;
    under = closed.has(where) ? where : undefined;
    return true;
  });
}
