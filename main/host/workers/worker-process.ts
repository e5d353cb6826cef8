import { type ChildProcess, fork } from 'node:child_process';

/** What a child tells of besides its answers: what it did not expect, which ends it. */
export interface Broken {
  readonly broken: Error;
}

/** How a child ended that nobody had told to: it needed more memory than it may, was broken, or left without a word. */
export type Ending = 'memory' | 'gone' | Error;

export interface Listener<Answer> {
  answered(answer: Answer): void;
  /** Called once at most, and never of a child that was told to end. */
  ended(how: Ending): void;
}

interface ChildOptions {
  /** What its heap may take. With all beside it, such as buffers, `answerParent` holds it to some more. */
  readonly memory: number; // MB
  /** What it reads as `process.argv` from 2 on. */
  readonly args?: readonly string[];
}

/** So dies what V8 or the system has no memory for; the numbers are Windows' codes for the same. */
const FOR_WANT_OF_MEMORY = new Set<unknown>([
  ...['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'],
  ...[134, 0x8000_0003, 0xe000_0008],
]);

/** Whether a process that ended with `code` or `signal`, unasked, had too little memory. */
export const endedForMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  FOR_WANT_OF_MEMORY.has(signal ?? code);

/**
 * A process that runs a file of ours, made with `answerParent`. Unlike that of a thread, its memory is its own: where it runs
 * out, this process goes on.
 */
export class Child<Question extends object, Answer> implements Disposable {
  readonly #process: ChildProcess;
  #broken: Error | undefined;
  /** It has ended, or was told to. */
  #left = false;

  constructor(file: URL, { memory, args = [] }: ChildOptions, listener: Listener<Answer>) {
    this.#process = fork(file, args, {
      // Electron's program is Node by the first.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', ORRERY_MEMORY: String(memory) },
      execArgv: [`--max-old-space-size=${memory}`],
      serialization: 'advanced',
      // What V8 writes when it gives up is for no reader of ours.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A group of its own, so that Ctrl+C is not told to it, too.
      detached: process.platform !== 'win32',
    });
    const ended = (how: Ending): void => {
      process.off('exit', this.#kill);
      if (!this.#left) listener.ended(how);
      this.#left = true;
    };
    this.#process
      .on('message', (message: Answer | Broken) => {
        if (isBroken(message)) this.#broken = message.broken;
        else if (!this.#left) listener.answered(message);
      })
      .on('error', ended)
      // Not "exit", after which there may be more to hear.
      .on('close', (code, signal) => {
        ended(endedForMemory(code, signal) ? 'memory' : (this.#broken ?? 'gone'));
      });
    process.once('exit', this.#kill);
  }

  ask(question: Question): void {
    // Whoever has ended hears no more; that it has is told by itself.
    this.#process.send(question, () => undefined);
  }

  /** Lets this process end while that one goes on, which is then ended, too. */
  unref(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }

  /** Ends it, whatever it does. Nothing is heard of it any more. */
  [Symbol.dispose](): void {
    this.#left = true;
    this.#kill();
  }

  readonly #kill = (): void => {
    this.#process.kill('SIGKILL');
  };
}

const isBroken = (message: unknown): message is Broken =>
  typeof message === 'object' && message !== null && 'broken' in message;
