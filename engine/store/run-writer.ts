import type {
  ExchangeBeside,
  Hint,
  Json,
  LogEntry,
  ModelExchange,
  NewAttempt,
  PlanOutline,
  TraceExtras,
  Turn,
  RunId,
  RunState,
  SimTime,
  States,
  CommitBatch,
} from '../model/index.ts';
import type { AttemptTable } from './attempt-table.ts';
import type { ChangeTable } from './change-table.ts';
import { runKeyOf, ROW_IDS_PER_KEY } from './column-values.ts';
import type { EntryTable } from './entry-table.ts';
import { logGap, StoreError } from './errors.ts';
import type { ExchangeTable } from './exchange-table.ts';
import type { AppTable } from './app-table.ts';
import type { FirstRun, RunEnd, RunTable } from './run-table.ts';
import { type SnapshotTable, SnapshotWriter } from './snapshot-table.ts';
import type { SourceTable } from './source-table.ts';
import type { TurnTable } from './turn-table.ts';

/** A new run. */
export interface NewRun extends FirstRun {
  /** The scenario's source as it was when the run began. */
  readonly text?: string;
  /** The imported files, by path. */
  readonly importedFiles?: ReadonlyMap<string, string>;
  /** Every app's state before the first entry. */
  readonly states: States;
  /** The parts of an imported trace that are not in the log. */
  readonly extras?: TraceExtras;
  /** The plan of the run; missing for traces. */
  readonly plan?: PlanOutline;
  /** The plan as JSON, if the caller has it. */
  readonly planText?: string;
  /** The author's hints on events; taken from the plan when left out. */
  readonly hints?: readonly Hint[];
  /** The commit times of the entries, if known already. */
  readonly commitBatches?: readonly CommitBatch[];
  /** The turns of the run, if known already. */
  readonly turns?: readonly Turn[];
  /** The exchanges with models that `turns` and `beside` refer to, by the ids used there. */
  readonly exchanges?: ReadonlyMap<number, ModelExchange>;
  readonly beside?: readonly ExchangeBeside[];
  /** The attempt of an imported run. */
  readonly attempt?: NewAttempt | undefined;
}

/** Writes one run while it runs. When a method returns, its data is on disk and survives a crash of the process. */
export interface RunWriter {
  readonly id: RunId;
  /**
   * Writes the next entries, and new or changed `turns` by number: all of them or none. `elapsed` is the wall-clock time in
   * milliseconds since the run began; when left out, no commit time is stored.
   * @throws {StoreError} when an entry is missing or written twice, or the run was removed.
   * @throws {RangeError} when a change does not fit the state that results from the log, if a snapshot is near.
   */
  append(
    entries: readonly LogEntry[],
    now: SimTime,
    elapsed?: number,
    turns?: ReadonlyMap<number, Turn>,
  ): void;
  /** Writes an exchange of turn `turn` with a model, or records that the turn made a stored exchange again. Returns its id. */
  addExchange(turn: number, exchange: ModelExchange | number): number;
  /** Replaces an exchange of turn `turn` by another one. Returns the new id. */
  replaceExchange(turn: number, replaced: number, exchange: ModelExchange): number;
  mark(state: RunState): void;
  finish(end: RunEnd): void;
}

/** The tables that a run writer uses. */
export interface RunTables {
  readonly runs: RunTable;
  readonly apps: AppTable;
  readonly entries: EntryTable;
  readonly changes: ChangeTable;
  readonly snapshots: SnapshotTable;
  readonly sources: SourceTable;
  readonly turns: TurnTable;
  readonly exchanges: ExchangeTable;
  readonly attempts: AttemptTable;
}

/** Runs `work` in one transaction. */
type Transaction = <Answer>(work: () => Answer) => Answer;

/** Writes the row of `run`, its sources and its apps' initial states. Returns the writer for the rest. */
export function beginRun(tables: RunTables, transaction: Transaction, run: NewRun): RunWriter {
  const snapshots = new SnapshotWriter(tables.changes, tables.snapshots);
  return writerOf(
    tables,
    transaction,
    snapshots,
    transaction(() => insertRun(tables, snapshots, run)),
  );
}

/**
 * Creates the run's writer. A separate function, because a closure would keep `run`, with its whole plan, in memory until the end
 * of the run.
 */
