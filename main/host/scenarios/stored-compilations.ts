import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { CACHE, sha256Of, writeCached } from '../system/index.ts';
import { type CompiledData, compiledFrom, type CompiledScenario, dataOf } from './compile.ts';
import type { ScenarioFiles } from './source-files.ts';
import { typeScriptVersion } from './typescript.ts';

/** A question that a compilation asked about the workspace's files, and the answer. */
export interface Read {
  readonly about: keyof ScenarioFiles;
  readonly path: string;
  readonly answer: unknown;
}

interface Stored {
  readonly compiled: CompiledData;
  /** The questions, with hashes of the answers. */
  readonly reads: readonly (readonly [about: Read['about'], path: string, hash: string])[];
}

/** As many scenarios as a person works on in some weeks; the oldest are deleted. */
const MAX_KEPT = 200;

const CHECKSUM = 4; // bytes, at the end

/**
 * Keeps compiled scenarios in a folder for later processes. Most runs are of unchanged sources, and for them neither TypeScript
 * nor esbuild is loaded: 0.2 of the 0.7 s of processor time of a short run in the terminal.
 */
export class StoredCompilations {
  readonly #folder: string;
  readonly #stamp: string;

  /** `stamp` identifies the compiler. */
  constructor(folder: string, stamp: string) {
    this.#folder = folder;
    this.#stamp = stamp;
  }

  /** The stored compilation of the scenario at `path`, if its compiler would read the same again. */
  async find(
    files: ScenarioFiles,
    path: string,
  ): Promise<{ readonly compiled: CompiledScenario; readonly reads: readonly Read[] } | undefined> {
    try {
      const stored = await readFile(join(this.#folder, await this.#nameOf(files, path)));
      const data = stored.subarray(0, -CHECKSUM);
      if (stored.readUInt32LE(data.length) !== crc32(data)) return undefined;
      const { compiled, reads } = deserialize(data) as Stored;
      const answers = await Promise.all(reads.map(([about, asked]) => files[about](asked)));
      if (!reads.every(([, , hash], nth) => hash === hashOf(answers[nth]))) return undefined;
      return {
        compiled: compiledFrom(compiled),
        reads: reads.map(([about, asked], nth) => ({ about, path: asked, answer: answers[nth] })),
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
    reads: readonly Read[],
  ): Promise<void> {
    const name = await this.#nameOf(files, path).catch(() => undefined);
    if (name === undefined) return; // The file was deleted meanwhile, or `path` is short for its name.
    const hashes = reads.map(({ about, path: asked, answer }) => [about, asked, hashOf(answer)] as const);
    const data = serialize({ compiled: dataOf(compiled), reads: hashes } satisfies Stored);
    const checksum = Buffer.alloc(CHECKSUM);
    checksum.writeUInt32LE(crc32(data));
    await writeCached(this.#folder, name, [data, checksum], MAX_KEPT);
  }

  /** The name includes the hash of the scenario's text, because several workspaces may have a file at the same path. */
  async #nameOf(files: ScenarioFiles, path: string): Promise<string> {
    return sha256Of(JSON.stringify([this.#stamp, path, await files.read(path)]));
  }
}

/** A list is missing when its folder is. */
const hashOf = (answer: unknown): string => sha256Of(JSON.stringify({ answer }));

/**
 * The compilations of the built program. Its compiler is known by the hash in the name of this file, which covers what the file
 * contains and imports. Without such a name nothing is stored, because the compiler could change without a sign.
 */
export function storedCompilations(): StoredCompilations | undefined {
  const name = basename(import.meta.filename);
  if (!/-[\w-]{8}\.js$/.test(name)) return undefined;
  const { version } = createRequire(import.meta.url)('esbuild/package.json') as { readonly version: string };
  return new StoredCompilations(join(CACHE, 'compilations'), [name, version, typeScriptVersion()].join());
}
