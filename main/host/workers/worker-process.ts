import { type ChildProcess, fork } from 'node:child_process';
import type { Problem } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';

/** A question to a worker process. */
export interface WorkerQuestion<Request> {
  readonly id: number;
  readonly request: Request;
}

/** Replies to a question: any number of progress messages, then one result. */
export type WorkerReply<Answer, Progress> =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly code: string;
      readonly message: string;
      /** The problems with their locations in files. */
      readonly problems: readonly Problem[];
    }
  /** A bug, which ends the process. */
  | { readonly kind: 'broken'; readonly error: Error };

/** The reason why a worker process did not answer. The caller writes the message. */
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
  /** The limit of the heap in MB. `answerParent` limits the whole process, buffers included, to somewhat more. */
  readonly memory: number; // MB
  /** The number of questions that the process handles at the same time; 1 by default. */
  readonly atOnce?: number;
  /** How much the heap may grow between two collections, in percent; by default what V8 decides. */
  readonly growth?: number;
  /** The script of the process; by default the built `main/worker.ts`. */
  readonly program?: URL | undefined;
}

interface AskOptions<Progress> {
  /** The maximum time without an answer or progress. */
  readonly time?: number; // milliseconds
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the question. */
  readonly cancel?: AbortSignal | undefined;
}

/** A question that is not answered yet. */
interface Open<Request, Answer, Progress> {
  readonly request: Request;
  readonly options: AskOptions<Progress>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  timer?: NodeJS.Timeout;
}

/** Exit codes and signals of a process when V8 or the system runs out of memory; the large numbers are codes of Windows. */
const OUT_OF_MEMORY_ENDS = new Set<unknown>([
  ...['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'],
  ...[134, 0x8000_0003, 0xe000_0008],
]);

/** The signal with which a process ends itself when its code hangs. Windows has no such signal. */
export const TIMEOUT_SIGNAL = process.platform === 'win32' ? 'SIGKILL' : 'SIGXCPU';

/** The environment variable with the id of the parent process, with which the process ends. */
export const PARENT_VARIABLE = 'ORRERY_PARENT';

/** Whether a process that ended with `code` or `signal` ran out of memory. */
export const endedForMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  OUT_OF_MEMORY_ENDS.has(signal ?? code);

const failureOf = (code: number | null, signal: NodeJS.Signals | null): WorkerFailure =>
  endedForMemory(code, signal) ? 'memory' : signal === TIMEOUT_SIGNAL ? 'time' : 'ended';

/** The built script of worker processes. */
export const WORKER_SCRIPT = new URL('worker.js', import.meta.url);

/**
 * A worker process for work that must not block or crash this process; unlike a thread, it has its own memory. It starts with the
 * first question and stays for later ones. If it ends, open questions fail with the reason, and the next question starts a new
 * process.
 */
export class WorkerProcess<Request extends object, Answer, Progress = never> implements Disposable {
  readonly #job: string;
  readonly #options: WorkerOptions;
  readonly #waiting: Open<Request, Answer, Progress>[] = [];
  readonly #open = new Map<number, Open<Request, Answer, Progress>>();
  #child: ChildProcess | undefined;
  #asked = 0;
  #isDisposed = false;

  /** @param job a key of the list in `main/worker.ts` */
  constructor(job: string, options: WorkerOptions) {
    this.#job = job;
    this.#options = options;
  }

  /** Starts the process in advance, so that the first question does not wait for it. */
  warmUp(): void {
    this.#child ??= this.#start();
    this.#askNext();
  }

  /**
   * Asks the worker a question.
   * @throws {ProblemError} when the worker refuses the request.
   * @throws {WorkerError} when the process ended or was killed before it answered.
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

  /** Kills the process. */
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
      // The error is ignored: the end of the process is handled by its event.
      this.#child.send({ id, request: question.request } satisfies WorkerQuestion<Request>, () => undefined);
    }
    // An idle worker process must not keep this process alive.
    if (this.#open.size > 0) return;
    this.#child?.unref();
    this.#child?.channel?.unref();
  }

  #start(): ChildProcess {
    const { memory, growth, program = WORKER_SCRIPT } = this.#options;
    const child = fork(program, [this.#job], {
      // Makes Electron's executable run as Node.
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        ORRERY_MEMORY: String(memory),
        [PARENT_VARIABLE]: String(process.pid),
      },
      execArgv: [
        `--max-old-space-size=${memory}`,
        ...(growth === undefined ? [] : [`--heap-growing-percent=${growth}`]),
      ],
      serialization: 'advanced',
      // Nobody reads V8's message when it runs out of memory.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A process group of its own, so that Ctrl+C does not reach it too.
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
      .on('message', (reply: WorkerReply<Answer, Progress>) => {
        if (reply.kind === 'broken') broken = reply.error;
        else if (this.#child === child) this.#hear(reply);
      })
      .on('error', ended)
      // Not "exit": messages may still arrive after that event.
      .on('close', (code, signal) => {
        ended(broken ?? new WorkerError(failureOf(code, signal)));
      });
    return child;
  }

  #hear(reply: Exclude<WorkerReply<Answer, Progress>, { kind: 'broken' }>): void {
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

  /** Kills the process when it sends nothing about `question` for too long. */
  #watch(question: Open<Request, Answer, Progress>): void {
    const { time } = question.options;
    if (time === undefined) return;
    clearTimeout(question.timer);
    question.timer = setTimeout(() => {
      this.#end(new WorkerError('time'));
    }, time);
  }

  #cancel(question: Open<Request, Answer, Progress>): void {
    const index = this.#waiting.indexOf(question);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
      question.reject(new WorkerError('cancelled'));
    } else if ([...this.#open.values()].includes(question)) this.#end(new WorkerError('cancelled'));
  }

  /** Kills the process. Open questions fail with `reason`; waiting ones are sent to a new process. */
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

const MAX_MEMORY = 2_048; // MB
/** The time without a signal after which a worker is killed, in milliseconds. Scenario code is stopped much earlier, if V8 can stop it. */
const SILENCE_TIMEOUT = 60_000; // milliseconds

const REASONS = {
  memory: `scenario code needed more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory.`,
  time: `scenario code did not answer for ${SILENCE_TIMEOUT / 1000} s.`,
  cancelled: 'it was cancelled.',
  ended: 'its process ended.',
};

interface OnceOptions<Progress> extends Omit<AskOptions<Progress>, 'time'> {
  /** The beginning of the error message, such as `The run was not judged`. */
  readonly failed: string;
  readonly program?: URL | undefined;
}

/**
 * Asks one question in a new worker process, for scenario code outside an active run.
 *
 * @throws {ProblemError} when the process refuses the request, is cancelled or ends early: `The run was not judged: its process
 * ended.`
 */
export async function askOnce<Request extends object, Answer, Progress = never>(
  job: string,
  request: Request,
  { failed, program, ...options }: OnceOptions<Progress>,
): Promise<Answer> {
  using worker = new WorkerProcess<Request, Answer, Progress>(job, { memory: MAX_MEMORY, program });
  try {
    return await worker.ask(request, { ...options, time: SILENCE_TIMEOUT });
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    const { why } = thrown;
    throw new ProblemError(why === 'cancelled' ? 'cancelled' : 'run-ended', `${failed}: ${REASONS[why]}`);
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
