import type { FileHandle } from 'node:fs/promises';
import {
  asDocument,
  groupDocument,
  readDocument,
  readingOf,
  TraceError,
  withOnly,
} from '../../../engine/index.ts';
import type { Json, JsonObject } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes, openFile } from '../system/index.ts';

/** From this size on, a file is not read at once, but piece by piece, if its pieces stand for themselves. */
export const LARGE = 64_000_000; // bytes

/** Documents of a large file that make runs together. */
export interface Part {
  /** The place in the file, such as `line 12`. */
  readonly place: string;
  readonly document: Json;
  readonly notes: readonly string[];
  /** The bytes that it was read from. */
  readonly bytes: Buffer;
}

/**
 * The parts of a large file: lines, or items of its longest list, each by itself or those of a trace together. At no time is more of the
 * file in memory than one part, and where the parts are. A file such as a session, whose lines make one run together, is `whole`.
 *
 * @param most bytes of a file that may be read at once
 * @throws {TraceError} when it is whole and too large to be read at once.
 */
export async function* partsOf(
  label: string,
  location: string,
  most: number = LIMITS.importBytes,
): AsyncGenerator<Part | { readonly refused: TraceError } | 'whole'> {
  await using file = await openFile(location, { most: Infinity });
  const { size } = await file.stat();
  let index: Index;
  try {
    index = await indexOf(file, label);
  } catch (thrown) {
    if (!(thrown instanceof TraceError) || size > most) throw thrown;
    yield 'whole';
    return;
  }
  const { pieces, kind } = index;
  const first: Json[] = [];
  for (const piece of pieces.slice(0, TRIED)) {
    const read = await documentAt(file, label, index, piece);
    if (!('refused' in read)) first.push(read.document);
  }
  const found = readingOf(first);
  const { list } = index.around ?? {};
  // The items of other lists, such as the steps of a trajectory, are one attempt together.
  const reading = found === 'each' && list !== undefined && !OF_ATTEMPTS.has(list) ? undefined : found;
  if (reading === undefined || first.length === 0) {
    if (size <= most) {
      yield 'whole';
      return;
    }
    throw new TraceError(label, [
      {
        path: '',
        message: `The file is too large to be read at once, and its ${kind}s do not stand for themselves: import it in parts of at most ${megabytes(LIMITS.importBytes)}.`,
      },
    ]);
  }
  if (reading === 'each') {
    for (const piece of pieces) yield await documentAt(file, label, index, piece);
    return;
  }
  const groups = new Map<string, number[]>();
  for (const [nth, piece] of pieces.entries()) {
    const text = (await bytesAt(file, piece)).toString('latin1');
    for (const key of new Set(reading.keys(text))) {
      const own = groups.get(key);
      if (own === undefined) groups.set(key, [nth]);
      else own.push(nth);
    }
  }
  for (const [key, own] of groups) {
    const documents: Json[] = [];
    const notes: string[] = [];
    for (const nth of own) {
      const read = await documentAt(file, label, index, pieces[nth]!);
      if ('refused' in read) {
        yield read;
        continue;
      }
      documents.push(withOnly(read.document, key));
      notes.push(...read.notes);
    }
    const place = `${kind} ${own[0]! + 1}${own.length === 1 ? '' : ` and ${own.length - 1} more`}`;
    yield { place, document: documents, notes, bytes: Buffer.from(JSON.stringify(documents)) };
  }
}

/** The names of lists whose items are attempts. */
const OF_ATTEMPTS: ReadonlySet<string> = new Set(['samples', 'simulations', 'data', 'runs']);

/** Pieces that are looked at to see what a file has. */
const TRIED = 20;

interface Piece {
  readonly nth: number;
  readonly start: number;
  readonly end: number;
}

interface Index {
  readonly kind: 'line' | 'item';
  readonly pieces: readonly Piece[];
  /** What stands around the list, its name there, and notes on what is too large to stand there. */
  readonly around?: { readonly head: JsonObject; readonly list: string; readonly notes: readonly string[] };
}

