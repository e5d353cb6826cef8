import type {
  ActionEntry,
  ActionPredicate,
  AgentValidationEvent,
  Failure,
  NestedCall,
  Past,
  Observation,
} from '../model/index.ts';
import { failureOf, type World } from '../world/index.ts';

interface Watching {
  readonly event: AgentValidationEvent;
  /** The tick it began to watch in. */
  readonly since: number;
  achieved: readonly string[];
  passed: boolean;
}

/** How one question about one action is answered: with what it threw, where it threw. */
export type Answered = (question: ActionPredicate<never>) => boolean | Failure;

/** The agent validations that have begun, in order. */
export class Watchers {
  readonly #watching: Watching[] = [];

  get any(): boolean {
    return this.#watching.length > 0;
  }

  /** Whether a milestone is still open. */
  get open(): boolean {
    return this.#watching.some(({ event, achieved }) => openIn(event, achieved).length > 0);
  }

  begin(event: AgentValidationEvent, tick: number): void {
    this.#watching.push({ event, since: tick, achieved: [], passed: false });
  }

  /** Shows them one action, in `tick`. Answers what is news; after one has failed the others do not look. */
  look(tick: number, answered: Answered): readonly Observation[] {
    const news: Observation[] = [];
    for (const one of this.#watching) {
      const before = one.achieved;
      const seen = lookOnce(one, tick - one.since, answered);
      one.achieved = seen.achieved;
      const passes = seen.verdict === 'passed' && !one.passed;
      one.passed ||= passes;
      if (passes || seen.verdict === 'failed' || seen.achieved.length > before.length) news.push(seen);
      if (seen.verdict === 'failed') break;
    }
    return news;
  }
}

/** As the reference looks: at the time-out first, then at the milestones, then at the minefields. */
function lookOnce({ event, achieved }: Watching, age: number, answered: Answered): Observation {
  const { id: validation, milestones, minefields, timeout } = event;
  const late = timeout !== undefined && age >= timeout;
  const open = openIn(event, achieved);
  const seen = { validation, achieved, open, tripped: [], late };
  if (late) return { ...seen, verdict: open.length > 0 ? 'failed' : 'passed' };

  const reached: string[] = [];
  for (const { name, holds } of milestones.filter(({ name }) => open.includes(name))) {
    const answer = answered(holds);
    if (typeof answer !== 'boolean') return { ...seen, verdict: 'failed', error: answer };
    if (answer) reached.push(name);
  }
  const tripped: string[] = [];
  for (const { name, holds } of minefields) {
    const answer = answered(holds);
    if (typeof answer !== 'boolean') return { ...seen, verdict: 'failed', error: answer };
    if (answer) tripped.push(name);
  }
  const now = [...achieved, ...reached];
  const left = openIn(event, now);
  const done = left.length === 0 && minefields.length === 0;
  const verdict = tripped.length > 0 ? 'failed' : done ? 'passed' : 'watching';
  return { validation, verdict, achieved: now, open: left, tripped, late };
}

const openIn = ({ milestones }: AgentValidationEvent, achieved: readonly string[]): readonly string[] =>
  milestones.map(({ name }) => name).filter((name) => !achieved.includes(name));

/** Shows the agent's actions to the agent validations that have begun. */
export class AgentValidationMonitor {
  readonly #watchers = new Watchers();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether a milestone is still open. */
  get open(): boolean {
    return this.#watchers.open;
  }

  begin(event: AgentValidationEvent, tick: number): void {
    this.#watchers.begin(event, tick);
  }

  /** What is new after `entry`, which stands at the end of the past's log. Tools called inside count where they are logged. */
  observe(entry: ActionEntry, tick: number, past: Past): readonly Observation[] {
    return actionsIn(entry).flatMap((action) =>
      this.#watchers.look(tick, (question) => {
        try {
          const answer: unknown = this.#world.ask((states) => question(states as never, past, action));
          return Boolean(answer);
        } catch (thrown) {
          return failureOf(thrown);
        }
      }),
    );
  }

  /** Whether anyone would look at `entry`. */
  observes({ direct, quiet, refused, outcome, kind }: ActionEntry): boolean {
    if (!this.#watchers.any || quiet || refused || outcome.status === 'skipped') return false;
    return kind === 'agent' || direct === true;
  }
}

/** The agent's actions in `entry`, innermost first. */
function actionsIn(entry: ActionEntry): readonly ActionEntry[] {
  const within = ({ calls }: Pick<NestedCall, 'calls'>): readonly ActionEntry[] =>
    calls
      .filter(({ refused }) => !refused)
      .flatMap((call) => [
        ...within(call),
        { ...entry, kind: call.actor, action: call.action, outcome: call.outcome, calls: call.calls },
      ]);
  return [...(entry.direct ? within(entry) : []), entry].filter(({ kind }) => kind === 'agent');
}
