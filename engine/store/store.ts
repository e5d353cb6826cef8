import {
  type AppName,
  type AskerCosts,
  type CommitBatch,
  type Hint,
  type Json,
  type JudgeConfiguration,
  type KeptJudgement,
  type LogEntry,
  type ModelCosts,
  type ModelExchange,
  type NewAttempt,
  type NewNote,
  type Note,
  type Original,
  type OutsideAgent,
  type OutsideTurn,
  type Path,
  type PlanOutline,
  type RunEnding,
  type RunId,
  type RunLine,
  type RunSummary,
  type RunTerm,
  type SimTime,
  type States,
  type StoredAttempt,
  type StoredSet,
  sumCosts,
  type TraceExtras,
  type Turn,
  type TurnCosts,
  type Verdict,
  type VerdictOutcome,
} from '../model/index.ts';
import { attemptTable } from './attempt-table.ts';
import { changeTable, type ChangeTable, type EntryChanges, missingChangesCheck } from './change-table.ts';
import { runKeyOf, type Compression } from './column-values.ts';
import type { Database } from './database.ts';
import { ENTRY_COLUMN_INDEX, type EntryOutline, entryTable, type LogHead } from './entry-table.ts';
import { entryTypeTable } from './entry-type-table.ts';
import { logGap, noSuchRun, READ_ONLY, readAt, StoreError, storeErrorOf } from './errors.ts';
import { exchangeTable } from './exchange-table.ts';
import { judgementTable, type KeptConfiguration } from './judgement-table.ts';
import { noteTable } from './note-table.ts';
import { logRowTable, type LogRows } from './log-rows.ts';
import { RunSearch } from './run-search.ts';
import { appTable } from './app-table.ts';
import { type JobRun, type RunTable, runTable } from './run-table.ts';
import { snapshotTable, stateAt } from './snapshot-table.ts';
import { type AgentEffort, turnTable } from './turn-table.ts';
import { beginRun, type NewRun, type RunWriter } from './run-writer.ts';
import {
  checkSchema,
  checkStructure,
  checkVersion,
  createSchema,
  numberRunsFrom,
  type Schema,
} from './schema.ts';
import { type FoundPosition, searchTable, type EntrySearch } from './entry-search.ts';
import { sourceTable } from './source-table.ts';

/** The source text of a scenario, and the files that it imports. */
export interface ScenarioSource {
  readonly path: string;
  readonly text: string;
  readonly files: ReadonlyMap<string, string>;
}

/** A transaction that is open until it is disposed of. */
export interface OpenTransaction extends Disposable {
  /** Commits everything written since the transaction began. Without a call, everything is undone. */
  commit(): void;
}

/** The processes that write runs, by the owner ids in the runs' rows. */
export interface RunOwners {
  /** Lets other processes detect that this process is alive. Called before it begins a run. */
  claim(): void;
  readonly isAlive: (owner: string) => boolean;
}

/** The owners of a database that no other process opens. */
const NO_OTHERS: RunOwners = { claim: () => undefined, isAlive: () => true };

/** All runs of a workspace. Every method throws a {@link StoreError} when the file cannot be read or written. */
export interface Store {
  /** Runs `work` in a transaction: all its writes take effect, or none if it throws. */
  transaction<Answer>(work: () => Answer): Answer;
  /** Begins a transaction that later transactions join. If one of them throws, nothing is written. */
  openTransaction(): OpenTransaction;
  /** Sets how long later calls wait for another program's lock before they throw a busy error. */
  setBusyTimeout(milliseconds?: number): void;

  // Writing runs

  /** Creates a run and returns its writer. */
  begin(run: NewRun): RunWriter;
  /** Removes a run with all its data. */
  remove(id: RunId): void;
  /**
   * Marks runs whose writing process is no longer `alive` as interrupted by `ending`. Returns their number. By default, the
   * store's own {@link RunOwners} decide which processes are alive.
   */
  interruptLost(alive?: (owner: string) => boolean, ending?: RunEnding): number;
  /** Up to `limit` entries from index `from` on as table rows, for {@link writeLogRows} of another store. */
  logRows(run: RunId, from: number, limit: number): LogRows;
  /** Appends rows of another store to `run`. @throws {StoreError} when they are not the next rows. */
  writeLogRows(run: RunId, rows: LogRows): void;

