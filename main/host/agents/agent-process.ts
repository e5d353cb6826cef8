import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { OwnedProcess, ProblemError } from '../system/index.ts';

/** The time in milliseconds that a process has to end by itself, and after its run was stopped. */
const EXIT_TIMEOUT = 2_000; // milliseconds
const STOPPED_EXIT_TIMEOUT = 300; // milliseconds

/** The maximum length of an answer, so that no agent can fill the memory or block the window. */
const MAX_ANSWER_LENGTH = 1_000_000; // characters
const MAX_EMPTY_LINES = 1_000;

/** The maximum memory of lines that a process has not read. Beyond it, the process gets no further turn. */
const MAX_UNREAD = 64 * 2 ** 20; // bytes

const QUOTED = /'([^']*)'|"([^"$`\\!]*)"/g;
/** Matches a word that a shell would not change: letters, digits, signs without a meaning, and quoted texts without a meaning. */
const PLAIN_WORD = /(?:[\w@%+=:,./-]|'[^']*'|"[^"$`\\!]*")+/.source;
const PLAIN_COMMAND = new RegExp(`^[ \\t]*${PLAIN_WORD}(?:[ \\t]+${PLAIN_WORD})*[ \\t]*$`);

/** First words that are not a program but a part of the shell. */
const SHELL_WORDS = new Set(
  '. : alias break case cd command continue eval exec exit export for getopts hash if local read readonly return set shift source time times trap type ulimit umask unalias unset until wait while'.split(
    ' ',
  ),
);

/** The program that `command` names, and its arguments; `undefined` if a shell is needed, as for `$HOME/a`, `a | b` or `A=1 b`. */
export function programIn(command: string): readonly string[] | undefined {
  if (!PLAIN_COMMAND.test(command)) return undefined;
  const words = command.match(new RegExp(PLAIN_WORD, 'g'))!.map(withoutQuotes);
  const [first = ''] = words;
  return first.includes('=') || SHELL_WORDS.has(first) ? undefined : words;
}

const withoutQuotes = (word: string): string =>
  word.replace(QUOTED, (_, single?: string, double?: string) => single ?? double ?? '');

/** A process that reads lines and answers with lines. */
export class AgentProcess {
  readonly #owned: OwnedProcess;
  readonly #child: ChildProcess;
  readonly #lines: LineReader;
  readonly #timeout: number;
  readonly #name: string;
  #gone: string | undefined;
  /** Settles when the next piece of standard error may be read. */
  #hearing: Promise<unknown> = Promise.resolve();

