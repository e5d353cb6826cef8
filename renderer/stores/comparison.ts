import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Comparison, type RunId, unpackComparison } from '../../engine/model/index.ts';
import type { Bridge, LogRow, CallProblem } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { readRows, readSummaries, rowsIn, Summaries } from './log.ts';
import { notify } from './notices.ts';
import { ask, coalesceLatest } from './sync.ts';
import { addRun, readRun } from './workspace.ts';

/** Two runs side by side, with the rows of both logs. */
export interface Compared {
  readonly comparison: Comparison;
  readonly a: readonly LogRow[];
  readonly b: readonly LogRow[];
}

export interface ComparisonState {
  /** The runs being compared; `undefined` while the window shows one run. */
  readonly pair: { readonly a: RunId; readonly b: RunId } | undefined;
  /** Several runs that are compared with the first of them; shown while no pair is. */
  readonly several: readonly RunId[] | undefined;
  /** `undefined` until loaded. */
  readonly shown: Compared | undefined;
  readonly problem: CallProblem | undefined;
  /** Index of the selected row among all rows. */
  readonly at: number;
  readonly onlyDifferent: boolean;
  /** How the playheads of both runs move together: by matching entries, or by time since the start. */
  readonly lock: 'entry' | 'time';
}

export type ComparisonStore = StoreApi<ComparisonState>;

const NOTHING: ComparisonState = {
  pair: undefined,
  several: undefined,
  shown: undefined,
  problem: undefined,
  at: 0,
  onlyDifferent: false,
  lock: 'entry',
};

export const createComparisonStore = (): ComparisonStore => createStore<ComparisonState>(() => NOTHING);

type Stores = Pick<AppStores, 'comparison' | 'bridge'>;

/** Compares runs `a` and `b` and selects the row of their first divergence. */
export async function compareRuns(stores: Stores, a: RunId, b: RunId): Promise<void> {
  const { bridge, comparison: store } = stores;
  stopComparing(stores);
  const pair = { a, b };
  const { onlyDifferent, lock, several } = store.getState();
  store.setState({ ...NOTHING, pair, several, onlyDifferent, lock });
  const read = await readPair(bridge, pair);
  const { pair: wanted, shown } = store.getState();
  // Anything shown by now was read later, after one of the runs went on.
  if (wanted !== pair || shown !== undefined) return;
  if ('problem' in read) store.setState(read);
  else store.setState({ shown: read, at: divergenceRow(read) });
}

/** Shortest time between two updates of the comparison of an active run. */
const REST_MILLISECONDS = 1_000;

/**
 * Updates the comparison while its runs go on, until the returned function is called. A selection on the first divergence
 * moves along with it.
 */
