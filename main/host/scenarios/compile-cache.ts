import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { ScenarioError } from '../../../engine/index.ts';
import { CACHE, readTrustedNow, sha256Of, writeCached } from '../system/index.ts';
import { compileFiles, type CompiledScenario, type CompiledData, compiledFrom, dataOf } from './compile.ts';
import { dependenciesIn, type HashedRead, hashOf, UNREADABLE_HASH, UNSAVED_HASH } from './dependencies.ts';
import { filesFrom, filesIn, type ScenarioFiles, type Unsaved, withUnsaved } from './source-files.ts';
import { typeScriptVersion } from './typescript.ts';

/** A question of a compilation about the workspace's files, and the answer. */
export interface CompilationRead {
  readonly about: keyof ScenarioFiles;
  readonly path: string;
  readonly answer: unknown;
}

interface Stored {
  readonly compiled: CompiledData;
  readonly reads: readonly HashedRead[];
}

/** The maximum number of stored compilations; the oldest are deleted. */
const MAX_STORED = 200;

const CHECKSUM_CHARACTERS = 4; // bytes, at the end

/**
 * Stores compiled scenarios in a folder for later processes. Most runs have unchanged sources, and then neither TypeScript nor
 * esbuild is loaded, which saves 0.2 of the 0.7 s of processor time of a short run in the terminal.
 */
export class StoredCompilations {
  readonly #folder: string;
  readonly #stamp: string;

  /** @param stamp identifies the compiler */
  constructor(folder: string, stamp: string) {
    this.#folder = folder;
    this.#stamp = stamp;
  }

