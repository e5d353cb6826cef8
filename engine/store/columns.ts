import { type Json, type JsonObject, type RunId, runId } from '../model/index.ts';
import { DamageError } from './errors.ts';

/** The key of `run` in every table; NaN, which no row has, when the id is not one of ours. */
export const keyOf = (run: RunId): number => (/^r\d+$/.test(run) ? Number(run.slice(1)) : NaN);

/** The run whose key is `key`. */
export const runOf = (key: number): RunId => runId(`r${key}`);

/**
 * Rows of the log are numbered so that those of a run, or of an app, lie side by side: the key of the run or app times this,
 * plus the position of the entry. Tables with such a number are read a third faster than those with a key of two columns.
 */
export const POSITIONS = 2 ** 32;

/** The number of the row at `position` of the run or app with this key. */
export const rowIdOf = (key: number, position: number): number => key * POSITIONS + position;

/**
 * `text` as a column holds it. SQLite keeps texts in UTF-8, which has no half surrogate pairs: a text with one is kept as a
 * NUL character and its JSON.
 */
export const textColumn = (text: string): string =>
  text.isWellFormed() && text.charCodeAt(0) !== 0 ? text : `\0${JSON.stringify(text)}`;

/** The text that {@link textColumn} made `column` of. */
export const textOf = (column: string): string =>
  column.charCodeAt(0) === 0 ? (jsonOf(column.slice(1)) as string) : column;

/** What a JSON column says. @throws {DamageError} when it is not JSON. */
export function jsonOf(column: string): unknown {
  try {
    return JSON.parse(column);
  } catch (thrown) {
    throw new DamageError('a column does not hold JSON', { cause: thrown });
  }
}

/** What a column with a JSON list says; an empty list where it is NULL. @throws {DamageError} when it is not a list. */
export function listOf<Item>(column: string | null): readonly Item[] {
  if (column === null) return [];
  const value = jsonOf(column);
  if (!Array.isArray(value)) throw new DamageError('a column does not hold a JSON list');
  return value as readonly Item[];
}

/** What a column with a JSON object says. @throws {DamageError} when it is not an object. */
export function objectOf(column: string): JsonObject {
  const value = jsonOf(column) as Json;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DamageError('a column does not hold a JSON object');
  return value as JsonObject;
}

/** A list as a column holds it: NULL when it is empty. */
export const listColumn = (list: readonly unknown[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list);

/** Compresses texts and makes checksums. The engine has no method of its own: whoever opens the database brings one. */
export interface Packing {
  pack(text: string): Uint8Array;
  /** `length` is that of the text, if it is known. Throws on what {@link pack} never answered. */
  unpack(packed: Uint8Array, length: number): string;
  /** CRC-32 of bytes, or of a text as UTF-8, behind data whose CRC-32 is `start`. */
  readonly crc32: Crc32;
}

export type Crc32 = (data: string | Uint8Array, start?: number) => number;

/** Odd, so that a step of a sum can be taken back: no two values of a column come to the same sum. */
const FACTOR = 0x9e3779b1;

/** Of so many characters zlib makes a sum quicker than {@link RowChecksum} does by itself. */
const LONG_TEXT = 300;

/**
 * Makes the checksum of a row, column by column; NULL counts for nothing. Most rows hold a few numbers and short texts, for
 * which one CRC-32 of all would take twice as long: they would have to be put together first.
 */
export class RowChecksum {
  readonly #crc32: Crc32;
  #sum = 1;

  constructor(crc32: Crc32) {
    this.#crc32 = crc32;
  }

  add(column: number, value: unknown): void {
    if (value === null) return;
    let sum = Math.imul(this.#sum ^ column, FACTOR);
    if (typeof value === 'number') {
      sum = Math.imul(sum ^ value, FACTOR);
      sum = Math.imul(sum ^ (sum >>> 15) ^ (value / 2 ** 32), FACTOR);
    } else if (typeof value === 'string') {
      if (value.length >= LONG_TEXT) sum = this.#crc32(value, sum >>> 0);
      else for (let at = 0; at < value.length; at++) sum = Math.imul(sum ^ value.charCodeAt(at), FACTOR);
    }
    this.#sum = sum ^ (sum >>> 15);
  }

  /** The checksum of what was added, 32 bits with a sign. It begins anew with the next column. */
  end(): number {
    const sum = this.#sum;
    this.clear();
    return sum;
  }

  clear(): void {
    this.#sum = 1;
  }

  /** The checksum of the first `columns` of `row`. */
  of(row: readonly unknown[], columns = row.length): number {
    for (let column = 0; column < columns; column++) this.add(column, row[column]);
    return this.end();
  }

  /** Compares that with `checksum`. @throws {DamageError} where they differ. */
  check(row: readonly unknown[], columns: number, checksum: unknown): void {
    if (this.of(row, columns) !== checksum) throw new DamageError('the row does not match its checksum');
  }
}
