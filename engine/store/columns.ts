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

/** Stands before a text in a checksum, by the column that the text is in. */
const MARKS = Array.from({ length: 64 }, (_, column) => String.fromCharCode(column));

/**
 * Makes the checksum of a row, column by column: the CRC-32 of its texts, which goes on from a mixture of its numbers. NULL
 * counts for nothing. To write numbers as text would take three times as long as all the rest.
 */
export class RowChecksum {
  readonly #crc32: Crc32;
  #texts = '';
  #numbers = 0;

  constructor(crc32: Crc32) {
    this.#crc32 = crc32;
  }

  add(column: number, value: unknown): void {
    if (typeof value === 'string') this.#texts += MARKS[column]! + value;
    else if (typeof value === 'number') {
      // Each step is reversible, so that no single number can change without the mixture.
      const lower = Math.imul(this.#numbers ^ value, 0x9e3779b1);
      this.#numbers = Math.imul(
        lower ^ (lower >>> 15) ^ Math.floor(value / 2 ** 32) ^ (column << 24),
        0x85ebca6b,
      );
    }
  }

  /** The checksum of what was added. It begins anew with the next column. */
  end(): number {
    const checksum = this.#crc32(this.#texts, this.#numbers >>> 0);
    this.clear();
    return checksum;
  }

  clear(): void {
    this.#texts = '';
    this.#numbers = 0;
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
