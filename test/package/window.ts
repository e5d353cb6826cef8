import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { expect } from 'vitest';

interface Message {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/**
 * A window of a package, driven over Chromium's pipe: the fuses of packages keep Playwright's inspector out, and a pipe is no
 * socket.
 */
export class PackagedWindow {
  readonly #program: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #answers = new Map<number, (message: Message) => void>();
  #asked = 0;
  #session: string | undefined;
  #rest = '';

  /** Starts `command`, which must pass its arguments and its files 3 and 4 on to the program of the package. */
  constructor(command: string, args: readonly string[], cwd: string) {
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] as const;
    this.#program = spawn(command, [...args, '--remote-debugging-pipe'], { cwd, stdio: [...stdio] });
    this.#ended = once(this.#program, 'exit').then(([code]) => code as number | null);
    (this.#program.stdio[4] as Readable)
      .setEncoding('utf8')
      .on('error', () => undefined)
      .on('data', (text: string) => {
        const messages = (this.#rest + text).split('\0');
        this.#rest = messages.pop()!;
        for (const message of messages.map((one) => JSON.parse(one) as Message))
          if (message.id !== undefined) this.#answers.get(message.id)?.(message);
      });
  }

  /** Waits until the page is there. */
  async opened(): Promise<void> {
    let targetId = '';
    await expect
      .poll(async () => {
        const { targetInfos } = (await this.#send('Target.getTargets')) as {
          readonly targetInfos: readonly { readonly type: string; readonly targetId: string }[];
        };
        targetId = targetInfos.find(({ type }) => type === 'page')?.targetId ?? '';
        return targetId;
      })
      .not.toBe('');
    const { sessionId } = await this.#send('Target.attachToTarget', { targetId, flatten: true });
    this.#session = sessionId as string;
  }

  /** The value of `expression` in the page. */
  async value(expression: string): Promise<unknown> {
    const { result } = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    return (result as { readonly value: unknown }).value;
  }

  /** Clicks on the middle of the element that `expression` finds, once it is there. */
  async click(expression: string): Promise<void> {
    const middle = `(() => {
      const { x, y, width, height } = (${expression})?.getBoundingClientRect() ?? {};
      return x === undefined || width === 0 ? null : [x + width / 2, y + height / 2];
    })()`;
    await expect.poll(() => this.value(middle)).not.toBeNull();
    const [x, y] = (await this.value(middle)) as readonly number[];
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.#send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }

  async press(key: string): Promise<void> {
    for (const type of ['keyDown', 'keyUp'])
      await this.#send('Input.dispatchKeyEvent', { type, key, code: key });
  }

  /** Quits as a person who closes the window does. Returns the exit code. */
  async quit(): Promise<number | null> {
    void this.#send('Browser.close').catch(() => undefined);
    return this.#ended;
  }

  async #send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = ++this.#asked;
    const answered = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    const session = this.#session === undefined ? {} : { sessionId: this.#session };
    (this.#program.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    const gone = this.#ended.then((code): never => {
      throw new Error(`${method}: The program ended with ${code}.`);
    });
    const { result, error } = await Promise.race([answered, gone]);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result!;
  }
}
