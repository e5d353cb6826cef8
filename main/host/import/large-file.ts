import type { FileHandle } from 'node:fs/promises';
import {
  asDocument,
  groupDocument,
  isAnswer,
  linksIn,
  readDocument,
  readingOf,
  TraceError,
  withOnly,
} from '../../../engine/index.ts';
import type { Json, JsonObject } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes, openRegularFile } from '../system/index.ts';

/** The file size from which a file is read piece by piece, if its pieces can be read separately. */
export const LARGE_FILE_BYTES = 32_000_000;

/** The most bytes that may stand around the pieces of a file, or in the first line of a file of lines. */
const MAX_AROUND_BYTES = 64_000_000;

/** The most bytes around the pieces of a run that is in one list only. */
const MAX_BESIDE_ONE_LIST = 8_000_000;

/** A part of a large file: the documents that make up one or more runs. */
export interface FilePart {
  /** The location in the file, such as `line 12`. */
  readonly place: string;
  readonly document: Json;
  readonly notes: readonly string[];
  /** The bytes of the part; none if the run has all of the file, which is then its original. */
  readonly bytes: Buffer;
  /** The number of the piece if it stands for itself. */
  readonly nth?: number;
  /** Set if the part does not stand for itself: it and the next parts are read one after the other, up to the last. */
  readonly portion?: Portion;
}

/** A part of what is read part by part. */
interface Portion {
  /** Whether the run has all of the file. */
  readonly isOfWholeFile: boolean;
  /** Whether it is the first, or the last, of its run. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Whether another run goes on with what follows, because one would be too large. */
  readonly goesOn: boolean;
  /** The list in the document that has the items of the part; `undefined` if the document is the list. */
  readonly list: string | undefined;
}

/** The limits of a large file. */
interface Limits {
  /** The bytes up to which a file is read at once if its pieces are one run, or nobody knows what they are. */
  readonly most: number;
  /** The bytes that are read at once of a run that is read part by part. */
  readonly portion: number;
  /** The bytes of such a run. */
  readonly run: number;
  /** The maximum number of pieces. */
  readonly pieces: number;
}

const OWN_LIMITS: Limits = {
  most: LIMITS.importBytes,
  portion: 8_000_000,
  // What belongs to a run as a whole is in memory until it is written: about as many bytes.
  run: 128_000_000,
  pieces: 20_000_000,
};

/**
 * The parts of a large file: lines, or items of its longest list, each by itself or those of a trace together; of a file such as a
 * session, whose lines make one run together, some megabytes at a time. At no time is more of the file in memory than one part, and
 * where the parts are. What is too large for one run becomes several. A file whose pieces are not known is `whole`.
 *
 * @throws {TraceError} when it is too large to be read at once and cannot be divided.
 */
