import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

const CHUNK = 1_000_000; // bytes, or characters

/** Lines of text in a temporary file, for more text than memory should hold. Dispose of it when done. */
export class TemporaryLines implements Disposable {
  /** The number of lines. */
  length = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), 'orrery-'));
  readonly #descriptor = openSync(join(this.#folder, 'lines.txt'), 'wx+', 0o600);
  #waiting = '';

  /** Adds a text without line breaks. */
  add(line: string): void {
    this.#waiting += `${line}\n`;
    this.length += 1;
    if (this.#waiting.length > CHUNK) this.#flush();
  }

  *[Symbol.iterator](): Generator<string> {
    this.#flush();
    const { size } = fstatSync(this.#descriptor);
    const chunk = Buffer.alloc(Math.min(CHUNK, size));
    const decoder = new StringDecoder('utf8');
    let text = '';
    for (let position = 0; position < size;) {
      const read = readSync(this.#descriptor, chunk, 0, chunk.length, position);
      position += read;
      const lines = (text + decoder.write(chunk.subarray(0, read))).split('\n');
      text = lines.pop()!;
      yield* lines;
    }
  }

  #flush(): void {
    for (let bytes = Buffer.from(this.#waiting); bytes.length > 0;)
      bytes = bytes.subarray(writeSync(this.#descriptor, bytes));
    this.#waiting = '';
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
