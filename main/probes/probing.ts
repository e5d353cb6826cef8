import { Worker } from 'node:worker_threads';
import type { RunId } from '../../engine/model/ids.ts';
import type { ProbeStretch } from '../../preload/contract.ts';
import { Fault } from '../fault.ts';
import { Refused } from '../refused.ts';

/** What an expression comes to in a run from entry `from` on, −1 for all of it. */
export interface ProbeQuestion {
  readonly run: RunId;
  readonly expression: string;
  readonly from: number;
}

export type ProbeAnswer =
  | ({ readonly kind: 'found' } & ProbeStretch)
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** probe-worker as it was built. */
const WORKER = new URL('probe-worker.js', import.meta.url);

const MOST_MEMORY = 512; // MB
/** Some things the thread cannot end itself, so that it is ended. */
const PATIENCE = 10_000; // milliseconds

/** Asks expressions in a thread of its own, one after another: whatever they do, the window answers. */
export class Probing implements Disposable {
  readonly #file: string;
  #worker: Worker | undefined;
  #before: Promise<unknown> = Promise.resolve();

  /** `file` is the database. */
  constructor(file: string) {
    this.#file = file;
  }

  /** As much as is found in a moment. @throws {LabError} when the expression does not come back. */
  follow(question: ProbeQuestion): Promise<ProbeStretch> {
    const answer = this.#before.then(() => this.#ask(question));
    this.#before = answer.catch(() => undefined);
    return answer;
  }

  [Symbol.dispose](): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #ask(question: ProbeQuestion): Promise<ProbeStretch> {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const giveUp = (thrown: Error): void => {
        this[Symbol.dispose]();
        over();
        reject(thrown);
      };
      const answered = (answer: ProbeAnswer): void => {
        over();
        if (answer.kind === 'found') resolve(answer);
        else reject(new Refused(answer.code, answer.message));
      };
      const failed = (error: Error & { readonly code?: string }): void => {
        giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(question) : error);
      };
      const patience = setTimeout(() => {
        giveUp(tooLong(question));
      }, PATIENCE);
      const over = (): void => {
        clearTimeout(patience);
        worker.off('message', answered).off('error', failed);
      };
      worker.on('message', answered).on('error', failed);
      worker.postMessage(question);
    });
  }

  #start(): Worker {
    const worker = new Worker(WORKER, {
      workerData: this.#file,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    // It must not keep a program alive that has its answers.
    worker.unref();
    return worker;
  }
}

const tooLarge = ({ expression }: ProbeQuestion): Fault =>
  new Fault(
    'probe-hangs',
    `${expression}: found more than ${MOST_MEMORY} MB, wanted an expression that needs less`,
  );

const tooLong = ({ expression }: ProbeQuestion): Fault =>
  new Fault(
    'probe-hangs',
    `${expression}: ran for ${PATIENCE / 1000} seconds without end, wanted an expression that answers at once`,
  );
