import { type ChildProcess, fork } from 'node:child_process';
import type { Problem } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';

/** What a worker process is asked. */
export interface Question<Request> {
  readonly id: number;
  readonly request: Request;
}

/** Its replies to a question: progress, any number of times, and then one result. */
export type Reply<Answer, Progress> =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly code: string;
      readonly message: string;
      /** What the error names place by place. */
      readonly problems: readonly Problem[];
    }
  /** An error of ours, which ends the process. */
  | { readonly kind: 'broken'; readonly error: Error };

/** Why a worker process did not answer. Who asked says in a sentence what that means. */
export type WorkerFailure = 'memory' | 'time' | 'cancelled' | 'ended';

export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly why: WorkerFailure;

  constructor(why: WorkerFailure) {
    super(`The worker process did not answer (${why}).`);
    this.why = why;
  }
}

interface WorkerOptions {
  /** What its heap may take. With all beside it, such as buffers, `answerParent` holds it to some more. */
  readonly memory: number; // MB
  /** How many questions it is asked at a time; one unless said otherwise. */
  readonly atOnce?: number;
  /** The program it runs: `main/worker.ts` as it was built, unless another is named. */
  readonly program?: URL | undefined;
}

interface AskOptions<Progress> {
  /** What may pass without an answer or a word of progress, once it is asked for. */
  readonly time?: number; // milliseconds
  readonly onProgress?: (progress: Progress) => void;
  /** Calls the question off. */
  readonly cancel?: AbortSignal | undefined;
}

/** A question without its answer. */
interface Open<Request, Answer, Progress> {
  readonly request: Request;
  readonly options: AskOptions<Progress>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  timer?: NodeJS.Timeout;
}

/** So dies what V8 or the system has no memory for; the numbers are Windows' codes for the same. */
const FOR_WANT_OF_MEMORY = new Set<unknown>([
  ...['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'],
  ...[134, 0x8000_0003, 0xe000_0008],
]);

/** Whether a process that ended with `code` or `signal`, unasked, had too little memory. */
export const endedForMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  FOR_WANT_OF_MEMORY.has(signal ?? code);

/** The program of worker processes, as it was built. */
export const WORKER = new URL('worker.js', import.meta.url);

/**
 * A process of its own for work that must not hold this one up, nor end it: unlike a thread's, its memory is its own. It starts with the
 * first question and stays for the next. When it ends, whoever waits for an answer is told why, and the next question starts another.
 */
export class WorkerProcess<Request extends object, Answer, Progress = never> implements Disposable {
  readonly #job: string;
  readonly #options: WorkerOptions;
  readonly #waiting: Open<Request, Answer, Progress>[] = [];
  readonly #open = new Map<number, Open<Request, Answer, Progress>>();
  #child: ChildProcess | undefined;
  #asked = 0;
  #isDisposed = false;

  /** `job` is one of those that `main/worker.ts` lists. */
  constructor(job: string, options: WorkerOptions) {
    this.#job = job;
    this.#options = options;
  }

  /** Starts the process, so that the next question does not wait for that. */
  warmUp(): void {
    this.#child ??= this.#start();
    this.#askNext();
  }

  /**
   * @throws {ProblemError} what the worker refuses.
   * @throws {WorkerError} when the process ended before it answered, or was ended.
   */
  async ask(request: Request, options: AskOptions<Progress> = {}): Promise<Answer> {
    const { cancel } = options;
    if (this.#isDisposed || cancel?.aborted === true) throw new WorkerError('cancelled');
    const { promise, resolve, reject } = promiseOf<Answer>();
    const question = { request, options, resolve, reject };
    const onCancel = (): void => {
      this.#cancel(question);
    };
    cancel?.addEventListener('abort', onCancel);
    this.#waiting.push(question);
    this.#askNext();
    try {
      return await promise;
    } finally {
      cancel?.removeEventListener('abort', onCancel);
    }
  }

  /** Ends the process, whatever it does. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerError('cancelled'));
    this.#end(new WorkerError('cancelled'));
  }

  #askNext(): void {
    while (this.#waiting.length > 0 && this.#open.size < (this.#options.atOnce ?? 1)) {
      const question = this.#waiting.shift()!;
      const id = this.#asked++;
      this.#open.set(id, question);
      this.#watch(question);
      this.#child ??= this.#start();
      this.#child.ref();
      this.#child.channel?.ref();
      // That it has ended is told by itself.
      this.#child.send({ id, request: question.request } satisfies Question<Request>, () => undefined);
    }
    // A process without questions keeps nobody from leaving.
    if (this.#open.size > 0) return;
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  #start(): ChildProcess {
    const { memory, program = WORKER } = this.#options;
    const child = fork(program, [this.#job], {
      // Electron's program is Node by the first.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ORRERY_MEMORY: String(memory) },
      execArgv: [`--max-old-space-size=${memory}`],
      serialization: 'advanced',
      // What V8 writes when it gives up is for no reader of ours.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A group of its own, so that Ctrl+C is not told to it, too.
      detached: process.platform !== 'win32',
    });
    const kill = (): void => void child.kill('SIGKILL');
    let broken: Error | undefined;
    const ended = (reason: Error): void => {
      process.off('exit', kill);
      if (this.#child === child) this.#end(reason);
    };
    process.once('exit', kill);
    child
      .on('message', (reply: Reply<Answer, Progress>) => {
        if (reply.kind === 'broken') broken = reply.error;
        else if (this.#child === child) this.#hear(reply);
      })
      .on('error', ended)
      // Not "exit", after which there may be more to hear.
      .on('close', (code, signal) => {
        ended(broken ?? new WorkerError(endedForMemory(code, signal) ? 'memory' : 'ended'));
      });
    return child;
  }

  #hear(reply: Exclude<Reply<Answer, Progress>, { kind: 'broken' }>): void {
    const question = this.#open.get(reply.id);
    if (question === undefined) return;
    if (reply.kind === 'progress') {
      this.#watch(question);
      question.options.onProgress?.(reply.progress);
      return;
    }
    clearTimeout(question.timer);
    this.#open.delete(reply.id);
    if (reply.kind === 'answer') question.resolve(reply.answer);
    else question.reject(ProblemError.fromWorker(reply));
    this.#askNext();
  }

  /** Ends the process when nothing is heard of `question` for too long. */
  #watch(question: Open<Request, Answer, Progress>): void {
    const { time } = question.options;
    if (time === undefined) return;
    clearTimeout(question.timer);
    question.timer = setTimeout(() => {
      this.#end(new WorkerError('time'));
    }, time);
  }

  #cancel(question: Open<Request, Answer, Progress>): void {
    const place = this.#waiting.indexOf(question);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      question.reject(new WorkerError('cancelled'));
    } else if ([...this.#open.values()].includes(question)) this.#end(new WorkerError('cancelled'));
  }

  /** Ends the process. Whoever it was to answer is told why, and the next question goes to another. */
  #end(reason: Error): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { timer, reject } of open) {
      clearTimeout(timer);
      reject(reason);
    }
    this.#askNext();
  }
}

function promiseOf<Answer>(): Pick<Open<never, Answer, never>, 'resolve' | 'reject'> & {
  promise: Promise<Answer>;
} {
  let resolve!: (answer: Answer) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Answer>((whenResolved, whenRejected) => {
    resolve = whenResolved;
    reject = whenRejected;
  });
  return { promise, resolve, reject };
}
