import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../../../engine/model/index.ts';
import type { Declarations } from '../../../preload/contract.ts';
import { BUILT, CACHE, readTrusted, sha256Of } from '../system/index.ts';
import { WORKER_SCRIPT, WorkerError, WorkerProcess } from '../workers/index.ts';
import { keepTypeScript, typeScriptVersion } from './typescript.ts';
import { declarations } from './declarations.ts';
import { type TypeCheck, CheckCache } from './check-cache.ts';
import type { Unsaved } from './source-files.ts';

/** Checks the types of the scenario at `path` of `folder`, with the texts in `unsaved` instead of those on disk. */
export type CheckTypes = (folder: string, path: string, unsaved?: Unsaved) => Promise<readonly Problem[]>;

interface CheckRequest {
  readonly folder: string;
  readonly path: string;
  readonly unsaved: Unsaved | undefined;
  /** The folder with the declarations of 'orrery'. */
  readonly types: string;
}

/** The time limit of a check in milliseconds, because computing types may never end. */
const CHECK_TIMEOUT = 30_000; // milliseconds
const MAX_MEMORY = 2_048; // MB

interface TypeCheckOptions {
  readonly types?: string;
  readonly longest?: number; // milliseconds
  readonly program?: URL;
}

/** Checks types in a worker process, which starts with the first check and stays for the next. */
export class TypeChecks implements Disposable {
  readonly #worker: WorkerProcess<CheckRequest, TypeCheck>;
  readonly #types: string;
  readonly #longest: number; // milliseconds

  /**
   * @param longest the maximum duration of a check in milliseconds
   * @param types the folder with the declarations of 'orrery'
   */
  constructor({
    types = join(BUILT, 'types/engine'),
    longest = CHECK_TIMEOUT,
    program,
  }: TypeCheckOptions = {}) {
    this.#worker = new WorkerProcess('types', { memory: MAX_MEMORY, program });
    this.#types = types;
    this.#longest = longest;
  }

  /**
   * Checks the scenario at `path` of `folder`, which is a real path, and the files it imports. Returns TypeScript's errors, or
   * a warning that the check took too much time or memory.
   */
  async check(folder: string, path: string, unsaved?: Unsaved): Promise<TypeCheck> {
    try {
      return await this.#worker.ask({ folder, path, unsaved, types: this.#types }, { time: this.#longest });
    } catch (thrown) {
      if (!(thrown instanceof WorkerError) || thrown.why === 'cancelled') throw thrown;
      return { problems: [unchecked(path, thrown, this.#longest)], reads: [] };
    }
  }

  /** Ends the worker process and cancels its checks. */
  [Symbol.dispose](): void {
    this.#worker[Symbol.dispose]();
  }
}

function unchecked(file: string, { why }: WorkerError, longest: number): Problem {
  const reason =
    why === 'time'
      ? `the check took longer than ${longest / 1000} s. A type may refer to itself without end.`
      : why === 'memory'
        ? `the check needed more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory.`
        : 'the type checker ended before it answered.';
  return {
    severity: 'warning',
    message: `Types not checked: ${reason}`,
    place: { file, line: 1, column: 1 },
  };
}

/** The worker process's side of {@link TypeChecks}. It caches the files of a workspace, so that later checks are quick. */
export async function typesJob(): Promise<(request: CheckRequest) => Promise<TypeCheck>> {
  // Loaded here, because TypeScript takes 70 to 240 ms to load and no other process should wait for it.
  const { TypeChecker } = await import('./type-checker.ts');
  let checker: InstanceType<typeof TypeChecker> | undefined;
  return async ({ folder, path, unsaved, types }) => {
    if (checker?.folder !== folder) checker = new TypeChecker(folder, await declarations(types));
    try {
      const problems = checker.check(path, unsaved);
      await keepTypeScript();
      return { problems, reads: checker.reads() };
    } catch (thrown) {
      // The checker may be in an inconsistent state, so the next check uses a new one.
      checker = undefined;
      // A stack overflow: the compiler is recursive.
      if (!(thrown instanceof RangeError)) throw thrown;
      const message = 'The source is nested too deep to be checked.';
      const place = { file: path, line: 1, column: 1 };
      return { problems: [{ severity: 'error', message, place }], reads: [] };
    }
  };
}

/**
 * The type checker of the installed program, with the declarations where the build put them. It stores its findings for later
 * processes.
 */
export function typeChecks(): { check: CheckTypes; declarations: () => Promise<Declarations> } {
  let known: Promise<Declarations> | undefined;
  const read = (): Promise<Declarations> => (known ??= declarations(join(BUILT, 'types/engine')));
  const checks = new TypeChecks();
  const openKept = async (): Promise<CheckCache> => {
    const { files } = await read();
    // Sorted, because the files are read in parallel and arrive in any order.
    const declared = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
    // The worker's script contains the hashes of the files it loads, so its text identifies the checker.
    const dependsOn = [typeScriptVersion(), await readTrusted(fileURLToPath(WORKER_SCRIPT)), declared];
    return new CheckCache(join(CACHE, 'type-checks'), sha256Of(JSON.stringify(dependsOn)));
  };
  let opened: Promise<CheckCache> | undefined;
  const checked: CheckTypes = async (workspace, path, unsaved) => {
    if (unsaved !== undefined && unsaved.size > 0)
      return (await checks.check(workspace, path, unsaved)).problems;
    const kept = await (opened ??= openKept());
    const found = await kept.find(workspace, path);
    if (found !== undefined) return found;
    const check = await checks.check(workspace, path);
    // A check that was given up has read nothing.
    if (check.reads.length > 0) await kept.keep(workspace, path, check);
    return check.problems;
  };
  return { check: oneAfterAnother(checked), declarations: read };
}

/**
 * `check`, but one at a time for each scenario. The window requests three checks for one edit: the first stores its findings, and
 * the others find them if no file has changed meanwhile.
 */
export function oneAfterAnother(check: CheckTypes): CheckTypes {
  const last = new Map<string, Promise<unknown>>();
  return async (folder, path, unsaved) => {
    const workspace = await realpath(folder);
    const key = `${workspace}\0${path}`;
    const before = last.get(key) ?? Promise.resolve();
    const found = before.then(() => check(workspace, path, unsaved));
    const over = found.catch(() => undefined);
    last.set(key, over);
    void over.then(() => {
      if (last.get(key) === over) last.delete(key);
    });
    return found;
  };
}
