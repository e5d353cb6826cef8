import { type Json, type JsonObject, type RunId, runId } from '../model/index.ts';
import { DamageError, StoreError, undamaged } from './errors.ts';

/** The key of `run` in all tables; NaN, which no row has, if `run` is not the id of a stored run. */
export const runKeyOf = (run: RunId): number => (/^r\d+$/.test(run) ? Number(run.slice(1)) : NaN);

/** The id of the run with this key. */
export const runIdOf = (key: number): RunId => runId(`r${key}`);

/**
 * The distance between the first row ids of two runs or apps: a row id is the key of the run or app times this number, plus the
 * index of the entry. So the rows of a run or app are adjacent, which makes reading a third faster than with a two-column key.
 */
export const ROW_IDS_PER_KEY = 2 ** 27;

/** The maximum number of runs, and of apps of all runs, in a database. Larger row ids would not be exact. */
const MAX_KEYS = 2 ** 53 / ROW_IDS_PER_KEY; // 67 million

/**
 * The key of a new row for a run or an app.
 * @throws {StoreError} when the database is full.
 */
export function newKey(id: number | bigint): number {
  if (id < MAX_KEYS) return Number(id);
  throw new StoreError('store-full', 'database', 'It holds as many runs as it can. Begin a new one.');
}

/** The row id of an entry: the key of its run or app, and its index. */
export const rowIdOf = (key: number, position: number): number => key * ROW_IDS_PER_KEY + position;

/**
 * `text` as a column value. SQLite stores UTF-8, which has no lone surrogates: a text with one is stored as a NUL character and
 * its JSON.
 */
export const textColumn = (text: string): string =>
  text.isWellFormed() && text.charCodeAt(0) !== 0 ? text : `\0${JSON.stringify(text)}`;

/** The text from which {@link textColumn} made `column`. */
export const readTextColumn = (column: string): string =>
  column.charCodeAt(0) === 0 ? (jsonOf(column.slice(1)) as string) : column;

/** The value of a JSON column. @throws {DamageError} when it is not JSON. */
export function jsonOf(column: string): unknown {
  return undamaged('a column does not hold JSON', () => JSON.parse(column) as unknown);
}

/** The list in a column with a JSON list; empty for NULL. @throws {DamageError} when it is not a list. */
export function readList<Item>(column: string | null): readonly Item[] {
  if (column === null) return [];
  const value = jsonOf(column);
  if (!Array.isArray(value)) throw new DamageError('a column does not hold a JSON list');
  return value as readonly Item[];
}

/** The object in a column with a JSON object. @throws {DamageError} when it is not an object. */
export function readObject(column: string): JsonObject {
  const value = jsonOf(column) as Json;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DamageError('a column does not hold a JSON object');
  return value as JsonObject;
}

/** A list as a column value: NULL when it is empty. */
export const listColumn = (list: readonly unknown[]): string | null =>
  list.length === 0 ? null : JSON.stringify(list);

/** Compression, checksums and hashes. The caller provides them, because the engine contains no implementation. */
export interface Compression {
  pack(data: string | Uint8Array): Uint8Array;
  /** Restores a text. `length` is the length of the text, if known. Throws for bytes that {@link pack} never returned. */
  unpack(packed: Uint8Array, length: number): string;
  /** Restores bytes. `length` is their number. */
  unpackBytes(packed: Uint8Array, length: number): Uint8Array;
  /** Updates a CRC-32 with bytes, or with a text as UTF-8. `start` is the CRC-32 of the data before. */
  readonly crc32: Crc32;
  /** SHA-256 of a text as UTF-8, in hex. */
  readonly sha256: (text: string) => string;
}

export type Crc32 = (data: string | Uint8Array, start?: number) => number;

/** The factor of a checksum step. It is odd, so that each step is reversible and different values never give the same sum. */
const CHECKSUM_FACTOR = 0x9e3779b1;

/** The text length from which zlib computes a sum faster than {@link RowChecksum}. */
const LONG_TEXT = 300;

/**
 * Computes the checksum of a row, column by column; NULL is skipped. Most rows have a few numbers and short texts: one CRC-32
 * over all of them would take twice as long, because they would have to be joined first.
 */
export class RowChecksum {
  readonly #crc32: Crc32;
  #sum = 1;

  constructor(crc32: Crc32) {
    this.#crc32 = crc32;
  }

  add(column: number, value: unknown): void {
    if (value === null) return;
    // Only the whole part of a number is summed below.
    if (typeof value === 'number' && !Number.isInteger(value)) value = String(value);
    let sum = Math.imul(this.#sum ^ column, CHECKSUM_FACTOR);
    if (typeof value === 'number') {
      sum = Math.imul(sum ^ value, CHECKSUM_FACTOR);
      sum = Math.imul(sum ^ (sum >>> 15) ^ (value / 2 ** 32), CHECKSUM_FACTOR);
    } else if (typeof value === 'string') {
      if (value.length >= LONG_TEXT) sum = this.#crc32(value, sum >>> 0);
      else
        for (let at = 0; at < value.length; at++)
          sum = Math.imul(sum ^ value.charCodeAt(at), CHECKSUM_FACTOR);
    }
    this.#sum = sum ^ (sum >>> 15);
  }

  /** The checksum of the added columns, a signed 32-bit number. The next added column begins a new checksum. */
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

  /**
   * Compares the checksum of the first `columns` of `row` with `checksum`.
   * @throws {DamageError} when they differ.
   */
  check(row: readonly unknown[], columns: number, checksum: unknown): void {
    if (this.of(row, columns) !== checksum) throw new DamageError('the row does not match its checksum');
  }
}
