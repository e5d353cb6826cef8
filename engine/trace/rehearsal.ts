import { recordedAction } from '../apps/recorded-action.ts';
import type { CallResult } from '../apps/call-result.ts';
import type { CallOptions, World, WorldContext } from '../apps/world.ts';
import { isSameTool, type Action } from '../model/action.ts';
import type { EventId } from '../model/ids.ts';
import { isSameJson, type Json } from '../model/json.ts';
import { numbered } from '../model/numbered.ts';
import type { ActionEntry, LogEntry } from '../model/log-entry.ts';
import type { Outcome } from '../model/outcome.ts';
import { recordedIds } from './recorded-answer.ts';

/** A recorded run that goes on anew from somewhere. */
export interface Recording {
  /** It stands as it is. */
  readonly past: readonly LogEntry[];
  /** Who does the same again makes the same ids. */
  readonly later: readonly LogEntry[];
}

/** Carries recorded calls out again in a world, so that the ids they make are those that stand in their recorded answers. */
export class Rehearsal {
  /** What the world must be made with. */
  readonly context: Required<Pick<WorldContext, 'newId' | 'recorded'>> = {
    newId: (made) => this.#wanted.get((this.#made?.push(made) ?? 0) - 1) ?? made,
    recorded: () => this.#answer,
  };
  readonly #later = new Map<EventId, ActionEntry>();
  #answer: Json | undefined;
  /** The ids that the call which is carried out has made, and those that they are to be. */
  #made: string[] | undefined;
  #wanted = NO_IDS;

  /** @param later what was recorded, and may be done otherwise now */
  constructor(later: readonly LogEntry[] = []) {
    const counts = new Map<EventId, number>();
    for (const entry of later)
      if ('action' in entry) {
        const { event } = entry;
        // What the agent did twice in the name of one event goes by two names when it does it again.
        const name = this.#later.has(event) ? numbered(event, this.#later, counts) : event;
        this.#later.set(name, entry);
      }
  }

  /** `entry` with its changes; `undefined` when the call came to an error and the recorded one did not, or vice versa. */
  perform(world: World, entry: ActionEntry): ActionEntry | undefined {
    const { status } = entry.outcome;
    const answer = answerOf(entry.outcome);
    const called = this.#call(world, entry.action, {
      answer,
      given: answer,
      fits: (one) => one.status === status,
    });
    const { outcome, args, effect, calls, changes } = called;
    if (outcome.status !== status) return undefined;
    return { ...entry, action: recordedAction(entry.action, args, effect), calls, changes };
  }

  /** Calls `action` for `event`: as it was recorded, where it was, as far as that can be. */
  again(world: World, event: EventId, action: Action, options: CallOptions): CallResult {
    // Most runs go on from no recording: their ids are not even read.
    const recorded = this.#later.size === 0 ? undefined : this.#later.get(event);
    if (recorded === undefined || !isSameTool(recorded.action, action)) return world.call(action, options);
    const answer = answerOf(recorded.outcome);
    const given = isSameJson(recorded.action.args, action.args) ? answer : undefined;
    return this.#call(world, action, { answer, given, fits: () => true });
  }

  /** Calls once to see which ids are made, and once more with those that stand in `answer` for them. */
  #call(world: World, action: Action, { answer, given, fits }: Recorded): CallResult {
    this.#answer = given;
    let wanted = NO_IDS;
    const first = this.#attempt(world, action, wanted, (outcome, made) => {
      wanted = recordedIds(made, answerOf(outcome), answer);
      return fits(outcome) && wanted.size === 0;
    });
    const called = wanted.size === 0 ? first : this.#attempt(world, action, wanted, fits);
    this.#answer = undefined;
    return called;
  }

  /** Nothing stays of a call whose outcome `keeps` does not want. */
  #attempt(
    world: World,
    action: Action,
    wanted: ReadonlyMap<number, string>,
    keeps: (outcome: Outcome, made: readonly string[]) => boolean,
  ): CallResult {
    const made: string[] = [];
    this.#made = made;
    this.#wanted = wanted;
    const called = world.call(action, { keeps: (outcome) => keeps(outcome, made) });
    this.#made = undefined;
    this.#wanted = NO_IDS;
    return called;
  }
}

/** What a call came to before. */
interface Recorded {
  /** Whose ids it makes again. */
  readonly answer: Json | undefined;
  /** What its tool may go by: nothing where it is another call now. */
  readonly given: Json | undefined;
  readonly fits: (outcome: Outcome) => boolean;
}

const NO_IDS: ReadonlyMap<number, string> = new Map();

const answerOf = (outcome: Outcome): Json | undefined =>
  outcome.status === 'done' ? outcome.value : undefined;
