import * as z from 'zod/mini';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  type FileSystemEntry,
  type FileEntry,
  type FileState,
  type FolderEntry,
  refuse,
} from '../../world/index.ts';
import { secondsAt, type When } from '../shared/dates.ts';
import { text, time } from '../shared/from-trace.ts';

/** A file of the initial state: its text, or its content with the time of its last change. */
export type GivenFile =
  | string
  | { readonly text: string; readonly modified?: When }
  | { readonly base64: string; readonly modified?: When };

/** Options for the initial state of a file system. */
export interface FileSystemOptions {
  /** By path, such as `Documents/plan.txt`. The folders of the path are created. */
  readonly files?: Readonly<Record<string, GivenFile>>;
  /** Paths of empty folders. */
  readonly folders?: readonly string[];
}

/**
 * The initial state of a file system.
 *
 * @throws {ToolError} when two files have the same path, a path is not the path of a file, or a content is not base64.
 */
export function fileSystemWith({ files = {}, folders = [] }: FileSystemOptions): FileState {
  const state: FileState = { files: { name: '', type: 'directory', children: [] }, tmpdir: '/sandbox' };
  for (const path of folders) makeFolder(state, parsePath(path));
  for (const [path, given] of Object.entries(files)) {
    const names = parseFilePath(path);
    if (entryAt(state, names) !== undefined)
      refuse('FileExistsError', `Two entries have the path "${joinPath(names)}".`);
    makeFolder(state, names.slice(0, -1));
    putContent(state, names, givenContent(path, given), modifiedOf(given));
  }
  return state;
}

function givenContent(path: string, given: GivenFile): Content {
  if (typeof given === 'string') return { text: given };
  return 'text' in given ? { text: given.text } : contentOf(path, given.base64);
}

const modifiedOf = (given: GivenFile): number | undefined =>
  typeof given === 'string' || given.modified === undefined ? undefined : secondsAt(given.modified);

/**
 * The state of a file system, as recorded. ARE records only the names of files, so its files are placeholders.
 *
 * @throws {ZodError | ToolError} when `state` is something else.
 */
export function recordedFiles(state: unknown): FileState {
  const parsed = fileSystem.parse(state) as FileState;
  checkDepth(depthBelow(parsed.files));
  return parsed;
}

const name = text.check(
  z.refine((given) => !['', '.', '..'].includes(given) && !given.includes('/'), 'the name of a file'),
);

const dates = () => ({ created: z.optional(time), modified: z.optional(time) });

const file = () =>
  z.object({
    name,
    type: z.literal('file'),
    text: z.optional(text),
    base64: z.optional(text.check(z.refine(isBase64, 'base64'))),
    ...dates(),
  });

const children = () =>
  z
    .array(entry)
    .check(
      z.refine(
        (entries) => new Set(entries.map((one) => one.name)).size === entries.length,
        'Two entries have the same name.',
      ),
    );

const folder = (name: z.ZodMiniType<string>) =>
  z.object({ name, type: z.literal('directory'), children: children(), ...dates() });

const entry: z.ZodMiniType<FileSystemEntry> = z.lazy(
  () => z.discriminatedUnion('type', [file(), folder(name)]) as unknown as z.ZodMiniType<FileSystemEntry>,
);

const fileSystem = z.lazy(() => z.object({ files: folder(text), tmpdir: z._default(text, '/sandbox') }));

/** The names on the path from the root to an entry. */
export type PathNames = readonly string[];

/**
 * Parses a path. `/` and `.` are the root, because there is no other working directory; `~` is `/home/userhome`.
 *
 * @throws {ToolError} `PermissionError` when the path leaves the root, `OSError` when it is too deep.
 */
export function parsePath(path: string): PathNames {
  const whole = path.startsWith('~') ? `home/userhome/${path.slice(1)}` : path;
  const names: string[] = [];
  for (const name of whole.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined)
      refuse('PermissionError', `The path "${path}" leads out of the root.`);
  }
  checkDepth(names.length);
  return names;
}

/** Parses the path of a file. @throws {ToolError} `IsADirectoryError` when `path` can only be a folder. */
export function parseFilePath(path: string): PathNames {
  const names = parsePath(path);
  return names.length === 0 || path.endsWith('/')
    ? refuse('IsADirectoryError', `"${path}" is the path of a folder, not of a file.`)
    : names;
}

/** The path of the entry at `names`, from the root. */
export const joinPath = (names: PathNames): string => `/${names.join('/')}`;

/** The limit keeps every state within the depth that JSON readers accept. */
const MAX_DEPTH = 64; // levels of folders

/** @throws {ToolError} `OSError` when a path has more levels than a file system may have. */
export function checkDepth(levels: number): void {
  if (levels > MAX_DEPTH)
    refuse('OSError', `The path has ${levels} levels; at most ${MAX_DEPTH} are allowed.`);
}

/** The number of levels below `entry`. */
export const depthBelow = (entry: ReadOnly<FileSystemEntry>): number =>
  entry.type === 'file'
    ? 0
    : entry.children.reduce((depth, child) => Math.max(depth, 1 + depthBelow(child)), 0);

/** The entry at `names`, read-only. */
export function entryAt(state: FileState, names: PathNames): ReadOnly<FileSystemEntry> | undefined {
  let entry: ReadOnly<FileSystemEntry> | undefined = readOnly(state.files);
  for (const name of names) {
    if (entry?.type !== 'directory') return undefined;
    entry = entry.children.find((child) => child.name === name);
  }
  return entry;
}

/**
 * The entry at `names`, read-only.
 *
 * @throws {ToolError} `FileNotFoundError` when there is none, `NotADirectoryError` when a part of the path is a file.
 */
