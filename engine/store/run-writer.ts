import type {
  AgentTurn,
  Hint,
  Json,
  LogEntry,
  PlanOutline,
  TraceExtras,
  RunId,
  RunState,
  SimTime,
  States,
  CommitBatch,
} from '../model/index.ts';
import { SnapshotWriter, type ChangeTable, type SnapshotTable } from './change-table.ts';
import { keyOf } from './columns.ts';
import type { EntryTable } from './entry-table.ts';
import { logGap } from './errors.ts';
import type { AppTable, FirstRun, RunEnd, RunTable } from './run-table.ts';
import type { SourceTable } from './source-table.ts';

/** A run that begins. */
export interface NewRun extends FirstRun {
  /** The scenario's source as it was when the run began. */
  readonly text?: string;
  /** What it imported, by path. */
  readonly importedFiles?: ReadonlyMap<string, string>;
  /** Every app's state before the first entry. */
  readonly states: States;
  /** What came with it, where it was read from a file. */
  readonly extras?: TraceExtras;
  /** What it is to do; nothing is known of what traces were to. */
  readonly plan?: PlanOutline;
  /** What the scenario's author says about its events; those of the plan when left out. */
  readonly hints?: readonly Hint[];
  /** When its entries were written, where that is known before. */
  readonly commitBatches?: readonly CommitBatch[];
  /** What its agent process thought, where that is known before. */
  readonly agentTurns?: readonly AgentTurn[];
}

/** Writes one run while it happens. What a call has returned from is on disk, whatever happens to the process. */
export interface RunWriter {
  readonly id: RunId;
  /**
   * Writes the next entries, all of them or none. `elapsed` is the wall clock, milliseconds since the run began, where it is
   * to be kept.
   *
   * @throws {StoreError} when an entry is missing or written twice, or the run was removed.
   * @throws {RangeError} when a change does not fit the state that the log comes to.
   */
  append(entries: readonly LogEntry[], now: SimTime, elapsed?: number): void;
  /** Writes the next turn of its agent process. */
  addAgentTurn(turn: AgentTurn): void;
  mark(state: RunState): void;
  finish(end: RunEnd): void;
}

/** What a run is written to. */
export interface RunTables {
  readonly runs: RunTable;
  readonly apps: AppTable;
  readonly entries: EntryTable;
  readonly changes: ChangeTable;
  readonly snapshots: SnapshotTable;
  readonly sources: SourceTable;
}

/** Carries out `work` as one transaction. */
type Transaction = <Answer>(work: () => Answer) => Answer;

/** Writes the row of `run`, its sources and its apps' first states, and answers what writes the rest. */
export function beginRun(tables: RunTables, transaction: Transaction, run: NewRun): RunWriter {
  const snapshots = new SnapshotWriter(tables.changes, tables.snapshots);
  return writerOf(
    tables,
    transaction,
    snapshots,
    transaction(() => insertRun(tables, snapshots, run)),
  );
}

/** A function of its own, for else what is written to the end of the run would keep `run`, with all of its plan, in memory. */
function writerOf(
  tables: RunTables,
  transaction: Transaction,
  snapshots: SnapshotWriter,
  id: RunId,
): RunWriter {
  return {
    id,
    append: (entries, now, elapsed) => {
      try {
        transaction(() => {
          appendEntries(tables, snapshots, id, entries, now);
          const last = entries.at(-1)?.index;
          if (last !== undefined && elapsed !== undefined) tables.runs.addCommitBatch(id, { last, elapsed });
        });
      } catch (thrown) {
        snapshots.restart();
        throw thrown;
      }
    },
    addAgentTurn: (turn) => {
      transaction(() => {
        tables.runs.addAgentTurn(id, turn);
      });
    },
    mark: (state) => {
      transaction(() => {
        tables.runs.mark(id, state);
      });
    },
    finish: (end) => {
      transaction(() => {
        tables.runs.finish(id, end);
      });
    },
  };
}

function insertRun({ runs, apps, sources }: RunTables, snapshots: SnapshotWriter, run: NewRun): RunId {
  const { plan, hints = plan?.hints ?? [], scenarioTags = plan?.tags ?? [] } = run;
  const id = runs.insert({ ...run, scenarioTags });
  sources.write(id, [
    ...(run.text === undefined ? [] : [[run.source, run.text] as const]),
    ...(run.importedFiles ?? []),
  ]);
  if (run.extras !== undefined) runs.writeExtras(id, run.extras);
  if (plan !== undefined) runs.writePlan(id, plan);
  runs.writeHints(id, hints);
  for (const batch of run.commitBatches ?? []) runs.addCommitBatch(id, batch);
  for (const turn of run.agentTurns ?? []) runs.addAgentTurn(id, turn);
  for (const [app, state] of Object.entries<Json>(run.states))
    snapshots.begin(apps.keyOfNew(keyOf(id), app), state);
  return id;
}

function appendEntries(
  { runs, entries: log, changes }: RunTables,
  snapshots: SnapshotWriter,
  id: RunId,
  entries: readonly LogEntry[],
  now: SimTime,
): void {
  const from = entries[0]?.index;
  if (!runs.grow(id, from, entries.length, now)) throw logGap(id, from, runs.read(id)?.entries);
  if (from === undefined) return;
  const stray = entries.findIndex(({ index }, nth) => index !== from + nth);
  if (stray >= 0) throw logGap(id, entries[stray]!.index, from + stray);
  const run = keyOf(id);
  for (const entry of entries) {
    const written = changes.add(run, entry);
    log.add(run, entry, written);
    snapshots.follow(entry.index, written);
  }
  changes.flush();
  log.flush();
}

/** Entries that are written at once. */
const SLICE = 1_000;

/** Hears how many of all entries are written, each time that some are. */
export type OnWritten = (written: number, all: number) => void;

/** Writes all entries of a log that is known already. */
export function writeEntries(
  writer: RunWriter,
  entries: readonly LogEntry[],
  onWritten: OnWritten = () => undefined,
): void {
  for (let from = 0; from < entries.length; from += SLICE) {
    const slice = entries.slice(from, from + SLICE);
    writer.append(slice, slice.at(-1)!.time);
    onWritten(from + slice.length, entries.length);
  }
}
