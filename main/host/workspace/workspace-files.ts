import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, posix, sep } from 'node:path';
import { truncate } from '../../../engine/model/index.ts';
import { LIMITS, type WorkspaceFile } from '../../../preload/contract.ts';
import { isMissing, ProblemError } from '../system/index.ts';

/** A kind of workspace file, by folder and file name extension. */
export interface FileKind {
  readonly folder: string;
  readonly ending: string;
}

export const SCENARIOS: FileKind = { folder: 'scenarios', ending: '.ts' };
export const TRACES: FileKind = { folder: 'traces', ending: '.json' };
export const AGENTS: FileKind = { folder: 'agents', ending: '.json' };
export const SWEEPS: FileKind = { folder: 'sweeps', ending: '.json' };
/** The folders of planned sweeps. */
export const SWEEP_PLANS: FileKind = { folder: 'sweeps', ending: '.sweep' };

/**
 * The absolute path of `path`. `root` is the workspace's real path.
 *
 * @throws {ProblemError} when `path` is not a file of the kind `shelf`, or a link in it leads out of the workspace.
 */
export async function confine(root: string, path: string, shelf: FileKind): Promise<string> {
  const long = path.split('/').find((name) => Buffer.byteLength(name) > MAX_NAME_LENGTH);
  if (long !== undefined)
    throw new ProblemError(
      'bad-path',
      `The name "${truncate(long, 40)}" is too long: ${Buffer.byteLength(long)} bytes, of ${MAX_NAME_LENGTH} that a file name may have.`,
    );
  if (!isOfKind(shelf, path))
    throw new ProblemError('bad-path', `${path}: the path must be like ${shelf.folder}/name${shelf.ending}`);
  const file = join(root, path);
  const real = await realpathOfExisting(file);
  if (real !== root && !real.startsWith(root + sep))
    throw new ProblemError('bad-path', `${path} is a link that leads out of the workspace`);
  return file;
}

/** The limit of all common file systems. */
const MAX_NAME_LENGTH = 255; // bytes

/**
 * Checks a name before its file is created, because some systems and programs cannot open files with other names.
 *
 * @throws {ProblemError} when a part of `path` begins or ends with a space, ends with a dot, or has a character that Windows
 * refuses.
 */
export function requireGoodName(path: string): void {
  const names = path.slice(0, path.length - posix.extname(path).length).split('/');
  const bad = names.find(
    (name) => name.trim() !== name || name.endsWith('.') || /[<>:"|?*\\\p{Cc}]/u.test(name),
  );
  if (bad !== undefined)
    throw new ProblemError(
      'bad-path',
      `"${truncate(bad, 40)}" cannot be a file name. Leave out < > : " | ? * and blanks at its ends.`,
    );
}

/** Whether `path` has the form of a file of this kind. */
export function isOfKind({ folder, ending }: FileKind, path: string): boolean {
  const [first, ...names] = path.split('/');
  return (
    first === folder &&
    names.length > 0 &&
    path.endsWith(ending) &&
    names.every((name) => /^[^.\\:\0][^\\:\0]*$/.test(name))
  );
}

/** The real path of `file`, or of the nearest existing folder above it. */
async function realpathOfExisting(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (thrown) {
    if (!isMissing(thrown) || dirname(file) === file) throw thrown;
    return realpathOfExisting(dirname(file));
  }
}

/** The files of one kind, and their folders, which are to be watched. */
export interface Listing {
  readonly files: readonly WorkspaceFile[];
  /** Absolute paths. */
  readonly folders: readonly string[];
  /** Whether there may be more files, in folders that were not read. */
  readonly cut: boolean;
}

/**
 * Lists the files of a kind in the workspace `root`, by path in code-point order. Hidden files and links are left out, and so
 * are folders after the first 10,000 files: nobody has more by hand, and the window must not wait for a folder that is there by
 * mistake.
 */
export async function listFiles(root: string, { folder, ending }: FileKind): Promise<Listing> {
  const files: WorkspaceFile[] = [];
  const folders: string[] = [];
  const open = [folder];
  let at = open.pop();
  for (; at !== undefined && files.length < LIMITS.listedFiles; at = open.pop()) {
    const entries = await orNothing(readdir(join(root, at), { withFileTypes: true }));
    if (entries === undefined) continue;
    folders.push(join(root, at));
    for (const entry of entries) {
      const path = `${at}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory() && entry.name !== 'node_modules') open.push(path);
      if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
      const found = await orNothing(stat(join(root, path)));
      if (found !== undefined) files.push({ path, bytes: found.size, changed: found.ctimeMs });
    }
  }
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files, folders, cut: at !== undefined };
}

/** The result of `work`; `undefined` if the file was deleted meanwhile or is not readable. */
async function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return undefined;
    throw thrown;
  }
}

/** A scenario is a default export. A comment with these words also counts, which does no harm. */
const OWN_DEFAULT = /\bexport\s+default\b|\bas\s+default\b/;

const MAX_SHARED_SIZE = 1_000_000; // bytes; nobody shares more by hand

/** Whether the source text is not a scenario but code that scenarios may import. */
const isSharedCode = (text: string): boolean => /\bexport\b/.test(text) && !OWN_DEFAULT.test(text);

/** Distinguishes shared code from scenarios. Reads each file again only when it has changed. */
export class SharedCode {
  readonly #known = new Map<string, { readonly written: number; readonly shared: boolean }>();

  /** Returns false also when the file cannot be read. */
  async isShared(file: string): Promise<boolean> {
    try {
      const { mtimeMs: written, size } = await stat(file);
      const known = this.#known.get(file);
      if (known?.written === written) return known.shared;
      const shared = size <= MAX_SHARED_SIZE && isSharedCode(await readFile(file, 'utf8'));
      this.#known.set(file, { written, shared });
      return shared;
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown) return false;
      throw thrown;
    }
  }
}

/** The interpreters of programs, by file name extension. */
const STARTERS: Readonly<Record<string, string>> = { '.mjs': 'node', '.py': 'python3', '.sh': 'sh' };

/** Names that need no quotes in a shell. */
const PLAIN = /^[\w./-]+$/;

/** The programs in the workspace's folder `agents/`. */
interface Programs {
  /** The commands that start them, run in the workspace. */
  readonly commands: readonly string[];
  /** As of a {@link Listing}. */
  readonly cut: boolean;
}

export async function programsIn(folder: string): Promise<Programs> {
  const lists = await Promise.all(
    Object.keys(STARTERS).map((ending) => listFiles(folder, { ...AGENTS, ending })),
  );
  const paths = lists
    .flatMap(({ files }) => files.map(({ path }) => path))
    .filter((path) => PLAIN.test(path));
  return {
    commands: paths.toSorted().map((path) => `${STARTERS[extname(path)]!} ${path}`),
    cut: lists.some(({ cut }) => cut),
  };
}

/** Restricts the page to the workspace's own programs. @throws {ProblemError} when `command` is not one of them. */
export async function requireProgram(folder: string, command: string): Promise<void> {
  const { commands: known } = await programsIn(folder);
  if (known.includes(command)) return;
  throw new ProblemError(
    'no-such-agent',
    `There is no agent "${command}" here. ${known.length === 0 ? 'Put a program into agents/.' : `Choose ${known.join(' or ')}.`}`,
  );
}
