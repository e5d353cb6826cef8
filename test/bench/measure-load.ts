import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Environment } from '../../engine/index.ts';
import type { RunId } from '../../engine/model/ids.ts';
import { openDatabase, packing } from '../open-database.ts';
import { loads, planFor, type LoadName } from './loads.ts';
import { bareQueue, simJs, type Peer } from './peers.ts';
import { bytesOnDisk, bytesOnHeap, emptyRows, insertRows, runInMemory, runRecorded } from './runs.ts';
import { timed, type Contender, type Effort, type Sample } from './sample.ts';

/** How one load went. Times are microseconds for one entry of the log (`plan`: for one event), room is bytes for one. */
export interface LoadReport {
  readonly load: LoadName;
  /** Entries of the log. */
  readonly size: number;
  readonly times: Times;
  readonly heap?: number;
  readonly disk?: number;
}

/** What is timed: the making of the plan, its run with the log in memory and in SQLite, and beside them the peers. */
type TimedName = 'plan' | 'memory' | 'recorded' | 'rows' | 'queue' | 'simjs';
type Times = Readonly<Partial<Record<TimedName, Sample>>>;

/** From here on things are timed less often, */
const BIG = 100_000;
/** and from here on once, and in memory only. */
const HUGE = 1_000_000;

/** Entries of the run that is kept. */
const KEPT = 100;

/**
 * With the last object of a kind V8 throws away all code that it optimised for it: a run stays, as in the workbench one does.
 * The youngest, for with time V8 makes objects otherwise.
 */
const kept: { run?: Environment } = {};

/**
 * Times what does the work of `load` without a log. To be called in a process without the engine, which has the queue of
 * the bare heap within: V8 compiles it better for one who uses it than for two.
 */
export async function measurePeers(load: LoadName, size: number, least: number): Promise<Times> {
  const work = loads[load](size);
  const of = (peer: Peer): Contender => ({
    work: () => {
      peer(work);
    },
    counts: size,
  });
  return timed({ queue: of(bareQueue), simjs: of(await simJs()) }, effortFor(size, least));
}

/** Times `load` with `size` entries; at least `least` entries are made each time. */
export function measureLoad(load: LoadName, size: number, least: number): LoadReport {
  const work = loads[load](size);
  const plan = planFor(work);
  const short = planFor(loads[load](KEPT));
  const memory: Contender = {
    before: () => {
      kept.run = runInMemory(short);
    },
    work: () => runInMemory(plan),
    counts: size,
  };
  const effort = effortFor(size, least);
  if (size >= HUGE) return { load, size, times: timed({ memory }, effort) };

  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  const db = openDatabase(join(folder, 'runs.db'));
  try {
    const store = openStore(db, packing);
    let last: RunId | undefined;
    const planning: Contender = { work: () => planFor(work), counts: plan.events.length };
    const recorded: Contender = {
      before: () => {
        if (last !== undefined) store.remove(last);
      },
      work: () => {
        last = runRecorded(plan, store);
      },
      counts: size,
    };
    const rows: Contender = {
      before: () => {
        emptyRows(db);
      },
      work: () => {
        insertRows(db, size);
      },
      counts: size,
    };
    const times = timed({ memory, plan: planning, recorded, rows }, effort);
    const heap = bytesOnHeap(() => runInMemory(plan)) / size;
    const disk = bytesOnDisk(plan, join(folder, 'one.db')) / size;
    return { load, size, times, heap, disk };
  } finally {
    db.close();
    rmSync(folder, { recursive: true });
  }
}

const effortFor = (size: number, least: number): Effort =>
  size >= HUGE ? { rounds: 1, least, warm: false } : { rounds: size < BIG ? 5 : 3, least, warm: true };
