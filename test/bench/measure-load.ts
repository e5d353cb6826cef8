import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Environment } from '../../engine/index.ts';
import type { RunId } from '../../engine/model/values/ids.ts';
import { openDatabase, packing } from '../open-database.ts';
import { loads, planFor, type LoadName } from './loads.ts';
import { bareQueue, simJs, type Peer } from './peers.ts';
import { bytesOnDisk, bytesOnHeap, emptyRows, insertRows, runInMemory, runRecorded } from './runs.ts';
import { timed, type Contender, type Effort, type Sample } from './sample.ts';

/**
 * The results of one load. Times are microseconds for each entry of the log (`plan`: for each event), sizes are bytes for each.
 */
export interface LoadReport {
  readonly load: LoadName;
  /** Entries of the log. */
  readonly size: number;
  readonly times: Times;
  readonly heap?: number;
  readonly disk?: number;
}

/** The measured steps: making the plan, and running it with the log in memory and in SQLite; and the peers. */
type TimedName = 'plan' | 'memory' | 'recorded' | 'rows' | 'queue' | 'simjs';
type Times = Readonly<Partial<Record<TimedName, Sample>>>;

/** From this number of entries on, steps are timed less often. */
const BIG = 100_000;
/** From this number of entries on, steps are timed once, and in memory only. */
const HUGE = 1_000_000;

/** The number of entries of the run that stays in memory. */
const KEPT = 100;

/**
 * When the last object of a class is gone, V8 discards the code that it optimized for the class. So a run stays in memory, as
 * in the workbench. It is the latest run, because V8 changes the layout of objects over time.
 */
const kept: { run?: Environment } = {};

/**
 * Times the peers with `load`, without a log. Call it in a process without the engine, which contains the queue of the bare
 * heap: V8 compiles the queue better for one user than for two.
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

/** Times `load` with `size` entries; each sample makes at least `least` entries. */
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
