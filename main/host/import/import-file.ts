import { createHash } from 'node:crypto';
import { packTar } from 'modern-tar';
import {
  copyRun,
  gaia2Rows,
  groupDocument,
  importPortable,
  importTrace,
  isPlainText,
  isPortable,
  LogHash,
  type LongRun,
  type OnWritten,
  PartReader,
  readPortable,
  readDocuments,
  readRecordings,
  recordingsIn,
  type Store,
  type TraceDocument,
  TraceError,
  traceInRow,
} from '../../../engine/index.ts';
import type {
  Json,
  LogEntry,
  NewAttempt,
  Original,
  Outcome,
  RecordedAttempt,
  RecordedSet,
  RunId,
  RunSet,
  RunSummary,
  VerdictOutcome,
} from '../../../engine/model/index.ts';
import { openTemporary, ownName } from '../database/index.ts';
import { openRegularFile, problemsOf, sha256, sha256Of, TemporaryLines } from '../system/index.ts';
import { readEvalArchive } from './eval-archive.ts';
import { BEGINNING_CHARACTERS, refuseKind, decodeText } from './file-kinds.ts';
import { LARGE_FILE_BYTES, partsOf } from './large-file.ts';
import { PARQUET, parquetRows } from './parquet-rows.ts';
import {
  readBeginning,
  type ImportSource,
  type ImportSourceFile,
  Sources,
  type ImportRequestItem,
} from './sources.ts';

/** The result of importing a source. */
export interface Imported {
  readonly runs: readonly RunSummary[];
  /** The runs that the database already had. */
  readonly known: readonly RunId[];
  /** The earlier runs of the source that were removed, each with the run in its place. */
  readonly replaced: readonly ReplacedRun[];
  /** The reasons why parts of the source, such as rows, were left out. */
  readonly refused: readonly TraceError[];
}

interface ReplacedRun {
  readonly run: RunId;
  readonly by: RunId;
}

/**
 * Imports `source` into `store`: a trace as a recorded run, a portable file as the exported run, and a file of another tool as
 * one run per attempt. Attempts that were imported before are recognized by their content. A new version of one of the `earlier`
 * runs of the source takes its place.
 * @throws {TraceError} when the source has none of these forms.
 * @throws {ProblemError} when it cannot be read or is too large.
 */
export async function importSource(
  store: Store,
  source: ImportSource,
  onWritten?: OnWritten,
  earlier: readonly RunId[] = [],
): Promise<Imported> {
  const versions = new EarlierVersions(store, earlier);
  const runs: RunSummary[] = [];
  const known: RunId[] = [];
  const refused: TraceError[] = [];
  for await (const piece of piecesOf(source)) {
    if ('refused' in piece) {
      refused.push(piece.refused);
      continue;
    }
    if ('portable' in piece) {
      const run = importPortableText(store, piece.portable, source.label, onWritten);
      versions.replace(versions.of(run.scenario), run.id);
      runs.push(run);
      continue;
    }
    const all = piece.recordings.reduce((sum, { entries }) => sum + entries.length, 0);
    let before = 0;
    for (const recorded of piece.recordings) {
      const logHash = recorded.logHash ?? hashOf(recorded);
      const attempt = newAttempt(recorded, logHash, piece.original, source, piece.isOneOfMany);
      const same = attempt && store.runWithContent(attempt.content);
      if (same === undefined) {
        const version = versions.of(recorded.scenario, attempt);
        const numbered = attempt && { ...attempt, attempt: attempt.attempt ?? version?.attempt };
        const run = write(store, recorded, logHash, numbered, (written) =>
          onWritten?.(before + written, all),
        );
        versions.replace(version, run.id);
        runs.push(run);
      } else {
        versions.keep(same);
        known.push(same);
      }
      before += recorded.entries.length;
    }
  }
  return { runs, known, replaced: versions.replaced, refused };
}

interface EarlierVersion {
  readonly run: RunId;
  readonly scenario: string;
  readonly attempt: number | undefined;
  readonly model: string | undefined;
}

/** The runs that a source gave before it changed, until their new versions are imported. Runs with notes or tags stay. */
class EarlierVersions {
  readonly #store: Store;
  readonly #left: Map<RunId, EarlierVersion>;
  readonly replaced: ReplacedRun[] = [];

