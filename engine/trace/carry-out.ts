import type { AppInstance } from '../apps/app.ts';
import { World } from '../apps/world.ts';
import { copyJson } from '../journal/copy.ts';
import { seededRandom } from '../kernel/random.ts';
import type { AppName } from '../model/ids.ts';
import type { LogEntry } from '../model/log-entry.ts';
import type { SimTime } from '../model/time.ts';
import { Rehearsal } from './rehearsal.ts';

/** Recorded entries with what they changed, as far as their apps are built here. */
export interface CarriedOut {
  readonly entries: readonly LogEntry[];
  /** Entries that came to an error here and not in the recording, or the other way round: they change nothing. */
  readonly differing: readonly number[];
}

/**
 * Carries recorded actions out again on `apps`, each at its own time, to find what they changed.
 *
 * What an entry came to stays as recorded. An id that a tool makes is the one that stands in its recorded answer.
 */
export function carryOut(
  apps: ReadonlyMap<AppName, AppInstance>,
  recorded: readonly LogEntry[],
  seed: number,
): CarriedOut {
  let now = 0 as SimTime;
  const rehearsal = new Rehearsal();
  const own = Array.from(apps, ([name, app]) => [name, { ...app, state: copyJson(app.state) as object }]);
  const world = new World(Object.fromEntries(own) as Record<string, AppInstance>, {
    now: () => now,
    // A run's own stream, so that runs of ours come out again.
    random: seededRandom(seed, 'run'),
    ...rehearsal.context,
  });
  const differing: number[] = [];
  const entries = recorded.map((entry) => {
    if (!('action' in entry) || !apps.has(entry.action.app)) return entry;
    now = entry.time;
    const again = rehearsal.perform(world, entry);
    if (again === undefined) differing.push(entry.index);
    return again ?? entry;
  });
  return { entries, differing };
}
