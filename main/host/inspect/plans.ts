import { eventStatus, eventStatuses, type LogHead, type Store } from '../../../engine/index.ts';
import type {
  EventId,
  EventStatus,
  EventStatusSummary,
  Hint,
  PlanOutline,
  RunId,
} from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';

/** The plans of runs, and the status of their events at any entry. */
export class Plans {
  readonly #store: Store;
  readonly #past: LogCache;

  constructor(store: Store) {
    this.#store = store;
    this.#past = new LogCache(store);
  }

  /** The plan of `run`; `undefined` for traces and for runs of an older Orrery. */
  of(run: RunId): PlanOutline | undefined {
    return this.#store.plan(run);
  }

  /** The hints for the run's events, from its scenario or from the file of its trace. */
  hints(run: RunId): readonly Hint[] {
    return this.#store.hints(run);
  }

  /** The status of every event of `run` right after entry `at`. @throws {ProblemError} when the run has no plan. */
  statuses(run: RunId, at: number): readonly EventStatusSummary[] {
    return eventStatuses(this.#known(run), this.#past.upTo(run, at), at);
  }

  /** Why `event` has not fired right after entry `at`. @throws {ProblemError} when the run has no plan. */
  whyNot(run: RunId, event: EventId, at: number): EventStatus {
    return eventStatus(this.#known(run), this.#past.upTo(run, at), at, event);
  }

  #known(run: RunId): PlanOutline {
    const plan = this.#store.plan(run);
    if (plan !== undefined) return plan;
    throw new ProblemError('no-plan', `Run ${run} has no plan: it was not run here`);
  }
}

const ENTRIES_PER_READ = 20_000;
const NO_ARGUMENTS = {};

/** The log of the run asked about last, shortened: scrubbing asks for the same log again and again. */
class LogCache {
  readonly #store: Store;
  #run: RunId | undefined;
  #heads: LogHead[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** The entries of `run` up to `at` or further, without arguments and results. */
  upTo(run: RunId, at: number): readonly LogHead[] {
    if (run !== this.#run) this.#heads = [];
    this.#run = run;
    while (this.#heads.length <= at) {
      const read = this.#store.heads(run, this.#heads.length, ENTRIES_PER_READ);
      if (read.length === 0) break;
      for (const head of read) this.#heads.push(shortened(head));
    }
    return this.#heads;
  }
}

/** Drops arguments and results, which nobody needs here and which would fill memory. */
function shortened(head: LogHead): LogHead {
  const outcome = head.outcome.status === 'done' ? { ...head.outcome, value: null } : head.outcome;
  return 'action' in head
    ? { ...head, outcome, action: { ...head.action, args: NO_ARGUMENTS }, calls: [] }
    : { ...head, outcome };
}
