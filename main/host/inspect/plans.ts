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

/** What runs were to do, and where each of their events stands at any entry. */
export class Plans {
  readonly #store: Store;
  readonly #past: LogCache;

  constructor(store: Store) {
    this.#store = store;
    this.#past = new LogCache(store);
  }

  /** `undefined` of traces, and of runs of an older Orrery. */
  of(run: RunId): PlanOutline | undefined {
    return this.#store.plan(run);
  }

  /** The hints for the run's events, from its scenario or from the file of its trace. */
  hints(run: RunId): readonly Hint[] {
    return this.#store.hints(run);
  }

  /** Right after entry `at`. @throws {ProblemError} when nothing is known of the run's plan. */
  statuses(run: RunId, at: number): readonly EventStatusSummary[] {
    return eventStatuses(this.#known(run), this.#past.upTo(run, at), at);
  }

  /** Why `event` has not fired right after entry `at`. @throws {ProblemError} when nothing is known of the run's plan. */
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

/** The log of the run asked for last, kept short: whoever scrubs asks for the same log again and again. */
class LogCache {
  readonly #store: Store;
  #run: RunId | undefined;
  #heads: LogHead[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** The entries of `run` up to `at` at least, without arguments and answers. */
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

/** What was called with what is not asked for, and would fill memory. */
function shortened(head: LogHead): LogHead {
  const outcome = head.outcome.status === 'done' ? { ...head.outcome, value: null } : head.outcome;
  return 'action' in head
    ? { ...head, outcome, action: { ...head.action, args: NO_ARGUMENTS }, calls: [] }
    : { ...head, outcome };
}
