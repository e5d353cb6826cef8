import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { LogEntry } from '../../../engine/model/index.ts';

const CHUNK = 1_000_000; // bytes, or characters

/** Log entries in a temporary file, so that a long log takes no memory until its run can be written. */
export class EntryFile implements Disposable {
  length = 0;
  readonly #folder = mkdtempSync(join(tmpdir(), 'orrery-'));
  readonly #descriptor = openSync(join(this.#folder, 'entries.jsonl'), 'wx+', 0o600);
  #waiting = '';

  add(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      this.#waiting += `${JSON.stringify(entry)}\n`;
      if (this.#waiting.length > CHUNK) this.#flush();
    }
    this.length += entries.length;
  }

  *[Symbol.iterator](): Generator<LogEntry> {
    this.#flush();
    const { size } = fstatSync(this.#descriptor);
    const chunk = Buffer.alloc(Math.min(CHUNK, size));
    const decoder = new StringDecoder('utf8');
    let text = '';
    for (let position = 0; position < size;) {
      const read = readSync(this.#descriptor, chunk, 0, chunk.length, position);
      if (read === 0) return;
      position += read;
      const lines = (text + decoder.write(chunk.subarray(0, read))).split('\n');
      text = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as LogEntry;
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