  constructor(store: Store, earlier: readonly RunId[]) {
    this.#store = store;
    const versions = earlier.flatMap((id): EarlierVersion[] => {
      const run = store.run(id);
      if (run === undefined || run.tags.length > 0 || store.notes(id).length > 0) return [];
      const { attempt, model } = store.attempt(id) ?? {};
      return [{ run: id, scenario: run.scenario, attempt, model }];
    });
    // Without numbers in the source, attempts keep the order in which they stood there.
    versions.sort((one, other) => (one.attempt ?? 0) - (other.attempt ?? 0));
    this.#left = new Map(versions.map((version) => [version.run, version]));
  }

  /** Keeps a run that is in the source as it was. */
  keep(run: RunId): void {
    this.#left.delete(run);
  }

  /** The earlier version of an attempt: the one with its number, or the first one if the source numbers no attempts. */
  of(scenario: string, attempt?: NewAttempt): EarlierVersion | undefined {
    return [...this.#left.values()].find(
      (version) =>
        version.scenario === scenario &&
        (attempt?.attempt === undefined || version.attempt === attempt.attempt) &&
        (version.model === undefined || version.model === attempt?.model),
    );
  }

  /** Removes a version, whose place the run `by` takes. */
  replace(version: EarlierVersion | undefined, by: RunId): void {
    if (version === undefined) return;
    this.#left.delete(version.run);
    this.#store.remove(version.run);
    this.replaced.push({ run: version.run, by });
  }
}

/**
 * Imports all `wanted` sources in this process. Returns their runs, including those that were imported before.
 * @throws as {@link importSource}.
 */
export async function importRuns(
  store: Store,
  wanted: ImportRequestItem,
  onWritten?: OnWritten,
): Promise<readonly RunSummary[]> {
  await using sources = new Sources();
  const all: RunSummary[] = [];
  for (const source of await sources.in(wanted)) {
    const { runs, known } = await importSource(store, source, onWritten);
    all.push(...runs, ...known.map((id) => store.run(id)!));
  }
  return all;
}

/** The runs of `source`, without importing them. */
export async function* listedRuns(source: ImportSource): AsyncGenerator<readonly ListedRun[]> {
  for await (const piece of piecesOf(source, true))
    if ('recordings' in piece)
      yield piece.recordings.map(({ scenario, attempt, verdict }) => ({
        label: piece.original.label,
        scenario,
        attempt,
        outcome: verdict?.outcome,
      }));
}

/** A run of a source that is not imported yet. */
export interface ListedRun {
  readonly label: string;
  readonly scenario: string;
  readonly attempt: RecordedAttempt | undefined;
  readonly outcome: VerdictOutcome | undefined;
}

/** The runs that were read from one piece of a source. */
type Piece =
  | { readonly portable: string }
  | { readonly refused: TraceError }
  | {
      /** The runs. They are read before the next piece, which ends the files of their entries. */
      readonly recordings: readonly LongRun[];
      readonly original: Original;
      /** Whether the source has further runs in other pieces. */
      readonly isOneOfMany: boolean;
    };

async function* piecesOf(source: ImportSource, isListing = false): AsyncGenerator<Piece> {
  const { label, files } = source;
  const [file, ...others] = files.values();
  if (others.length > 0) {
    yield await groupPiece(source);
    return;
  }
  const start = (await readBeginning(file!, BEGINNING_CHARACTERS)).toString('latin1');
  if (start.startsWith(PARQUET)) {
    yield* parquetPieces(label, file!, isListing);
    return;
  }
  // Databases may be larger than any file that is read.
  refuseKind(start, label);
  const { location, size } = file!;
  if (
    size > LARGE_FILE_BYTES &&
    location !== undefined &&
    (start.trimStart().startsWith('{') || start.trimStart().startsWith('['))
  ) {
    let isWhole = false;
    for await (const piece of largePieces(label, file!))
      if (piece === 'whole') isWhole = true;
      else yield piece;
    if (!isWhole) return;
  }
  const bytes = await file!.read();
  if (bytes.toString('latin1', 0, ARCHIVE.length) === ARCHIVE)
    yield pieceOf(recordingsIn(await readEvalArchive(bytes, label), nameOf(label)), originalOf(bytes, label));
  else {
    const text = decodeText(bytes, label);
    if (isPortable(text)) yield { portable: text };
    else {
      const read = readDocuments(text, nameOf(label));
      const rows = gaia2Rows(read.document);
      if (rows === undefined) yield pieceOf(recordingsIn(read, nameOf(label)), originalOf(bytes, label));
      else
        for (const [index, row] of rows.entries())
          yield rowPiece(row, `${label}, row ${index + 1}`, read.notes);
    }
  }
}

