import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Comparison, RunId } from '../../engine/model/index.ts';
import type { Bridge, LogRow, CallProblem } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { readRows, rowsIn } from './log.ts';
import { notify } from './notices.ts';
import { ask, coalesceLatest } from './sync.ts';
import { addRun } from './workspace.ts';

/** Two runs side by side, with the rows of both logs. */
export interface Compared {
  readonly comparison: Comparison;
  readonly a: readonly LogRow[];
  readonly b: readonly LogRow[];
}

export interface ComparisonState {
  /** The runs being compared; `undefined` while the window shows one run. */
  readonly pair: { readonly a: RunId; readonly b: RunId } | undefined;
  /** `undefined` until it has come. */
  readonly shown: Compared | undefined;
  readonly problem: CallProblem | undefined;
  /** The row looked at, by its place among all rows. */
  readonly at: number;
  readonly onlyDifferent: boolean;
  /** What keeps the playheads of both runs together: entries that are counterparts, or time since the first. */
  readonly lock: 'entry' | 'time';
}

export type ComparisonStore = StoreApi<ComparisonState>;

const NOTHING: ComparisonState = {
  pair: undefined,
  shown: undefined,
  problem: undefined,
  at: 0,
  onlyDifferent: false,
  lock: 'entry',
};

export const createComparisonStore = (): ComparisonStore => createStore<ComparisonState>(() => NOTHING);

/** Lays runs `a` and `b` side by side, at their first divergence. */
export async function compareRuns(
  { bridge, comparison: store }: Pick<AppStores, 'comparison' | 'bridge'>,
  a: RunId,
  b: RunId,
): Promise<void> {
  const pair = { a, b };
  const { onlyDifferent, lock } = store.getState();
  store.setState({ ...NOTHING, pair, onlyDifferent, lock });
  const read = await readPair(bridge, pair);
  const { pair: wanted, shown } = store.getState();
  // What was read meanwhile, because one of them had gone on, is newer.
  if (wanted !== pair || shown !== undefined) return;
  if ('problem' in read) store.setState(read);
  else store.setState({ shown: read, at: divergenceRow(read) });
}

/** While runs are in motion their comparison is made anew no more often than this. */
const REST_MILLISECONDS = 1_000;

/**
 * Keeps the comparison of runs in motion in step with them, until the returned function is called. Who looks at the first
 * divergence goes on looking at it.
 */
export function syncComparison({
  bridge,
  comparison: store,
}: Pick<AppStores, 'comparison' | 'bridge'>): () => void {
  const readAgain = coalesceLatest(async (pair: Pair) => {
    const read = await readPair(bridge, pair);
    const { pair: wanted, shown, at } = store.getState();
    if (wanted !== pair || 'problem' in read) return;
    const last = Math.max(0, read.comparison.rows.length - 1);
    const isAtParting = shown === undefined || at === divergenceRow(shown);
    store.setState({
      ...{ shown: read, problem: undefined },
      at: isAtParting ? divergenceRow(read) : Math.min(at, last),
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
  // A run in motion may have been compared with more than there was of it before.
  await Promise.all([addRows(bridge, pair.a, a), addRows(bridge, pair.b, b)]);
  return { comparison: reply.value, a, b };
}

/** The row at which two runs part first; the first row where they do not. */
const divergenceRow = ({ comparison }: Compared): number => Math.max(0, comparison.divergence?.row ?? 0);

export function closeComparison({ comparison }: Pick<AppStores, 'comparison'>): void {
  comparison.setState(NOTHING);
}

/** Compares a run, the one on show if none is named, with its parent, or with the one of its scenario before it. */
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

/** Adds to `rows` those that the run has beyond them. */
async function addRows(bridge: Bridge, run: RunId, rows: LogRow[]): Promise<LogRow[]> {
  for await (const reply of readRows(bridge, run, rows.length))
    if (reply.ok) for (const row of rowsIn(reply.value)) rows.push(row);
  return rows;
}

/** Looks at a row, by its place among all rows. */
export function selectRow(comparison: ComparisonStore, at: number): void {
  comparison.setState({ at });
}

export function showOnlyDifferent(comparison: ComparisonStore, onlyDifferent: boolean): void {
  comparison.setState({ onlyDifferent });
}

/** Keeps the playheads of both runs together by counterparts or by time. */
export function lockBy(comparison: ComparisonStore, lock: ComparisonState['lock']): void {
  comparison.setState({ lock });
}