export async function* partsOf(
  label: string,
  location: string,
  given: Partial<Limits> = {},
): AsyncGenerator<FilePart | { readonly refused: TraceError } | 'whole'> {
  const limits = { ...OWN_LIMITS, ...given };
  await using file = await openRegularFile(location, { most: Infinity });
  const { size } = await file.stat();
  let pieces: Pieces;
  try {
    pieces = await piecesOf(file, size, label, limits);
  } catch (thrown) {
    if (!(thrown instanceof TraceError) || size > limits.most) throw thrown;
    yield 'whole';
    return;
  }
  if (pieces.isCut)
    yield {
      refused: new TraceError(label, [
        {
          path: '',
          message: `The file has more than ${limits.pieces} ${pieces.kind}s: only these are read. Divide it, and import the rest.`,
        },
      ]),
    };
  const reader = new PieceReader(file, label, pieces);
  const tried = range(Math.min(TRIED, pieces.length));
  const { documents: first } = await reader.read(
    tried.slice(0, endsOf(tried, pieces, limits.portion)[0]),
    true,
  );
  const found = first.length === 0 ? undefined : readingOf(first);
  const list = pieces.length === 0 ? undefined : pieces.aroundOf(0).at(-1)?.name;
  // The items of other lists, such as the steps of a trajectory, are one attempt together.
  const reading = found === 'each' && list !== undefined && !ATTEMPT_LISTS.has(list) ? 'together' : found;
  // In a file that has the run in two lists, the parts of one mean little without the other.
  const isOneList = pieces.aroundBytes <= MAX_BESIDE_ONE_LIST;
  if ((reading === undefined || (reading === 'together' && !isOneList)) && size <= limits.most) {
    yield 'whole';
    return;
  }
  if (reading === undefined)
    throw new TraceError(label, [
      {
        path: '',
        message: `The file is too large to be read at once, and the format of its ${pieces.kind}s is not known: import it in parts of at most ${megabytes(limits.most)}.`,
      },
    ]);
  if (reading === 'each') {
    for (let nth = 0; nth < pieces.length; nth++) {
      const { documents, notes, bytes, refused } = await reader.read([nth]);
      if (refused.length > 0) yield refused[0]!;
      else {
        const document = list === undefined ? asDocument(documents[0]!) : documents[0]!;
        yield { place: pieces.placeOf([nth]), document, notes, bytes: bytes[0]!, nth: nth + 1 };
      }
    }
    return;
  }
  const isOfWholeFile = reading === 'together';
  const { groups, shared } =
    reading === 'together'
      ? { groups: new Map([['', range(pieces.length)]] as const), shared: new Set<number>() }
      : await reader.groups((text) => reading.keys(text));
  for (const [key, all] of groups) {
    const own = Uint32Array.from(all);
    const size = pieces.sizeOfAll(own);
    const isOne = !isOfWholeFile && size <= limits.most;
    const ends = endsOf(own, pieces, isOne ? Infinity : limits.portion);
    const runs = Math.min(Math.ceil(size / limits.run), ends.length);
    const runOf = (index: number): number => Math.floor((index * runs) / ends.length);
    let from = 0;
    let before: Cut = { more: 0, carried: [] };
    for (const [index, end] of ends.entries()) {
      const begun = [...before.carried, ...own.slice(from, end)];
      before = await reader.cut(
        begun,
        own.slice(end, ends[index + 1] ?? end),
        Math.min(limits.portion / 2, isOfWholeFile ? CUT_BYTES : Infinity),
      );
      from = end + before.more;
      const portion = [...begun.slice(0, begun.length - before.carried.length), ...own.slice(end, from)];
      const read = await reader.read(portion);
      yield* read.refused;
      const isShared = portion.some((piece) => shared.has(piece));
      const documents = isShared ? read.documents.map((one) => withOnly(one, key)) : read.documents;
      const isList = list === undefined || documents.length !== 1;
      yield {
        place: pieces.placeOf(portion),
        document: isList
          ? documents
          : isOfWholeFile
            ? partOf(documents[0]!, list, index === 0, index === ends.length - 1)
            : documents[0]!,
        notes: [
          ...(runs > 1 ? [`The run is too large for one: this is part ${runOf(index) + 1} of ${runs}.`] : []),
          ...read.notes,
        ],
        bytes:
          isOfWholeFile && runs === 1
            ? NO_BYTES
            : isShared || list !== undefined
              ? Buffer.from(JSON.stringify(documents))
              : Buffer.concat(read.bytes.flatMap((line) => [line, LINE_END])),
        ...(isOne
          ? {}
          : {
              portion: {
                isOfWholeFile: isOfWholeFile && runs === 1,
                isFirst: runOf(index) !== runOf(index - 1),
                isLast: runOf(index) !== runOf(index + 1),
                goesOn: runOf(index) < runs - 1,
                list: isList ? undefined : list,
              },
            }),
      };
    }
  }
}

/** Where a session is cut does not matter much, because its reader knows the open calls of the parts before. */
const CUT_BYTES = 500_000;

const LINE_END = Buffer.from('\n');
const NO_BYTES = Buffer.alloc(0);

/** The names of lists whose items are attempts. */
const ATTEMPT_LISTS: ReadonlySet<string> = new Set(['samples', 'simulations', 'data', 'runs']);

/** The names of lists and objects whose items are those of traces, however deep they are. */
const OF_TRACES = /^(?:batches|(?:resource|scope|instrumentation_?library)?_?(?:spans|logs)|log_?records)$/i;

/** The most pieces that an id links. One that more pieces have is a name, such as that of the agent. */
const MAX_LINKED = 64;

/** Pieces that are looked at to see what a file has. */
const TRIED = 20;

/** The numbers of pieces. A file may have millions. */
type PieceNumbers = Uint32Array;

const range = (length: number): PieceNumbers => Uint32Array.from({ length }, (_, index) => index);

/** Where the portions of `own` end, each of which has at most `size` bytes, or a single piece. */
function endsOf(own: PieceNumbers, pieces: Pieces, size: number): readonly number[] {
  const ends: number[] = [];
  let length = 0;
  for (const [index, nth] of own.entries()) {
    if (length > 0 && length + pieces.sizeOf(nth) > size) {
      ends.push(index);
      length = 0;
    }
    length += pieces.sizeOf(nth);
  }
  return [...ends, own.length];
}

/** A part of a run: its first part has the other lists of the run, and the last one how it ended. All have its names. */
const partOf = (document: Json, list: string, isFirst: boolean, isLast: boolean): Json =>
  Object.fromEntries(
    Object.entries(document as JsonObject).filter(
      ([key, value]) =>
        key === list ||
        key === 'agent' ||
        typeof value === 'string' ||
        (Array.isArray(value) ? isFirst : isLast),
    ),
  );

