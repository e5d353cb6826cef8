import type { Store } from '../../../engine/index.ts';
import {
  isActiveState,
  type StepTable,
  type ComparedAttempts,
  type Comparison,
  type Divergence,
  type MarkedSteps,
  type PackedComparison,
  type RunSummary,
} from '../../../engine/model/index.ts';
import {
  StepTextComparer,
  compareAttemptsBeside,
  type StepOfRun,
  tabulateAttemptsBeside,
} from './attempts.ts';
import { comparePacked } from './compare-job.ts';
import { compareStates, type RunPosition } from './compare-stored.ts';

/** A store of runs, and its database file, which worker processes may open. */
interface StoredRuns {
  readonly store: Store;
  readonly file: string;
}

/** The comparisons of a window. The equivalent ids of the last pair are cached. */
export class Comparisons {
  readonly #runs: StoredRuns;
  #last: ComparedPair | undefined;
  #cancelling = new AbortController();
  #texts: StepTextComparer | undefined;

  constructor(runs: StoredRuns) {
    this.#runs = runs;
  }

  /** Compares two runs. @throws {ProblemError} when the runs cannot be read, or the comparison is cancelled. */
  async compare(a: RunSummary, b: RunSummary): Promise<PackedComparison> {
    const { ids, ...comparison } = await comparePacked(
      { file: this.#runs.file, a, b },
      this.#cancelling.signal,
    );
    this.#last = { a, b, ids: Promise.resolve(ids) };
    return { ...comparison, ids: [] };
  }

  /** Compares two attempts by their steps. @throws {ProblemError} as {@link compare}. */
  attempts(a: RunSummary, b: RunSummary): Promise<ComparedAttempts> {
    return compareAttemptsBeside(this.#runs.file, a, b, this.#cancelling.signal);
  }

  /** A table of the steps of several attempts. @throws {ProblemError} as {@link compare}. */
  table(runs: readonly RunSummary[]): Promise<StepTable> {
    return tabulateAttemptsBeside(this.#runs.file, runs, this.#cancelling.signal);
  }

  /** The texts of two corresponding steps, with the words that differ. */
  texts(a: StepOfRun | undefined, b: StepOfRun | undefined): MarkedSteps {
    this.#texts ??= new StepTextComparer(this.#runs.store);
    return this.#texts.compare(a, b);
  }

  /** Cancels the running comparisons. */
  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }

  /** The point at which two runs diverge. @throws {ProblemError} when they cannot be read. */
  async parting(a: RunSummary, b: RunSummary): Promise<Divergence | undefined> {
    return (await comparePacked({ file: this.#runs.file, a, b, brief: true })).divergence;
  }

  /**
   * The differences between two states. Equivalent ids count as equal.
   * @throws {ProblemError} when the runs cannot be read.
   */
  async states(a: RunPosition, b: RunPosition): Promise<ReturnType<typeof compareStates>> {
    return compareStates(this.#runs.store, a, b, await this.#idsOf(a.run, b.run));
  }

  /** The equivalent ids of two runs. Cached, so that comparing their states at many entries compares the runs only once. */
  #idsOf(a: RunSummary, b: RunSummary): Promise<Comparison['ids']> {
    if (this.#last !== undefined && isRecent(this.#last, a, b)) return this.#last.ids;
    const ids = comparePacked({ file: this.#runs.file, a, b }).then((comparison) => comparison.ids);
    this.#last = { a, b, ids };
    ids.catch(() => {
      if (this.#last?.ids === ids) this.#last = undefined;
    });
    return ids;
  }
}

/** Two compared runs, as they were at that time, and their equivalent ids. */
interface ComparedPair {
  readonly a: RunSummary;
  readonly b: RunSummary;
  readonly ids: Promise<Comparison['ids']>;
}

/** The growth factor at which active runs are compared again, because each comparison reads both logs. */
const GROWTH_FACTOR = 1.5;

/** Whether `last` compared the same two runs and these have not grown, or only little if they are active. */
export function isRecent(last: Pick<ComparedPair, 'a' | 'b'>, a: RunSummary, b: RunSummary): boolean {
  const isKnown = (before: RunSummary, now: RunSummary): boolean => {
    if (before.id !== now.id) return false;
    return isActiveState(now.state)
      ? now.entries < GROWTH_FACTOR * Math.max(1, before.entries)
      : now.entries === before.entries;
  };
  return isKnown(last.a, a) && isKnown(last.b, b);
}
