import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, posix } from 'node:path';
import { truncate } from '../../../engine/model/index.ts';
import { LIMITS, type WorkspaceFile } from '../../../preload/contract.ts';
import { isInside, isMissing, ProblemError, readText, entryStatus } from '../system/index.ts';

/** A kind of workspace file, by folder and file name extension. */
export interface FileKind {
  readonly folder: string;
  readonly ending: string;
}

export const SCENARIO_FILES: FileKind = { folder: 'scenarios', ending: '.ts' };
export const TRACE_FILES: FileKind = { folder: 'traces', ending: '.json' };
/** Files of other tools, with any file name extension. */
export const TRAJECTORY_FILES: FileKind = { folder: 'trajectories', ending: '' };
export const AGENT_FILES: FileKind = { folder: 'agents', ending: '.json' };
/** System prompts of models. */
export const PROMPT_FILES: FileKind = { folder: 'prompts', ending: '.md' };
export const SWEEP_FILES: FileKind = { folder: 'sweeps', ending: '.json' };
/** The folders of planned sweeps. */
export const SWEEP_PLANS: FileKind = { folder: 'sweeps', ending: '.sweep' };

/**
 * The absolute path of `path`. `root` is the workspace's real path.
 *
 * @throws {ProblemError} when `path` is not a file of the kind `shelf`, or a link in it leads out of the workspace.
 */
export async function confinedPath(root: string, path: string, shelf: FileKind): Promise<string> {
  const long = path.split('/').find((name) => Buffer.byteLength(name) > MAX_NAME_LENGTH);
  if (long !== undefined)
    throw new ProblemError(
      'bad-path',
      `The name "${truncate(long, 40)}" is too long: ${Buffer.byteLength(long)} bytes, of ${MAX_NAME_LENGTH} that a file name may have.`,
    );
  if (!isOfFileKind(shelf, path))
    throw new ProblemError('bad-path', `${path}: the path must be like ${shelf.folder}/name${shelf.ending}`);
  return withinRoot(root, path);
}

/** The absolute path of `path`. @throws {ProblemError} when a link in it leads out of the workspace, whose real path is `root`. */
export async function withinRoot(root: string, path: string): Promise<string> {
  const file = join(root, path);
  const real = await realpathOfExisting(file);
  if (!isInside(root, real))
    throw new ProblemError('bad-path', `${path} is a link that leads out of the workspace`);
  return file;
}

/** The maximum length of a file name in all common file systems. */
const MAX_NAME_LENGTH = 255; // bytes

/**
 * Checks a name before its file is created, because some systems and programs cannot open files with certain names.
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
export function isOfFileKind({ folder, ending }: FileKind, path: string): boolean {
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
    if (entryStatus(file)?.isSymbolicLink() === true)
      throw new ProblemError(
        'bad-path',
        `${file} is a link that leads nowhere. Delete it, or choose another name.`,
      );
    return realpathOfExisting(dirname(file));
  }
}

/** The files of one kind, and their folders to watch. */
export interface Listing {
  readonly files: readonly WorkspaceFile[];
  /** The absolute paths of the folders. */
  readonly folders: readonly string[];
  /** Whether there may be more files in folders that were not read. */
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

/** The result of `work`; `undefined` if the file was deleted in the meantime or is not readable. */
async function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return undefined;
    throw thrown;
  }
}

/** Matches a default export, which makes a file a scenario. A comment with these words also matches, which does no harm. */
const DEFAULT_EXPORT = /\bexport\s+default\b|\bas\s+default\b/;

const MAX_SHARED_SIZE = 1_000_000; // bytes; nobody shares more by hand

/** Whether the source text is code that scenarios may import, not a scenario. */
export const isSharedCode = (text: string): boolean => /\bexport\b/.test(text) && !DEFAULT_EXPORT.test(text);

/** Distinguishes shared code from scenarios. Reads each file again only when it has changed. */
export class SharedCode {
  readonly #within: string;
  readonly #known = new Map<string, { readonly written: number; readonly shared: boolean }>();

  /** @param within the workspace's real path */
  constructor(within: string) {
    this.#within = within;
  }

  /** Whether a file is shared code; false if it cannot be read. */
  async isShared(file: string): Promise<boolean> {
    try {
      const { mtimeMs: written, size } = await stat(file);
      const known = this.#known.get(file);
      if (known?.written === written) return known.shared;
      const readable = { most: MAX_SHARED_SIZE, within: this.#within };
      const shared = size <= MAX_SHARED_SIZE && isSharedCode(await readText(file, readable));
      this.#known.set(file, { written, shared });
      return shared;
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown) return false;
      throw thrown;
    }
  }
}

/** The interpreter of programs by file name extension. */
const INTERPRETERS: Readonly<Record<string, string>> = { '.mjs': 'node', '.py': 'python3', '.sh': 'sh' };

/** Matches names that need no quotes in a shell. */
const NEEDS_NO_QUOTES = /^[\w./-]+$/;

/** The name, in the list of programs, of an agent that connects by itself. No listed file in `agents/` has this name. */
export const MCP_CLIENT = 'MCP client';

/** A program in the workspace's folder `agents/`. */
export interface WorkspaceProgram {
  readonly path: string;
  /** The command that starts the program, with the workspace as the current folder. */
  readonly command: string;
}

/** The programs in `agents/` of the workspace `folder`, by path; `cut` as in {@link Listing}. */
export async function programsIn(
  folder: string,
): Promise<{ readonly programs: readonly WorkspaceProgram[]; readonly cut: boolean }> {
  const lists = await Promise.all(
    Object.keys(INTERPRETERS).map((ending) => listFiles(folder, { ...AGENT_FILES, ending })),
  );
  const paths = lists
    .flatMap(({ files }) => files.map(({ path }) => path))
    .filter((path) => NEEDS_NO_QUOTES.test(path));
  return {
    programs: paths.toSorted().map((path) => ({ path, command: `${INTERPRETERS[extname(path)]!} ${path}` })),
    cut: lists.some(({ cut }) => cut),
  };
}

/**
 * The program of the workspace `folder` with this path, or with this command.
 *
 * @throws {ProblemError} unless `agents/` has exactly this one.
 */
export async function requireProgram(
  folder: string,
  wanted: Partial<WorkspaceProgram>,
): Promise<WorkspaceProgram> {
  const { programs } = await programsIn(folder);
  const found = programs.find(({ path, command }) => path === wanted.path || command === wanted.command);
  if (found !== undefined) return found;
  throw noSuchAgent(
    wanted.path ?? wanted.command ?? '',
    programs.map(({ path }) => path),
  );
}

/** @throws {ProblemError} unless `agents/` of the workspace `folder` has the script at `path`. */
export async function requireScript(folder: string, path: string): Promise<void> {
  const scripts = (await listFiles(folder, AGENT_FILES)).files.map((file) => file.path);
  if (!scripts.includes(path)) throw noSuchAgent(path, scripts);
}

/** The maximum number of agents that a message names. */
const MAX_NAMED = 5;

const noSuchAgent = (wanted: string, known: readonly string[]): ProblemError =>
  new ProblemError(
    'no-such-agent',
    `There is no agent "${truncate(wanted, 100)}" here. ${known.length === 0 ? 'Put one into agents/.' : `Choose ${known.slice(0, MAX_NAMED).join(' or ')}.`}`,
  );
