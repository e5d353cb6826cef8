import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type StepTable,
  type ComparedAttempts,
  type ComparedBy,
  type Comparison,
  type RunId,
  unpackComparison,
} from '../../engine/model/index.ts';
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
  /** How the runs are compared; `undefined` until that is known. */
  readonly by: ComparedBy | undefined;
  /** The pair entry by entry; `undefined` until loaded. */
  readonly shown: Compared | undefined;
  /** The pair by steps; `undefined` until loaded. */
  readonly attempts: ComparedAttempts | undefined;
  /** The several runs by steps; `undefined` until loaded. */
  readonly table: StepTable | undefined;
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
  by: undefined,
  shown: undefined,
  attempts: undefined,
  table: undefined,
  problem: undefined,
  at: 0,
  onlyDifferent: false,
  lock: 'entry',
};

export const createComparisonStore = (): ComparisonStore => createStore<ComparisonState>(() => NOTHING);

type Stores = Pick<AppStores, 'comparison' | 'bridge'>;

/** Compares runs `a` and `b` and selects the row where they part: in the way that suits them, unless `by` says how. */
export async function compareRuns(stores: Stores, a: RunId, b: RunId, by?: ComparedBy): Promise<void> {
  const { bridge, comparison: store } = stores;
  stopComparing(stores);
  const pair = { a, b };
  const { onlyDifferent, lock, several } = store.getState();
  store.setState({ ...NOTHING, pair, several, onlyDifferent, lock, by });
  const how = by ?? (await suitableComparison(bridge, [a, b]));
  if (store.getState().pair !== pair) return;
  store.setState({ by: how });
  const read = await readPair(bridge, pair, how);
  const now = store.getState();
  // Anything shown by now was read later, after one of the runs went on.
  if (now.pair !== pair || isShown(now)) return;
  store.setState('problem' in read ? read : { ...read, at: partingRow(read) });
}

/** `state` with the person's choices, without results. */
export const withoutResults = (state: ComparisonState): ComparisonState => ({
  ...state,
  shown: undefined,
  attempts: undefined,
  table: undefined,
  problem: undefined,
});

/** Shows a comparison as it was, at its row. Compares again if its results are not there. */
export async function reopenComparison(stores: Stores, state: ComparisonState): Promise<void> {
  const { comparison: store } = stores;
  stopComparing(stores);
  store.setState(state);
  const { pair, several, by, at } = state;
  if (isShown(state) || state.table !== undefined || (pair === undefined && by === 'entries')) return;
  if (pair !== undefined) await compareRuns(stores, pair.a, pair.b, by);
  else if (several !== undefined) await compareSeveral(stores, several, by);
  const now = store.getState();
  if (now.pair?.a === pair?.a && now.pair?.b === pair?.b && now.several === several) selectRow(store, at);
}

/** Compares the runs in view in another way. */
export async function compareBy(stores: Stores, by: ComparedBy): Promise<void> {
  const { pair, several } = stores.comparison.getState();
  if (pair !== undefined) await compareRuns(stores, pair.a, pair.b, by);
  else if (several !== undefined) await compareSeveral(stores, several, by);
}

async function suitableComparison(bridge: Bridge, runs: readonly RunId[]): Promise<ComparedBy> {
  const reply = await ask(bridge, 'comparison.by', { runs });
  return reply.ok ? reply.value : 'entries';
}

const isShown = ({ shown, attempts }: ComparisonState): boolean =>
  shown !== undefined || attempts !== undefined;

/** Shortest time between two updates of the comparison of an active run. */
const REST_MILLISECONDS = 1_000;

/**
 * Updates the comparison while its runs go on, until the returned function is called. A selection on the first divergence
 * moves along with it.
 */
