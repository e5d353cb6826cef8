import type {
  AppName,
  Json,
  LogEntry,
  NewNote,
  Note,
  PlanOutline,
  TraceExtras,
  RunId,
  RunLine,
  RunSummary,
  RunTerm,
  CommitBatch,
} from '../model/index.ts';
import type { Database } from './database.ts';
import type { LogHead, LogTable } from './log-table.ts';
import { inspect, migrate } from './migrations.ts';
import type { Search } from './search-table.ts';
import type { PackedLog } from './packed-log.ts';
import type { Packing } from './packing.ts';
import { findRuns } from './run-lines.ts';
import { beginRun, type NewRun, type RunWriter } from './run-writer.ts';
import { stateAt } from './state-at.ts';
import { StoreError, storeErrorOf } from './store-error.ts';
import { tablesOf, type Tables } from './tables.ts';

/** A scenario's texts. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly files: ReadonlyMap<string, string>;
}

/** All runs of a workspace. Every method throws a {@link StoreError} when the file cannot be read or written. */
export interface Store {
  /** All that `work` writes, or nothing of it where it throws. */
  whole<Answer>(work: () => Answer): Answer;
  /** Begins to write `run` down. */
  begin(run: NewRun): RunWriter;
  /** Newest first: all of them, or the newest `most`. */
  runs(most?: number): readonly RunSummary[];
  /** How many there are. */
  count(): number;
  /** The runs that meet all of `terms`, in short, newest first: all of them, or the newest `most`. */
  find(terms: readonly RunTerm[], most?: number): readonly RunLine[];
  /** The run of the same scenario before this one. */
  before(id: RunId): RunSummary | undefined;
  run(id: RunId): RunSummary | undefined;
  /** Removes a run with all that belongs to it. */
  remove(id: RunId): void;
  /** At most `limit` entries from position `from` on. */
  entries(run: RunId, from: number, limit: number): readonly LogEntry[];
  /** The same without what they changed: quick, for lists. */
  heads(run: RunId, from: number, limit: number): readonly LogHead[];
  entry(run: RunId, index: number): LogEntry | undefined;
  /** All of a run's log, for {@link RunWriter.adopt}. @throws {StoreError} when there is no such run. */
  packedLog(run: RunId): PackedLog;
  /**
   * The state of `app` right after entry `at`; −1 is before the first, and beyond the last is the last. It is the
   * caller's own.
   *
   * @throws {StoreError} when there is no such run or app.
   */
  stateAt(run: RunId, app: AppName, at: number): Json;
  /** The entries from `from` up to and with `to` that may have changed what stands at `path` of `app`. */
  touching: LogTable['touching'];
  /** The first entry after entry `at` that wrote to `app`, or the last before it. */
  changeBeside: LogTable['changeBeside'];
  /**
   * When entries were written, from entry `from` on, in at most `limit` batches; nothing of traces, and of runs of an
   * older version.
   */
  writings(run: RunId, from: number, limit: number): readonly CommitBatch[];
  /** The scenario as it was when the run began, and all its files by path, its own among them. */
  source(run: RunId): Source | undefined;
  /** Makes the next `most` entries known to {@link search}. Answers whether there may be more. */
  takeIn(run: RunId, most: number): boolean;
  /** The entries from position `from` on that meet all of `search`, by index, ascending; of those taken in. */
  search(run: RunId, search: Search, from: number): readonly number[];
  /** What the run carries besides its log; `undefined` where nothing came with it. */
  extras(run: RunId): TraceExtras | undefined;
  /** What it was to do; `undefined` of traces, and of runs of an older Orrery. */
  plan(run: RunId): PlanOutline | undefined;
  /** What people wrote about a run: what is on all of it, then by entry. */
  notes(run: RunId): readonly Note[];
  /** The notes on all runs that have `text` in their words or tags, the last made first. */
  findNotes(text: string): readonly Note[];
  /** @throws {StoreError} when there is no such run. */
  addNote(note: NewNote): Note;
  /** @throws {StoreError} when there is no such note. */
  changeNote(id: number, text: string, tags: readonly string[]): Note;
  removeNote(id: number): void;
  /** Marks a run with `tags` and no others. @throws {StoreError} when there is no such run. */
  tag(run: RunId, tags: readonly string[]): void;
  /** Holds the runs of its scenario against `run` from now on, or, when `pinned` is false, no more. */
  pin(run: RunId, pinned: boolean): void;
  /** Marks the runs whose writer is not `alive` any more as interrupted. Answers how many. */
  interruptLost(alive: (owner: string) => boolean): number;
}

/**
 * The store in `db`, brought to the version of this program. Long texts are packed by `packing`, the same at all times.
 *
 * @throws {StoreError} for what is newer, damaged, another program's, or no database. Such a file is left as it was.
 */
export function openStore(db: Database, packing: Packing): Store {
  return guarded(db.name, () => {
    db.pragma('busy_timeout = 5000');
    inspect(db);
    // A killed process loses nothing; a power cut may lose the last moments, never more.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    migrate(db);
    return storeIn(db, tablesOf(db, packing));
  });
}

