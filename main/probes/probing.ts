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

/** A question that waits for its answer. */
interface Open {
  readonly question: ProbeQuestion;
  readonly resolve: (answer: ProbeAnswer) => void;
  readonly reject: (reason: Error) => void;
}

/** Asks expressions in a thread of its own, one after another: whatever they do, the window answers. */
export class Probing implements Disposable {
  readonly #file: string;
  readonly #code: URL;
  #worker: Worker | undefined;
  #open: Open | undefined;
  #closed = false;
  #before: Promise<unknown> = Promise.resolve();

  /** `file` is the database, which may be written; `code` is what the thread runs. */
  constructor(file: string, code = WORKER) {
    this.#file = file;
    this.#code = code;
  }

  /** As much as is found in a moment. @throws {LabError} when the expression does not come back, or once this is disposed of. */
  follow(question: ProbeQuestion): Promise<ProbeStretch> {
    const answer = this.#before.then(() => this.#ask(question));
    this.#before = answer.catch(() => undefined);
    return answer;
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.#end(closed);
  }

  #ask(question: ProbeQuestion): Promise<ProbeStretch> {
    if (this.#closed) throw closed(question);
    const worker = (this.#worker ??= this.#start());
    const patience = setTimeout(() => {
      this.#end(tooLong);
    }, PATIENCE);
    return new Promise<ProbeAnswer>((resolve, reject) => {
      this.#open = { question, resolve, reject };
      worker.postMessage(question);
    })
      .finally(() => {
        clearTimeout(patience);
        this.#open = undefined;
      })
      .then(stretchOf);
  }

  #start(): Worker {
    const worker = new Worker(this.#code, {
      workerData: this.#file,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    // Of a thread that was given up nothing is heard any more.
    const ended = (reason: (question: ProbeQuestion) => Error): void => {
      if (this.#worker === worker) this.#end(reason);
    };
    worker
      .on('message', (answer: ProbeAnswer) => {
        if (this.#worker === worker) this.#open?.resolve(answer);
      })
      .on('error', (error: Error & { readonly code?: string }) => {
        ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : () => error);
      })
      .on('exit', () => {
        ended(gone);
      });
    // It must not keep a program alive that has its answers.
    worker.unref();
    return worker;
  }

  /** Ends the thread; another begins with the next question. */
  #end(reason: (question: ProbeQuestion) => Error): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    if (this.#open !== undefined) this.#open.reject(reason(this.#open.question));
  }
}

function stretchOf(answer: ProbeAnswer): ProbeStretch {
  if (answer.kind === 'refused') throw new Refused(answer.code, answer.message);
  return answer;
}

const closed = ({ expression }: ProbeQuestion): Fault =>
  new Fault('probe-ended', `${expression}: found the runs closed, wanted them open until it answers`);

const gone = ({ expression }: ProbeQuestion): Fault =>
  new Fault('probe-ended', `${expression}: found its thread ended, wanted an expression that answers`);

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
