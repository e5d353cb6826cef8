import { bisectLeft } from 'd3';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import type {
  CallProblem,
  Bridge,
  LogRow,
  PackedTexts,
  Reply,
  RowBatch,
  RowFace,
  SummaryBatch,
} from '../../preload/contract.ts';
import { LIMITS } from '../../preload/limits.ts';
import { type Filter, type FilterContext, parseFilter, type QueryProblem } from '../ui/query/log-query.ts';
import type { AppStores } from './app-stores.ts';
import { pausePlayback, positionNow, seek } from './selection.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';
import { runOf } from './workspace.ts';

/** The rows of a batch. Each row is a lazy view of the batch and of `summaries`, so unread fields are never created. */
export function rowsIn(batch: RowBatch, summaries = new Summaries()): readonly LogRow[] {
  const rows: LogRow[] = [];
  const own = batch.summaries;
  summaries.expect(batch.from, own?.from ?? batch.from + batch.times.length);
  for (let nth = 0; nth < batch.times.length; nth++)
    rows.push(new BatchRow(batch, nth, own !== undefined && batch.from + nth >= own.from ? own : summaries));
  return rows;
}

const PAGE = LIMITS.summaries;

/** The summaries of a log, which are read in pages after the rows. */
export class Summaries {
  readonly #pages: SummaryBatch[] = [];
  /** Pages to read. */
  readonly #unread = new Set<number>();
  /** Those of them that were asked for. */
  readonly #missed = new Set<number>();

