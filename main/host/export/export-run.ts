import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Store, writePortable, writeTrace } from '../../../engine/index.ts';
import {
  type CsvFormulas,
  isActiveState,
  type RunId,
  type RunSummary,
  type Turn,
  plural,
} from '../../../engine/model/index.ts';
import { type ExportFormat, LIMITS } from '../../../preload/contract.ts';
import { csvLines, objectLines, openToQuery, withLineBreaks } from '../database/index.ts';
import { inChunks, megabytes, ProblemError, sha256, VERSION, writeOut } from '../system/index.ts';
import { writeAtif } from './write-atif.ts';
import { writeOtlp } from './write-otlp.ts';
import { writeTranscript } from './write-transcript.ts';

interface ExportOptions {
  /** The database file, from which log rows are read. */
  readonly database?: string;
  readonly formulas?: CsvFormulas;
  /** The maximum size of files that can be imported again. */
  readonly maxImport?: number; // bytes
}

/**
 * Writes `run` to `file`. Returns notes on the parts that do not fit the format, and on a file that is too large to be imported.
 * @throws {ProblemError} when the file cannot be written, the run is active, or it has no original. An existing file stays
 * unchanged.
 */
export async function exportRunFile(
  store: Store,
  run: RunSummary,
  file: string,
  format: ExportFormat,
  { database = '', formulas = 'as-text', maxImport = LIMITS.importBytes }: ExportOptions = {},
): Promise<readonly string[]> {
  if (format === 'original') {
    await writeOut(file, [Buffer.from(originalBytes(store, run))]);
    return [];
  }
  const kind = format;
  let notes: readonly string[] = [];
  function* noted(): Generator<string> {
    notes = yield* partsOf(store, run, kind, database, formulas);
  }
  await writeOut(file, inChunks(noted()));
  if (format === 'are' || format === 'orrery') notes = [...notes, ...conversationNotes(store, run, format)];
  const { size } = await stat(file);
  if (size <= maxImport || format === 'markdown' || format === 'csv' || format === 'jsonl') return notes;
  const large = `The file has ${megabytes(size)}. Orrery imports files of up to ${megabytes(maxImport)}, so it cannot read this one again.`;
  return [...notes, large];
}

/**
 * Writes each of `runs` to a file in `folder`, which is created if missing. An original with several runs is written once.
 * Returns the notes on each run, with its id.
 * @throws {ProblemError} as {@link exportRunFile}; earlier files stay.
 */
export async function exportRunFiles(
  store: Store,
  runs: readonly RunSummary[],
  folder: string,
  format: ExportFormat,
  options: ExportOptions = {},
): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const notes: string[] = [];
  /** The run with which each original was written. */
  const originals = new Map<string, RunId>();
  for (const run of runs) {
    const hash = format === 'original' ? store.original(run.id)?.hash : undefined;
    const first = hash === undefined ? undefined : originals.get(hash);
    if (hash !== undefined) originals.set(hash, first ?? run.id);
    if (first !== undefined) {
      notes.push(`${run.id}: its original is that of ${first}.`);
      continue;
    }
    const file = join(folder, fileNameOf(run, format, store));
    const own = await exportRunFile(store, run, file, format, options);
    notes.push(...own.map((note) => `${run.id}: ${note}`));
  }
  return notes;
}

function* partsOf(
  store: Store,
  run: RunSummary,
  format: Exclude<ExportFormat, 'original'>,
  database: string,
  formulas: CsvFormulas,
): Generator<string, readonly string[]> {
  switch (format) {
    case 'are':
      return yield* writeTrace(store, run);
    case 'orrery':
      return yield* portableOf(store, run);
    case 'atif':
      return yield* writeAtif(store, run);
    case 'otlp':
      return yield* writeOtlp(store, run);
    case 'markdown':
      for (const part of writeTranscript(store, run, 'markdown')) yield `${part}\n`;
      return [];
    case 'jsonl':
    case 'csv':
      yield* rowLines(store, database, run, format, formulas);
      return [];
  }
}

