import { setImmediate } from 'node:timers/promises';
import type { RunId } from '../../engine/model/index.ts';
import type { Runs } from './runs.ts';

/** So many are removed at a stretch, for the window must always answer. */
const STRETCH = 20; // runs

/** Removes the runs called `ids`. @throws {Fault} where one is in motion or not there; none is removed then. */
export async function removeRuns(runs: Runs, ids: readonly RunId[]): Promise<void> {
  for (const id of ids) runs.demandOver(id);
  for (const [at, id] of ids.entries()) {
    runs.remove(id);
    if (at % STRETCH === STRETCH - 1) await setImmediate();
  }
}
