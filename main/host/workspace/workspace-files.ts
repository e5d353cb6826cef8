import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, posix, sep } from 'node:path';
import { truncate } from '../../../engine/model/index.ts';
import type { WorkspaceFile } from '../../../preload/contract.ts';
import { ProblemError } from '../system/index.ts';

/** Which files of a workspace a path may name. */
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
 * Where `path` lies on this machine. `root` is the workspace's real path.
 *
 * @throws {ProblemError} when it leads out of the shelf, in words or through a link.
 */
export async function confine(root: string, path: string, shelf: FileKind): Promise<string> {
  const long = path.split('/').find((name) => Buffer.byteLength(name) > LONGEST_NAME);
  if (long !== undefined)
    throw new ProblemError(
      'bad-path',
      `The name "${truncate(long, 40)}" is too long: ${Buffer.byteLength(long)} bytes, of ${LONGEST_NAME} that a file name may have.`,
    );
  if (!isOfKind(shelf, path))
    throw new ProblemError('bad-path', `${path}: the path must be like ${shelf.folder}/name${shelf.ending}`);
  const file = join(root, path);
  const real = await realpathOfExisting(file);
  if (real !== root && !real.startsWith(root + sep))
    throw new ProblemError('bad-path', `${path} is a link that leads out of the workspace`);
  return file;
}

/** No file system takes a longer one. */
const LONGEST_NAME = 255; // bytes

/**
 * To be called before a file is made: some systems and programs cannot open what others name so.
 *
 * @throws {ProblemError} when a part of `path` begins or ends with a blank, ends with a dot, or has a character that Windows refuses.
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

/** Whether `path` is of the form that files of a kind have. */
export function isOfKind({ folder, ending }: FileKind, path: string): boolean {
  const [first, ...names] = path.split('/');
  return (
    first === folder &&
    names.length > 0 &&
    path.endsWith(ending) &&
    names.every((name) => /^[^.\\:\0][^\\:\0]*$/.test(name))
  );
}

/** The real path of `file`, or of the nearest folder above it that exists. */
async function realpathOfExisting(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (thrown) {
    if (!isMissing(thrown) || dirname(file) === file) throw thrown;
    return realpathOfExisting(dirname(file));
  }
}

/** True when a file operation failed because nothing is there. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR');

/** What lies on a shelf: its files, and its folders, which is where a watcher must look. */
export interface Listing {
  readonly files: readonly WorkspaceFile[];
  /** Absolute. */
  readonly folders: readonly string[];
}

/** Nobody keeps more by hand; a folder linked in by mistake shall not stall the window. */
const MOST_FILES = 10_000;

/** Lists a shelf of the workspace `root`, by path in code-point order. Hidden files and links are left out. */
export async function listFiles(root: string, { folder, ending }: FileKind): Promise<Listing> {
  const files: WorkspaceFile[] = [];
  const folders: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined && files.length < MOST_FILES; at = open.pop()) {
    const entries = await orNothing(readdir(join(root, at), { withFileTypes: true }));
    if (entries === undefined) continue;
    folders.push(join(root, at));
    for (const entry of entries) {
      const path = `${at}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory() && entry.name !== 'node_modules') open.push(path);
      if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
      const found = await orNothing(stat(join(root, path)));
      if (found !== undefined) files.push({ path, bytes: found.size });
    }
  }
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files, folders };
}

/** Files come and go while we look, and some are not ours to read. */
async function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return undefined;
    throw thrown;
  }
}

/** A scenario is what its file exports as default; a comment that says so is taken for one, which does no harm. */
const OWN_DEFAULT = /\bexport\s+default\b|\bas\s+default\b/;

const LONGEST_READ = 1_000_000; // bytes; nobody shares more by hand

/** Whether source text holds no scenario, but what scenarios may import. */
const isSharedCode = (text: string): boolean => /\bexport\b/.test(text) && !OWN_DEFAULT.test(text);

/** Tells the files that scenarios share from scenarios; each is read again only when it was written. */
export class SharedCode {
  readonly #known = new Map<string, { readonly written: number; readonly shared: boolean }>();

  /** False, too, where the file cannot be read. */
  async isShared(file: string): Promise<boolean> {
    try {
      const { mtimeMs: written, size } = await stat(file);
      const known = this.#known.get(file);
      if (known?.written === written) return known.shared;
      const shared = size <= LONGEST_READ && isSharedCode(await readFile(file, 'utf8'));
      this.#known.set(file, { written, shared });
      return shared;
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown) return false;
      throw thrown;
    }
  }
}

/** What starts a program, by the ending of its file. */
const STARTERS: Readonly<Record<string, string>> = { '.mjs': 'node', '.py': 'python3', '.sh': 'sh' };

/** Names that a shell takes as they are. */
const PLAIN = /^[\w./-]+$/;

/** The commands that start the programs in the folder `agents/` of the workspace, there. */
export async function programsIn(folder: string): Promise<readonly string[]> {
  const lists = await Promise.all(
    Object.keys(STARTERS).map((ending) => listFiles(folder, { ...AGENTS, ending })),
  );
  const paths = lists
    .flatMap(({ files }) => files.map(({ path }) => path))
    .filter((path) => PLAIN.test(path));
  return paths.toSorted().map((path) => `${STARTERS[extname(path)]!} ${path}`);
}

/** The page starts no other programs. @throws {ProblemError} when `command` is none of those in the workspace. */
export async function requireProgram(folder: string, command: string): Promise<void> {
  const known = await programsIn(folder);
  if (known.includes(command)) return;
  throw new ProblemError(
    'no-such-agent',
    `There is no agent "${command}" here. ${known.length === 0 ? 'Put a program into agents/.' : `Choose ${known.join(' or ')}.`}`,
  );
}
