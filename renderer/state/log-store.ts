import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import type { Lab, LogRow, Refusal, RowBatch } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import { rowsIn } from './batch-rows.ts';
import { readRows } from './read-rows.ts';

/** The rows of the run being shown. */
export interface LogState {
  readonly run: RunId | undefined;
  /** Without gaps: `rows[n].index` is `n`. One array for each run on show, which grows in place: a batch costs what it is long. */
  readonly rows: readonly LogRow[];
  /** How many rows there are: what tells that there are more. It goes up by leaps while many are read. */
  readonly count: number;
  /** True until the rows that were there when the run was opened have all come. */
  readonly loading: boolean;
  readonly refusal: Refusal | undefined;
}

export type LogStore = StoreApi<LogState>;

/** How many times as many rows there have to be before more of those that are read are shown: the picture of all is drawn anew. */
const GROWTH = 2;

const NOTHING: LogState = { run: undefined, rows: [], count: 0, loading: false, refusal: undefined };

export const logStore = (): LogStore => createStore<LogState>(() => NOTHING);

/** Adds to `rows` what `batch` has beyond their end. Rows known already, or beyond a gap, are left out. */
export function append(rows: LogRow[], batch: readonly LogRow[]): void {
  for (const row of batch) if (row.index === rows.length) rows.push(row);
}

export function showNoLog(store: LogStore): void {
  store.setState(NOTHING);
}

/** Shows `run` and keeps up with it until the returned function is called. */
export function followLog(lab: Lab, store: LogStore, run: RunId): () => void {
  let open = true;
  let reading = false;
  const rows: LogRow[] = [];
  store.setState({ run, rows, count: 0, loading: true, refusal: undefined });

  const take = (batch: RowBatch, growth: number): void => {
    append(rows, rowsIn(batch));
    const { count } = store.getState();
    if (rows.length > count && rows.length >= count * growth) store.setState({ count: rows.length });
  };

  /** Reads on from the last row known until there is nothing more. */
  const readOn = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    for await (const reply of readRows(lab, run, rows.length)) {
      if (!open) return;
      if (reply.ok) take(reply.value, GROWTH);
      else store.setState({ refusal: reply.error });
    }
    if (!open) return;
    reading = false;
    store.setState({ count: rows.length, loading: false });
    void ask(lab, 'log.index', { run });
  };

  const stop = lab.on('log.appended', (signal) => {
    if (signal.run !== run) return;
    take(signal.rows, 1);
    if (signal.rows.from > rows.length) void readOn();
  });
  // Of a run that another process writes, only its count is told.
  const stopView = lab.on('workspace.changed', ({ runs }) => {
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
