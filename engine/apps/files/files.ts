import { compareCodePoints, type SimTime, toSeconds } from '../../model/index.ts';
import type { ReadOnly } from '../../state/index.ts';
import {
  about,
  bool,
  dict,
  type FileSystemEntry,
  type FileState,
  type FolderEntry,
  int,
  nullable,
  optional,
  ownApp,
  refuse,
  str,
  toolOf,
} from '../../world/index.ts';
import { readDocument } from './read-document.ts';
import {
  checkDepth,
  contentAt,
  depthBelow,
  entryAt,
  fileSystemWith,
  folderAt,
  joinPath,
  makeFolder,
  parsePath,
  type PathNames,
  putContent,
  putEntry,
  removeEntry,
  requireEntry,
  requireFile,
  requireFolder,
  sizeOf,
  type FileSystemOptions,
} from './state.ts';

const tool = toolOf<FileState>();

const path = about(str, 'from the root, such as /Documents/plan.txt');

const openMode = optional(about(str, 'r, w, a or x, with b or t and +'), 'rb');

/** Tools of both file systems to list and inspect entries. */
const inspectionTools = {
  ls: tool({
    summary: 'List the entries of a folder, by name.',
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
    apply: (state, { path }) => exists(state, path),
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
    summary: 'Draw a folder with all that is below it as a tree.',
    returns: 'str',
    effect: 'read',
    callers: ['agent'],
    args: { path: optional(path, '.') },
    apply: (state, { path }) => treeAt(state, path),
  }),
};

const NO_EFFECT = 'without effect';

