import { failureOf } from './apps/failure.ts';
import type { World } from './apps/world.ts';
import { Watchers } from './judge/watchers.ts';
import type { AgentValidationEvent, Past } from './model/event.ts';
import type { ActionEntry, NestedCall, Watched } from './model/log-entry.ts';

/** Shows the agent's actions to the agent validations that have begun. */
export class Watch {
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
  see(entry: ActionEntry, tick: number, past: Past): readonly Watched[] {
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
  looksAt({ direct, quiet, refused, outcome, kind }: ActionEntry): boolean {
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