/** Notes on the parts of the exchanges with models that do not fit the format. */
function conversationNotes(store: Store, { id }: RunSummary, format: 'are' | 'orrery'): readonly string[] {
  const made = [...store.exchanges(id)];
  const ofJudge = made.reduce((sum, [turn, { length }]) => (turn < 0 ? sum + length : sum), 0);
  const ofAgent = made.reduce((sum, [turn, { length }]) => (turn < 0 ? sum : sum + length), 0);
  const thoughts = format === 'orrery' ? 0 : store.turns(id).filter(hasThought).length;
  const lost = [
    ...(format === 'orrery' || ofAgent === 0
      ? []
      : [plural(ofAgent, 'request to the agent’s model', 'requests to the agent’s model')]),
    ...(thoughts === 0 ? [] : [plural(thoughts, 'thought of the agent', 'thoughts of the agent')]),
    ...(ofJudge === 0
      ? []
      : [plural(ofJudge, 'request to the judge’s model', 'requests to the judge’s model')]),
  ];
  if (lost.length === 0) return [];
  const where =
    format === 'are'
      ? 'ARE’s format has no place for them. A portable file keeps those of the agent'
      : 'The judge’s questions and answers are in its evidence';
  return [`Left out: ${lost.join(', ')}. ${where}.`];
}

const hasThought = (turn: Turn): boolean => 'thought' in turn && turn.thought !== '';

function* portableOf(store: Store, run: RunSummary): Generator<string, readonly string[]> {
  if (isActiveState(run.state))
    throw new ProblemError('run-active', `Run ${run.id} has not ended: stop it, or wait for its end`);
  yield* writePortable(store, run, VERSION, sha256);
  return [];
}

function originalBytes(store: Store, { id }: RunSummary): Uint8Array {
  const original = store.original(id);
  if (original?.bytes !== undefined) return original.bytes;
  throw new ProblemError(
    'no-original',
    original === undefined
      ? `Run ${id} was not imported from a file: there is no original`
      : `The original of run ${id} is too large to be kept: ${original.label} with ${megabytes(original.length)} and the SHA-256 ${original.hash}`,
  );
}

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...['causes', 'arguments', 'resolved_arguments', 'result', 'nested_calls', 'observations'],
  ...['achieved', 'open', 'tripped', 'milestones', 'minefields'],
]);

/** The log of `run` with one line per entry, with the columns of the view `entries`. */
export function* rowLines(
  store: Store,
  file: string,
  run: RunSummary,
  format: 'jsonl' | 'csv',
  formulas: CsvFormulas,
): Generator<string> {
  // SQL would read damaged rows without an error.
  store.checkRun(run.id);
  using rows = openToQuery(file);
  const log = rows.query('SELECT * FROM entries WHERE run = ? ORDER BY position', run.id);
  yield* withLineBreaks(format === 'csv' ? csvLines(log, formulas) : objectLines(log, JSON_COLUMNS));
}

/** File name extensions of exported runs. */
export const FILE_ENDINGS = {
  orrery: 'orrery',
  are: 'json',
  atif: 'atif.json',
  otlp: 'otlp.json',
  original: 'json',
  markdown: 'md',
  report: 'html',
  picture: 'png',
  chart: 'svg',
  csv: 'csv',
  jsonl: 'jsonl',
} as const satisfies Record<ExportFormat | 'report' | 'picture' | 'chart' | 'csv' | 'jsonl', string>;

export type ExportFileKind = keyof typeof FILE_ENDINGS;

/**
 * A suggested file name for a run, without invalid characters. An original keeps its file extension, after a word that tells it from
 * the exports of the same run in other formats.
 */
export function fileNameOf(
  { scenario, id }: { readonly scenario: string; readonly id: string },
  kind: ExportFileKind,
  store?: Pick<Store, 'original'>,
): string {
  const ending =
    kind === 'original' ? originalEnding(store?.original(id as RunId)?.label ?? '') : FILE_ENDINGS[kind];
  return `${scenario.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${id}.${ending}`;
}

function originalEnding(label: string): string {
  // A row or a line of a file is JSON.
  const own = label.includes(', ') ? undefined : /\.((?:[a-z]\w{0,9}\.)?[a-z]\w{0,9})$/i.exec(label)?.[1];
  return `original.${own?.replace(/^original\./, '') ?? FILE_ENDINGS.original}`;
}
