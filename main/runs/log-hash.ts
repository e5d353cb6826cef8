import { createHash } from 'node:crypto';
import { canonicalLine } from '../../engine/index.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';

/** Hashes a log as it is written. Equal logs have equal hashes, wherever they were made. */
export class LogHash {
  readonly #hash = createHash('sha256');

  add(entry: LogEntry): void {
    this.#hash.update(`${canonicalLine(entry)}\n`);
  }

  /** SHA-256 in hex. Nothing can be added afterwards. */
  end(): string {
    return this.#hash.digest('hex');
  }
}