  // Lists of runs

  /** The runs, newest first: all of them, or the newest `limit`. Damaged runs are left out; see {@link damage}. */
  runs(limit?: number): readonly RunSummary[];
  /** The runs that meet all `terms`, as rows of the run list, newest first: all of them, or the newest `limit`. */
  findRuns(terms: readonly RunTerm[], limit?: number): readonly RunLine[];
  /** The number of runs. */
  count(): number;
  /** All runs of sweeps, with their jobs. */
  jobs(): readonly JobRun[];
  /**
   * Reads runs in advance for {@link findRuns}: up to `most` that are not read yet, and all changed ones. Returns whether all
   * have been read.
   */
  readLines(most: number): boolean;
  /**
   * A sentence about each damaged run found so far. First reads completely up to `most` of the runs that changed since they were
   * last read; all of them when left out.
   */
  damage(most?: number): readonly string[];

  // One run

  run(id: RunId): RunSummary | undefined;
  /** The newest run whose log has this hash. */
  runWithHash(logHash: string): RunId | undefined;
  /** The previous run of the same scenario. */
  previousRun(id: RunId): RunSummary | undefined;
  /**
   * Reads all data of a run, without parsing its log.
   * @throws {StoreError} when a part is damaged.
   */
  checkRun(run: RunId): void;
  /** The scenario as it was when the run began, with all its files by path. */
  source(run: RunId): ScenarioSource | undefined;
  /** The plan of the run; `undefined` for traces. */
  plan(run: RunId): PlanOutline | undefined;
  /** The plan of the run as JSON. */
  planText(run: RunId): string | undefined;
  /** The author's hints on the run's events. */
  hints(run: RunId): readonly Hint[];
  /** The parts of an imported trace that are not in the log; `undefined` for other runs. */
  extras(run: RunId): TraceExtras | undefined;
  /** The commit times of the entries from `from` up to but excluding `to`; empty for traces. */
  commitBatches(run: RunId, from: number, to: number): readonly CommitBatch[];
  /** The turns of the run from turn `from` on: all of them, or `limit` turns. */
  turns(run: RunId, from?: number, limit?: number): readonly Turn[];
  /** The calls of the run that servers answered, with the answers. */
  worldTurns(run: RunId): readonly OutsideTurn[];
  /** The answered calls of the newest run of the scenario at `source` that has any. */
  lastWorldTurns(source: string): readonly OutsideTurn[];
  /** The exchanges with models of each turn, by turn number. The exchanges of an unanswered turn have the next turn's number. */
  exchanges(run: RunId): ReadonlyMap<number, readonly number[]>;
  exchange(exchange: number): ModelExchange;
  /**
   * Writes an exchange with a model about a run that has ended, or records that a stored exchange was used again (once, even if
   * repeated). `turn` is negative, because the exchange belongs to none of the run's turns. Returns the exchange's id.
   */
  addExchange(run: RunId, turn: number, exchange: ModelExchange | number): number;
  /** The latest answered exchange whose request has this hash. */
  findExchange(hash: string): number | undefined;
  /** The model costs of each of `runs`, summed over all askers, without repeated requests. Runs without requests are left out. */
  modelCosts(runs: readonly RunId[]): ReadonlyMap<RunId, ModelCosts>;
  /** The model costs of each of `runs` by asker, as in {@link modelCosts}. */
  askerCosts(runs: readonly RunId[]): ReadonlyMap<RunId, AskerCosts>;
  /**
   * The model costs of each turn of `run` from `from` up to but excluding `to`, including repeated requests. Turns without
   * requests are left out.
   */
  turnCosts(run: RunId, from: number, to: number): ReadonlyMap<number, TurnCosts>;
  /** The number of tools that the agent called, and of tokens that its model read and wrote, if reported. */
  agentEffort(run: RunId): AgentEffort;

