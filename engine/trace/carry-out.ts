import type { AppInstance } from '../apps/app.ts';
import { recordedAction } from '../apps/recorded-action.ts';
import type { CallResult } from '../apps/call-result.ts';
import { World } from '../apps/world.ts';
import { copyJson } from '../journal/copy.ts';
import { seededRandom } from '../kernel/random.ts';
import type { AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { ActionEntry, LogEntry } from '../model/log-entry.ts';
import type { Outcome } from '../model/outcome.ts';
import type { SimTime } from '../model/time.ts';
import { recordedIds } from './recorded-answer.ts';

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
  readonly #world: World;
  #now = 0 as SimTime;
  #answer: Json | undefined;
  /** The ids that the call which is carried out has made, and those that they are to be. */
  #made: string[] = [];
  #wanted: ReadonlyMap<number, string> = new Map();

  constructor(apps: ReadonlyMap<AppName, AppInstance>, seed: number) {
    const own = Array.from(apps, ([name, app]) => [name, { ...app, state: copyJson(app.state) as object }]);
    this.#world = new World(Object.fromEntries(own) as Record<string, AppInstance>, {
      now: () => this.#now,
      // A run's own stream, so that runs of ours come out again.
      random: seededRandom(seed, 'run'),
      newId: (made) => this.#wanted.get(this.#made.push(made) - 1) ?? made,
      recorded: () => this.#answer,
    });
  }

  /** `entry` with its changes; `undefined` when the call came to an error and the recorded one did not, or vice versa. */
  perform(entry: ActionEntry): ActionEntry | undefined {
    this.#now = entry.time;
    this.#answer = answerOf(entry.outcome);
    let wanted: ReadonlyMap<number, string> = new Map();
    const first = this.#call(entry, wanted, (outcome) => {
      wanted = recordedIds(this.#made, answerOf(outcome), this.#answer);
      return wanted.size === 0;
    });
    const { outcome, args, effect, calls, changes } = wanted.size === 0 ? first : this.#call(entry, wanted);
    if (outcome.status !== entry.outcome.status) return undefined;
    return { ...entry, action: recordedAction(entry.action, args, effect), calls, changes };
  }

  /** Nothing of a call stays that went another way than recorded. */
  #call(
    { action, outcome: { status } }: ActionEntry,
    wanted: ReadonlyMap<number, string>,
    keeps: (outcome: Outcome) => boolean = () => true,
  ): CallResult {
    this.#made = [];
    this.#wanted = wanted;
    return this.#world.call(action, { keeps: (outcome) => outcome.status === status && keeps(outcome) });
  }
}

const answerOf = (outcome: Outcome): Json | undefined =>
  outcome.status === 'done' ? outcome.value : undefined;