function writerOf(
  tables: RunTables,
  transaction: Transaction,
  snapshots: SnapshotWriter,
  id: RunId,
): RunWriter {
  return {
    id,
    append: (entries, now, elapsed, turns) => {
      try {
        transaction(() => {
          for (const [nth, turn] of turns ?? []) tables.turns.write(id, nth, turn);
          appendEntries(tables, snapshots, id, entries, now);
          const [first, last] = [entries[0]?.index, entries.at(-1)?.index];
          if (first !== undefined && last !== undefined && elapsed !== undefined)
            tables.runs.addCommitBatch(id, first, { last, elapsed });
        });
      } catch (thrown) {
        snapshots.restart();
        throw thrown;
      }
    },
    addExchange: (turn, exchange) =>
      transaction(() => {
        const { exchanges } = tables;
        const number = typeof exchange === 'number' ? exchange : exchanges.add(exchange);
        exchanges.linkNext(id, turn, number);
        return number;
      }),
    replaceExchange: (turn, replaced, exchange) =>
      transaction(() => {
        const { exchanges } = tables;
        const number = exchanges.add(exchange);
        const made = exchanges.ofTurns(id).get(turn) ?? [];
        exchanges.link(
          id,
          turn,
          made.map((one) => (one === replaced ? number : one)),
        );
        return number;
      }),
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

function insertRun(
  { runs, apps, sources, turns, exchanges, attempts }: RunTables,
  snapshots: SnapshotWriter,
  run: NewRun,
): RunId {
  const { plan, hints = plan?.hints ?? [], scenarioTags = plan?.tags ?? [] } = run;
  const { planText = plan && JSON.stringify(plan) } = run;
  const { id, apps: listed } = runs.insert({ ...run, scenarioTags });
  const files = [
    ...(run.text === undefined ? [] : [[run.source, run.text] as const]),
    ...(run.importedFiles ?? []),
  ];
  // All at once: a change of the row touches each of its indexes.
  runs.seal(id, {
    apps: listed,
    files: sources.write(id, files),
    ...(run.extras === undefined ? {} : { extras: runs.writeExtras(id, run.extras) }),
    ...(planText === undefined ? {} : { plan: runs.writePlan(id, planText) }),
    hints: runs.writeHints(id, hints),
  });
  if (run.attempt !== undefined) attempts.write(id, run.attempt);
  let first = 0;
  for (const batch of run.commitBatches ?? []) {
    runs.addCommitBatch(id, first, batch);
    first = batch.last + 1;
  }
  const numbers = new Map([...(run.exchanges ?? [])].map(([number, one]) => [number, exchanges.add(one)]));
  for (const [index, turn] of (run.turns ?? []).entries()) turns.write(id, index, renumbered(turn, numbers));
  for (const { turn, exchange } of run.beside ?? []) exchanges.linkNext(id, turn, numbers.get(exchange)!);
  for (const [app, state] of Object.entries<Json>(run.states))
    snapshots.begin(apps.keyOfNew(runKeyOf(id), app), state);
  return id;
}

/** `turn` with the ids of its exchanges in this database. */
const renumbered = (turn: Turn, numbers: ReadonlyMap<number, number>): Turn =>
  'exchanges' in turn
    ? { ...turn, exchanges: turn.exchanges.map((number) => numbers.get(number) ?? number) }
    : turn;

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
  if (from + entries.length > ROW_IDS_PER_KEY)
    throw new StoreError('store-full', `log of ${id}`, 'It has as many entries as a log can have.');
  const stray = entries.findIndex(({ index }, nth) => index !== from + nth);
  if (stray >= 0) throw logGap(id, entries[stray]!.index, from + stray);
  const run = runKeyOf(id);
  for (const entry of entries) {
    const written = changes.add(run, entry);
    log.add(run, entry, written);
    snapshots.follow(entry.index, written);
  }
  changes.flush();
  log.flush();
}

/** The number of entries written at once. */
const SLICE = 1_000;

/** Called with the number of written entries after each slice. */
export type OnWritten = (written: number, all: number) => void;

/** Writes all entries of a complete log. */
export function writeEntries(
  writer: RunWriter,
  entries: Iterable<LogEntry> & { readonly length: number },
  onWritten: OnWritten = () => undefined,
): void {
  let slice: LogEntry[] = [];
  let written = 0;
  const write = (): void => {
    if (slice.length === 0) return;
    writer.append(slice, slice.at(-1)!.time);
    written += slice.length;
    slice = [];
    onWritten(written, entries.length);
  };
  for (const entry of entries) {
    slice.push(entry);
    if (slice.length === SLICE) write();
  }
  write();
}