  /**
   * Starts `command` in `folder` or the current folder, in a shell if needed. Each answer may take `timeout` milliseconds. `hear`
   * receives the process's standard error; the next piece is read when its promise has settled. Error messages use `name` for the
   * process.
   */
  constructor(
    command: string,
    timeout: number,
    folder?: string,
    hear: (text: string) => void | Promise<void> = () => undefined,
    name = 'agent',
  ) {
    this.#timeout = timeout;
    this.#name = name;
    const program = programIn(command);
    this.#owned = new OwnedProcess(program ?? ['sh', '-c', command], { folder, inShell: command });
    this.#child = this.#owned.child;
    this.#child.on('error', ({ message }) => (this.#gone = `could not be started: ${message}`));
    this.#child.on('exit', (code, signal) => {
      this.#gone ??= code === null ? `was ended by ${signal ?? 'a signal'}` : `exited with code ${code}`;
    });
    // An ended process closes its pipes; the next question reports that it has ended.
    this.#child.stdin!.on('error', () => undefined);
    void listen(this.#child.stderr!.setEncoding('utf8'), async (text) => {
      await this.#hearing;
      await hear(text);
    });
    this.#lines = new LineReader(this.#child.stdout!.setEncoding('utf8'));
  }

  /** The number of lines that the process has answered. */
  get answered(): number {
    return this.#lines.count;
  }

  tell(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  /**
   * The process's next non-empty line.
   * @throws {ProblemError} when the process ends first, takes too long, writes too much, or does not read its input.
   * @throws the reason of `quitting` when that is aborted.
   */
  async answer(quitting: AbortSignal): Promise<string> {
    // Yields first, because answers written ahead must not block the window until all are carried out.
    await pause();
    quitting.throwIfAborted();
    const late = AbortSignal.timeout(this.#timeout);
    const stdin = this.#child.stdin!;
    if (stdin.writableLength > MAX_UNREAD) {
      // An answer that was written ahead waits until the process has read why it is asked.
      const read = once(stdin, 'drain').catch(() => undefined);
      const stop = whenAborted(AbortSignal.any([late, quitting]));
      const isUnread = (await Promise.race([read, stop])) === 'aborted';
      quitting.throwIfAborted();
      if (isUnread)
        throw this.#isGone(
          `did not read what it was told within ${this.#timeout / 1000} s.`,
          'agent-timeout',
        );
    }
    const line = await this.#lines.next(whenAborted(AbortSignal.any([late, quitting])));
    if (line === 'aborted') {
      quitting.throwIfAborted();
      throw this.#isGone(`did not answer within ${this.#timeout / 1000} s.`, 'agent-timeout');
    }
    if (line !== undefined) return line.text;
    if (this.#gone === undefined) await Promise.race([once(this.#child, 'exit'), whenAborted(late)]);
    throw this.#isGone(`${this.#gone ?? 'closed its standard output'} before it answered.`);
  }

  #isGone(what: string, code: 'agent-gone' | 'agent-timeout' = 'agent-gone'): ProblemError {
    return new ProblemError(code, `The ${this.#name} ${what}`);
  }

  /**
   * Closes the process's input and waits for it to end, only briefly once `quitting` is aborted. If it does not end, kills it
   * with all processes that its shell started.
   */
  async end(quitting?: AbortSignal): Promise<void> {
    this.#child.stdin!.end();
    if (this.#gone === undefined) {
      const exited = once(this.#child, 'exit');
      // Its last words are heard when it has ended: a flood would take the processor from whatever else ends.
      if (quitting !== undefined) void whenAborted(quitting).then(() => (this.#hearing = exited));
      await exitOrTimeout(exited, quitting);
    }
    // Before its output is closed, which would make it write an error.
    this.#owned.kill();
    this.#child.stdout!.destroy();
    // The last of its standard error may still arrive.
    const { stderr } = this.#child;
    if (stderr?.closed === false) await exitOrTimeout(once(stderr, 'close'), quitting);
    stderr?.destroy();
  }
}

/**
 * Passes the text of `stderr` to `hear`. Each piece is read when the previous one has been handled, so that a flood of output
 * waits in the pipe.
 */
async function listen(stderr: Readable, hear: (text: string) => void | Promise<void>): Promise<void> {
  try {
    for await (const text of stderr) await hear(text as string);
  } catch (thrown) {
    // We may close it before its end.
    if ((thrown as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw thrown;
  }
}

const exitOrTimeout = (exit: Promise<unknown>, quitting: AbortSignal | undefined): Promise<unknown> =>
  Promise.race([
    exit,
    whenAborted(AbortSignal.timeout(EXIT_TIMEOUT)),
    ...(quitting === undefined
      ? []
      : [whenAborted(quitting).then(() => whenAborted(AbortSignal.timeout(STOPPED_EXIT_TIMEOUT)))]),
  ]);

const whenAborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else
      signal.addEventListener('abort', () => {
        resolve('aborted');
      });
  });

/** Splits a text that arrives in pieces into lines. Pieces are read on demand, so that a flood of output waits in the pipe. */
export class LineReader {
  readonly #pieces: AsyncIterator<string>;
  readonly #longest: number;
  #coming: Promise<IteratorResult<string>> | undefined;
  /** The text after the last returned line. */
  #rest = '';
  #count = 0;

  constructor(pieces: AsyncIterable<string>, longest = MAX_ANSWER_LENGTH) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#longest = longest;
  }

  /** The number of lines read, including empty ones. */
  get count(): number {
    return this.#count;
  }

  /**
   * The next non-empty line, trimmed; `undefined` at the end.
   * @throws {ProblemError} when the line is too long, or too many empty lines come before it.
   */
  async next<Stop extends string>(
    stop: Promise<Stop>,
  ): Promise<{ readonly text: string } | Stop | undefined> {
    let empty = 0;
    for (let from = 0; ;) {
      const end = this.#rest.indexOf('\n', from);
      if (end < 0 || end > this.#longest) {
        if (this.#rest.length > this.#longest)
          throw tooManyEmptyLines(
            this.#count + 1,
            `An answer is at most ${this.#longest.toLocaleString('en-US')} characters long.`,
          );
        from = this.#rest.length;
        this.#coming ??= this.#pieces.next();
        const piece = await Promise.race([this.#coming, stop]);
        if (typeof piece === 'string') return piece;
        this.#coming = undefined;
        if (piece.done === true) return this.#last();
        this.#rest += piece.value;
        continue;
      }
      const text = this.#rest.slice(0, end).trim();
      this.#rest = this.#rest.slice(end + 1);
      this.#count += 1;
      from = 0;
      if (text !== '') return { text };
      empty += 1;
      if (empty > MAX_EMPTY_LINES)
        throw tooManyEmptyLines(
          this.#count,
          `More than ${MAX_EMPTY_LINES.toLocaleString('en-US')} empty lines came before the answer.`,
        );
    }
  }

  /** The last line, which may have no line break. */
  #last(): { readonly text: string } | undefined {
    const text = this.#rest.trim();
    this.#rest = '';
    if (text === '') return undefined;
    this.#count += 1;
    return { text };
  }
}

const tooManyEmptyLines = (line: number, what: string): ProblemError =>
  new ProblemError('agent-bad-line', `agent, line ${line}: ${what}`);

/** Replaces control characters and direction marks, which could disguise a line. */
const withoutControls = (line: string): string =>
  line.replace(/(?!\t)\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\u{fffd}');

const MAX_LINES = 100;
const MAX_LINE_LENGTH = 2_000; // characters

/** The last lines of a text that arrives in pieces, such as a process's standard error. */
export class StderrTail {
  #lines: readonly string[] = [];
  #begun = '';

  get lines(): readonly string[] {
    return [...this.#lines, ...inShort([this.#begun])].slice(-MAX_LINES);
  }

  add(text: string): void {
    const lines = (this.#begun + text).split(/[\r\n]+/);
    this.#begun = lines.pop()!.slice(0, MAX_LINE_LENGTH);
    this.#lines = [...this.#lines, ...inShort(lines.slice(-MAX_LINES))].slice(-MAX_LINES);
  }
}

const inShort = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => stripVTControlCharacters(line.slice(0, MAX_LINE_LENGTH)).trimEnd())
    .map(withoutControls)
    .filter((line) => line !== '');