/** What stands around a list, or around the object that has it: where it has a name, and notes on what is too large to stand there. */
interface Around {
  readonly head: JsonObject;
  readonly name: string;
  readonly isObject: boolean;
  readonly notes: readonly string[];
}

/** A list of whole numbers that grows without being copied, and takes eight bytes for each. A file may have millions of pieces. */
class Positions {
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
class Pieces {
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

  placeOf(nths: ArrayLike<number>): string {
    const others = nths.length === 1 ? '' : ` and ${nths.length - 1} more`;
    return `${this.kind} ${this.#numbers.at(nths[0]!)}${others}`;
  }
}

/** Where a run is cut. */
interface Cut {
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

class PieceReader {
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
          `${this.#label}, ${this.#pieces.placeOf([nth])}`,
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
      throw new TraceError(`${this.#label}, ${this.#pieces.placeOf([nth])}`, [
        {
          path: '',
          message: `It is too large: ${megabytes(size)}, of ${megabytes(LIMITS.importBytes)} at most.`,
        },
      ]);
    const before = this.#ahead;
    const end = before.start + before.bytes.length;
    if (start < before.start || start + size > end) {
      const isNext = start >= before.start && start - end < size;
      this.#ahead = { start, bytes: await bytesAt(this.#file, start, isNext ? Math.max(size, AHEAD) : size) };
    }
    const from = start - this.#ahead.start;
    return this.#ahead.bytes.subarray(from, from + size);
  }
}

const AHEAD = 1_000_000; // bytes

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
async function bytesAt(file: FileHandle, start: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

const CHUNK = 4_000_000; // bytes

async function* chunksOf(
  file: FileHandle,
  from = 0,
  to = Infinity,
): AsyncGenerator<{ readonly chunk: Buffer; readonly offset: number }> {
  const chunk = Buffer.alloc(CHUNK);
  for (let offset = from; offset < to;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK, to - offset), offset);
    if (bytesRead === 0) return;
    yield { chunk: chunk.subarray(0, bytesRead), offset };
    offset += bytesRead;
  }
}

/** The maximum number of lists within lists that are divided: each is read again. Known exports have five. */
const MAX_NESTED = 8;

/** The maximum number of fields beside a list. */
const MAX_FIELDS = 10_000;

async function piecesOf(file: FileHandle, size: number, label: string, limits: Limits): Promise<Pieces> {
  if (await hasLines(file)) return linesIn(file, limits);
  const pieces = new Pieces('item');
  const root = await scanned(file, 0, size, limits);
  if (root === undefined)
    throw new TraceError(label, [
      {
        path: '',
        message: `The file is too large to be read at once, and it is no JSON with a list of at most ${limits.pieces} items: import it in parts of at most ${megabytes(limits.most)}.`,
      },
    ]);
  await divide(file, label, root, [], pieces, limits);
  return pieces;
}

/** Adds the items of a list to `pieces`; in place of those that are large and have a list of spans themselves, the items of that. */
async function divide(
  file: FileHandle,
  label: string,
  { list, items, fields }: Scanned,
  around: readonly Around[],
  pieces: Pieces,
  limits: Limits,
): Promise<void> {
  const own = list === undefined ? around : [...around, await aroundOf(file, label, list, fields, pieces)];
  const isNested = around.length >= MAX_NESTED;
  if (items === undefined) {
    const inner = isNested ? undefined : await scanned(file, list!.start, list!.end, limits);
    if (inner !== undefined) await divide(file, label, inner, own, pieces, limits);
    return;
  }
  const mayHoldSpans = !isNested && (list === undefined || list.name === 'data' || OF_TRACES.test(list.name));
  pieces.begin(own);
  for (let nth = 0; nth < items.starts.length; nth++) {
    const [start, end] = [items.starts.at(nth), items.ends.at(nth)];
    const inner =
      mayHoldSpans && end - start > limits.portion ? await scanned(file, start, end, limits) : undefined;
    if (inner?.list === undefined || !OF_TRACES.test(inner.list.name)) pieces.add(start, end, nth + 1);
    else {
      await divide(file, label, inner, own, pieces, limits);
      pieces.begin(own);
    }
  }
}

async function aroundOf(
  file: FileHandle,
  label: string,
  { name, items }: Field,
  fields: readonly Field[],
  pieces: Pieces,
): Promise<Around> {
  const head: Record<string, Json> = {};
  const notes: string[] = [];
  for (const field of fields) {
    const size = field.end - field.start;
    if (field.name === name) continue;
    if (!pieces.takeAround(size))
      notes.push(`${field.name}: Left out, because it has ${megabytes(size)} beside the longest list.`);
    else
      head[field.name] = readDocument(
        (await bytesAt(file, field.start, size)).toString('utf8'),
        `${label}, ${field.name}`,
      ).document;
  }
  return { head, name, isObject: items === undefined, notes };
}