async function documentAt(
  file: FileHandle,
  label: string,
  { kind, around }: Index,
  piece: Piece,
): Promise<Part | { readonly refused: TraceError }> {
  const place = `${kind} ${piece.nth}`;
  try {
    if (piece.end - piece.start > LIMITS.importBytes)
      throw new TraceError(`${label}, ${place}`, [
        {
          path: '',
          message: `It is too large: ${megabytes(piece.end - piece.start)}, of ${megabytes(LIMITS.importBytes)} at most.`,
        },
      ]);
    const bytes = await bytesAt(file, piece);
    const read = readDocument(bytes.toString('utf8'), `${label}, ${place}`);
    const document =
      around === undefined ? asDocument(read.document) : within(around, read.document, piece.nth === 1);
    const notes = piece.nth === 1 ? [...(around?.notes ?? []), ...read.notes] : read.notes;
    return { place, document, notes, bytes };
  } catch (thrown) {
    if (!(thrown instanceof TraceError)) throw thrown;
    return { refused: thrown };
  }
}

/** An item with what stands around its list. Only the first one has all that belongs to none. */
function within({ head, list }: NonNullable<Index['around']>, item: Json, isFirst: boolean): Json {
  if (list === 'simulations')
    return groupDocument(
      new Map<string, Json>([
        ['results.json', head],
        ['simulations/1.json', item],
      ]),
      isFirst,
    );
  return { ...head, [list]: [item] };
}

async function bytesAt(file: FileHandle, { start, end }: Piece): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  for (let length = 0; length < bytes.length;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes;
}

const CHUNK = 4_000_000; // bytes

async function* chunksOf(
  file: FileHandle,
): AsyncGenerator<{ readonly chunk: Buffer; readonly offset: number }> {
  const chunk = Buffer.alloc(CHUNK);
  for (let offset = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK, offset);
    if (bytesRead === 0) return;
    yield { chunk: chunk.subarray(0, bytesRead), offset };
    offset += bytesRead;
  }
}

/** Pieces that a file may have. */
const MAX_PIECES = 20_000_000;

async function indexOf(file: FileHandle, label: string): Promise<Index> {
  if (await hasLines(file)) return { kind: 'line', pieces: await linesIn(file) };
  const scan = new Scan();
  for await (const { chunk, offset } of chunksOf(file)) {
    scan.add(chunk, offset);
    if (scan.count > MAX_PIECES) break;
  }
  const found = scan.end();
  if (found === undefined || scan.count > MAX_PIECES)
    throw new TraceError(label, [
      {
        path: '',
        message: `The file is too large to be read at once, and it is no JSON with a list: import it in parts of at most ${megabytes(LIMITS.importBytes)}.`,
      },
    ]);
  const { list, pieces, others } = found;
  if (list === undefined) return { kind: 'item', pieces };
  const head: Record<string, Json> = {};
  const notes: string[] = [];
  for (const { name, start, end } of others) {
    if (end - start > LARGE) {
      notes.push(`${name}: Left out, because it has ${megabytes(end - start)} beside the longest list.`);
      continue;
    }
    head[name] = readDocument(
      (await bytesAt(file, { nth: 0, start, end })).toString('utf8'),
      `${label}, ${name}`,
    ).document;
  }
  return { kind: 'item', pieces, around: { head, list, notes } };
}

/** Whether the first line is a whole document, and another one begins after it. */
async function hasLines(file: FileHandle): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const { chunk } of chunksOf(file)) {
    before = Buffer.concat([before, chunk]);
    const end = before.indexOf(NEWLINE);
    if (end === -1 && before.length < LARGE) continue;
    const next = before
      .subarray(end + 1)
      .toString('latin1', 0, 100)
      .trimStart()[0];
    try {
      return end !== -1 && (next === '{' || next === '[') && isDocument(before.toString('utf8', 0, end));
    } catch {
      return false;
    }
  }
  return false;
}

const isDocument = (text: string): boolean => typeof (JSON.parse(text) as Json) === 'object';

const [NEWLINE, QUOTE, BACKSLASH, COMMA, COLON] = [0x0a, 0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

async function linesIn(file: FileHandle): Promise<readonly Piece[]> {
  const pieces: Piece[] = [];
  let [start, nth] = [0, 0];
  const add = (end: number): void => {
    nth += 1;
    if (end - start > 1) pieces.push({ nth, start, end });
    start = end + 1;
  };
  let length = 0;
  for await (const { chunk, offset } of chunksOf(file)) {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) add(offset + at);
    length = offset + chunk.length;
    if (pieces.length > MAX_PIECES) break;
  }
  if (start < length) add(length);
  return pieces;
}

/** A field of the object at the root, and where its value is. */
interface Field {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The items of a list. */
  readonly items: readonly Piece[] | undefined;
}

