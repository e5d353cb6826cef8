import { setImmediate } from 'node:timers/promises';
import { EventHistory, statusOverview, type Store } from '../../../engine/index.ts';
import type {
  EventId,
  EventStatus,
  EventStatusSummary,
  Hint,
  PlanOutline,
  RunId,
  StatusOverview,
} from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';

const ENTRIES_PER_READ = 1_000; // entries: some milliseconds, so that the window stays responsive

/** The plans of runs, and the status of their events at any entry. */
export class Plans {
  readonly #store: Store;
  /** The last requested run, and its history as far as its log was read: scrubbing repeatedly requests the same run. */
  #last: { readonly run: RunId; readonly history: EventHistory } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The plan of `run`; `undefined` for traces and for runs of an older version of Orrery. */
  of(run: RunId): PlanOutline | undefined {
    return this.#store.plan(run);
  }

  /** The hints for the run's events, from its scenario or from the file of its trace. */
  hints(run: RunId): readonly Hint[] {
    return this.#store.hints(run);
  }

  /** The status of every event of `run` right after entry `at`. @throws {ProblemError} when the run has no plan. */
  async statuses(run: RunId, at: number): Promise<readonly EventStatusSummary[]> {
    return (await this.#historyUpTo(run, at)).statuses(at);
  }

  /**
   * The brief statuses of all events, with the first `limit` pending events of each group.
   * @throws {ProblemError} when the run has no plan.
   */
  async overview(run: RunId, at: number, limit: number): Promise<StatusOverview> {
    return statusOverview(await this.statuses(run, at), limit);
  }

  /** Why `event` has not fired right after entry `at`. @throws {ProblemError} when the run has no plan. */
  async whyNot(run: RunId, event: EventId, at: number): Promise<EventStatus> {
    return (await this.#historyUpTo(run, at)).status(event, at);
  }

  /** The history of `run`'s events, up to at least entry `at`. */
  async #historyUpTo(run: RunId, at: number): Promise<EventHistory> {
    if (this.#last?.run !== run) {
      const mode = this.#store.run(run)?.mode === 'oracle' ? 'oracle' : 'plain';
      this.#last = { run, history: new EventHistory(this.#known(run), mode) };
    }
    const { history } = this.#last;
    while (history.length <= at) {
      const read = this.#store.heads(run, history.length, ENTRIES_PER_READ);
      if (read.length === 0) break;
      for (const head of read) history.add(head);
      await setImmediate();
    }
    return history;
  }

  #known(run: RunId): PlanOutline {
    const plan = this.#store.plan(run);
    if (plan !== undefined) return plan;
    throw new ProblemError('no-plan', `Run ${run} has no plan: it was not run here`);
  }
}
