import { realpath } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Problem } from '../../engine/model/problem.ts';
import type { Declarations } from '../../preload/contract.ts';

export interface CheckRequest {
  readonly id: number;
  readonly folder: string;
  readonly path: string;
}

export type CheckAnswer =
  | { readonly id: number; readonly problems: readonly Problem[] }
  /** The check itself broke, which is a fault of ours. */
  | { readonly id: number; readonly error: string };

interface Asked {
  readonly resolve: (problems: readonly Problem[]) => void;
  readonly reject: (error: Error) => void;
}

/** Checks types beside the main thread. The thread starts with the first check and is kept for the next. */
export class TypeChecks implements Disposable {
  readonly #workerFile: URL;
  readonly #declarations: () => Promise<Declarations>;
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | undefined;
  #count = 0;

  /** `workerFile` is type-check-worker as it was built. */
  constructor(workerFile: URL, declarations: () => Promise<Declarations>) {
    this.#workerFile = workerFile;
    this.#declarations = declarations;
  }

  /** What is wrong with the scenario at `path` of `folder` and the files it imports, in TypeScript's words. */
  async check(folder: string, path: string): Promise<readonly Problem[]> {
    const root = await realpath(folder);
    const worker = this.#worker ?? (await this.#started());
    return new Promise((resolve, reject) => {
      const id = this.#count++;
      this.#asked.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, folder: root, path } satisfies CheckRequest);
    });
  }

  /** Ends the thread. Checks under way are given up. */
  [Symbol.dispose](): void {
    void this.#worker?.terminate();
  }

  async #started(): Promise<Worker> {
    const declarations = await this.#declarations();
    // Another check may have been quicker.
    return (this.#worker ??= this.#start(declarations));
  }

  #start(declarations: Declarations): Worker {
    const worker = new Worker(this.#workerFile, { workerData: declarations });
    // An idle thread keeps nobody from leaving.
    worker.unref();
    worker.on('message', (answer: CheckAnswer) => {
      const asked = this.#asked.get(answer.id);
      this.#asked.delete(answer.id);
      if (this.#asked.size === 0) worker.unref();
      if ('problems' in answer) asked?.resolve(answer.problems);
      else asked?.reject(new Error(answer.error));
    });
    const gone = (error: Error): void => {
      // It ends once more after an error, when there may be another thread already.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#asked.values()) reject(error);
      this.#asked.clear();
    };
    worker.on('error', gone);
    worker.on('exit', () => {
      gone(new Error('the type checker ended before it answered'));
    });
    return worker;
  }
}