/**
 * Finds where the items of the list at the root of a JSON document are, or those of the lists in the object there. It looks at brackets and
 * texts only; what is between them is parsed item by item.
 */
class Scan {
  count = 0;
  #depth = 0;
  #isInText = false;
  #escapes = 0;
  #root = 0;
  readonly #fields: Field[] = [];
  /** The text that is being read at the root, which may be the name of a field. */
  #text: number[] = [];
  #name = '';
  #valueStart = -1;
  #items: Piece[] | undefined;
  #itemStart = -1;

  add(chunk: Buffer, offset: number): void {
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isInText) {
        at = this.#skipText(chunk, at);
        continue;
      }
      const byte = chunk[at]!;
      switch (byte) {
        case QUOTE:
          this.#isInText = true;
          this.#escapes = 0;
          if (this.#depth === 1) this.#text = [];
          this.#begin(offset + at);
          break;
        case OPEN_LIST:
        case OPEN_OBJECT:
          if (this.#root === 0) this.#root = byte;
          else this.#begin(offset + at);
          this.#depth += 1;
          if (this.#depth === 2 && this.#root === OPEN_OBJECT && byte === OPEN_LIST) this.#items = [];
          break;
        case CLOSE_LIST:
        case CLOSE_OBJECT:
          this.#endItem(offset + at);
          this.#depth -= 1;
          if (this.#depth === 0) this.#endField(offset + at);
          break;
        case COMMA:
          this.#endItem(offset + at);
          if (this.#depth === 1) this.#endField(offset + at);
          break;
        case COLON:
          if (this.#depth === 1 && this.#root === OPEN_OBJECT && this.#valueStart === -1) {
            this.#name = Buffer.from(this.#text).toString('utf8');
            this.#valueStart = offset + at + 1;
          }
          break;
        default:
          if (byte > 0x20) this.#begin(offset + at);
      }
    }
  }

  /** Goes to the end of a text, or of the chunk. */
  #skipText(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      // Most of a large file is in long texts, which are skipped by the system's search.
      const quote = this.#escapes % 2 === 0 ? chunk.indexOf(QUOTE, at) : at;
      const end = quote === -1 ? chunk.length : quote;
      if (this.#depth === 1 && this.#valueStart === -1)
        for (let nth = at; nth < end && this.#text.length < 1_000; nth++) this.#text.push(chunk[nth]!);
      if (end > at) {
        let backslashes = 0;
        while (backslashes < end - at && chunk[end - 1 - backslashes] === BACKSLASH) backslashes++;
        this.#escapes = backslashes === end - at ? this.#escapes + backslashes : backslashes;
      }
      if (quote === -1) return chunk.length;
      if (this.#escapes % 2 === 0) {
        this.#isInText = false;
        return quote;
      }
      this.#escapes = 0;
      at = quote;
    }
    return chunk.length;
  }

  /** The depth at which items are. */
  get #itemDepth(): number {
    return this.#root === OPEN_LIST ? 1 : this.#items === undefined ? -1 : 2;
  }

  #begin(place: number): void {
    if (this.#depth === this.#itemDepth && this.#itemStart === -1) this.#itemStart = place;
  }

  #endItem(place: number): void {
    if (this.#depth !== this.#itemDepth || this.#itemStart === -1) return;
    this.#items ??= [];
    this.#items.push({ nth: this.#items.length + 1, start: this.#itemStart, end: place });
    this.#itemStart = -1;
    this.count += 1;
  }

  #endField(place: number): void {
    if (this.#root !== OPEN_OBJECT || this.#valueStart === -1) return;
    this.#fields.push({ name: this.#name, start: this.#valueStart, end: place, items: this.#items });
    this.#items = undefined;
    this.#valueStart = -1;
  }

  /** The longest list, with the other fields around it; `undefined` when there is none. */
  end():
    | {
        readonly list: string | undefined;
        readonly pieces: readonly Piece[];
        readonly others: readonly Field[];
      }
    | undefined {
    if (this.#root === OPEN_LIST) return { list: undefined, pieces: this.#items ?? [], others: [] };
    const [longest] = this.#fields
      .filter(({ items }) => items !== undefined && items.length > 0)
      .toSorted((one, other) => other.end - other.start - (one.end - one.start));
    if (longest === undefined) return undefined;
    return {
      list: longest.name,
      pieces: longest.items!,
      others: this.#fields.filter((field) => field !== longest),
    };
  }
}
