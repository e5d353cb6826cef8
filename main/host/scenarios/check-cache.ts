import { join } from 'node:path';
import type { Problem } from '../../../engine/model/index.ts';
import { readText, readTrusted, sha256Of, writeCached } from '../system/index.ts';
import { MAX_FILE_SIZE } from './source-files.ts';

/** A file that a check read, by its path within the workspace, and the hash of its text; null if the file was missing. */
export type ReadFile = readonly [path: string, hash: string | null];

/** The findings of a type check, and the workspace files they depend on. */
export interface TypeCheck {
  readonly problems: readonly Problem[];
  readonly reads: readonly ReadFile[];
}

/** The maximum number of stored checks; the oldest are deleted. */
const MAX_KEPT = 200;

/**
 * Stores the findings of type checks in `folder` for later processes: a check takes a second, and most runs have unchanged
 * sources. `stamp` identifies the rest that a check depends on: the compiler and the types of 'orrery'.
 */
export class CheckCache {
  readonly #folder: string;
  readonly #stamp: string;

  constructor(folder: string, stamp: string) {
    this.#folder = folder;
    this.#stamp = stamp;
  }

  /** The stored findings for the scenario at `path` of `workspace`, if no file that the check read has changed. */
  async find(workspace: string, path: string): Promise<readonly Problem[] | undefined> {
    try {
      const kept = await readTrusted(join(this.#folder, await this.#nameOf(workspace, path)));
      const { problems, reads } = JSON.parse(kept) as TypeCheck;
      const hashes = await Promise.all(reads.map(([file]) => hashOfFile(workspace, file)));
      return reads.every(([, hash], index) => hash === hashes[index]) ? problems : undefined;
    } catch {
      return undefined; // Missing or unreadable: the scenario is checked again.
    }
  }

  /** Stores `check` for the scenario at `path` of `workspace`. Does nothing when the folder is not writable. */
  async keep(workspace: string, path: string, check: TypeCheck): Promise<void> {
    await writeCached(this.#folder, await this.#nameOf(workspace, path), [JSON.stringify(check)], MAX_KEPT);
  }

  /** The name of a stored check. It includes the file's hash, because several workspaces may have a file at the same path. */
  async #nameOf(workspace: string, path: string): Promise<string> {
    const hash = await hashOfFile(workspace, path);
    return `${sha256Of(JSON.stringify([this.#stamp, path, hash]))}.json`;
  }
}

async function hashOfFile(workspace: string, file: string): Promise<string | null> {
  try {
    return sha256Of(await readText(join(workspace, file), { most: MAX_FILE_SIZE, within: workspace }));
  } catch {
    return null;
  }
}
