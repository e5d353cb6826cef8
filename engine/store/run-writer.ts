import type {
  AppName,
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
import { KeyframeWriter } from './keyframe-writer.ts';
import type { PackedLog } from './packed-log.ts';
import type { FirstRun, RunEnd } from './run-table.ts';
import { StoreError } from './store-error.ts';
import type { Tables } from './tables.ts';

/** A run that begins. */
export interface NewRun extends FirstRun {
  /** The scenario's source as it was when the run began. */
  readonly text?: string;
  /** What it imported, by path. */
  readonly neighbours?: ReadonlyMap<string, string>;
  /** Every app's state before the first entry. */
  readonly states: States;
  /** What came with it, where it was read from a file. */
  readonly extras?: TraceExtras;
  /** What it is to do; nothing is known of what traces were to. */
  readonly plan?: PlanOutline;
  /** When its entries were written, where that is known before. */
  readonly writings?: readonly CommitBatch[];
}

/** Writes one run down while it happens. What a call has returned from is on disk, whatever happens to the process. */
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
  /** Takes a log in as it was packed elsewhere, where nothing is written yet. @throws {StoreError} when something is. */
  adopt(log: PackedLog): void;
  mark(state: RunState): void;
  finish(end: RunEnd): void;
}

/** Carries out `work` as one transaction. */
type Write = <Answer>(work: () => Answer) => Answer;

/** Begins to write `run` down: its row, its source and the first keyframes. */
export function beginRun(tables: Tables, write: Write, run: NewRun): RunWriter {
  const { id, sizes } = write(() => insert(tables, run));
  return writerOf(tables, write, id, new KeyframeWriter(tables, id, sizes));
}

/** A function of its own, for else what is written to the end of the run would keep `run`, with all of its plan, in memory. */
function writerOf(tables: Tables, write: Write, id: RunId, keyframes: KeyframeWriter): RunWriter {
  return {
    id,
    append: (entries, now, elapsed) => {
      try {
        write(() => {
          writeEntries(tables, id, entries, now, keyframes);
          const last = entries.at(-1)?.index;
          if (last !== undefined && elapsed !== undefined) tables.writings.insert(id, { last, elapsed });
        });
      } catch (thrown) {
        keyframes.restart();
        throw thrown;
      }
    },
    adopt: (log) => {
      write(() => {
        if (!tables.runs.grow(id, 0, log.entries, log.now)) throw gap(id, 0, tables.runs.read(id)?.entries);
        tables.packed.write(id, log);
      });
    },
    mark: (state) => {
      write(() => {
        tables.runs.mark(id, state);
      });
    },
    finish: (end) => {
      write(() => {
        tables.runs.finish(id, end);
      });
    },
  };
}

function insert(
  { runs, sources, neighbours, keyframes, plans, extras: carried, writings: kept }: Tables,
  { text, neighbours: imported = new Map(), states, extras, plan, writings = [], ...first }: NewRun,
): { id: RunId; sizes: ReadonlyMap<AppName, number> } {
  const id = runs.insert(first, text === undefined ? undefined : sources.keep(text));
  if (extras !== undefined) carried.write(id, extras);
  if (plan !== undefined) plans.write(id, plan);
  for (const writing of writings) kept.insert(id, writing);
  for (const [path, file] of imported) neighbours.write(id, path, sources.keep(file));
  const sizes = new Map<AppName, number>();
  for (const [app, state] of statesOf(states)) {
    const json = JSON.stringify(state);
    keyframes.write(id, app, -1, json);
    sizes.set(app, json.length);
  }
  return { id, sizes };
}

function writeEntries(
  { runs, log }: Tables,
  id: RunId,
  entries: readonly LogEntry[],
  now: SimTime,
  keyframes: KeyframeWriter,
): void {
  const from = entries[0]?.index;
  if (!runs.grow(id, from, entries.length, now)) throw gap(id, from, runs.read(id)?.entries);
  if (from === undefined) return;
  const stray = entries.findIndex(({ index }, nth) => index !== from + nth);
  if (stray >= 0) throw gap(id, entries[stray]!.index, from + stray);
  const lengths = log.append(id, entries);
  for (let nth = 0; nth < entries.length; nth++) keyframes.follow(entries[nth]!, lengths[nth]!);
  keyframes.settle(from + entries.length - 1);
}

const statesOf = (states: States): [AppName, Json][] => Object.entries(states) as [AppName, Json][];

function gap(run: RunId, found: number | undefined, wanted: number | undefined): StoreError {
  const next = wanted === undefined ? 'a run that was not removed' : `entry ${wanted}`;
  return new StoreError('store-log-gap', `log of ${run}`, `entry ${found ?? 'none'}`, next);
}