/** A large file in pieces. */
async function* largePieces(label: string, file: ImportSourceFile): AsyncGenerator<Piece | 'whole'> {
  using runs = new GrowingRuns(label);
  for await (const part of partsOf(label, file.location!)) {
    if (part === 'whole' || 'refused' in part) {
      yield part;
      continue;
    }
    const { place, document, notes, bytes, nth, portion } = part;
    try {
      if (portion === undefined) {
        const recordings = recordingsIn({ document, notes }, nameOf(label), nth);
        yield { recordings, original: originalOf(bytes, `${label}, ${place}`), isOneOfMany: true };
        continue;
      }
      if (portion.isFirst) runs.begin(`${label}, ${place}`);
      runs.add({ document, notes }, bytes, portion.list);
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
      yield { refused: thrown };
    }
    if (portion?.isLast !== true) continue;
    const { recordings, original } = runs.end(portion.goesOn);
    yield portion.isOfWholeFile
      ? pieceOf(recordings, await originalOfFile(label, file))
      : { recordings, original, isOneOfMany: true };
  }
}

/** The runs of which the parts of a file are read, one part after the other. Their entries wait in temporary files. */
class GrowingRuns implements Disposable {
  readonly #name: string;
  #label = '';
  #reader: PartReader;
  #logs: { readonly lines: TemporaryLines; readonly hash: LogHash }[] = [];
  #hash = createHash('sha256');
  #length = 0;

  constructor(label: string) {
    this.#name = nameOf(label);
    this.#reader = new PartReader(this.#name);
  }

  begin(label: string): void {
    this[Symbol.dispose]();
    this.#label = label;
    this.#hash = createHash('sha256');
    this.#length = 0;
  }

