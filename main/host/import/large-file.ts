import { asDocument, readingOf, TraceError, withOnly } from '../../../engine/index.ts';
import type { Json, JsonObject } from '../../../engine/model/index.ts';
import { megabytes, openRegularFile } from '../system/index.ts';
import { type Limits, OWN_LIMITS, type PieceNumbers, type Pieces, range } from './pieces.ts';
import { piecesOf } from './find-pieces.ts';
import { type Cut, PieceReader } from './piece-reader.ts';

/** The file size from which a file is read piece by piece, if its pieces can be read separately. */
export const LARGE_FILE_BYTES = 32_000_000;

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
        yield { place: pieces.numbersText([nth]), document, notes, bytes: bytes[0]!, nth: nth + 1 };
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
        place: pieces.numbersText(portion),
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
const ATTEMPT_LISTS: ReadonlySet<string> = new Set(['samples', 'simulations', 'data', 'runs', 'traces']);

/** Pieces that are looked at to see what a file has. */
const TRIED = 20;

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