/** Where the longest list is between two places in a file; `undefined` where there is none. */
async function scanned(
  file: FileHandle,
  from: number,
  to: number,
  { pieces }: Limits,
): Promise<Scanned | undefined> {
  const scan = new Scan();
  for await (const { chunk, offset } of chunksOf(file, from, to)) {
    scan.add(chunk, offset);
    if (scan.itemCount > pieces || scan.fieldCount > MAX_FIELDS) return undefined;
  }
  return scan.end();
}

/** Whether the first line is a complete document, and another document follows. */
async function hasLines(file: FileHandle): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const { chunk } of chunksOf(file)) {
    before = Buffer.concat([before, chunk]);
    const end = before.indexOf(NEWLINE);
    if (end === -1 && before.length < MAX_AROUND_BYTES) continue;
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

async function linesIn(file: FileHandle, limits: Limits): Promise<Pieces> {
  const pieces = new Pieces('line');
  let [start, nth] = [0, 0];
  const add = (end: number): void => {
    nth += 1;
    if (end - start > 1)
      if (pieces.length < limits.pieces) pieces.add(start, end, nth);
      else pieces.isCut = true;
    start = end + 1;
  };
  let length = 0;
  for await (const { chunk, offset } of chunksOf(file)) {
    for (let index = chunk.indexOf(NEWLINE); index !== -1; index = chunk.indexOf(NEWLINE, index + 1))
      add(offset + index);
    length = offset + chunk.length;
    if (pieces.isCut) return pieces;
  }
  if (start < length) add(length);
  return pieces;
}

/** A field of the root object, and the position of its value. */
interface Field {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The items of a list. */
  readonly items: Ranges | undefined;
}

/** Where the items of a list are. */
interface Ranges {
  readonly starts: Positions;
  readonly ends: Positions;
}

const noRanges = (): Ranges => ({ starts: new Positions(), ends: new Positions() });

/** The longest list that was found, and the fields around it. */
interface Scanned {
  /** `undefined` where the list is the root. */
  readonly list: Field | undefined;
  /** `undefined` where an object of the root has the list. */
  readonly items: Ranges | undefined;
  readonly fields: readonly Field[];
}

/**
 * Finds the positions of the items of the list at the root of a JSON document, or of the lists in the root object. It only
 * examines brackets and texts; items are parsed one by one later.
 */
class Scan {
  itemCount = 0;
  #depth = 0;
  #isInText = false;
  #escapes = 0;
  #root = 0;
  readonly #fields: Field[] = [];
  #longest: Field | undefined;
  /** The characters of the text being read at the root, which may be a field name. */
  #text: number[] = [];
  #name = '';
  #valueStart = -1;
  #items: Ranges | undefined;
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
          if (this.#depth === 2 && this.#root === OPEN_OBJECT && byte === OPEN_LIST) this.#items = noRanges();
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

  /** Skips to the end of a text, or of the chunk. */
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

  /** The nesting depth of items. */
  get #itemDepth(): number {
    return this.#root === OPEN_LIST ? 1 : this.#items === undefined ? -1 : 2;
  }

  #begin(place: number): void {
    if (this.#depth === this.#itemDepth && this.#itemStart === -1) this.#itemStart = place;
  }

  #endItem(place: number): void {
    if (this.#depth !== this.#itemDepth || this.#itemStart === -1) return;
    this.#items ??= noRanges();
    this.#items.starts.push(this.#itemStart);
    this.#items.ends.push(place);
    this.#itemStart = -1;
    this.itemCount += 1;
  }

  #endField(place: number): void {
    if (this.#root !== OPEN_OBJECT || this.#valueStart === -1) return;
    const field = { name: this.#name, start: this.#valueStart, end: place, items: this.#items };
    if ((field.items?.starts.length ?? 0) > 0 && sizeOf(field) > sizeOf(this.#longest)) this.#longest = field;
    this.#fields.push({ ...field, items: undefined });
    this.#items = undefined;
    this.#valueStart = -1;
  }

  get fieldCount(): number {
    return this.#fields.length;
  }

  /** `undefined` when there is no list. */
  end(): Scanned | undefined {
    const fields = this.#fields;
    if (this.#root === OPEN_LIST) return { list: undefined, items: this.#items ?? noRanges(), fields };
    const largest = fields.reduce<Field | undefined>(
      (one, other) => (sizeOf(other) > sizeOf(one) ? other : one),
      undefined,
    );
    // Some programs write an export within an object.
    const longest =
      largest?.name === 'trace' && largest.start !== this.#longest?.start ? largest : this.#longest;
    return longest && { list: longest, items: longest.items, fields };
  }
}

const sizeOf = (field: Field | undefined): number => (field === undefined ? 0 : field.end - field.start);