  add(read: TraceDocument, bytes: Buffer, list: string | undefined): void {
    this.#hash.update(bytes);
    this.#length += bytes.length;
    for (const [index, entries] of this.#reader.add(read, list).entries()) {
      const log = (this.#logs[index] ??= { lines: new TemporaryLines(), hash: new LogHash(sha256()) });
      for (const entry of entries) {
        log.lines.add(JSON.stringify(entry));
        log.hash.add(entry);
      }
    }
  }

  /** Ends the runs. If others go on with what follows, their reader knows what is told in these. */
  end(goesOn: boolean): { readonly recordings: readonly LongRun[]; readonly original: Original } {
    const runs = this.#reader.end();
    if (!goesOn) this.#reader = new PartReader(this.#name);
    return {
      recordings: runs.map(({ results, ...run }, index) => {
        const { lines, hash } = this.#logs[index]!;
        const logHash = results.size === 0 ? hash.end() : undefined;
        return { ...run, entries: entriesIn(lines, results), logHash };
      }),
      original: {
        hash: this.#hash.digest('hex'),
        label: this.#label,
        length: this.#length,
        bytes: undefined,
      },
    };
  }

  [Symbol.dispose](): void {
    for (const { lines } of this.#logs.splice(0)) lines[Symbol.dispose]();
  }
}

/** The entries in `lines`, with the results of calls that came later. */
const entriesIn = (lines: TemporaryLines, results: ReadonlyMap<number, Outcome>): LongRun['entries'] => ({
  length: lines.length,
  *[Symbol.iterator]() {
    for (const line of lines) {
      const entry = JSON.parse(line) as LogEntry;
      const outcome = results.get(entry.index);
      yield outcome === undefined ? entry : { ...entry, outcome };
    }
  },
});

/** The runs of a row. Its original is the trace in the row, if there is one, because a trace can be run. */
function rowPiece(row: Json, place: string, notes: readonly string[] = []): Piece {
  try {
    const recordings = recordingsIn({ document: row, notes }, nameOf(place));
    const original = originalOf(Buffer.from(traceInRow(row) ?? JSON.stringify(row)), place);
    return { recordings, original, isOneOfMany: true };
  } catch (thrown) {
    if (!(thrown instanceof TraceError)) throw thrown;
    return { refused: thrown };
  }
}

/** The column with traces in a data set, which has most of its bytes. */
const TRACE_COLUMN = 'data';

/** The number of rows that are tried before a data set without a known format is refused. */
const ROWS_TO_TRY = 200;

/** The rows of a Parquet file. For a list, traces are not read. */
async function* parquetPieces(
  label: string,
  file: ImportSourceFile,
  isListing: boolean,
): AsyncGenerator<Piece> {
  let [count, hasGood] = [0, false];
  for await (const { nth, row } of parquetRows(label, file, isListing ? [TRACE_COLUMN] : [])) {
    const place = `${label}, row ${nth}`;
    count = nth;
    // Without its trace, a row is known by its other columns only.
    const document =
      isListing && typeof row['scenario_id'] === 'string' ? { ...row, [TRACE_COLUMN]: '' } : row;
    const piece = rowPiece(document, place);
    hasGood ||= !('refused' in piece);
    if (nth === ROWS_TO_TRY && !hasGood && 'refused' in piece)
      throw new TraceError(label, [
        {
          path: '',
          message:
            `None of its first ${ROWS_TO_TRY} rows can be read. ${problemsOf(piece.refused)[0]?.message ?? ''}`.trim(),
        },
      ]);
    yield piece;
  }
  if (count === 0) throw new TraceError(label, [{ path: '', message: 'The Parquet file has no rows.' }]);
}

const pieceOf = (recordings: readonly LongRun[], original: Original): Piece => ({
  recordings,
  original,
  isOneOfMany: recordings.length > 1,
});

/** The files of a group as one document. */
async function groupPiece({ label, files, isFirst }: ImportSource): Promise<Piece> {
  const documents = new Map<string, Json>();
  const notes: string[] = [];
  const refused: TraceError[] = [];
  const packed: {
    readonly header: { readonly name: string; readonly size: number };
    readonly body: Buffer;
  }[] = [];
  for (const [path, file] of files) {
    const bytes = await file.read();
    packed.push({ header: { name: path, size: bytes.length }, body: bytes });
    try {
      const text = decodeText(bytes, `${label}/${path}`);
      const read: TraceDocument = isPlainText(path)
        ? { document: text, notes: [] }
        : readDocuments(text, `${label}/${path}`);
      documents.set(path, read.document);
      notes.push(...read.notes.map((note) => `${path}: ${note}`));
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
      refused.push(thrown);
      notes.push(`${path}: Left out. ${problemsOf(thrown)[0]?.message ?? ''}`.trim());
    }
  }
  try {
    const document = groupDocument(documents, isFirst);
    const recordings = recordingsIn({ document, notes }, nameOf(label));
    return pieceOf(recordings, originalOf(Buffer.from(await packTar(packed)), `${label}.tar`));
  } catch (thrown) {
    // What is wrong with a file of the group is wrong with the group.
    throw thrown instanceof TraceError ? (refused[0] ?? thrown) : thrown;
  }
}

/**
 * Imports runs from the text of a file, without searching for earlier imports.
 * @throws {TraceError} when the text has none.
 */
export function importText(store: Store, text: string, name: string): readonly RunSummary[] {
  if (isPortable(text)) return [importPortableText(store, text, name)];
  const original = originalOf(Buffer.from(text), name);
  const source = { label: name, files: new Map(), isFirst: true, collection: undefined };
  const recordings = readRecordings(text, name);
  return recordings.map((recorded) => {
    const logHash = hashOf(recorded);
    const attempt = newAttempt(recorded, logHash, original, source, recordings.length > 1);
    return write(store, recorded, logHash, attempt);
  });
}

function importPortableText(store: Store, text: string, name: string, onWritten?: OnWritten): RunSummary {
  using draft = openTemporary();
  const run = importPortable(draft.store, readPortable(text, name, sha256), ownName(), onWritten);
  return store.run(copyRun(draft.store, run, store, ownName()))!;
}

/** The maximum length of a log that is written at once. Longer logs are written in parts, so that other writers need not wait. */
const MAX_ENTRIES_AT_ONCE = 2_000; // entries

function write(
  store: Store,
  recorded: LongRun,
  logHash: string,
  attempt: NewAttempt | undefined,
  onWritten?: OnWritten,
): RunSummary {
  const details = { startedAt: Date.now(), owner: ownName(), logHash };
  if (recorded.entries.length <= MAX_ENTRIES_AT_ONCE)
    return store.run(importTrace(store, recorded, { ...details, attempt }, onWritten))!;
  // What belongs to the run as a whole may be large, and is written only once.
  const { extras, ...log } = recorded;
  using draft = openTemporary();
  const run = importTrace(draft.store, log, details, onWritten);
  return store.run(copyRun(draft.store, run, store, ownName(), undefined, attempt, extras))!;
}

function hashOf({ entries }: LongRun): string {
  const hash = new LogHash(sha256());
  for (const entry of entries) hash.add(entry);
  return hash.end();
}

/** The bytes of a file, stored so that the file can be exported again. */
const originalOf = (bytes: Buffer, label: string): Original => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  label,
  length: bytes.length,
  bytes: bytes.length > MAX_STORED_ORIGINAL ? undefined : bytes,
});

