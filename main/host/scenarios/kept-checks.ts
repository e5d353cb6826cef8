import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../../engine/model/index.ts';
import { makeFolder, sha256Of, writeAtomically } from '../system/index.ts';

/** What a check read: a file by its path within the workspace, and the hash of its text, or null where there was none. */
export type ReadFile = readonly [path: string, hash: string | null];

/** What a check found, and all of the workspace that it depends on. */
export interface Check {
  readonly problems: readonly Problem[];
  readonly reads: readonly ReadFile[];
}

/** What a person works on in some weeks; the oldest go first. */
const MOST_KEPT = 200;

/**
 * Keeps what type checks found in `folder`, for processes to come: a check takes a second, and most runs are of sources that did
 * not change. `stamp` says what else a check depends on: the compiler and the types of 'orrery'.
 */
export class KeptChecks {
  readonly #folder: string;
  readonly #stamp: string;

  constructor(folder: string, stamp: string) {
    this.#folder = folder;
    this.#stamp = stamp;
  }

  /** What was found in the scenario at `path` of `workspace`, if all that the check read is as it was. */
  async find(workspace: string, path: string): Promise<readonly Problem[] | undefined> {
    try {
      const kept = await readFile(await this.#fileOf(workspace, path), 'utf8');
      const { problems, reads } = JSON.parse(kept) as Check;
      const hashes = await Promise.all(reads.map(([file]) => hashOfFile(join(workspace, file))));
      return reads.every(([, hash], nth) => hash === hashes[nth]) ? problems : undefined;
    } catch {
      return undefined; // It was not kept, or cannot be read: it is checked again.
    }
  }

  /** Keeps `check` of the scenario at `path` of `workspace`. Where nothing can be written, nothing is kept. */
  async keep(workspace: string, path: string, check: Check): Promise<void> {
    try {
      makeFolder(this.#folder);
      await writeAtomically(await this.#fileOf(workspace, path), JSON.stringify(check));
      await this.#dropOldest();
    } catch (thrown) {
      if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    }
  }

  /** Workspaces have files of the same name: the text tells them apart. */
  async #fileOf(workspace: string, path: string): Promise<string> {
    const hash = await hashOfFile(join(workspace, path));
    return join(this.#folder, `${sha256Of(JSON.stringify([this.#stamp, path, hash]))}.json`);
  }

  async #dropOldest(): Promise<void> {
    const names = await readdir(this.#folder);
    if (names.length <= MOST_KEPT) return;
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(this.#folder, name);
        return { file, written: (await stat(file)).mtimeMs };
      }),
    );
    files.sort((one, other) => one.written - other.written);
    await Promise.all(files.slice(0, -MOST_KEPT).map(({ file }) => rm(file, { force: true })));
  }
}

async function hashOfFile(file: string): Promise<string | null> {
  try {
    return sha256Of(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