  /** The stored compilation of the scenario at `path`, if its compiler would read the same files again. */
  async find(
    files: ScenarioFiles,
    path: string,
  ): Promise<
    { readonly compiled: CompiledScenario; readonly reads: readonly CompilationRead[] } | undefined
  > {
    try {
      const stored = readTrustedNow(join(this.#folder, await this.#nameOf(files, path)));
      const data = stored.subarray(0, -CHECKSUM_CHARACTERS);
      if (stored.readUInt32LE(data.length) !== crc32(data)) return undefined;
      const { compiled, reads } = deserialize(data) as Stored;
      const answers = await Promise.all(reads.map(([about, asked]) => files[about](asked)));
      if (!reads.every(([, , hash], index) => hash === hashOf(answers[index]))) return undefined;
      return {
        compiled: compiledFrom(compiled),
        reads: reads.map(([about, asked], index) => ({ about, path: asked, answer: answers[index] })),
      };
    } catch {
      return undefined; // Missing or unreadable: the scenario is compiled.
    }
  }

  /** Stores a compilation. Does nothing when the folder is not writable. */
  async keep(
    files: ScenarioFiles,
    path: string,
    compiled: CompiledScenario,
    reads: readonly CompilationRead[],
  ): Promise<void> {
    const name = await this.#nameOf(files, path).catch(() => undefined);
    if (name === undefined) return; // The file was deleted meanwhile, or `path` is short for its name.
    const data = serialize({ compiled: dataOf(compiled), reads: hashed(reads) } satisfies Stored);
    const checksum = Buffer.alloc(CHECKSUM_CHARACTERS);
    checksum.writeUInt32LE(crc32(data));
    await writeCached(this.#folder, name, [data, checksum], MAX_STORED);
  }

  /**
   * The name of a stored compilation. It includes the hash of the scenario's text, because several workspaces may have a file at
   * the same path.
   */
  async #nameOf(files: ScenarioFiles, path: string): Promise<string> {
    return sha256Of(JSON.stringify([this.#stamp, path, await files.read(path)]));
  }
}

const hashed = (
  reads: readonly CompilationRead[],
  unsaved: Unsaved = NOTHING_UNSAVED,
): readonly HashedRead[] =>
  reads.map(({ about, path, answer }) => {
    if (about === 'read' && unsaved.has(path)) return [about, path, UNSAVED_HASH];
    return [about, path, answer === NOT_READ ? UNREADABLE_HASH : hashOf(answer)];
  });

const NOTHING_UNSAVED: Unsaved = new Map();

/** A value that equals no answer. */
const NOT_READ = Symbol('not read');

/**
 * The store of compilations for the built program. The compiler is identified by the hash in this file's name, which covers its
 * content and imports. Without a hash nothing is stored, because changes of the compiler could not be detected.
 */
function storedCompilations(): StoredCompilations | undefined {
  const name = basename(import.meta.filename);
  if (!/-[\w-]{8}\.js$/.test(name)) return undefined;
  const { version } = createRequire(import.meta.url)('esbuild/package.json') as { readonly version: string };
  return new StoredCompilations(join(CACHE, 'compilations'), [name, version, typeScriptVersion()].join());
}

interface Compilation {
  readonly outcome: { readonly compiled: CompiledScenario } | { readonly error: ScenarioError };
  readonly reads: readonly CompilationRead[];
}

/** The maximum number of compilations in memory. Dropped ones are compiled again. */
const MAX_IN_MEMORY = 16;

const compilations = new Map<string, Promise<Compilation>>();

/**
 * Compiles the scenario at `path` of the workspace `folder` and its imports into one script, without checking types: with the
 * texts in `unsaved` instead of those on disk. Returns the same object until a file changes, so that checking, planning, listing
 * variants and running share one compilation.
 *
 * @throws {ScenarioError} when the file is missing, is not valid TypeScript, or has an import that is not allowed.
 */
export async function compileScenario(
  folder: string,
  path: string,
  unsaved: Unsaved = NOTHING_UNSAVED,
): Promise<CompiledScenario> {
  const edited = unsaved.size > 0;
  const onDisk = filesIn(await realpath(folder));
  const files = edited ? withUnsaved(onDisk, unsaved) : onDisk;
  const keyOf = (texts: 'edited' | 'saved'): string => `${folder}\0${path}\0${texts}`;
  const key = keyOf(edited ? 'edited' : 'saved');
  for (;;) {
    const known = compilations.get(key);
    const kept = edited ? {} : { stored, edits: compilations.get(keyOf('edited')) };
    const pending = known ?? start(key, files, path, kept);
    keep(key, pending);
    const { outcome, reads } = await pending;
    if (known === undefined) {
      dependenciesIn(folder).note(path, hashed(reads, unsaved), edited);
    }
    if (known === undefined || (await areSame(files, reads))) {
      if ('error' in outcome) throw outcome.error;
      return outcome.compiled;
    }
    // The first caller to find it out of date starts a new compilation; the others wait for it.
    if (compilations.get(key) === known) compilations.delete(key);
  }
}

/**
 * Compiles the scenario at `path` from the source files in `texts`, which are stored with a run and never change.
 *
 * @throws {ScenarioError} when they are not valid TypeScript, or have an import that is not allowed.
 */
export async function compileStoredSources(
  texts: ReadonlyMap<string, string>,
  path: string,
): Promise<CompiledScenario> {
  const key = JSON.stringify([path, ...[...texts].sort(([one], [other]) => (one < other ? -1 : 1))]);
  const pending = compilations.get(key) ?? start(key, filesFrom(texts), path, { stored });
  keep(key, pending);
  const { outcome } = await pending;
  if ('error' in outcome) throw outcome.error;
  return outcome.compiled;
}

const stored = storedCompilations();

function start(key: string, files: ScenarioFiles, path: string, kept: Kept): Promise<Compilation> {
  return compile(files, path, kept).catch((thrown: unknown) => {
    compilations.delete(key);
    throw thrown;
  });
}

/** Where a compilation may be already. */
interface Kept {
  readonly stored?: StoredCompilations | undefined;
  /** The last compilation with unsaved texts, which may have been saved since: an eighth of the time of a save to its run. */
  readonly edits?: Promise<Compilation> | undefined;
}

/** Compiles the scenario at `path` of `files`, or returns the compilation that is kept. */
async function compile(files: ScenarioFiles, path: string, { stored, edits }: Kept): Promise<Compilation> {
  const edited = await edits;
  if (edited !== undefined && (await areSame(files, edited.reads))) {
    const { outcome, reads } = edited;
    if ('compiled' in outcome) await stored?.keep(files, path, outcome.compiled, reads);
    return edited;
  }
  const known = await stored?.find(files, path);
  if (known !== undefined) return { outcome: { compiled: known.compiled }, reads: known.reads };
  const reads: CompilationRead[] = [];
  try {
    const compiled = await compileFiles(recording(files, reads), path);
    await stored?.keep(files, path, compiled, reads);
    return { outcome: { compiled }, reads };
  } catch (thrown) {
    if (thrown instanceof ScenarioError) return { outcome: { error: thrown }, reads };
    throw thrown;
  }
}

/** Marks a compilation as the last used one, and drops the least recently used one if there are too many. */
function keep(key: string, compiling: Promise<Compilation>): void {
  compilations.delete(key);
  compilations.set(key, compiling);
  const [oldest] = compilations.keys();
  if (compilations.size > MAX_IN_MEMORY && oldest !== undefined) compilations.delete(oldest);
}

/** `files`, which also adds every question and its answer to `reads`. */
export function recording(files: ScenarioFiles, reads: CompilationRead[]): ScenarioFiles {
  const asked = async <Answer>(
    about: CompilationRead['about'],
    path: string,
    answering: Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const answer = await answering;
      reads.push({ about, path, answer });
      return answer;
    } catch (thrown) {
      reads.push({ about, path, answer: NOT_READ });
      throw thrown;
    }
  };
  return {
    find: (wanted) => asked('find', wanted, files.find(wanted)),
    read: (path) => asked('read', path, files.read(path)),
    list: (folder) => asked('list', folder, files.list(folder)),
  };
}

async function areSame(files: ScenarioFiles, reads: readonly CompilationRead[]): Promise<boolean> {
  try {
    const answers = await Promise.all(reads.map(({ about, path }) => files[about](path)));
    return reads.every(
      ({ answer }, index) => answer !== NOT_READ && isDeepStrictEqual(answer, answers[index]),
    );
  } catch {
    return false;
  }
}
