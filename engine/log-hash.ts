import { canonicalLine } from './canonical-line.ts';
import type { LogEntry } from './model/log-entry.ts';
import type { Hash } from './portable/portable-run.ts';

/** Hashes a log as it is written. Equal logs have equal hashes, wherever they were made. */
export class LogHash {
  readonly #hash: Hash;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  add(entry: LogEntry): void {
    this.#hash.add(`${canonicalLine(entry)}\n`);
  }

  /** SHA-256 in hex. Nothing can be added afterwards. */
  end(): string {
    return this.#hash.end();
  }
}
