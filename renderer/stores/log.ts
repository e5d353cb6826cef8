import { bisectLeft } from 'd3';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import type { CallProblem, Bridge, LogRow, Reply, RowBatch, RowFace } from '../../preload/contract.ts';
import { type Filter, type FilterContext, parseFilter, type QueryProblem } from '../ui/query/log-query.ts';
import type { AppStores } from './app-stores.ts';
import { pausePlayback, positionNow, seek } from './selection.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';
import { runOf } from './workspace.ts';

/** The rows of a batch, each but a window on it: what nobody looks at is never made. */
export function rowsIn(batch: RowBatch): readonly LogRow[] {
  const rows: LogRow[] = [];
  for (let nth = 0; nth < batch.times.length; nth++) rows.push(new BatchRow(batch, nth));
  return rows;
}

const NONE: readonly number[] = [];

class BatchRow implements LogRow {
  readonly #batch: RowBatch;
  readonly #nth: number;

  constructor(batch: RowBatch, nth: number) {
    this.#batch = batch;
    this.#nth = nth;
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
    return this.#text(2 * this.#nth);
  }
  get summary(): string {
    return this.#text(2 * this.#nth + 1);
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

  get #face(): RowFace {
    const { faces, faceOf } = this.#batch;
    return faces[faceOf[this.#nth]!]!;
  }

  #text(nth: number): string {
    const { text, textEnds } = this.#batch;
    return text.slice(textEnds[nth - 1] ?? 0, textEnds[nth]);
  }
}

/**
 * The rows of a run from position `from` on, batch by batch, until there are no more or they are refused. While one batch
 * is drawn, main reads the next and has the one after it in hand.
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
    // Where a batch was shorter than the one before, those asked for lie beyond a gap, and may have been read too early.
    if (!asked.has(at)) asked.clear();
    void read(at);
    void read(at + length);
    yield reply;
  }
}

/** The rows of the run being shown. */
export interface LogState {
  readonly run: RunId | undefined;
  /** Without gaps: `rows[n].index` is `n`. One array for each run on show, which grows in place: a batch costs what it is long. */
  readonly rows: readonly LogRow[];
  /** How many rows there are: what tells that there are more. It goes up by leaps while many are read. */
  readonly count: number;
  /** True until the rows that were there when the run was opened have all come. */
  readonly loading: boolean;
  readonly problem: CallProblem | undefined;
}

export type LogStore = StoreApi<LogState>;

/** How many times as many rows there have to be before more of those that are read are shown: the picture of all is drawn anew. */
const GROWTH = 2;

const NOTHING: LogState = { run: undefined, rows: [], count: 0, loading: false, problem: undefined };

export const createLogStore = (): LogStore => createStore<LogState>(() => NOTHING);

/** Adds to `rows` what `batch` has beyond their end. Rows known already, or beyond a gap, are left out. */
export function append(rows: LogRow[], batch: readonly LogRow[]): void {
  for (const row of batch) if (row.index === rows.length) rows.push(row);
}

export function clearLog(store: LogStore): void {
  store.setState(NOTHING);
}

/** Shows `run` and keeps up with it until the returned function is called. */
export function syncLog(bridge: Bridge, store: LogStore, run: RunId): () => void {
  let open = true;
  let reading = false;
  const rows: LogRow[] = [];
  store.setState({ run, rows, count: 0, loading: true, problem: undefined });

  const take = (batch: RowBatch, growth: number): void => {
    append(rows, rowsIn(batch));
    const { count } = store.getState();
    if (rows.length > count && rows.length >= count * growth) store.setState({ count: rows.length });
  };

  /** Reads on from the last row known until there is nothing more. */
  const readOn = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    for await (const reply of readRows(bridge, run, rows.length)) {
      if (!open) return;
      if (reply.ok) take(reply.value, GROWTH);
      else store.setState({ problem: reply.error });
    }
    if (!open) return;
    reading = false;
    store.setState({ count: rows.length, loading: false });
    void ask(bridge, 'log.index', { run });
  };

  const stop = bridge.on('log.appended', (signal) => {
    if (signal.run !== run) return;
    take(signal.rows, 1);
    if (signal.rows.from > rows.length) void readOn();
  });
  // Of a run that another process writes, only its count is told.
  const stopView = bridge.on('workspace.changed', ({ runs }) => {
    const entries = runs.find(({ id }) => id === run)?.entries ?? 0;
    if (entries > rows.length) void readOn();
  });
  void readOn();

  return () => {
    open = false;
    stop();
    stopView();
  };
}

/** What the person looks for in the log, and where it is. */
export interface SearchState {
  /** As typed; empty looks for nothing. */
  readonly text: string;
  /** True shows nothing but hits in the log, false everything, with the hits marked. */
  readonly only: boolean;
  /** Whether checks that do nothing but wait make one line. */
  readonly folding: boolean;
  /** What is wrong with the text, or why main could not look. */
  readonly problem: QueryProblem | undefined;
  /** Entries by index, ascending, in an array that grows in place as the log does; `undefined` while nothing is looked for. */
  readonly results: readonly number[] | undefined;
  /** How many hits there are: what tells that there are more. */
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
  /** How many of the rows are to be looked at: they grow in place. */
  readonly count: number;
}

/** Keeps the hits those of the text in the log on show, until the returned function is called. */
export function syncSearch({
  bridge,
  log,
  search,
  workspace,
  notes: noted,
}: Pick<AppStores, 'bridge' | 'log' | 'notes' | 'search' | 'workspace'>): () => void {
  let parsed: (FilterContext & { text: string; filter: Filter | QueryProblem }) | undefined;
  /** What was answered last, and the hits that were found by then. */
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
    // What is typed by now, or another log, has its own question.
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

  const look = (): void => {
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
    log.subscribe(look),
    search.subscribe((state, { text }) => {
      if (state.text !== text) look();
    }),
    noted.subscribe((state, { notes }) => {
      if (state.notes !== notes) look();
    }),
  ];
  return disposeAll(stops);
}

function* upTo(from: number, count: number): Generator<number> {
  for (let at = from; at < count; at++) yield at;
}

/** Takes the playhead to the next hit, or the one before; round at the ends. */
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

/** Looks for what was typed; for nothing where that is empty. */
export function setSearchText(search: SearchStore, text: string): void {
  search.setState({ text });
}

/** Shows the results alone, or marks them among all entries. */
export function toggleOnlyResults(search: SearchStore): void {
  search.setState(({ only }) => ({ only: !only }));
}

/** Folds checks that do nothing but wait, or shows each. */
export function toggleFolding(search: SearchStore): void {
  search.setState(({ folding }) => ({ folding: !folding }));
}