export function syncComparison({ bridge, comparison: store }: Stores): () => void {
  const readAgain = coalesceLatest(async (pair: Pair) => {
    const read = await readPair(bridge, pair);
    const { pair: wanted, shown, at } = store.getState();
    if (wanted !== pair || 'problem' in read) return;
    const last = Math.max(0, read.comparison.rows.length - 1);
    const isAtDivergence = shown === undefined || at === divergenceRow(shown);
    store.setState({
      shown: read,
      problem: undefined,
      at: isAtDivergence ? divergenceRow(read) : Math.min(at, last),
    });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = bridge.on('run.changed', ({ id }) => {
    const { pair } = store.getState();
    if (id !== pair?.a && id !== pair?.b) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      const { pair: shown } = store.getState();
      if (shown !== undefined) readAgain(shown);
    }, REST_MILLISECONDS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

type Pair = NonNullable<ComparisonState['pair']>;

async function readPair(bridge: Bridge, pair: Pair): Promise<Compared | { readonly problem: CallProblem }> {
  const [reply, a, b] = await Promise.all([
    ask(bridge, 'runs.compare', pair),
    addRows(bridge, pair.a, []),
    addRows(bridge, pair.b, []),
  ]);
  if (!reply.ok) return { problem: reply.error };
  // An active run may have been compared with more entries than it had when its rows were read.
  await Promise.all([addRows(bridge, pair.a, a), addRows(bridge, pair.b, b)]);
  return { comparison: unpackComparison(reply.value), a, b };
}

/** Index of the row of the first divergence; 0 when there is none. */
const divergenceRow = ({ comparison }: Compared): number => Math.max(0, comparison.divergence?.row ?? 0);

export function closeComparison(stores: Stores): void {
  stopComparing(stores);
  stores.comparison.setState(NOTHING);
}

/** Leaves the pair for the runs that it was picked from, or leaves the comparison. */
export function leavePair(stores: Stores): void {
  stopComparing(stores);
  const { pair, several } = stores.comparison.getState();
  stores.comparison.setState({ ...NOTHING, several: pair === undefined ? undefined : several });
}

/** Compares `runs` with the first of them. */
function compareSeveral(stores: Stores, runs: readonly RunId[]): void {
  stopComparing(stores);
  stores.comparison.setState({ ...NOTHING, several: runs });
}

/** Cancels the comparison that is under way, if one is: nobody will look at it. */
function stopComparing({ bridge, comparison }: Stores): void {
  const { pair, shown, problem } = comparison.getState();
  if (pair !== undefined && shown === undefined && problem === undefined)
    void ask(bridge, 'runs.cancelComparing', {});
}

/** True while runs are compared. */
export const isComparing = ({ pair, several }: ComparisonState): boolean =>
  pair !== undefined || several !== undefined;

/** Compares a run, by default the shown one, with its parent or with the previous run of its scenario. */
export async function compareWithPrevious(
  stores: Pick<AppStores, 'comparison' | 'bridge' | 'notices' | 'selection' | 'workspace'>,
  run: RunId | undefined = stores.selection.getState().run,
): Promise<void> {
  const { bridge, workspace, notices } = stores;
  const reply = run === undefined ? undefined : await ask(bridge, 'library.counterpart', { run });
  if (reply?.ok === false) notify(notices, 'bad', reply.error.message);
  else if (run === undefined || !reply?.value)
    notify(notices, 'bad', 'No earlier run of this scenario to compare with.');
  else {
    addRun(workspace, reply.value);
    await compareRuns(stores, reply.value.id, run);
  }
}

/** Appends to `rows` the rows that the run has after them. */
async function addRows(bridge: Bridge, run: RunId, rows: LogRow[]): Promise<LogRow[]> {
  const summaries = new Summaries();
  for await (const reply of readRows(bridge, run, rows.length))
    if (reply.ok) for (const row of rowsIn(reply.value, summaries)) rows.push(row);
  for await (const reply of readSummaries(bridge, run, summaries)) if (!reply.ok) break;
  return rows;
}

/** Selects a row by its index among all rows. */
export function selectRow(comparison: ComparisonStore, at: number): void {
  comparison.setState({ at });
}

export function showOnlyDifferent(comparison: ComparisonStore, onlyDifferent: boolean): void {
  comparison.setState({ onlyDifferent });
}

/** Sets whether the playheads of both runs move together by matching entries or by time. */
export function lockBy(comparison: ComparisonStore, lock: ComparisonState['lock']): void {
  comparison.setState({ lock });
}

/** Compares two runs side by side, or more with one of them: the pinned one, else the oldest. */
export async function comparePicked(
  stores: Pick<AppStores, 'comparison' | 'bridge' | 'library' | 'workspace'>,
  ids: readonly RunId[],
): Promise<void> {
  if (ids.length === 2) {
    await compareTwo(stores, ids);
    return;
  }
  const sorted = oldestFirst(ids);
  const first = (await pinnedOf(stores, sorted)) ?? sorted[0]!;
  await Promise.all(ids.map((id) => readRun(stores, id)));
  compareSeveral(stores, [first, ...sorted.filter((id) => id !== first)]);
}

/** The first of `ids` that is the baseline of its scenario. */
async function pinnedOf(
  { bridge }: Pick<AppStores, 'bridge'>,
  ids: readonly RunId[],
): Promise<RunId | undefined> {
  const reply = await ask(bridge, 'library.ids', {
    terms: [{ test: { kind: 'word', key: 'is', values: ['baseline'], within: false }, not: false }],
  });
  const pinned = new Set(reply.ok ? reply.value : []);
  return ids.find((id) => pinned.has(id));
}

const oldestFirst = (ids: readonly RunId[]): readonly RunId[] =>
  ids.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** Compares two runs of the library, the older one as A. */
export async function compareTwo(
  stores: Pick<AppStores, 'comparison' | 'bridge' | 'workspace'>,
  ids: readonly RunId[],
): Promise<void> {
  const [a, b] = oldestFirst(ids);
  await Promise.all([readRun(stores, a!), readRun(stores, b!)]);
  await compareRuns(stores, a!, b!);
}