export function requireEntry(state: FileState, names: PathNames): ReadOnly<FileSystemEntry> {
  const entry = entryAt(state, names);
  if (entry !== undefined) return entry;
  const file = names.findIndex((_name, index) => entryAt(state, names.slice(0, index))?.type === 'file');
  if (file > 0) refuseFile(names.slice(0, file));
  return refuse('FileNotFoundError', `There is nothing at "${joinPath(names)}".`);
}

/** The folder at `names`, read-only. @throws {ToolError} when there is no entry, or it is a file. */
export function requireFolder(state: FileState, names: PathNames): ReadOnly<FolderEntry> {
  const entry = requireEntry(state, names);
  return entry.type === 'directory' ? entry : refuseFile(names);
}

/** The file at `names`, read-only. @throws {ToolError} when there is no entry, or it is a folder. */
export function requireFile(state: FileState, names: PathNames): ReadOnly<FileEntry> {
  const entry = requireEntry(state, names);
  return entry.type === 'file' ? entry : refuseFolder(names);
}

/** The folder at `names`, to write to. @throws {ToolError} when there is no entry, or it is a file. */
export function folderAt(state: FileState, names: PathNames): FolderEntry {
  requireFolder(state, names);
  return makeFolder(state, names);
}

/**
 * The folder at `names`, to write to. Creates missing folders on the path, at `time` in seconds.
 *
 * @throws {ToolError} `NotADirectoryError` when a part of the path is a file.
 */
export function makeFolder(state: FileState, names: PathNames, time?: number): FolderEntry {
  const dates = time === undefined ? {} : { created: time, modified: time };
  let folder = state.files;
  for (const [index, name] of names.entries()) {
    const position = positionIn(folder, name);
    if (position < 0) folder.children.push({ name, type: 'directory', children: [], ...dates });
    const next = folder.children.at(position)!;
    if (next.type === 'file') return refuseFile(names.slice(0, index + 1));
    folder = next;
  }
  return folder;
}

/** Puts `entry` into `folder`. Replaces an entry of the same name. */
export function putEntry({ children }: FolderEntry, entry: FileSystemEntry): void {
  const at = positionIn({ children }, entry.name);
  if (at < 0) children.push(entry);
  else children[at] = entry;
}

/** Removes the entry at `names` and returns it. @throws {ToolError} when it is the root or there is none. */
export function removeEntry(state: FileState, names: PathNames): FileSystemEntry {
  requireEntry(state, names);
  const name = names.at(-1);
  if (name === undefined) return refuse('OSError', 'The root cannot be moved or removed.');
  const folder = folderAt(state, names.slice(0, -1));
  return folder.children.splice(positionIn(folder, name), 1)[0]!;
}

const positionIn = ({ children }: Pick<FolderEntry, 'children'>, name: string): number =>
  readOnly(children).findIndex((child) => child.name === name);

const refuseFile = (names: PathNames): never =>
  refuse('NotADirectoryError', `"${joinPath(names)}" is a file, not a folder.`);

const refuseFolder = (names: PathNames): never =>
  refuse('IsADirectoryError', `"${joinPath(names)}" is a folder, not a file.`);

/** The content of a file in the state: `text` if it is UTF-8, otherwise `base64`. */
export type Content = Pick<FileEntry, 'text' | 'base64'>;

/** The content that `base64` encodes. @throws {ToolError} `ValueError` naming the `path` when it is not base64. */
export function contentOf(path: string, base64: string): Content {
  if (!isBase64(base64)) refuse('ValueError', `The content of "${path}" is not base64.`);
  const text = textOfBase64(base64);
  return text === undefined ? { base64 } : { text };
}

/** The file at `names` with its content. @throws {ToolError} when there is no such file, or it is a placeholder. */
export function contentAt(state: FileState, names: PathNames): ReadOnly<FileEntry> {
  const file = requireFile(state, names);
  if (file.text === undefined && file.base64 === undefined)
    refuse('FileNotFoundError', `The recording does not have the content of "${joinPath(names)}".`);
  return file;
}

/** Writes `content` to the file at `names`, in an existing folder. @throws {ToolError} when `names` is a folder. */
export function putContent(state: FileState, names: PathNames, content: Content, seconds?: number): void {
  const before = entryAt(state, names);
  if (before?.type === 'directory') refuseFolder(names);
  const created = before === undefined ? seconds : before.created;
  putEntry(makeFolder(state, names.slice(0, -1)), {
    name: names.at(-1)!,
    type: 'file',
    ...content,
    ...(created === undefined ? {} : { created }),
    ...(seconds === undefined ? {} : { modified: seconds }),
  });
}

/** The size of a content in bytes; `null` when the file is a placeholder. */
export function sizeOf({ text, base64 }: ReadOnly<Content>): number | null {
  if (base64 !== undefined) return base64Size(base64);
  return text === undefined ? null : utf8Size(text);
}

// The engine is compiled without the types of Node.js and of browsers. Both have these four names.
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
declare class TextDecoder {
  constructor(encoding: 'utf-8', options: { readonly fatal: boolean; readonly ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}
declare const atob: (base64: string) => string;
declare const btoa: (bytes: string) => string;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether `text` is base64 with padding (RFC 4648, section 4). `atob` accepts more, such as spaces. */
export const isBase64 = (text: string): boolean => BASE64.test(text);

/** The number of bytes that `base64` encodes. */
export const base64Size = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

/** The number of bytes of `text` in UTF-8. */
export const utf8Size = (text: string): number => new TextEncoder().encode(text).length;

/** The UTF-8 bytes of `text`, in base64. A lone surrogate becomes U+FFFD. */
export function toBase64(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

/** The text with the UTF-8 bytes that `base64` encodes; `undefined` when the bytes are not UTF-8 or contain a zero. */
export function textOfBase64(base64: string): string | undefined {
  const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