export function syncComparison({ bridge, comparison: store }: Stores): () => void {
  const readAgain = coalesceLatest(async ({ pair, by }: { pair: Pair; by: ComparedBy }) => {
    const read = await readPair(bridge, pair, by);
    const now = store.getState();
    if (now.pair !== pair || now.by !== by || 'problem' in read) return;
    const last = Math.max(0, rowCount(read) - 1);
    const isAtParting = !isShown(now) || now.at === partingRow(now);
    store.setState({
      ...read,
      problem: undefined,
      at: isAtParting ? partingRow(read) : Math.min(now.at, last),
    });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = bridge.on('run.changed', ({ id }) => {
    const { pair } = store.getState();
    if (id !== pair?.a && id !== pair?.b) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      const { pair: shown, by } = store.getState();
      if (shown !== undefined && by !== undefined) readAgain({ pair: shown, by });
    }, REST_MILLISECONDS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

type Pair = NonNullable<ComparisonState['pair']>;

/** A pair in one of both ways. */
type ReadPair = Partial<Pick<ComparisonState, 'shown' | 'attempts'>>;

async function readPair(
  bridge: Bridge,
  pair: Pair,
  by: ComparedBy,
): Promise<ReadPair | { readonly problem: CallProblem }> {
  if (by === 'steps') {
    const reply = await ask(bridge, 'comparison.attempts', pair);
    return reply.ok ? { attempts: reply.value } : { problem: reply.error };
  }
  const [reply, a, b] = await Promise.all([
    ask(bridge, 'comparison.runs', pair),
    addRows(bridge, pair.a, []),
    addRows(bridge, pair.b, []),
  ]);
  if (!reply.ok) return { problem: reply.error };
  // An active run may have been compared with more entries than it had when its rows were read.
  await Promise.all([addRows(bridge, pair.a, a), addRows(bridge, pair.b, b)]);
  return { shown: { comparison: unpackComparison(reply.value), a, b } };
}

/** Index of the row where the two part; 0 when they do not. */
const partingRow = ({ shown, attempts }: ReadPair): number =>
  Math.max(0, shown?.comparison.divergence?.row ?? attempts?.parting?.row ?? 0);

const rowCount = ({ shown, attempts }: ReadPair): number =>
  shown?.comparison.rows.length ?? attempts?.rows.length ?? 0;

export function closeComparison(stores: Stores): void {
  stopComparing(stores);
  stores.comparison.setState(NOTHING);
}

/** Leaves the pair for the runs that it was picked from, or leaves the comparison. */
export async function leavePair(stores: Stores): Promise<void> {
  stopComparing(stores);
  const { pair, several } = stores.comparison.getState();
  if (pair === undefined || several === undefined) stores.comparison.setState(NOTHING);
  else await compareSeveral(stores, several);
}

/** Shows what each of `runs` did, or compares each with the first of them: in the way that suits them, unless `by` says how. */
async function compareSeveral(stores: Stores, runs: readonly RunId[], by?: ComparedBy): Promise<void> {
  const { bridge, comparison: store } = stores;
  stopComparing(stores);
  const { onlyDifferent } = store.getState();
  store.setState({ ...NOTHING, several: runs, by, onlyDifferent });
  const isWanted = (): boolean => store.getState().several === runs && store.getState().pair === undefined;
  const how = by ?? (await suitableComparison(bridge, runs));
  if (!isWanted()) return;
  store.setState({ by: how });
  if (how === 'entries') return;
  const reply = await ask(bridge, 'comparison.attemptTable', { runs });
  if (isWanted()) store.setState(reply.ok ? { table: reply.value } : { problem: reply.error });
}

/** Cancels the comparison that is under way, if one is: nobody will look at it. */
function stopComparing({ bridge, comparison }: Stores): void {
  const state = comparison.getState();
  const waits =
    state.pair === undefined ? state.by === 'steps' && state.table === undefined : !isShown(state);
  if (waits && state.problem === undefined) void ask(bridge, 'comparison.cancel', {});
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

/** Compares two runs side by side, or more beside one of them: the pinned one, else the oldest. */
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
  await compareSeveral(stores, [first, ...sorted.filter((id) => id !== first)]);
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
