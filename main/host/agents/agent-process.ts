import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { ProblemError } from '../system/index.ts';

const LONGEST_FAREWELL = 2_000; // milliseconds
const LONGEST_LINE = 16 * 1024 * 1024; // characters

/** A process that is told lines and answers lines. */
export class AgentProcess {
  readonly #command: string;
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string, void>;
  readonly #patience: number;
  #gone: string | undefined;
  #heard = 0;

  /**
   * Starts `command` as a shell would, in `folder` or where we are. It has `patience` milliseconds for each answer. `hear` is
   * called with what it writes to its standard error, which goes to ours without.
   */
  constructor(command: string, patience: number, folder?: string, hear?: (text: string) => void) {
    this.#command = command;
    this.#patience = patience;
    const isPosix = process.platform !== 'win32';
    this.#child = spawn(command, {
      ...(folder === undefined ? {} : { cwd: folder }),
      shell: true,
      stdio: ['pipe', 'pipe', hear === undefined ? 'inherit' : 'pipe'],
      // A group of its own, so that what the shell starts can be ended with it.
      detached: isPosix,
    });
    this.#child.on('error', ({ message }) => (this.#gone = message));
    this.#child.on('exit', (code, signal) => {
      this.#gone ??= code === null ? `it was ended by ${signal ?? 'a signal'}` : `it ended with code ${code}`;
    });
    // Whoever has ended reads no more; that it has ended is said when it is asked next.
    this.#child.stdin!.on('error', () => undefined);
    if (hear !== undefined) this.#child.stderr!.setEncoding('utf8').on('data', hear);
    // Whatever ends us ends it.
    process.once('exit', this.#kill);
    this.#answers = linesOf(this.#child.stdout!.setEncoding('utf8'), LONGEST_LINE);
  }

  /** How many lines it has answered. */
  get answered(): number {
    return this.#heard;
  }

  tell(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  /**
   * Answers its next line that is not empty.
   *
   * @throws {ProblemError} when it ends first, takes longer than it may, or says too much; whatever `quitting` was aborted with.
   */
  async answer(quitting: AbortSignal): Promise<string> {
    const patience = AbortSignal.timeout(this.#patience);
    for (;;) {
      const next = await Promise.race([this.#answers.next(), aborted(AbortSignal.any([patience, quitting]))]);
      if (next === 'aborted') {
        quitting.throwIfAborted();
        throw this.#fault(`found no answer in ${this.#patience / 1000} s, wanted a line`);
      }
      if (next.done === true) {
        if (this.#gone === undefined) await Promise.race([once(this.#child, 'exit'), aborted(patience)]);
        throw this.#fault(
          `found no answer: ${this.#gone ?? 'it closed its standard output'}, wanted a line for each turn`,
        );
      }
      this.#heard += 1;
      const line = next.value.trim();
      if (line !== '') return line;
    }
  }

  /** Lets it end; one that does not is made to, and what its shell has left running with it. */
  async end(): Promise<void> {
    this.#child.stdin!.end();
    if (this.#gone === undefined)
      await Promise.race([once(this.#child, 'exit'), aborted(AbortSignal.timeout(LONGEST_FAREWELL))]);
    this.#child.stdout!.destroy();
    process.off('exit', this.#kill);
    this.#kill();
    // Its last words may still be on their way.
    const { stderr } = this.#child;
    if (stderr?.closed === false)
      await Promise.race([once(stderr, 'close'), aborted(AbortSignal.timeout(LONGEST_FAREWELL))]);
    stderr?.destroy();
  }

  readonly #kill = (): void => {
    const { pid } = this.#child;
    try {
      if (process.platform === 'win32' || pid === undefined) this.#child.kill('SIGKILL');
      else process.kill(-pid, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };

  #fault(message: string): ProblemError {
    return new ProblemError('agent-gone', `agent ${this.#command}: ${message}`);
  }
}

const aborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else
      signal.addEventListener('abort', () => {
        resolve('aborted');
      });
  });

/**
 * The lines of a text that comes in pieces, without their ends, none of them read before it is asked for.
 *
 * @throws {ProblemError} when one is longer than `longest` characters.
 */
export async function* linesOf(pieces: AsyncIterable<string>, longest: number): AsyncGenerator<string, void> {
  let line = '';
  let number = 1;
  for await (const piece of pieces) {
    const [rest, ...begun] = piece.split('\n') as [string, ...string[]];
    line += rest;
    for (const next of begun) {
      yield line;
      line = next;
      number += 1;
    }
    if (line.length > longest)
      throw new ProblemError(
        'agent-rubbish',
        `agent, line ${number}: found more than ${longest.toLocaleString('en-US')} characters, wanted a line`,
      );
  }
  if (line !== '') yield line;
}

const MOST_LINES = 100;
const LONGEST_STDERR_LINE = 2_000; // characters

/** The last lines of a text that comes in pieces, such as what a process writes beside its answers. */
export class StderrTail {
  #lines: readonly string[] = [];
  #begun = '';

  get lines(): readonly string[] {
    return [...this.#lines, ...inShort([this.#begun])].slice(-MOST_LINES);
  }

  add(text: string): void {
    const lines = (this.#begun + text).split(/[\r\n]+/);
    this.#begun = lines.pop()!.slice(0, LONGEST_STDERR_LINE);
    this.#lines = [...this.#lines, ...inShort(lines.slice(-MOST_LINES))].slice(-MOST_LINES);
  }
}

const inShort = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => stripVTControlCharacters(line.slice(0, LONGEST_STDERR_LINE)).trimEnd())
    .filter((line) => line !== '');