  // Imported runs

  /** The task, scores and cost of an imported run; `undefined` for other runs. */
  attempt(run: RunId): StoredAttempt | undefined;
  /** The attempt of a run with its set and its file, for another store. */
  wholeAttempt(run: RunId): NewAttempt | undefined;
  /** The file that the run was read from. */
  original(run: RunId): Original | undefined;
  /** The sets of imported runs, newest first. */
  sets(): readonly StoredSet[];
  /** The run whose recorded content has this hash; see {@link NewAttempt.content}. */
  runWithContent(content: string): RunId | undefined;
  /** The runs that were read from a file with this SHA-256, in hex. */
  runsFromBytes(hash: string): readonly RunId[];

  // Its log

  /** Up to `limit` entries from index `from` on. */
  entries(run: RunId, from: number, limit: number): readonly LogEntry[];
  /** Up to `limit` entries without their changes: faster, for lists. */
  heads(run: RunId, from: number, limit: number): readonly LogHead[];
  /** Up to `limit` entries as timelines show them: faster than heads, but not verified by checksums. */
  outlines(run: RunId, from: number, limit: number): readonly EntryOutline[];
  entry(run: RunId, index: number): LogEntry | undefined;
  /** Adds the next `limit` entries to the index of {@link search}. Returns whether there may be more. */
  indexForSearch(run: RunId, limit: number): boolean;
  /** The indexes of the indexed entries from `from` on that meet all of `search`, ascending. */
  search(run: RunId, search: EntrySearch, from: number): readonly number[];
  /** Whether `run` is completely indexed for {@link searchAllRuns}. */
  isIndexed(run: RunId): boolean;
  /**
   * Adds the texts of a run besides its log to the index, and marks the run as completely indexed. All its entries must be
   * indexed already.
   */
  finishIndex(run: RunId, besides: readonly string[]): void;
  /**
   * Up to `limit` texts in the indexed runs that match the {@link fullTextQuery} `words`: newest run first, in a run the last
   * text first, all of them before `before`.
   */
  searchAllRuns(words: string, before: FoundPosition | undefined, limit: number): readonly FoundPosition[];

  // The states of its apps

  /**
   * The state of `app` right after entry `at`; −1 is before the first entry, and larger numbers mean the last. The caller may
   * change it.
   *
   * @throws {StoreError} when there is no such run or app.
   */
  stateAt(run: RunId, app: AppName, at: number): Json;
  /** The entries from `from` to `to`, inclusive, that may have changed the value at `path` of `app`. */
  entriesTouching(run: RunId, app: AppName, path: Path, from: number, to: number): readonly EntryChanges[];
  /** The index of the first entry after `at` that wrote to `app`, or of the last one before. */
  adjacentChange(run: RunId, app: AppName, at: number, direction: 'next' | 'previous'): number | undefined;

  // Verdicts

  /** Replaces the verdict of a run. @throws {StoreError} when there is no such run. */
  setVerdict(run: RunId, verdict: Verdict): void;
  /** Stores the judge's verdict under a configuration. It replaces an earlier verdict. */
  keepJudgement(run: RunId, configuration: JudgeConfiguration, judgement: KeptJudgement): void;
  /** The judge's verdict under the configuration with this hash. */
  judgement(run: RunId, configuration: string): KeptJudgement | undefined;
  /** The outcome of each run that was judged under the configuration with this hash. */
  judgedOutcomes(configuration: string): ReadonlyMap<RunId, VerdictOutcome>;
  /** The configurations with which a run was judged, the latest first. */
  judgeConfigurations(run: RunId): readonly KeptConfiguration[];

  // What people add

