import type { AsIs } from '../as-is.ts';
import { sizeOf } from './content.ts';
import { needEntry } from './entries.ts';
import type { Entry, FileState, FolderEntry } from './file-tree.ts';
import { namesOf, pathOf, type Names } from './path.ts';

/** What is known of an entry. Times are in seconds since the Unix epoch. */
export interface Info {
  /** The whole path. */
  readonly name: string;
  /** In bytes, 0 of a folder; null when it is not known. */
  readonly size: number | null;
  readonly type: 'file' | 'directory';
  readonly created: number | null;
  readonly mtime: number | null;
  readonly islink: false;
}

/** What is known of the entry at `path`. @throws {ToolError} `FileNotFoundError` when there is none. */
export function infoAt(state: FileState, path: string): Info {
  const names = namesOf(path);
  return infoOf(needEntry(state, names), names);
}

/** What is in the folder at `path`, by name; of a file, itself. @throws {ToolError} as {@link infoAt}. */
export function listingAt(state: FileState, path: string): readonly Info[] {
  const names = namesOf(path);
  const entry = needEntry(state, names);
  if (entry.type === 'file') return [infoOf(entry, names)];
  return byName(entry).map((child) => infoOf(child, [...names, child.name]));
}

/** What is listed at `path`, and all below, drawn as a tree under its name. @throws {ToolError} as {@link infoAt}. */
export function treeAt(state: FileState, path: string): string {
  const entry = needEntry(state, namesOf(path));
  const listed = entry.type === 'file' ? [entry] : byName(entry);
  return [path.split('/').at(-1) || '/', ...treeOf(listed, '')].map((line) => `${line}\n`).join('');
}

function treeOf(entries: readonly AsIs<Entry>[], indent: string): string[] {
  return entries.flatMap((entry, at) => {
    const line = `${indent}${at === entries.length - 1 ? '└── ' : '├── '}${entry.name}`;
    return entry.type === 'file' ? [line] : [line, ...treeOf(byName(entry), `${indent}    `)];
  });
}

const infoOf = (entry: AsIs<Entry>, names: Names): Info => ({
  name: pathOf(names),
  size: entry.type === 'file' ? sizeOf(entry) : 0,
  type: entry.type,
  created: entry.created ?? null,
  mtime: entry.modified ?? null,
  islink: false,
});

const byName = ({ children }: AsIs<FolderEntry>): AsIs<Entry>[] =>
  children.toSorted((one, other) => (one.name < other.name ? -1 : 1));
