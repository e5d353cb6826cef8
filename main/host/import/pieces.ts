import type { JsonObject } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';

/** The most bytes that may stand around the pieces of a file, or in the first line of a file of lines. */
export const MAX_AROUND_BYTES = 64_000_000;

/** The limits of a large file. */
export interface Limits {
  /** The bytes up to which a file is read at once if its pieces are one run, or nobody knows what they are. */
  readonly most: number;
  /** The bytes that are read at once of a run that is read part by part. */
  readonly portion: number;
  /** The bytes of such a run. */
  readonly run: number;
  /** The maximum number of pieces. */
  readonly pieces: number;
}

export const OWN_LIMITS: Limits = {
  most: LIMITS.importBytes,
  portion: 8_000_000,
  // What belongs to a run as a whole is in memory until it is written: about as many bytes.
  run: 128_000_000,
  pieces: 20_000_000,
};

/** The numbers of pieces. A file may have millions. */
export type PieceNumbers = Uint32Array;

/** The numbers from 0 to `length` - 1. */
export const range = (length: number): PieceNumbers => Uint32Array.from({ length }, (_, index) => index);

/** What stands around a list, or around the object that has it: where it has a name, and notes on what is too large to stand there. */
export interface Around {
  readonly head: JsonObject;
  readonly name: string;
  readonly isObject: boolean;
  readonly notes: readonly string[];
}

/** A list of whole numbers that grows without being copied, and takes eight bytes for each. A file may have millions of pieces. */
export class Positions {
  readonly #blocks: Float64Array[] = [];
  length = 0;

  push(position: number): void {
    const index = this.length % POSITIONS_IN_BLOCK;
    if (index === 0) this.#blocks.push(new Float64Array(POSITIONS_IN_BLOCK));
    this.#blocks.at(-1)![index] = position;
    this.length += 1;
  }

  at(index: number): number {
    return this.#blocks[Math.floor(index / POSITIONS_IN_BLOCK)]![index % POSITIONS_IN_BLOCK]!;
  }
}

const POSITIONS_IN_BLOCK = 4_096;

/** Where the pieces of a file are. */
export class Pieces {
  readonly kind: 'line' | 'item';
  readonly #starts = new Positions();
  readonly #ends = new Positions();
  readonly #numbers = new Positions();
  /** The first piece in each of the lists, and what is around the list, from the outside to the inside. */
  readonly #lists: { readonly from: number; readonly around: readonly Around[] }[] = [];

  /** The bytes around the lists, and those of them that are kept. */
  aroundBytes = 0;
  #keptBytes = 0;
  /** Whether the file has more pieces than these. */
  isCut = false;

  constructor(kind: 'line' | 'item') {
    this.kind = kind;
  }

  get length(): number {
    return this.#starts.length;
  }

  /** Whether `size` bytes may be kept that stand around the lists. */
  takeAround(size: number): boolean {
    this.aroundBytes += size;
    if (this.#keptBytes + size > MAX_AROUND_BYTES) return false;
    this.#keptBytes += size;
    return true;
  }

  begin(around: readonly Around[]): void {
    this.#lists.push({ from: this.length, around });
  }

  add(start: number, end: number, number: number): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#numbers.push(number);
  }

  startOf(nth: number): number {
    return this.#starts.at(nth);
  }

  sizeOf(nth: number): number {
    return this.#ends.at(nth) - this.#starts.at(nth);
  }

  sizeOfAll(nths: Iterable<number>): number {
    let size = 0;
    for (const nth of nths) size += this.sizeOf(nth);
    return size;
  }

  aroundOf(nth: number): readonly Around[] {
    return this.#lists.findLast(({ from }) => from <= nth)?.around ?? [];
  }

  /** Whether a piece is the first in its list. */
  isFirst(nth: number): boolean {
    return this.#lists.findLast(({ from }) => from <= nth)?.from === nth;
  }

  numbersText(nths: ArrayLike<number>): string {
    const others = nths.length === 1 ? '' : ` and ${nths.length - 1} more`;
    return `${this.kind} ${this.#numbers.at(nths[0]!)}${others}`;
  }
}
