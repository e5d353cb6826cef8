import { eventStatuses, eventStatus, type Store } from '../../engine/index.ts';
import type {
  EventStatusSummary,
  EventId,
  Hint,
  PlanOutline,
  RunId,
  EventStatus,
} from '../../engine/model/index.ts';
import { Fault } from '../fault.ts';
import { Past } from './past.ts';

/** What runs were to do, and where each of their events stands at any entry. */
export class Plans {
  readonly #store: Store;
  readonly #past: Past;

  constructor(store: Store) {
    this.#store = store;
    this.#past = new Past(store);
  }

  /** `undefined` of traces, and of runs of an older Orrery. */
  of(run: RunId): PlanOutline | undefined {
    return this.#store.plan(run);
  }

  /** The hints for the run's events, from its scenario or from the file of its trace. */
  hints(run: RunId): readonly Hint[] {
    return this.#store.hints(run);
  }

  /** Right after entry `at`. @throws {Fault} when nothing is known of the run's plan. */
  statuses(run: RunId, at: number): readonly EventStatusSummary[] {
    return eventStatuses(this.#known(run), this.#past.upTo(run, at), at);
  }

  /** Why `event` has not fired right after entry `at`. @throws {Fault} when nothing is known of the run's plan. */
  whyNot(run: RunId, event: EventId, at: number): EventStatus {
    return eventStatus(this.#known(run), this.#past.upTo(run, at), at, event);
  }

  #known(run: RunId): PlanOutline {
    const plan = this.#store.plan(run);
    if (plan !== undefined) return plan;
    throw new Fault('no-plan', `run ${run}: found no plan kept with it, wanted one that was run here`);
  }
}