  /**
   * Sets the agent that plays a run.
   * @throws {StoreError} when there is no such run.
   */
  setAgent(run: RunId, agent: OutsideAgent): void;
  /** Replaces the tags of a run. @throws {StoreError} when there is no such run. */
  setTags(run: RunId, tags: readonly string[]): void;
  /** Makes `run` the baseline of its scenario or, if `on` is false, removes the baseline. */
  setBaseline(run: RunId, on: boolean): void;
  /** People's notes on a run: on the whole run first, then by entry. */
  notes(run: RunId): readonly Note[];
  /** The notes of all runs that contain `text` in their words or tags, the latest first. */
  findNotes(text: string): readonly Note[];
  /** @throws {StoreError} when there is no such run. */
  addNote(note: NewNote): Note;
  /** @throws {StoreError} when there is no such note. */
  changeNote(id: number, text: string, tags: readonly string[]): Note;
  removeNote(id: number): void;
}

interface StoreOptions {
  /** How long the store waits for another program's lock while it opens, and until `setBusyTimeout` is called. */
  readonly busyTimeout?: number | undefined; // milliseconds
  /** How long the store waits for locks after it has opened. */
  readonly usualTimeout?: number | undefined; // milliseconds
  /**
   * Makes transactions wait as long as another program holds the lock, unless `setBusyTimeout` was called. Called after a while
   * of waiting; its result is disposed of when the wait is over.
   */
  readonly onWait?: (() => Disposable | undefined) | undefined;
  /** The number of the first run of an empty database; 1 by default. */
  readonly firstRun?: number | undefined;
  /** The processes that may write runs; by default only this one. */
  readonly owners?: RunOwners;
  /** Returns {@link schemaOfStore}. A database with another program's code is refused; without this option, that code runs. */
  readonly schema?: () => Schema;
}

/**
 * Opens the store in `db`. Creates the tables when `db` is empty. `packing` compresses snapshots and must always be the same.
 * @throws {StoreError} for a file that is older, newer, damaged, another program's, or not a database. Such a file stays
 * unchanged.
 */
export function openStore(
  db: Database,
  packing: Compression,
  { busyTimeout = BUSY_TIMEOUT, owners = NO_OTHERS, schema, firstRun, ...waiting }: StoreOptions = {},
): Store {
  return withStoreErrors(db.name, () => {
    db.pragma(`busy_timeout = ${busyTimeout}`);
    checkVersion(db);
    if (schema !== undefined) checkSchema(db, schema);
    checkStructure(db);
    // A killed process loses nothing; a power cut may lose the last moments, but never more.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    // KiB. With the 16 MB that better-sqlite3 asks for, recording and reading take just as long.
    db.pragma('cache_size = -8000');
    createSchema(db);
    if (firstRun !== undefined) numberRunsFrom(db, firstRun);
    return storeIn(db, packing, { owners, ...waiting });
  });
}

/**
 * Opens a damaged database for reading what is left. Every row is verified by its checksum, and nothing is written.
 * @throws {StoreError} when nothing can be read.
 */
export function openDamagedStore(db: Database, packing: Compression, schema: () => Schema): Store {
  return withStoreErrors(db.name, () => {
    checkVersion(db);
    checkSchema(db, schema);
    db.pragma('query_only = ON');
    return readOnlyStore(storeIn(db, packing, { owners: NO_OTHERS }, true), db.name);
  });
}

