import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { truncate } from '../../../engine/model/index.ts';
import { StderrTail } from '../agents/index.ts';
import { OwnedProcess, shellLine } from '../system/index.ts';

/** The maximum number of bytes of a server's message. */
const MAX_MESSAGE = 8 * 2 ** 20;

/** The time in milliseconds that a server has to end when its input is closed. */
const EXIT_TIMEOUT = 2_000; // milliseconds

const MAX_SHOWN = 200; // characters

interface ServerProcessOptions {
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly folder?: string | undefined;
}

/** A server process that exchanges one message per line over standard input and output. All processes that it starts end with it. */
export class ServerProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #owned: OwnedProcess;
  readonly #buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  readonly #stderr = new StderrTail();
  readonly #ended: Promise<unknown>;
  #why: string | undefined;

  /** Starts the server. */
  constructor(command: readonly string[], options: ServerProcessOptions) {
    // A shell of Windows also finds programs such as npx, which is a script there.
    this.#owned = new OwnedProcess(command, { ...options, inShell: shellLine(command, 'win32') });
    const { child } = this.#owned;
    // Rejects when it could not be started.
    this.#ended = once(child, 'exit').catch(() => undefined);
    const onEnd = (why: string): void => {
      this.#why ??= why;
      this.#owned.kill();
    };
    child.on('error', ({ message }) => {
      onEnd(`It could not be started: ${message}`);
      this.onclose?.();
    });
    child.on('exit', (code, signal) => {
      onEnd(code === null ? `It was ended by ${signal ?? 'a signal'}.` : `It ended with code ${code}.`);
    });
    // What it said before it ended is heard first.
    child.on('close', () => this.onclose?.());
    child.stdin!.on('error', () => undefined);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr.add(text);
    });
    child.stdout!.on('data', (piece: Buffer) => {
      this.#read(piece);
    });
  }

  /** The reason why the server has ended, with its last error output; `undefined` while it runs. */
  get why(): string | undefined {
    if (this.#why === undefined) return undefined;
    const said = this.#stderr.lines.findLast((line) => /error: /i.test(line));
    return said === undefined ? this.#why : `${this.#why} ${truncate(said.trim(), MAX_SHOWN)}`;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#owned.child;
    if (this.#why !== undefined) throw new Error(this.#why);
    if (!stdin!.write(serializeMessage(message))) await Promise.race([once(stdin!, 'drain'), this.#ended]);
  }

  /** Closes the server's input, waits for it to end, and kills it and all processes that it started. */
  async close(): Promise<void> {
    const { child } = this.#owned;
    child.stdin!.end();
    await Promise.race([this.#ended, sleep(EXIT_TIMEOUT, undefined, { ref: false })]);
    this.#owned.kill();
    child.stdout!.destroy();
    child.stderr!.destroy();
  }

  #read(piece: Buffer): void {
    try {
      this.#buffer.append(piece);
    } catch (thrown) {
      // A message without an end.
      this.#why ??= `A message of it is longer than ${MAX_MESSAGE / 2 ** 20} MB.`;
      this.onerror?.(thrown as Error);
      void this.close();
      return;
    }
    for (;;)
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (thrown) {
        this.onerror?.(thrown as Error);
      }
  }
}
