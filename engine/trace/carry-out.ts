import type { AppInstance } from '../apps/app.ts';
import { recordedAction, World } from '../apps/world.ts';
import { apply } from '../journal/apply.ts';
import { copyJson } from '../journal/copy.ts';
import { seededRandom } from '../kernel/random.ts';
import type { AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { ActionEntry, LogEntry } from '../model/log-entry.ts';
import type { SimTime } from '../model/time.ts';

/** Recorded entries with what they changed, as far as their apps are built here. */
export interface CarriedOut {
  readonly entries: readonly LogEntry[];
  /** Entries that came to an error here and not in the recording, or the other way round: they change nothing. */
  readonly differing: readonly number[];
}

/**
 * Carries recorded actions out again on `apps`, each at its own time, to find what they changed.
 *
 * What an entry came to stays as recorded. An id that a tool makes is the one it answered in the recording.
 */
export function carryOut(
  apps: ReadonlyMap<AppName, AppInstance>,
  recorded: readonly LogEntry[],
  seed: number,
): CarriedOut {
  const stage = new Stage(apps, seed);
  const differing: number[] = [];
  const entries = recorded.map((entry) => {
    if (!('action' in entry) || !apps.has(entry.action.app)) return entry;
    const again = stage.perform(entry);
    if (again === undefined) differing.push(entry.index);
    return again ?? entry;
  });
  return { entries, differing };
}

/** The apps as they are in the course of the recording. */
class Stage {
  readonly #apps: ReadonlyMap<AppName, AppInstance>;
  /** What a call that goes another way than recorded is taken back to. */
  readonly #states: ReadonlyMap<AppName, Json>;
  readonly #seed: number;
  #world: World;
  #worlds = 0;
  #now = 0 as SimTime;
  #answer: Json | undefined;
  #id: string | undefined;

  constructor(apps: ReadonlyMap<AppName, AppInstance>, seed: number) {
    this.#apps = apps;
    this.#states = new Map(Array.from(apps, ([name, { state }]) => [name, copyJson(state)]));
    this.#seed = seed;
    this.#world = this.#build();
  }

  /** `entry` with its changes; `undefined` when the call came to an error and the recorded one did not, or vice versa. */
  perform(entry: ActionEntry): ActionEntry | undefined {
    this.#now = entry.time;
    this.#answer = entry.outcome.status === 'done' ? entry.outcome.value : undefined;
    this.#id = typeof this.#answer === 'string' && this.#answer !== '' ? this.#answer : undefined;
    const { outcome, args, effect, changes, calls } = this.#world.call(entry.action);
    if (outcome.status !== entry.outcome.status) {
      if (changes.length > 0) this.#world = this.#build();
      return undefined;
    }
    for (const change of changes) {
      const state = this.#states.get(change.app);
      if (state !== undefined) apply(state, change);
    }
    return { ...entry, action: recordedAction(entry.action, args, effect), calls, changes };
  }

  #build(): World {
    const apps = Array.from(this.#apps, ([name, app]) => [
      name,
      { ...app, state: this.#states.get(name) as object },
    ]);
    return new World(Object.fromEntries(apps) as Record<string, AppInstance>, {
      now: () => this.#now,
      // A run's own stream first, so that runs of ours come out again; then one for each, so that no id is made twice.
      random: seededRandom(this.#seed, this.#worlds++ === 0 ? 'run' : `trace ${this.#worlds}`),
      newId: () => this.#takeId(),
      recorded: () => this.#answer,
    });
  }

  #takeId(): string | undefined {
    const id = this.#id;
    this.#id = undefined;
    return id;
  }
}