function storeIn(
  db: Database,
  packing: Compression,
  {
    owners,
    onWait,
    usualTimeout = onWait === undefined ? BUSY_TIMEOUT : WAITING_TIMEOUT,
  }: Pick<StoreOptions, 'onWait' | 'usualTimeout'> & { readonly owners: RunOwners },
  isDamaged = false,
): Store {
  /** Whether the caller handles locks itself. While the store opens, its opener does. */
  let isImpatient = true;
  const tables = tablesIn(db, packing, isDamaged);
  const { apps, runs, changes, entries, snapshots, search, notes, judgements, logRows } = tables;
  const runSearch = new RunSearch(db, runs.lines);
  const { transaction, openTransaction } = transactionsIn(
    db,
    () => {
      runs.forget();
      runs.lines.confirm();
    },
    () => {
      for (const table of [apps, tables.types, tables.exchanges, changes, entries, logRows]) table.forget();
      runs.undo();
    },
    () => (isImpatient ? undefined : onWait),
  );
  const read = <Answer>(work: () => Answer): Answer => withStoreErrors(db.name, work);

  return {
    transaction,
    openTransaction,
    setBusyTimeout: (milliseconds) => {
      isImpatient = milliseconds !== undefined;
      // In a transaction the lock is held, and a pragma takes longer than writing a short entry.
      if (!db.inTransaction) db.pragma(`busy_timeout = ${milliseconds ?? usualTimeout}`);
    },
    begin: (run) => {
      owners.claim();
      return beginRun(tables, transaction, run);
    },
    remove: (id) => {
      transaction(() => {
        runs.remove(id);
        tables.exchanges.removeUnused();
      });
    },
    interruptLost: (alive = owners.isAlive, ending = LOST_ENDING) => {
      const isLost = ({ owner }: { readonly owner: string }) => !alive(owner);
      // Locks only if needed: readers need not wait for writers.
      if (!read(() => runs.owned().some(isLost))) return 0;
      return transaction(() => interrupt(runs, runs.owned().filter(isLost), ending));
    },
    logRows: (run, from, limit) => read(() => logRows.read(run, from, limit)),
    writeLogRows: (run, rows) => {
      transaction(() => {
        const last = rows.entries.at(-1);
        if (
          last !== undefined &&
          !runs.grow(run, rows.from, rows.entries.length, last[ENTRY_COLUMN_INDEX.time] as SimTime)
        )
          throw logGap(run, rows.from, runs.read(run)?.entries);
        logRows.write(run, rows);
      });
    },
    runs: (limit = -1) => read(() => runs.list(limit)),
    findRuns: (terms, limit) => read(() => runSearch.find(terms, limit)),
    count: () => read(() => runs.count()),
    jobs: () => read(() => runs.jobs()),
    readLines: (most) => read(() => runs.lines.read(most)),
    damage: (most) => read(() => [...runs.damaged(most).values()]),
    run: (id) => read(() => runs.read(id)),
    runWithHash: (logHash) => read(() => runs.withHash(logHash)),
    previousRun: (id) => read(() => runs.previous(id)),
    checkRun: (run) => {
      read(() => {
        readAll(tables, run);
      });
    },
    source: (run) => read(() => sourceOf(tables, run)),
    plan: (run) => read(() => runs.plan(run)),
    planText: (run) => read(() => runs.planText(run)),
    hints: (run) => read(() => runs.hints(run)),
    extras: (run) => read(() => runs.extras(run)),
    commitBatches: (run, from, to) => read(() => runs.commitBatches(run, from, to)),
    turns: (run, from = 0, limit = -1) => read(() => tables.turns.list(run, from, limit)),
    worldTurns: (run) => read(() => tables.turns.ofWorld(run)),
    lastWorldTurns: (source) => read(() => tables.turns.lastOfWorld(source)),
    exchanges: (run) => read(() => tables.exchanges.ofTurns(run)),
    exchange: (exchange) => read(() => tables.exchanges.read(exchange)),
    addExchange: (run, turn, exchange) =>
      transaction(() => {
        const { exchanges } = tables;
        const number = typeof exchange === 'number' ? exchange : exchanges.add(exchange);
        if (exchanges.ofTurns(run).get(turn)?.includes(number) !== true)
          exchanges.linkNext(run, turn, number);
        return number;
      }),
    findExchange: (hash) => read(() => tables.exchanges.find(hash)),
    modelCosts: (runs) =>
      new Map(
        [...read(() => tables.exchanges.costs(runs))].map(([run, costs]) => [
          run,
          sumCosts(Object.values(costs))!,
        ]),
      ),
    askerCosts: (runs) => read(() => tables.exchanges.costs(runs)),
    turnCosts: (run, from, to) => read(() => tables.exchanges.turnCosts(run, from, to)),
    agentEffort: (run) => read(() => tables.turns.effort(run)),
    attempt: (run) => read(() => tables.attempts.read(run)),
    wholeAttempt: (run) => read(() => tables.attempts.whole(run)),
    original: (run) => read(() => tables.attempts.original(run)),
    sets: () => read(() => tables.attempts.sets()),
    runWithContent: (content) => read(() => tables.attempts.withContent(content)),
    runsFromBytes: (hash) => read(() => tables.attempts.withOriginal(hash)),
    entries: (run, from, limit) => read(() => entries.entries(run, from, limit)),
    heads: (run, from, limit) => read(() => entries.heads(run, from, limit)),
    outlines: (run, from, limit) => read(() => entries.outlines(run, from, limit)),
    entry: (run, index) => read(() => entries.entry(run, index)),
    indexForSearch: (run, limit) => transaction(() => search.extend(run, limit)),
    search: (run, terms, from) => read(() => search.find(run, terms, from)),
    isIndexed: (run) => read(() => search.isFinished(run)),
    finishIndex: (run, besides) => {
      transaction(() => {
        search.finish(run, besides);
      });
    },
    searchAllRuns: (words, before, limit) => read(() => search.findInAllRuns(words, before, limit)),
    stateAt: (run, app, at) =>
      read(() => {
        const key = apps.keyOf(runKeyOf(run), app);
        const state =
          key === undefined
            ? undefined
            : readAt(
                () => apps.placeOf(key),
                () => stateAt(changes, snapshots, key, at),
              );
        if (state === undefined) throw noSuchApp(db.name, runs.read(run), run, app);
        return state;
      }),
    entriesTouching: (run, app, path, from, to) =>
      read(() => {
        const key = apps.keyOf(runKeyOf(run), app);
        return key === undefined ? [] : changes.touching(key, path, from, to);
      }),
    adjacentChange: (run, app, at, direction) =>
      read(() => {
        const key = apps.keyOf(runKeyOf(run), app);
        return key === undefined ? undefined : changes.adjacent(key, at, direction);
      }),
    setVerdict: (run, verdict) => {
      transaction(() => {
        if (!runs.setVerdict(run, verdict)) throw noSuchRun(db.name, run);
      });
    },
    keepJudgement: (run, configuration, judgement) => {
      transaction(() => {
        if (runs.read(run) === undefined) throw noSuchRun(db.name, run);
        judgements.write(run, configuration, judgement);
      });
    },
    judgement: (run, configuration) => read(() => judgements.read(run, configuration)),
    judgedOutcomes: (configuration) => read(() => judgements.outcomes(configuration)),
    judgeConfigurations: (run) => read(() => judgements.configurations(run)),
    setAgent: (run, agent) => {
      transaction(() => {
        if (!runs.setAgent(run, agent)) throw noSuchRun(db.name, run);
      });
    },
    setTags: (run, tags) => {
      transaction(() => {
        if (!runs.setTags(run, tags)) throw noSuchRun(db.name, run);
      });
    },
    setBaseline: (run, on) => {
      transaction(() => {
        if (on) runs.setBaseline(run);
        else runs.clearBaseline(run);
      });
    },
    notes: (run) => read(() => notes.list(run)),
    findNotes: (text) => read(() => notes.find(text)),
    addNote: (note) =>
      transaction(() => {
        if (runs.read(note.run) === undefined) throw noSuchRun(db.name, note.run);
        return notes.insert(note);
      }),
    changeNote: (id, text, tags) =>
      transaction(() => {
        if (!notes.change(id, text, tags))
          throw new StoreError('store-no-such-note', db.name, `There is no note ${id}.`);
        return notes.read(id)!;
      }),
    removeNote: (id) => {
      transaction(() => {
        notes.remove(id);
      });
    },
  };
}

