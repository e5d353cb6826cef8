import type { RunId } from '../../../engine/model/index.ts';
import type { ProbeStretch } from '../../../preload/contract.ts';
import { ProblemError } from '../system/index.ts';
import { Child, type Ending } from '../workers/index.ts';

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
/** Some things the child cannot end itself, so that it is ended. */
const PATIENCE = 10_000; // milliseconds

/** A question that waits for its answer. */
interface Open {
  readonly question: ProbeQuestion;
  readonly resolve: (answer: ProbeAnswer) => void;
  readonly reject: (reason: Error) => void;
}

/** Asks expressions in a process of its own, one after another: whatever they do, the window answers. */
export class ProbeQueries implements Disposable {
  readonly #file: string;
  readonly #code: URL;
  #child: Child<ProbeQuestion, ProbeAnswer> | undefined;
  #open: Open | undefined;
  #closed = false;
  #before: Promise<unknown> = Promise.resolve();

  /** `file` is the database, which may be written; `code` is the file that its process runs. */
  constructor(file: string, code = WORKER) {
    this.#file = file;
    this.#code = code;
  }

  /** As much as is found in a moment. @throws {ProblemError} when the expression does not come back, or once this is disposed of. */
  values(question: ProbeQuestion): Promise<ProbeStretch> {
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
    const child = (this.#child ??= this.#start());
    const patience = setTimeout(() => {
      this.#end(tooLong);
    }, PATIENCE);
    return new Promise<ProbeAnswer>((resolve, reject) => {
      this.#open = { question, resolve, reject };
      child.ask(question);
    })
      .finally(() => {
        clearTimeout(patience);
        this.#open = undefined;
      })
      .then(stretchOf);
  }

  #start(): Child<ProbeQuestion, ProbeAnswer> {
    const child = new Child<ProbeQuestion, ProbeAnswer>(
      this.#code,
      { memory: MOST_MEMORY, args: [this.#file] },
      {
        answered: (answer) => this.#open?.resolve(answer),
        ended: (how) => {
          this.#end((question) => inWords(how, question));
        },
      },
    );
    // It must not keep a program alive that has its answers.
    child.unref();
    return child;
  }

  /** Ends the child; another begins with the next question. */
  #end(reason: (question: ProbeQuestion) => Error): void {
    this.#child?.[Symbol.dispose]();
    this.#child = undefined;
    if (this.#open !== undefined) this.#open.reject(reason(this.#open.question));
  }
}

function stretchOf(answer: ProbeAnswer): ProbeStretch {
  if (answer.kind === 'refused') throw ProblemError.fromWorker(answer);
  return answer;
}

const closed = ({ expression }: ProbeQuestion): ProblemError =>
  new ProblemError('probe-ended', `${expression}: not answered, because the runs were closed`);

function inWords(how: Ending, question: ProbeQuestion): Error {
  if (how === 'memory') return tooLarge(question);
  return how === 'gone' ? gone(question) : how;
}

const gone = ({ expression }: ProbeQuestion): ProblemError =>
  new ProblemError('probe-ended', `${expression}: not answered, because its process ended`);

const tooLarge = ({ expression }: ProbeQuestion): ProblemError =>
  new ProblemError(
    'probe-hangs',
    `${expression} needs more than ${MOST_MEMORY} MB of memory. Write an expression that needs less.`,
  );

const tooLong = ({ expression }: ProbeQuestion): ProblemError =>
  new ProblemError(
    'probe-hangs',
    `${expression}: no answer within ${PATIENCE / 1000} seconds. Write an expression that answers at once.`,
  );
