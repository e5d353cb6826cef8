import type { FileHandle } from 'node:fs/promises';
import { groupDocument, isAnswer, linksIn, readDocument, TraceError } from '../../../engine/index.ts';
import type { Json } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes } from '../system/index.ts';
import { type Around, type PieceNumbers, type Pieces, range } from './pieces.ts';

/** The most pieces that an id links. One that more pieces have is a name, such as that of the agent. */
const MAX_LINKED = 64;

/** Where a run is cut. */
export interface Cut {
  /** How many of the next pieces belong to the part. */
  readonly more: number;
  /** The last pieces, with which the next part begins. */
  readonly carried: readonly number[];
}

/** What pieces are read as. */
interface ReadPieces {
  /** A document for each piece, or for those in a list together. */
  readonly documents: readonly Json[];
  readonly notes: readonly string[];
  readonly bytes: readonly Buffer[];
  readonly refused: readonly { readonly refused: TraceError }[];
}

export class PieceReader {
  readonly #file: FileHandle;
  readonly #label: string;
  readonly #pieces: Pieces;
  /** Bytes that are read ahead, where pieces are read one after the other. */
  #ahead: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(file: FileHandle, label: string, pieces: Pieces) {
    this.#file = file;
    this.#label = label;
    this.#pieces = pieces;
  }

  /** Reads pieces; `isEach` has a document for each of them. */
  async read(nths: Iterable<number>, isEach = false): Promise<ReadPieces> {
    const documents: Json[] = [];
    const [notes, bytes, refused]: [string[], Buffer[], { refused: TraceError }[]] = [[], [], []];
    let together:
      { readonly around: readonly Around[]; readonly isFirst: boolean; readonly items: Json[] } | undefined;
    const end = (): void => {
      if (together !== undefined) documents.push(within(together.around, together.items, together.isFirst));
      together = undefined;
    };
    for (const nth of nths) {
      const around = this.#pieces.aroundOf(nth);
      if (isEach || together?.around !== around) end();
      try {
        const own = await this.#bytesAt(nth);
        const { document, notes: told } = readDocument(
          own.toString('utf8'),
          `${this.#label}, ${this.#pieces.numbersText([nth])}`,
        );
        const isFirst = this.#pieces.isFirst(nth);
        notes.push(...(isFirst ? around.flatMap((one) => one.notes) : []), ...told);
        bytes.push(own);
        if (around.length === 0) documents.push(document);
        else if (together === undefined) together = { around, isFirst, items: [document] };
        else together.items.push(document);
      } catch (thrown) {
        if (!(thrown instanceof TraceError)) throw thrown;
        refused.push({ refused: thrown });
      }
    }
    end();
    return { documents, notes, bytes, refused };
  }

  /** The numbers of the pieces that have a key in common, by the key, and those of the pieces with several keys. */
  async groups(keys: (text: string) => readonly string[]): Promise<{
    readonly groups: ReadonlyMap<string, ArrayLike<number>>;
    readonly shared: ReadonlySet<number>;
  }> {
    const groups = new Map<string, number[]>();
    const shared = new Set<number>();
    for (let nth = 0; nth < this.#pieces.length; nth++) {
      const own = new Set(keys((await this.#textAt(nth)) ?? ''));
      if (own.size > 1) shared.add(nth);
      for (const key of own) {
        const others = groups.get(key);
        // As a part of the text, the key would hold all of it.
        if (others === undefined) groups.set(Buffer.from(key).toString(), [nth]);
        else others.push(nth);
      }
    }
    return { groups, shared };
  }

  /**
   * Where a run is cut near the end of the pieces `begun`, so that each result is with its call: at the next place, or else at the last
   * one before, with the fewest ids on both sides. At most `most` bytes are moved, and ids are looked for in as many around the end.
   */
  async cut(begun: readonly number[], ahead: PieceNumbers, most: number): Promise<Cut> {
    if (ahead.length === 0) return { more: 0, carried: [] };
    const before = this.#within(begun.toReversed(), most).reverse();
    const all = [...before, ...this.#within(ahead, most)];
    const places = new Map<string, number[]>();
    for (const [place, nth] of all.entries())
      for (const id of linksIn((await this.#textAt(nth)) ?? '')) {
        const known = places.get(id);
        if (known === undefined) places.set(id, [place]);
        else known.push(place);
      }
    // The number of ids on both sides of each place.
    const open = new Int32Array(all.length + 1);
    for (const own of places.values()) {
      if (own.length > MAX_LINKED) continue;
      open[own[0]! + 1]! += 1;
      open[own.at(-1)! + 1]! -= 1;
    }
    for (let place = 1; place <= all.length; place++) open[place]! += open[place - 1]!;
    const end = before.length;
    const order = [...range(all.length).slice(end), ...range(end).slice(1).toReversed()];
    let best = end;
    for (const place of order) {
      if (open[place]! >= open[best]! && place !== best) continue;
      if (await this.#isAnswer(all[place]!)) continue;
      best = place;
      if (open[place] === 0) break;
    }
    return { more: Math.max(0, best - end), carried: before.slice(best) };
  }

  /** The first of the pieces, at least one, which have at most `most` bytes together. */
  #within(nths: Iterable<number>, most: number): number[] {
    const found: number[] = [];
    let size = 0;
    for (const nth of nths) {
      size += this.#pieces.sizeOf(nth);
      if (size > most && found.length > 0) break;
      found.push(nth);
    }
    return found;
  }

  /** Whether a piece belongs to the one before it. */
  async #isAnswer(nth: number): Promise<boolean> {
    const text = await this.#textAt(nth);
    try {
      return isAnswer(readDocument(text ?? '', '').document);
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
      return false;
    }
  }

  /** The text of a piece, for a search; `undefined` when it is too large. */
  async #textAt(nth: number): Promise<string | undefined> {
    if (this.#pieces.sizeOf(nth) > LIMITS.importBytes) return undefined;
    return (await this.#bytesAt(nth)).toString('latin1');
  }

  async #bytesAt(nth: number): Promise<Buffer> {
    const [start, size] = [this.#pieces.startOf(nth), this.#pieces.sizeOf(nth)];
    if (size > LIMITS.importBytes)
      throw new TraceError(`${this.#label}, ${this.#pieces.numbersText([nth])}`, [
        {
          path: '',
          message: `It is too large: ${megabytes(size)}, of ${megabytes(LIMITS.importBytes)} at most.`,
        },
      ]);
    const before = this.#ahead;
    const end = before.start + before.bytes.length;
    if (start < before.start || start + size > end) {
      const isNext = start >= before.start && start - end < size;
      this.#ahead = {
        start,
        bytes: await bytesAt(this.#file, start, isNext ? Math.max(size, BYTES_READ_AHEAD) : size),
      };
    }
    const from = start - this.#ahead.start;
    return this.#ahead.bytes.subarray(from, from + size);
  }
}

const BYTES_READ_AHEAD = 1_000_000; // bytes

/** Items with what stands around their list. Only the first ones have all that belongs to none. */
function within(around: readonly Around[], items: readonly Json[], isFirst: boolean): Json {
  const [outer, ...inner] = around;
  const { head, name, isObject } = outer!;
  if (name === 'simulations' && inner.length === 0)
    return groupDocument(
      new Map<string, Json>([
        ['results.json', head],
        ...items.map((item, index) => [`simulations/${index}.json`, item] as const),
      ]),
      isFirst,
    );
  if (inner.length === 0) return { ...head, [name]: items };
  const value = within(inner, items, isFirst);
  return { ...head, [name]: isObject ? value : [value] };
}

/** The bytes from `start` on; fewer at the end of the file. */
export async function bytesAt(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