type Tables = ReturnType<typeof tablesIn>;

function tablesIn(db: Database, packing: Compression, isDamaged: boolean) {
  const { crc32 } = packing;
  const apps = appTable(db, crc32);
  const attempts = attemptTable(db, packing);
  const runs = runTable(db, apps, attempts, crc32);
  const changes: ChangeTable = changeTable(
    db,
    apps,
    crc32,
    isDamaged ? missingChangesCheck(db, apps, runs, () => changes) : undefined,
  );
  const types = entryTypeTable(db, crc32);
  const entries = entryTable(db, runs, types, changes, crc32);
  const snapshots = snapshotTable(db, packing);
  const sources = sourceTable(db, runs, crc32);
  const search = searchTable(db, runs, entries);
  const notes = noteTable(db, runs, crc32);
  const judgements = judgementTable(db, crc32);
  const logRows = logRowTable(db, runs, apps, types, crc32);
  const exchanges = exchangeTable(db, crc32, packing.sha256);
  const turns = turnTable(db, crc32, exchanges);
  return {
    apps,
    runs,
    changes,
    types,
    entries,
    snapshots,
    sources,
    search,
    notes,
    judgements,
    logRows,
    turns,
    exchanges,
    attempts,
  };
}

/**
 * @param begin is called before a transaction begins
 * @param undo clears what tables have cached of an undone transaction
 * @param waiter returns the function to call while waiting for another program's lock; without it, transactions do not wait
 */