const newFileSystem = ownApp({
  class: 'SandboxLocalFileSystem',
  keeps: 'files',
  initial: fileSystemWith,
  tools: {
    ...inspectionTools,
    open: tool({
      summary: 'Open a file. A mode with w creates it and empties it.',
      returns: 'str',
      effect: 'write',
      callers: ['agent'],
      args: {
        path,
        mode: openMode,
        block_size: optional(about(nullable(int), NO_EFFECT), null),
        cache_options: optional(about(nullable(dict), NO_EFFECT), null),
        compression: optional(about(nullable(str), 'only None'), null),
      },
      apply(state, { path, mode, compression }, { now }) {
        if (compression !== null) refuse('ValueError', `compression must be None, not "${compression}".`);
        return openFile(state, path, mode, now);
      },
    }),
    cat: tool({
      summary: 'Read a file: its text, or base64 if it is not text.',
      returns: 'str',
      effect: 'read',
      callers: ['agent'],
      args: {
        path,
        recursive: optional(bool, false),
        on_error: optional(about(str, NO_EFFECT), 'raise'),
      },
      apply(state, { path, recursive, on_error }) {
        const entry = entryAt(state, parsePath(path));
        if (recursive && on_error !== 'raise' && entry?.type === 'directory' && entry.children.length > 0)
          refuse('TypeError', `"${path}" is a folder. Only one file can be read.`);
        return printFile(state, path);
      },
    }),
    mkdir: tool({
      summary: 'Create a folder.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path, create_parents: optional(bool, true) },
      apply: (state, { path, create_parents }, { now }) => makeDirectory(state, path, create_parents, now),
    }),
    makedirs: tool({
      summary: 'Create a folder and its parents.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { path, exist_ok: optional(about(bool, 'whether the folder may exist already'), false) },
      apply: (state, { path, exist_ok }, { now }) =>
        exist_ok && entryAt(state, parsePath(path))?.type === 'directory'
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
        recursive: optional(about(bool, NO_EFFECT), false),
        maxdepth: optional(about(nullable(int), NO_EFFECT), null),
      },
      apply: (state, { path1, path2 }, { now }) => move(state, path1, path2, now),
    }),
    rm: tool({
      summary: 'Remove a file, or a folder with all that is below it.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: {
        path,
        recursive: optional(bool, false),
        maxdepth: optional(about(nullable(int), NO_EFFECT), null),
      },
      apply: (state, { path, recursive }) => remove(state, path, recursive),
    }),
    display: tool({
      summary: 'Show a file to the user. Returns whether it exists.',
      returns: 'bool',
      effect: 'read',
      callers: ['agent'],
      args: { path },
      apply: (state, { path }) => exists(state, path),
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

/** The app that {@link fileSystem} makes. Its name keeps the types of an editor's hints short. */
export interface FileSystem extends ReturnType<typeof newFileSystem> {}

/** The user's files. Email and messaging take attachments from here and save them here. */
export const fileSystem: (options?: FileSystemOptions) => FileSystem = newFileSystem;

const newVirtualFileSystem = ownApp({
  class: 'VirtualFileSystem',
  keeps: 'files',
  initial: fileSystemWith,
  tools: {
    ...inspectionTools,
    open: tool({
      summary: 'Open a file. A mode with w creates it and empties it.',
      returns: 'str',
      effect: 'write',
      callers: ['agent'],
      args: { path, mode: openMode },
      apply: (state, { path, mode }, { now }) => openFile(state, path, mode, now),
    }),
    cat: tool({
      summary: 'Read a file: its text, or base64 if it is not text.',
      returns: 'str',
      effect: 'read',
      callers: ['agent'],
      args: { path },
      apply: (state, { path }) => printFile(state, path),
    }),
    mkdir: tool({
      summary: 'Create a folder.',
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
      apply: (state, { path1, path2 }, { now }) => move(state, path1, path2, now),
    }),
    rm: tool({
      summary: 'Remove a file, or a folder with all that is below it.',
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

/** The app that {@link virtualFileSystem} makes. Its name keeps the types of an editor's hints short. */
export interface VirtualFileSystem extends ReturnType<typeof newVirtualFileSystem> {}

/** ARE's older file system. */
export const virtualFileSystem: (options?: FileSystemOptions) => VirtualFileSystem = newVirtualFileSystem;

/** Whether there is an entry at `path`. @throws {ToolError} `PermissionError` when it leads out of the root. */
const exists = (state: FileState, path: string): boolean => entryAt(state, parsePath(path)) !== undefined;

/** The content of a file as the tool `cat` returns it. */
function printFile(state: FileState, path: string): string {
  const { text, base64 } = contentAt(state, parsePath(path));
  return text ?? base64!;
}

/** An entry as the tools `info` and `ls` return it. Times are in seconds since the Unix epoch. */
export interface Info {
  /** The whole path. */
  readonly name: string;
  /** In bytes. 0 for a folder; null for a placeholder. */
  readonly size: number | null;
  readonly type: 'file' | 'directory';
  readonly created: number | null;
  readonly mtime: number | null;
  readonly islink: false;
}

/** @throws {ToolError} `FileNotFoundError` when there is no entry at `path`. */
function infoAt(state: FileState, path: string): Info {
  const names = parsePath(path);
  return infoOf(requireEntry(state, names), names);
}

/** The entries of the folder at `path`, or the file at `path`. @throws {ToolError} `FileNotFoundError` when there is none. */
function listingAt(state: FileState, path: string): readonly Info[] {
  const names = parsePath(path);
  const entry = requireEntry(state, names);
  if (entry.type === 'file') return [infoOf(entry, names)];
  return childrenByName(entry).map((child) => infoOf(child, [...names, child.name]));
}

/** The tree below `path`, as lines of text. @throws {ToolError} `FileNotFoundError` when there is no entry. */
function treeAt(state: FileState, path: string): string {
  const entry = requireEntry(state, parsePath(path));
  const listed = entry.type === 'file' ? [entry] : childrenByName(entry);
  return [path.split('/').at(-1) || '/', ...treeOf(listed, '')].map((line) => `${line}\n`).join('');
}

function treeOf(entries: readonly ReadOnly<FileSystemEntry>[], indent: string): string[] {
  return entries.flatMap((entry, index) => {
    const line = `${indent}${index === entries.length - 1 ? '└── ' : '├── '}${entry.name}`;
    return entry.type === 'file' ? [line] : [line, ...treeOf(childrenByName(entry), `${indent}    `)];
  });
}

const infoOf = (entry: ReadOnly<FileSystemEntry>, names: PathNames): Info => ({
  name: joinPath(names),
  size: entry.type === 'file' ? sizeOf(entry) : 0,
  type: entry.type,
  created: entry.created ?? null,
  mtime: entry.modified ?? null,
  islink: false,
});

const childrenByName = ({ children }: ReadOnly<FolderEntry>): ReadOnly<FileSystemEntry>[] =>
  children.toSorted((one, other) => compareCodePoints(one.name, other.name));

const MODE = /^[rwax](?:[bt]?\+?|\+[bt])$/;

/**
 * Opens a file. The mode `w` empties it; `w`, `a` and `x` create it. Returns a text with its path and mode.
 *
 * @throws {ToolError} when `mode` is not a mode, a file to read is missing, or a file to create with `x` exists.
 */
function openFile(state: FileState, path: string, mode: string, now: SimTime): string {
  const names = parsePath(path);
  if (!MODE.test(mode)) refuse('ValueError', `mode must be a mode such as "rb", "w" or "a", not "${mode}".`);
  const entry = entryAt(state, names);
  if (mode.startsWith('x') && entry !== undefined) refuseExisting(names);
  if (entry === undefined ? mode.startsWith('r') : !mode.startsWith('w')) requireFile(state, names);
  if (entry === undefined || mode.startsWith('w')) {
    requireFolder(state, names.slice(0, -1));
    putContent(state, names, { text: '' }, toSeconds(now));
  }
  return `<file "${joinPath(names)}", mode "${mode}">`;
}

/** Creates a folder, with its parents if `parents` is true. @throws {ToolError} `FileExistsError` when it exists. */
function makeDirectory(state: FileState, path: string, parents: boolean, now: SimTime): null {
  const names = parsePath(path);
  if (entryAt(state, names) !== undefined) refuseExisting(names);
  if (!parents) requireFolder(state, names.slice(0, -1));
  makeFolder(state, names, toSeconds(now));
  return null;
}

/**
 * Moves or renames an entry, into `target` if that is a folder. A folder's new parents are created, a file's are not.
 *
 * @throws {ToolError} when the new path is taken.
 */
function move(state: FileState, source: string, target: string, now: SimTime): null {
  const from = parsePath(source);
  const to = parsePath(target);
  const entry = requireEntry(state, from);
  if (joinPath(from) === joinPath(to)) return null;
  const there = entryAt(state, to);
  const into = there?.type === 'directory' ? [...to, entry.name] : to;
  if (entry.type === 'directory') {
    if (from.every((name, index) => name === into[index]))
      refuse('shutil.Error', `"${source}" cannot move into "${target}", which is inside it.`);
    if (there?.type === 'file') refuseExisting(to);
  }
  if (there?.type === 'directory' && entryAt(state, into) !== undefined)
    refuse('shutil.Error', `"${joinPath(into)}" already exists.`);
  checkDepth(into.length + depthBelow(entry));
  const parents = into.slice(0, -1);
  const folder =
    entry.type === 'directory' ? makeFolder(state, parents, toSeconds(now)) : folderAt(state, parents);
  const name = into.at(-1)!;
  putEntry(folder, { ...removeEntry(state, from), name });
  return null;
}

/** Removes a file, or with `recursive` a folder. @throws {ToolError} `ValueError` for a folder without `recursive`. */
function remove(state: FileState, path: string, recursive: boolean): null {
  const names = parsePath(path);
  if (requireEntry(state, names).type === 'directory' && !recursive)
    refuse('ValueError', `"${joinPath(names)}" is a folder. To remove it, set recursive to true.`);
  removeEntry(state, names);
  return null;
}

/** Removes an empty folder. @throws {ToolError} `OSError` when it is not empty. */
function removeDirectory(state: FileState, path: string): null {
  const names = parsePath(path);
  const { length } = requireFolder(state, names).children;
  if (length > 0) refuse('OSError', `"${joinPath(names)}" is not empty: it has ${length} entries.`);
  removeEntry(state, names);
  return null;
}

const refuseExisting = (names: PathNames): never =>
  refuse('FileExistsError', `"${joinPath(names)}" already exists.`);
