import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Problem } from '../../../engine/model/index.ts';
import type { Declarations } from '../../../preload/contract.ts';
import { BUILT, CACHE } from '../system/index.ts';
import { typeScriptVersion } from './author-code.ts';
import { declarations } from './declarations.ts';
import { type Check, hashOf, KeptChecks } from './kept-checks.ts';

export interface CheckRequest {
  readonly id: number;
  readonly folder: string;
  readonly path: string;
}

export type CheckAnswer =
  | { readonly id: number; readonly check: Check }
  /** The check itself broke, which is a fault of ours. */
  | { readonly id: number; readonly error: string };

/** Types are programs, too, and may never end. */
const LONGEST_CHECK = 30_000; // milliseconds

interface Asked {
  readonly request: CheckRequest;
  readonly resolve: (check: Check) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** What it was started with. */
  readonly declarations: Declarations;
}

/** Checks types beside the main thread. The thread starts with the first check and is kept for the next. */
export class TypeChecks implements Disposable {
  readonly #workerFile: URL;
  readonly #declarations: () => Promise<Declarations>;
  readonly #longest: number; // milliseconds
  /** The first of them is under way. */
  readonly #asked = new Map<number, Asked>();
  #patience: NodeJS.Timeout | undefined;
  #thread: Thread | undefined;
  #count = 0;

  /** `workerFile` is type-check-worker as it was built. A check is given up after `longest` milliseconds. */
  constructor(workerFile: URL, declarations: () => Promise<Declarations>, longest = LONGEST_CHECK) {
    this.#workerFile = workerFile;
    this.#declarations = declarations;
    this.#longest = longest;
  }

  /**
   * What is wrong with the scenario at `path` of `folder`, which is a real path, and the files it imports, in TypeScript's
   * words; or that nobody can tell in time.
   */
  async check(folder: string, path: string): Promise<Check> {
    const worker = this.#thread?.worker ?? (await this.#started());
    return new Promise((resolve, reject) => {
      const id = this.#count++;
      const request = { id, folder, path };
      this.#asked.set(id, { request, resolve, reject });
      worker.ref();
      worker.postMessage(request);
      if (this.#asked.size === 1) this.#wait();
    });
  }

  /** Ends the thread. Checks under way are given up. */
  [Symbol.dispose](): void {
    clearTimeout(this.#patience);
    void this.#thread?.worker.terminate();
  }

  /** Gives the check that is under way its time. */
  #wait(): void {
    clearTimeout(this.#patience);
    if (this.#asked.size > 0)
      this.#patience = setTimeout(() => {
        this.#giveUp();
      }, this.#longest);
  }

  /** Nothing else ends a check that does not: the others go on in another thread. */
  #giveUp(): void {
    const [stuck, ...others] = this.#asked.values();
    const { id, path } = stuck!.request;
    this.#asked.delete(id);
    stuck!.resolve({ problems: [unchecked(path, this.#longest)], reads: [] });
    const { worker, declarations } = this.#thread!;
    this.#thread = undefined;
    void worker.terminate();
    if (others.length === 0) return;
    const next = this.#start(declarations);
    next.ref();
    for (const { request } of others) next.postMessage(request);
    this.#wait();
  }

  async #started(): Promise<Worker> {
    const declarations = await this.#declarations();
    // Another check may have been quicker.
    return this.#thread?.worker ?? this.#start(declarations);
  }

  #start(declarations: Declarations): Worker {
    const worker = new Worker(this.#workerFile, { workerData: declarations });
    this.#thread = { worker, declarations };
    // An idle thread keeps nobody from leaving.
    worker.unref();
    worker.on('message', (answer: CheckAnswer) => {
      const asked = this.#asked.get(answer.id);
      this.#asked.delete(answer.id);
      if (this.#asked.size === 0) worker.unref();
      this.#wait();
      if ('check' in answer) asked?.resolve(answer.check);
      else asked?.reject(new Error(answer.error));
    });
    const gone = (error: Error): void => {
      // It ends once more after an error, when there may be another thread already.
      if (this.#thread?.worker !== worker) return;
      this.#thread = undefined;
      for (const { reject } of this.#asked.values()) reject(error);
      this.#asked.clear();
      this.#wait();
    };
    worker.on('error', gone);
    worker.on('exit', () => {
      gone(new Error('the type checker ended before it answered'));
    });
    return worker;
  }
}

const unchecked = (file: string, longest: number): Problem => ({
  severity: 'warning',
  message: `Types not checked: the check took longer than ${longest / 1000} s. A type may refer to itself without end.`,
  place: { file, line: 1, column: 1 },
});

/**
 * The type checker as this program has it: its thread, the declarations of 'orrery' where the build put them, and what earlier
 * processes found.
 */
export function typeChecks(): { check: CheckTypes; declarations: () => Promise<Declarations> } {
  let known: Promise<Declarations> | undefined;
  const read = (): Promise<Declarations> => (known ??= declarations(join(BUILT, 'types/engine')));
  const workerFile = new URL('type-check-worker.js', import.meta.url);
  const checks = new TypeChecks(workerFile, read);
  const openKept = async (): Promise<KeptChecks> => {
    const { files } = await read();
    // They are read side by side, and come in any order.
    const declared = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
    const dependsOn = [typeScriptVersion(), await readFile(workerFile, 'utf8'), declared];
    return new KeptChecks(join(CACHE, 'type-checks'), hashOf(JSON.stringify(dependsOn)));
  };
  let opened: Promise<KeptChecks> | undefined;
  const check: CheckTypes = async (folder, path) => {
    const workspace = await realpath(folder);
    const kept = await (opened ??= openKept());
    const known = await kept.find(workspace, path);
    if (known !== undefined) return known;
    const found = await checks.check(workspace, path);
    // A check that was given up has read nothing.
    if (found.reads.length > 0) await kept.keep(workspace, path, found);
    return found.problems;
  };
  return { check, declarations: read };
}

/** Checks the types of the scenario at `path` of `folder`. */
export type CheckTypes = (folder: string, path: string) => Promise<readonly Problem[]>;