function transactionsIn(
  db: Database,
  begin: () => void,
  undo: () => void,
  waiter: () => StoreOptions['onWait'],
): Pick<Store, 'transaction' | 'openTransaction'> {
  /** Whether {@link Store.openTransaction} has begun a transaction, and the first error in it. */
  let isOpen = false;
  let brokenBy: Error | undefined;

  /** Runs `work`, which begins a transaction, and repeats it while another program holds the lock, unless it `hasBegun`. */
  const whenUnlocked = <Answer>(work: () => Answer, hasBegun: () => boolean): Answer => {
    const onWait = waiter();
    if (onWait === undefined) return withStoreErrors(db.name, work);
    let waiting: Disposable | undefined;
    try {
      for (let isFirst = true; ; isFirst = false)
        try {
          return withStoreErrors(db.name, work);
        } catch (thrown) {
          const isLocked = thrown instanceof StoreError && thrown.code === 'store-busy';
          if (!isLocked || hasBegun()) throw thrown;
          if (isFirst) waiting = onWait();
        }
    } finally {
      waiting?.[Symbol.dispose]();
    }
  };

  const transaction = <Answer>(work: () => Answer): Answer => {
    const isInner = db.inTransaction;
    if (!isInner) begin();
    let hasBegun = false;
    const begun = (): Answer => {
      hasBegun = true;
      return work();
    };
    try {
      // Without savepoints a run of a sweep takes 6 % less time.
      return isInner
        ? withStoreErrors(db.name, work)
        : whenUnlocked(
            () => db.transaction(begun).immediate(),
            () => hasBegun,
          );
    } catch (thrown) {
      if (isOpen)
        brokenBy ??= thrown instanceof Error ? thrown : new Error('A transaction failed.', { cause: thrown });
      undo();
      throw thrown;
    }
  };

  const openTransaction = (): OpenTransaction => {
    begin();
    whenUnlocked(
      () => db.exec('BEGIN IMMEDIATE'),
      () => false,
    );
    isOpen = true;
    brokenBy = undefined;
    return {
      commit: () => {
        if (brokenBy !== undefined) throw brokenBy;
        withStoreErrors(db.name, () => db.exec('COMMIT'));
        isOpen = false;
      },
      [Symbol.dispose]: () => {
        if (!isOpen) return;
        isOpen = false;
        undo();
        // SQLite itself ends a transaction when the disk is full.
        if (db.inTransaction) withStoreErrors(db.name, () => db.exec('ROLLBACK'));
      },
    };
  };

  return { transaction, openTransaction };
}

function sourceOf({ runs, sources }: Tables, run: RunId): ScenarioSource | undefined {
  const path = runs.sourceOf(run);
  const files = sources.read(run);
  const text = path === undefined ? undefined : files.get(path);
  if (path === undefined || text === undefined) return undefined;
  return { path, text, files: new Map([[path, text], ...files]) };
}

