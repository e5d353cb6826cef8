import { type SimTime, toSeconds } from '../../model/index.ts';
import type { ReadOnly } from '../../state/index.ts';
import {
  about,
  app,
  bool,
  dict,
  type Entry,
  type FileState,
  type FolderEntry,
  int,
  nullable,
  optional,
  refuse,
  str,
  toolOf,
} from '../../world/index.ts';
import { contentAt, fileNamesOf, needFile, putContent, readDocument, sizeOf } from './content.ts';
import { filesWith } from './state.ts';
import {
  entryAt,
  folderAt,
  levelsBelow,
  makeFolder,
  type Names,
  namesOf,
  needEntry,
  needFolder,
  pathOf,
  put,
  refuseDeeper,
  takeOut,
} from './tree.ts';

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
function infoAt(state: FileState, path: string): Info {
  const names = namesOf(path);
  return infoOf(needEntry(state, names), names);
}

/** What is in the folder at `path`, by name; of a file, itself. @throws {ToolError} as {@link infoAt}. */
function listingAt(state: FileState, path: string): readonly Info[] {
  const names = namesOf(path);
  const entry = needEntry(state, names);
  if (entry.type === 'file') return [infoOf(entry, names)];
  return byName(entry).map((child) => infoOf(child, [...names, child.name]));
}

/** What is listed at `path`, and all below, drawn as a tree under its name. @throws {ToolError} as {@link infoAt}. */
function treeAt(state: FileState, path: string): string {
  const entry = needEntry(state, namesOf(path));
  const listed = entry.type === 'file' ? [entry] : byName(entry);
  return [path.split('/').at(-1) || '/', ...treeOf(listed, '')].map((line) => `${line}\n`).join('');
}

function treeOf(entries: readonly ReadOnly<Entry>[], indent: string): string[] {
  return entries.flatMap((entry, at) => {
    const line = `${indent}${at === entries.length - 1 ? '└── ' : '├── '}${entry.name}`;
    return entry.type === 'file' ? [line] : [line, ...treeOf(byName(entry), `${indent}    `)];
  });
}

const infoOf = (entry: ReadOnly<Entry>, names: Names): Info => ({
  name: pathOf(names),
  size: entry.type === 'file' ? sizeOf(entry) : 0,
  type: entry.type,
  created: entry.created ?? null,
  mtime: entry.modified ?? null,
  islink: false,
});

const byName = ({ children }: ReadOnly<FolderEntry>): ReadOnly<Entry>[] =>
  children.toSorted((one, other) => (one.name < other.name ? -1 : 1));

const MODE = /^[rwax](?:[bt]?\+?|\+[bt])$/;

/**
 * Opens a file as its `mode` says: `w` empties it, `w`, `a` and `x` make it. Answers what stands for the open file.
 *
 * @throws {ToolError} when `mode` is none, the file is not there to read, or is there and `mode` is `x`.
 */
function openFile(state: FileState, path: string, mode: string, now: SimTime): string {
  if (!MODE.test(mode)) refuse('ValueError', `mode must be one such as "rb", "w" or "a", not "${mode}".`);
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
function makeDirectory(state: FileState, path: string, parents: boolean, now: SimTime): null {
  const names = namesOf(path);
  if (entryAt(state, names) !== undefined) alreadyThere(names);
  if (!parents) needFolder(state, names.slice(0, -1));
  makeFolder(state, names, toSeconds(now));
  return null;
}

/** Moves or renames; into `target` where that is a folder. @throws {ToolError} when something is in the way. */
function move(state: FileState, source: string, target: string): null {
  const from = namesOf(source);
  const to = namesOf(target);
  const entry = needEntry(state, from);
  if (pathOf(from) === pathOf(to)) return null;
  const there = entryAt(state, to);
  const into = there?.type === 'directory' ? [...to, entry.name] : to;
  if (entry.type === 'directory') {
    if (from.every((name, at) => name === into[at]))
      refuse('OSError', `"${source}" cannot move into "${target}", which is inside it.`);
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
function remove(state: FileState, path: string, recursive: boolean): null {
  const names = namesOf(path);
  if (needEntry(state, names).type === 'directory' && !recursive)
    refuse('ValueError', `"${pathOf(names)}" is a folder. To remove it, set recursive to true.`);
  takeOut(state, names);
  return null;
}

/** Removes a folder that has nothing in it. @throws {ToolError} `OSError` when it has. */
function removeDirectory(state: FileState, path: string): null {
  const names = namesOf(path);
  const { length } = needFolder(state, names).children;
  if (length > 0) refuse('OSError', `"${pathOf(names)}" is not empty: it has ${length} entries.`);
  takeOut(state, names);
  return null;
}

const alreadyThere = (names: Names): never => refuse('FileExistsError', `"${pathOf(names)}" exists already.`);

const tool = toolOf<FileState>();

const path = about(str, 'from the root, such as /Documents/plan.txt');

const openMode = optional(about(str, 'r, w, a or x, with b or t and +'), 'rb');

/** What both file systems look around with. */
const inspectionTools = {
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
const isThere = (state: FileState, path: string): boolean => entryAt(state, namesOf(path)) !== undefined;

/** A file as `cat` answers it: its text, or base64 where it is none. */
function contentOfFile(state: FileState, path: string): string {
  const { text, base64 } = contentAt(state, namesOf(path));
  return text ?? base64!;
}

const noMeaning = 'without effect';

/** The user's files. Other apps of the world read and write them too: attachments come from here. */
export const fileSystem = app({
  class: 'SandboxLocalFileSystem',
  keeps: 'files',
  initial: filesWith,
  tools: {
    ...inspectionTools,
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
        if (compression !== null) refuse('ValueError', `compression must be None, not "${compression}".`);
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
          refuse('TypeError', `"${path}" is a folder. Only one file can be read.`);
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

/** The field's older file system. */
export const virtualFileSystem = app({
  class: 'VirtualFileSystem',
  keeps: 'files',
  initial: filesWith,
  tools: {
    ...inspectionTools,
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