/** The same of a file that may be too large to be read at once. */
async function originalOfFile(label: string, file: ImportSourceFile): Promise<Original> {
  if (file.size <= MAX_STORED_ORIGINAL) return originalOf(await file.read(), label);
  const hash = createHash('sha256');
  await using open = await openRegularFile(file.location!, { most: Infinity });
  for await (const chunk of open.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
  return { hash: hash.digest('hex'), label, length: file.size, bytes: undefined };
}

/** The maximum size of a stored original. Larger files would double the size of the database. */
const MAX_STORED_ORIGINAL = 64_000_000; // bytes

function newAttempt(
  recorded: LongRun,
  logHash: string,
  original: Original,
  source: ImportSource,
  isOneOfMany: boolean,
): NewAttempt | undefined {
  if (recorded.attempt === undefined) return undefined;
  const { set, ...attempt } = recorded.attempt;
  return {
    ...attempt,
    original,
    content: contentHash(recorded, logHash),
    set: runSetFor(set, attempt.tool, source, isOneOfMany),
  };
}

/**
 * The set of a file's runs: the set named in the file, otherwise its folder or archive, otherwise the file itself if it has
 * several runs.
 */
function runSetFor(
  told: RecordedSet | undefined,
  tool: string,
  { label, files, collection }: ImportSource,
  isOneOfMany: boolean,
): RunSet | undefined {
  const [file] = files.values();
  const ownKey = `${tool} ${sha256Of(file?.location ?? label).slice(0, 16)}`;
  if (told !== undefined) {
    const { id, ...set } = told;
    return { ...set, key: id === undefined ? ownKey : `${tool} ${id}` };
  }
  if (isOneOfMany && collection === undefined)
    return { key: ownKey, name: nameOf(label), tool, tasks: [], scorers: [], details: {} };
  return (
    collection && {
      key: `folder ${sha256Of(collection.key).slice(0, 16)}`,
      name: collection.name,
      tool: 'folder',
      tasks: [],
      scorers: [],
      details: {},
    }
  );
}

const nameOf = (label: string): string => label.slice(label.lastIndexOf('/') + 1);

/** A hash that identifies an attempt in any file. A longer version of the same log has another hash. */
function contentHash({ scenario, extras, verdict, attempt }: LongRun, logHash: string): string {
  const { kept: _, ...document } = extras.document;
  const { set: __, ...own } = attempt!;
  return sha256Of(JSON.stringify([scenario, logHash, document, verdict ?? null, own]));
}

/** The first characters of a zip archive. */
const ARCHIVE = 'PK\x03\x04';