/**
 * Reads all parts of `run`.
 * @throws {DamageError} when a part is damaged.
 */
function readAll(tables: Tables, run: RunId): void {
  const { runs, notes, judgements, apps, snapshots, logRows, turns, exchanges, attempts } = tables;
  sourceOf(tables, run);
  runs.plan(run);
  runs.hints(run);
  runs.extras(run);
  notes.list(run);
  turns.list(run, 0, -1);
  attempts.whole(run);
  for (const made of exchanges.ofTurns(run).values()) for (const one of made) exchanges.read(one);
  for (const { hash } of judgements.configurations(run)) judgements.read(run, hash);
  runs.commitBatches(run, 0, Number.MAX_SAFE_INTEGER);
  for (const app of apps.names(runKeyOf(run)).keys()) snapshots.nearest(app, -1);
  const entryCount = runs.entries(runKeyOf(run));
  for (let from = 0; from < entryCount; from += SLICE) logRows.read(run, from, SLICE);
}

const LOST_ENDING: RunEnding = {
  kind: 'ending',
  cause: 'lost',
  text: 'The process of the run ended before the run did.',
};

/** Marks `lost` runs as interrupted by `ending`. Returns their number. */
function interrupt(runs: RunTable, lost: ReturnType<RunTable['owned']>, ending: RunEnding): number {
  for (const { id } of lost) {
    // The entry count and the time in its row were written together with its log, so they are correct.
    const run = runs.read(id)!;
    const written = run.entries === 1 ? '1 entry was written' : `${run.entries} entries were written`;
    const kept = run.entries === 0 ? 'It has no entries' : `${written}; none that was shown is lost`;
    const notes = [...run.notes, { ...ending, text: `${ending.text} ${kept}.` }];
    runs.finish(id, { ...run, state: 'interrupted', notes });
  }
  return lost.length;
}

/** A read-only view of `store`: every write throws an error that says that `file` is read-only. */
export function readOnlyStore(store: Store, file: string): Store {
  const refuse = (): never => {
    throw new StoreError('store-read-only', file, READ_ONLY);
  };
  return {
    ...store,
    transaction: refuse,
    openTransaction: refuse,
    begin: refuse,
    remove: refuse,
    setAgent: refuse,
    setTags: refuse,
    setBaseline: refuse,
    setVerdict: refuse,
    keepJudgement: refuse,
    addNote: refuse,
    changeNote: refuse,
    removeNote: refuse,
    writeLogRows: refuse,
  };
}

/** How long a call waits for another program's lock. */
const BUSY_TIMEOUT = 5_000; // milliseconds
/** How long a waiting transaction waits before it reports the wait. */
const WAITING_TIMEOUT = 500; // milliseconds

/** The number of entries read at once. */
const SLICE = 5_000;

/**
 * The states of all apps of `run` right after the entry at index `at`, or at the start for -1.
 *
 * @throws {StoreError} when the run cannot be read.
 */
export const statesAt = (
  store: Pick<Store, 'stateAt'>,
  { id, apps }: Pick<RunSummary, 'id' | 'apps'>,
  at: number,
): States => Object.fromEntries(apps.map(({ name }) => [name, store.stateAt(id, name, at)]));

/** All entries of a run without their changes, read on demand. @throws {StoreError} when the run cannot be read. */
export function* headsOf(store: Pick<Store, 'heads'>, run: RunId): Generator<LogHead> {
  for (let from = 0; ;) {
    const heads = store.heads(run, from, SLICE);
    yield* heads;
    from += heads.length;
    if (heads.length < SLICE) return;
  }
}

function noSuchApp(place: string, found: RunSummary | undefined, run: RunId, app: AppName): StoreError {
  if (found === undefined) return noSuchRun(place, run);
  const names = found.apps.map(({ name }) => name).join(', ');
  return new StoreError('store-no-such-app', place, `Run ${run} has no app "${app}". Its apps are ${names}.`);
}

function withStoreErrors<Answer>(place: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    throw storeErrorOf(place, thrown);
  }
}