function storeIn(db: Database, tables: Tables): Store {
  const { runs } = tables;

  const read = <Answer>(work: () => Answer): Answer => guarded(db.name, work);

  const write = <Answer>(work: () => Answer): Answer => {
    try {
      return guarded(db.name, () => db.transaction(work).immediate());
    } catch (thrown) {
      tables.log.forget();
      throw thrown;
    }
  };

  return {
    whole: write,
    begin: (run) => beginRun(tables, write, run),
    runs: (most = -1) => read(() => runs.list(most)),
    count: () => read(() => runs.count()),
    find: (terms, most) => read(() => findRuns(db, terms, most)),
    before: (id) => read(() => runs.before(id)),
    run: (id) => read(() => runs.read(id)),
    remove: (id) => {
      write(() => {
        const texts = [runs.textOf(id) ?? [], tables.neighbours.read(id).map(({ source }) => source)].flat();
        runs.remove(id);
        tables.search.forget(id);
        for (const text of texts) tables.sources.release(text);
      });
    },
    entries: (run, from, limit) => read(() => tables.log.entries(run, from, limit)),
    heads: (run, from, limit) => read(() => tables.log.heads(run, from, limit)),
    entry: (run, index) => read(() => tables.log.entry(run, index)),
    packedLog: (id) =>
      read(() => {
        const run = runs.read(id);
        if (run === undefined) throw noSuchRun(db.name, id);
        return { entries: run.entries, now: run.now, ...tables.packed.read(id) };
      }),
    stateAt: (run, app, at) =>
      read(() => {
        const state = stateAt(tables, run, app, at);
        if (state === undefined) throw missing(db.name, runs.read(run), run, app);
        return state;
      }),
    changeBeside: (...question) => read(() => tables.log.changeBeside(...question)),
    touching: (...question) => read(() => tables.log.touching(...question)),
    takeIn: (run, most) => write(() => tables.search.extend(run, most)),
    search: (run, search, from) => read(() => tables.search.find(run, search, from)),
    writings: (run, from, limit) => read(() => tables.writings.read(run, from, limit)),
    source: (run) => read(() => sourceOf(tables, run)),
    plan: (run) => read(() => tables.plans.read(run)),
    extras: (run) => read(() => tables.extras.read(run)),
    notes: (run) => read(() => tables.notes.list(run)),
    findNotes: (text) => read(() => tables.notes.find(text)),
    addNote: (note) =>
      write(() => {
        if (runs.read(note.run) === undefined) throw noSuchRun(db.name, note.run);
        return tables.notes.insert(note);
      }),
    changeNote: (id, text, tags) =>
      write(() => {
        if (!tables.notes.change(id, text, tags))
          throw new StoreError('store-no-such-note', db.name, `no note ${id}`, 'one that it holds');
        return tables.notes.read(id)!;
      }),
    removeNote: (id) => {
      write(() => {
        tables.notes.remove(id);
      });
    },
    tag: (run, tags) => {
      write(() => {
        if (!runs.tag(run, tags)) throw noSuchRun(db.name, run);
      });
    },
    pin: (run, pinned) => {
      write(() => {
        if (pinned) tables.baselines.pin(run);
        else tables.baselines.unpin(run);
      });
    },
    interruptLost: (alive) =>
      write(() => {
        const lost = runs.owned().filter(({ owner }) => !alive(owner));
        for (const { id } of lost) interrupt(tables, id);
        return lost.length;
      }),
  };
}

function sourceOf({ runs, neighbours, sources }: Tables, run: RunId): Source | undefined {
  const id = runs.textOf(run);
  const path = runs.read(run)?.source;
  if (id === undefined || path === undefined) return undefined;
  const text = sources.read(id)!;
  const imported = neighbours.read(run).map((one) => [one.path, sources.read(one.source)!] as const);
  return { path, text, files: new Map([[path, text], ...imported]) };
}

/** The count and the time in its row were written together with its log, so they are right. */
function interrupt({ runs }: Tables, id: RunId): void {
  const { now, entries, notes, verdict, logHash } = runs.read(id)!;
  const note = `Its process ended before it did. ${entries} entries were written; none that was shown is lost.`;
  runs.finish(id, { state: 'interrupted', now, verdict, logHash, notes: [...notes, note] });
}

function missing(place: string, found: RunSummary | undefined, run: RunId, app: AppName): StoreError {
  if (found === undefined) return noSuchRun(place, run);
  const names = found.apps.map(({ name }) => name).join(', ');
  return new StoreError('store-no-such-app', `${place}: ${run}`, `no app "${app}"`, names);
}

const noSuchRun = (place: string, run: RunId): StoreError =>
  new StoreError('store-no-such-run', place, `no run ${run}`, 'one that it holds');

function guarded<Answer>(place: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    throw storeErrorOf(place, thrown);
  }
}
