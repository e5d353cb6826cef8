import {
  type ActionEntry,
  type ActionPredicate,
  type AgentValidationEvent,
  deepFreeze,
  type Failure,
  type Observation,
  type Past,
} from '../model/index.ts';
import type { World } from '../world/index.ts';

/** An agent validation that has begun. */
interface ActiveValidation {
  readonly event: AgentValidationEvent;
  /** The tick in which it began. */
  readonly since: number;
  achieved: readonly string[];
  passed: boolean;
}

/** Runs one check of an action. Returns its result, or the error if it threw. */
type RunCheck = (holds: ActionPredicate<never>) => boolean | Failure;

/** Evaluates the started agent validations for each action of the agent, in the order in which they began. */
export class AgentValidationMonitor {
  readonly #active: ActiveValidation[] = [];
  readonly #world: World;
  #hasFailed = false;
  /** The validation that is being checked, and the new observations of the earlier validations. */
  #asked: { readonly active: ActiveValidation; readonly news: readonly Observation[] } | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether any validation has begun. */
  get isActive(): boolean {
    return this.#active.length > 0;
  }

  /** Whether a validation has failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Whether any milestone is still open. */
  get open(): boolean {
    return this.#active.some(({ event, achieved }) => openMilestones(event, achieved).length > 0);
  }

  begin(event: AgentValidationEvent, tick: number): void {
    this.#active.push({ event, since: tick, achieved: [], passed: false });
  }

  /** Restores observations from a recorded action. */
  restore(observations: readonly Observation[]): void {
    for (const { validation, achieved, verdict } of observations)
      for (const active of this.#active)
        if (active.event.id === validation) {
          active.achieved = achieved;
          active.passed ||= verdict === 'passed';
          this.#hasFailed ||= verdict === 'failed';
        }
  }

  /** Whether a validation would check `entry` or its nested calls. */
  observes({ direct, quiet, refused, outcome, kind }: ActionEntry): boolean {
    if (quiet || refused || outcome.status === 'skipped') return false;
    return kind === 'agent' || direct === true;
  }

  /** The new observations of `action`, which is already the last entry of `past`. Only the agent's actions are checked. */
  observe(action: ActionEntry, tick: number, past: Past): readonly Observation[] {
    if (action.kind !== 'agent') return [];
    deepFreeze(action);
    return this.#check(tick, (holds) => {
      try {
        const answer: unknown = this.#world.query((states, seen) => holds(states, seen, action), past);
        return Boolean(answer);
      } catch (thrown) {
        return this.#world.failureOf(thrown);
      }
    });
  }

  /** Checks one action. After a validation has failed, the later ones are not checked. */
  #check(tick: number, ask: RunCheck): readonly Observation[] {
    const news: Observation[] = [];
    for (const active of this.#active) {
      const before = active.achieved.length;
      this.#asked = { active, news };
      const observation = checkOnce(active, tick - active.since, ask);
      const passesNow = observation.verdict === 'passed' && !active.passed;
      active.achieved = observation.achieved;
      active.passed ||= passesNow;
      const hasFailed = observation.verdict === 'failed';
      if (passesNow || hasFailed || observation.achieved.length > before) news.push(observation);
      if (!hasFailed) continue;
      this.#hasFailed = true;
      break;
    }
    this.#asked = undefined;
    return news;
  }

  /**
   * The new observations after a check was stopped from outside; `undefined` when no check was running. The validation counts as
   * failed.
   */
  timeOut(error: Failure): readonly Observation[] | undefined {
    if (this.#asked === undefined) return undefined;
    const { active, news } = this.#asked;
    this.#asked = undefined;
    this.#hasFailed = true;
    const { event, achieved } = active;
    const open = openMilestones(event, achieved);
    const failed = {
      validation: event.id,
      verdict: 'failed',
      achieved,
      open,
      tripped: [],
      late: false,
      error,
    } as const;
    return [...news, failed];
  }
}

/** Evaluates a validation in ARE's order: the timeout, then the milestones, then the minefields. */
function checkOnce({ event, achieved }: ActiveValidation, age: number, ask: RunCheck): Observation {
  const { id: validation, milestones, minefields, timeout } = event;
  const late = timeout !== undefined && age >= timeout;
  const open = openMilestones(event, achieved);
  const unchanged = { validation, achieved, open, tripped: [], late };
  if (late) return { ...unchanged, verdict: open.length > 0 ? 'failed' : 'passed' };

  const reached = checksThatHold(
    milestones.filter(({ name }) => open.includes(name)),
    ask,
  );
  if ('error' in reached) return { ...unchanged, verdict: 'failed', error: reached.error };
  const triggered = checksThatHold(minefields, ask);
  if ('error' in triggered) return { ...unchanged, verdict: 'failed', error: triggered.error };

  const { names: tripped } = triggered;
  const all = [...achieved, ...reached.names];
  const left = openMilestones(event, all);
  const done = left.length === 0 && minefields.length === 0;
  const verdict = tripped.length > 0 ? 'failed' : done ? 'passed' : 'watching';
  return { validation, verdict, achieved: all, open: left, tripped, late };
}

/** The names of the checks that hold, or the first error. */
function checksThatHold(
  checks: AgentValidationEvent['milestones'],
  ask: RunCheck,
): { readonly names: readonly string[] } | { readonly error: Failure } {
  const names: string[] = [];
  for (const { name, holds } of checks) {
    const answer = ask(holds);
    if (typeof answer !== 'boolean') return { error: answer };
    if (answer) names.push(name);
  }
  return { names };
}

const openMilestones = (
  { milestones }: AgentValidationEvent,
  achieved: readonly string[],
): readonly string[] => milestones.map(({ name }) => name).filter((name) => !achieved.includes(name));