  /** The summary of a row, or an empty text. A page that is missed is read next. */
  of(index: number): string {
    const nth = Math.floor(index / PAGE);
    const text = textAt(this.#pages[nth], index);
    if (text === undefined) this.#missed.add(nth);
    return text ?? '';
  }

  /** Adds the rows from index `from` to before `end`. */
  expect(from: number, end: number): void {
    for (let at = from; at < end; at = (Math.floor(at / PAGE) + 1) * PAGE)
      this.#unread.add(Math.floor(at / PAGE));
  }

  /** Number of summaries to read; whole pages, so it may be too high by a few. */
  get left(): number {
    return this.#unread.size * PAGE;
  }

  /** Index of the first row to read the summaries from: of a missed page, else of the last one. */
  next(): number | undefined {
    const missed = [...this.#missed].findLast((nth) => this.#unread.has(nth));
    const nth = missed ?? (this.#unread.size === 0 ? undefined : Math.max(...this.#unread));
    return nth === undefined ? undefined : nth * PAGE;
  }

  /** Returns whether a summary in `batch` was asked for earlier. */
  add(batch: SummaryBatch): boolean {
    const nth = batch.from / PAGE;
    this.#pages[nth] = batch;
    this.#unread.delete(nth);
    return this.#missed.delete(nth);
  }
}

/** The text of row `index`; `undefined` if `texts` does not have it. */
const textAt = (texts: SummaryBatch | undefined, index: number): string | undefined =>
  texts === undefined || index - texts.from >= texts.ends.length
    ? undefined
    : textIn(texts, index - texts.from);

const textIn = ({ text, ends }: PackedTexts, nth: number): string =>
  text.slice(ends[nth - 1] ?? 0, ends[nth]);

const NONE: readonly number[] = [];

class BatchRow implements LogRow {
  readonly #batch: RowBatch;
  readonly #nth: number;
  readonly #summaries: Summaries | SummaryBatch;

  constructor(batch: RowBatch, nth: number, summaries: Summaries | SummaryBatch) {
    this.#batch = batch;
    this.#nth = nth;
    this.#summaries = summaries;
  }

  get index(): number {
    return this.#batch.from + this.#nth;
  }
  get time(): LogRow['time'] {
    return this.#batch.times[this.#nth] as LogRow['time'];
  }
  get due(): LogRow['due'] {
    return this.#batch.dues[this.#nth] as LogRow['due'];
  }
  get written(): number | undefined {
    const written = this.#batch.written[this.#nth]!;
    return Number.isNaN(written) ? undefined : written;
  }
  get event(): string {
    return textIn(this.#batch.events, this.#nth);
  }
  get summary(): string {
    const summaries = this.#summaries;
    return summaries instanceof Summaries ? summaries.of(this.index) : textAt(summaries, this.index)!;
  }
  get causes(): readonly number[] {
    const { causes, causeEnds } = this.#batch;
    const from = causeEnds[this.#nth - 1] ?? 0;
    const to = causeEnds[this.#nth]!;
    return from === to ? NONE : Array.from(causes.subarray(from, to));
  }
  get kind(): LogRow['kind'] {
    return this.#face.kind;
  }
  get oracle(): boolean {
    return this.#face.oracle;
  }
  get app(): LogRow['app'] {
    return this.#face.app;
  }
  get tool(): string | undefined {
    return this.#face.tool;
  }
  get status(): LogRow['status'] {
    return this.#face.status;
  }
  get verdict(): string | undefined {
    return this.#face.verdict;
  }
  get changed(): boolean {
    return this.#face.changed;
  }
  get notified(): boolean {
    return this.#face.notified;
  }
  get answersOther(): boolean {
    return this.#face.answersOther;
  }

  get #face(): RowFace {
    const { faces, faceOf } = this.#batch;
    return faces[faceOf[this.#nth]!]!;
  }
}

/**
 * Reads the rows of a run from position `from` on, in batches, until the end or an error. Keeps two
 * requests under way, so that main reads a batch while the page takes the one before.
 */
export async function* readRows(bridge: Bridge, run: RunId, from: number): AsyncGenerator<Reply<RowBatch>> {
  const asked = new Map<number, Promise<Reply<RowBatch>>>();
  const read = (at: number): Promise<Reply<RowBatch>> => {
    const reply = asked.get(at) ?? ask(bridge, 'log.rows', { run, from: at });
    asked.set(at, reply);
    return reply;
  };
  let at = from;
  for (;;) {
    const reply = await read(at);
    asked.delete(at);
    if (!reply.ok) yield reply;
    if (!reply.ok || reply.value.times.length === 0) return;
    const { length } = reply.value.times;
    at += length;
    // After a batch that was shorter than the one before, the batches requested ahead leave a gap and may have been read too
    // early.
    if (!asked.has(at)) asked.clear();
    void read(at);
    void read(at + length);
    yield reply;
  }
}

/**
 * Reads the summaries that `summaries` expects, page by page, until it has all or an error. After each page tells whether one of
 * its texts was asked for earlier.
 */
export async function* readSummaries(
  bridge: Bridge,
  run: RunId,
  summaries: Summaries,
): AsyncGenerator<Reply<boolean>> {
  for (let from = summaries.next(); from !== undefined; from = summaries.next()) {
    const reply = await ask(bridge, 'log.summaries', { run, from });
    yield reply.ok ? { ok: true, value: summaries.add(reply.value) } : reply;
    if (!reply.ok) return;
  }
}

/** The log of the shown run. */
export interface LogState {
  readonly run: RunId | undefined;
  /**
   * Without gaps: `rows[n].index` is `n`. One array per shown run that grows in place, so a batch costs only its own length.
   */
  readonly rows: readonly LogRow[];
  /** Number of rows to show; changes when rows were added. It goes up in steps while many are read. */
  readonly count: number;
  /** The last rows of a long log, at their indexes, while those before them are being read: the end is shown first. */
  readonly tail: { readonly rows: readonly LogRow[]; readonly from: number } | undefined;
  /** True until all rows that existed when the run was opened are loaded. */
  readonly loading: boolean;
  /** Changes when a row was shown without its summary, and has it now. */
  readonly summarized: number;
  /** Number of known rows whose summaries are not read yet. */
  readonly summariesLeft: number;
  readonly problem: CallProblem | undefined;
}

export type LogStore = StoreApi<LogState>;

/** Factor by which the rows have to grow before a bulk read shows more: each update redraws everything. */
const SHOW_AT_GROWTH = 5;

const KEPT_TAIL_ROWS = 500; // rows; enough to scroll back a little

const NOTHING: LogState = {
  run: undefined,
  rows: [],
  count: 0,
  tail: undefined,
  loading: false,
  summarized: 0,
  summariesLeft: 0,
  problem: undefined,
};

export const createLogStore = (): LogStore => createStore<LogState>(() => NOTHING);

/** Appends the rows of `batch` that follow the end of `rows`. Known rows and rows after a gap are skipped. */
export function appendRows(rows: LogRow[], batch: readonly LogRow[]): void {
  for (const row of batch) if (row.index === rows.length) rows.push(row);
}

export function clearLog(store: LogStore): void {
  store.setState(NOTHING);
}

/**
 * Loads the log of `run` and syncs it until the returned function is called. If the run has more `entries` than fit in one
 * answer, reads the last ones first. With its `first` rows, it is never shown without them.
 */
export function syncLog(
  bridge: Bridge,
  store: LogStore,
  run: RunId,
  entries: number,
  first?: RowBatch,
): () => void {
  let open = true;
  let reading = false;
  let summarizing = false;
  const rows: LogRow[] = [];
  const summaries = new Summaries();
  if (first !== undefined) appendRows(rows, rowsIn(first, summaries));
  store.setState({
    ...NOTHING,
    run,
    rows,
    count: rows.length,
    loading: first === undefined || rows.length < entries,
  });

  const left = (): number => Math.min(summaries.left, rows.length);

  const take = (batch: RowBatch, growth: number): void => {
    appendRows(rows, rowsIn(batch, summaries));
    const { count } = store.getState();
    if (rows.length > count && rows.length >= count * growth)
      store.setState({ count: rows.length, summariesLeft: left() });
  };

  const readTail = async (): Promise<void> => {
    const from = entries - KEPT_TAIL_ROWS;
    const reply = await ask(bridge, 'log.rows', { run, from });
    if (!open || !reply.ok || !store.getState().loading) return;
    const tail: LogRow[] = [];
    for (const row of rowsIn(reply.value)) tail[row.index] = row;
    store.setState({ tail: { rows: tail, from } });
  };

  /** Reads from the last known row to the end. */
  const readOn = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    for await (const reply of readRows(bridge, run, rows.length)) {
      if (!open) return;
      if (reply.ok) take(reply.value, SHOW_AT_GROWTH);
      else store.setState({ problem: reply.error });
    }
    if (!open) return;
    reading = false;
    store.setState({ count: rows.length, tail: undefined, loading: false, summariesLeft: left() });
    void summarize();
  };

  const summarize = async (): Promise<void> => {
    if (summarizing) return;
    summarizing = true;
    for await (const reply of readSummaries(bridge, run, summaries)) {
      if (!open) return;
      if (!reply.ok) store.setState({ problem: reply.error });
      else
        store.setState(({ summarized }) => ({
          summariesLeft: left(),
          summarized: reply.value ? summarized + 1 : summarized,
        }));
    }
    summarizing = false;
    void ask(bridge, 'log.index', { run });
  };

  const stop = bridge.on('log.appended', (signal) => {
    if (signal.run !== run) return;
    take(signal.rows, 1);
    if (signal.rows.from > rows.length) void readOn();
  });
  // For a run written by another process, main only reports its entry count.
  const stopView = bridge.on('workspace.changed', ({ runs }) => {
    const written = runs.find(({ id }) => id === run)?.entries ?? 0;
    if (written > rows.length) void readOn();
  });
  if (entries > LIMITS.rows && first === undefined) void readTail();
  void readOn();

  return () => {
    open = false;
    stop();
    stopView();
  };
}

/** The log search and its results. */
export interface SearchState {
  /** The query as typed; empty when there is no search. */
  readonly text: string;
  /** True shows only the results in the log, false marks them among all entries. */
  readonly only: boolean;
  /** Whether consecutive checks that are still waiting are folded into one line. */
  readonly folding: boolean;
  /** The error in the query, or the error of main's search. */
  readonly problem: QueryProblem | undefined;
  /** Indices of the results, ascending, in an array that grows in place with the log; `undefined` when there is no search. */
  readonly results: readonly number[] | undefined;
  /** Number of results; changes when results were added. */
  readonly count: number;
}

export type SearchStore = StoreApi<SearchState>;

const NO_SEARCH = { problem: undefined, results: undefined, count: 0 };

export const createSearchStore = (): SearchStore =>
  createStore<SearchState>(() => ({
    text: '',
    only: true,
    folding: true,
    ...NO_SEARCH,
  }));

interface Question {
  readonly text: string;
  readonly filter: Filter;
  readonly run: RunId;
  readonly rows: readonly LogRow[];
  /** Number of rows to search, as `rows` grows in place. */
  readonly count: number;
}

/** Keeps the results in step with the query and the shown log, until the returned function is called. */
export function syncSearch({
  bridge,
  log,
  search,
  workspace,
  notes: noted,
}: Pick<AppStores, 'bridge' | 'log' | 'notes' | 'search' | 'workspace'>): () => void {
  let parsed: (FilterContext & { text: string; filter: Filter | QueryProblem }) | undefined;
  /** The last answered question; `known` has its results. */
  let before: Question | undefined;
  let known: number[] = [];

  const answer = coalesceLatest(async (question: Question) => {
    const { filter, run, rows, count } = question;
    const from = before?.filter === filter && before.rows === rows ? before.count : 0;
    if (from > 0 && from === count) return;
    const reply =
      filter.said.length === 0
        ? undefined
        : await ask(bridge, 'log.find', { run, search: filter.said, from });
    // A newer query or another log has its own question.
    if (search.getState().text !== question.text || log.getState().rows !== rows) return;
    if (reply?.ok === false) {
      before = undefined;
      const problem = { message: reply.error.message, from: 0, to: question.text.length };
      search.setState({ ...NO_SEARCH, problem });
      return;
    }
    if (from === 0) known = [];
    for (const at of reply?.value ?? upTo(from, count))
      if (at < count && filter.holds(rows[at]!)) known.push(at);
    before = question;
    search.setState({ results: known, count: known.length, problem: undefined });
  });

  const update = (): void => {
    const { text } = search.getState();
    const { run, rows, count } = log.getState();
    const start = runOf(workspace.getState(), run)?.start;
    if (text.trim() === '' || run === undefined || start === undefined) {
      before = undefined;
      if (search.getState().results !== undefined || search.getState().problem !== undefined)
        search.setState(NO_SEARCH);
      return;
    }
    const { notes } = noted.getState();
    if (parsed?.text !== text || parsed.start !== start || parsed.notes !== notes)
      parsed = { text, start, notes, filter: parseFilter(text, { start, notes }) };
    const { filter } = parsed;
    if ('message' in filter) {
      before = undefined;
      if (search.getState().problem !== filter) search.setState({ ...NO_SEARCH, problem: filter });
    } else answer({ text, filter, run, rows, count });
  };
  const stops = [
    log.subscribe(update),
    search.subscribe((state, { text }) => {
      if (state.text !== text) update();
    }),
    noted.subscribe((state, { notes }) => {
      if (state.notes !== notes) update();
    }),
  ];
  return disposeAll(stops);
}

function* upTo(from: number, count: number): Generator<number> {
  for (let at = from; at < count; at++) yield at;
}

/** Moves the playhead to the next or previous result, wrapping at the ends. */
export function seekSearchResult(
  { log, search, selection }: Pick<AppStores, 'log' | 'search' | 'selection'>,
  step: 1 | -1,
): void {
  const { results: found = [] } = search.getState();
  const count = log.getState().rows.length;
  if (found.length === 0) return;
  const at = positionNow({ selection, log });
  const to = step === 1 ? bisectLeft(found, at + 1) : bisectLeft(found, at) - 1;
  pausePlayback(selection);
  seek(selection, found.at(to % found.length)!, count);
}

/** Sets the query; an empty text ends the search. */
export function setSearchText(search: SearchStore, text: string): void {
  search.setState({ text });
}

/** Shows the results alone, or marks them among all entries. */
export function toggleOnlyResults(search: SearchStore): void {
  search.setState(({ only }) => ({ only: !only }));
}

/** Toggles the folding of waiting checks. */
export function toggleFolding(search: SearchStore): void {
  search.setState(({ folding }) => ({ folding: !folding }));
}
