import type { Store } from '../../../engine/index.ts';
import {
  type AppName,
  type Change,
  type Json,
  type RunId,
  type RunSummary,
  TimedOutError,
} from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { type ProbeEvaluator, createEvaluator } from './probe-evaluator.ts';

/** So many entries are read at once. */
const STRETCH = 1_000;

/** A value that a probe came to at an entry, −1 before the first: a `ProbeValue`, as JSON. */
export type ProbeStep = readonly [entry: number, value: string];

/** A part of what a probe comes to in a run; all entries before `next` are looked at. */
export interface ProbeSeriesPart {
  readonly next: number;
  readonly steps: readonly ProbeStep[];
}

/** What one expression comes to in one run, entry by entry. It is asked only where something changed that it looks at. */
export class ProbeSeries {
  readonly #store: Store;
  readonly #run: RunId;
  readonly #expression: string;
  readonly #limit: number;
  #evaluator: ProbeEvaluator | undefined;
  /** The entry after which the states are those of now. */
  #at = -1;
  /** The first entry that was not looked at; −1 while nothing was, not even how the run begins. */
  #next = -1;

  /** The expression may take `limit` milliseconds for an entry, with the reading of what it has not looked at before. */
  constructor(store: Store, run: RunId, expression: string, limit: number) {
    this.#store = store;
    this.#run = run;
    this.#expression = expression;
    this.#limit = limit;
  }

  /**
   * Looks at entries from `from` on until it is `enough`, at one at least: from where the last call ended on it is quick.
   *
   * @throws {ProblemError} when the expression does not come back. @throws {StoreError} when the run cannot be read.
   */
  read(from: number, enough: () => boolean): ProbeSeriesPart {
    const goesOn = this.#evaluator !== undefined && from === this.#next;
    const evaluator = goesOn ? this.#evaluator! : this.#begin(from);
    const steps: ProbeStep[] = [];
    try {
      evaluator.within(() => {
        // What it was before is no news.
        if (!goesOn && from >= 0) evaluator.evaluate();
        this.#look(evaluator, steps, enough);
      });
    } catch (thrown) {
      this.#evaluator = undefined;
      throw TimedOutError.is(thrown) ? hangs(this.#expression, this.#limit, this.#at) : thrown;
    }
    return { next: this.#next, steps };
  }

  #begin(from: number): ProbeEvaluator {
    const { apps } = this.#store.run(this.#run) ?? { apps: [] };
    const stateOf = (app: string): Json => this.#store.stateAt(this.#run, app as AppName, this.#at);
    this.#at = from - (from < 0 ? 0 : 1);
    this.#next = from;
    this.#evaluator = createEvaluator(this.#expression, namesOf(apps), stateOf, this.#limit);
    return this.#evaluator;
  }

  #look(evaluator: ProbeEvaluator, steps: ProbeStep[], enough: () => boolean): void {
    const ask = (entry: number): void => {
      this.#at = entry;
      const value = evaluator.evaluate();
      if (value !== undefined) steps.push([entry, value]);
    };
    if (this.#next < 0) {
      ask(-1);
      this.#next = 0;
    }
    const entries = this.#store.run(this.#run)?.entries ?? 0;
    if (this.#next >= entries) return;
    do this.#next = this.#stretch(evaluator, Math.min(this.#next + STRETCH, entries) - 1, ask, enough);
    while (this.#next < entries && !enough());
  }

  /** Looks at entries up to `to`. Answers the first that it did not look at. */
  #stretch(
    evaluator: ProbeEvaluator,
    to: number,
    ask: (entry: number) => void,
    enough: () => boolean,
  ): number {
    const { size } = evaluator.appsRead;
    for (const [entry, changes] of this.#touching(evaluator.appsRead, to)) {
      evaluator.apply(changes);
      ask(entry);
      // From here on the changes of an app that was not looked at before count, too.
      if (evaluator.appsRead.size > size || enough()) return entry + 1;
    }
    return to + 1;
  }

  /** What the entries that were not looked at changed in `apps`, up to entry `to`. */
  #touching(apps: ReadonlySet<string>, to: number): readonly (readonly [number, readonly Change[]])[] {
    const found = new Map<number, readonly Change[]>();
    for (const app of apps)
      for (const { index, changes } of this.#store.entriesTouching(
        this.#run,
        app as AppName,
        [],
        this.#next,
        to,
      ))
        found.set(index, [...(found.get(index) ?? []), ...changes]);
    return [...found].sort(([one], [other]) => one - other);
  }
}

const namesOf = (apps: RunSummary['apps']): readonly string[] => apps.map(({ name }) => name);

const hangs = (expression: string, limit: number, at: number): ProblemError =>
  new ProblemError(
    'probe-hangs',
    `${expression}: no answer within ${limit / 1000} seconds ${at < 0 ? 'before the first entry' : `at entry #${at}`}. Write an expression that answers at once.`,
  );
