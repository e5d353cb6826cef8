import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Comparison } from '../../engine/model/comparison.ts';
import type { RunId } from '../../engine/model/ids.ts';
import type { Lab, LogRow, Refusal } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { rowsIn } from './batch-rows.ts';
import type { Bench } from './bench.ts';
import { notify } from './notices.ts';
import { meetRun } from './workspace-store.ts';

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
  readonly refusal: Refusal | undefined;
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
  refusal: undefined,
  at: 0,
  onlyDifferent: false,
  lock: 'entry',
};

export const comparisonStore = (): ComparisonStore => createStore<ComparisonState>(() => NOTHING);

/** Lays runs `a` and `b` side by side, at their first divergence. */
export async function compareRuns({ lab, comparison: store }: Bench, a: RunId, b: RunId): Promise<void> {
  const pair = { a, b };
  const { onlyDifferent, lock } = store.getState();
  store.setState({ ...NOTHING, pair, onlyDifferent, lock });
  const [reply, rowsA, rowsB] = await Promise.all([
    ask(lab, 'runs.compare', pair),
    allRows(lab, a),
    allRows(lab, b),
  ]);
  if (store.getState().pair !== pair) return;
  if (!reply.ok) {
    store.setState({ refusal: reply.error });
    return;
  }
  const at = Math.max(0, reply.value.divergence?.row ?? 0);
  store.setState({ shown: { comparison: reply.value, a: rowsA, b: rowsB }, at });
}

export function closeComparison({ comparison }: Bench): void {
  comparison.setState(NOTHING);
}

/** Compares the run on show with its parent, or with the one of its scenario before it. */
export async function compareWithPrevious(bench: Bench): Promise<void> {
  const { lab, workspace, panels, notices } = bench;
  const { run } = panels.getState();
  const reply = run === undefined ? undefined : await ask(lab, 'library.counterpart', { run });
  if (reply?.ok === false) notify(notices, 'bad', reply.error.message);
  else if (run === undefined || !reply?.value)
    notify(notices, 'bad', 'There is no earlier run of this scenario to compare with.');
  else {
    meetRun(workspace, reply.value);
    await compareRuns(bench, reply.value.id, run);
  }
}

async function allRows(lab: Lab, run: RunId): Promise<readonly LogRow[]> {
  const rows: LogRow[] = [];
  for (;;) {
    const reply = await ask(lab, 'log.rows', { run, from: rows.length });
    if (!reply.ok || reply.value.times.length === 0) return rows;
    for (const row of rowsIn(reply.value)) rows.push(row);
  }
}
