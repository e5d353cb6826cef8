import type { Store } from '../../../engine/index.ts';
import {
  type RunId,
  type AppName,
  type Change,
  type Json,
  type RunSummary,
  TimedOutError,
} from '../../../engine/model/index.ts';
import { LIMITS, type ProbeStretch } from '../../../preload/contract.ts';
import { openDatabase, type OpenDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { type ProbeEvaluator, createEvaluator } from './probe-evaluator.ts';

/** A request for the values of an expression in a run from entry `from` on; −1 includes the state before the first entry. */
export interface ProbeQuestion {
  readonly run: RunId;
  readonly expression: string;
  readonly from: number;
}

const MAX_MEMORY = 512; // MB
/** The time in milliseconds after which the worker process is killed, because it cannot stop all code itself. */
const PROCESS_TIMEOUT = 15_000; // milliseconds

/** Evaluates expressions in a worker process, one at a time, so that they cannot block the window. */
export class ProbeQueries implements Disposable {
  readonly #file: string;
  readonly #worker: WorkerProcess<ProbeRequest, ProbeStretch>;

  /**
   * @param file a writable database
   * @param program the worker's script
   */
  constructor(file: string, program?: URL) {
    this.#file = file;
    this.#worker = new WorkerProcess('probe', { memory: MAX_MEMORY, program });
  }

  /** The values found in one time slice. @throws {ProblemError} when the expression hangs, or after disposal. */
  async valuesInSlice(question: ProbeQuestion): Promise<ProbeStretch> {
    try {
      return await this.#worker.ask({ ...question, file: this.#file }, { time: PROCESS_TIMEOUT });
    } catch (thrown) {
      if (!(thrown instanceof WorkerError)) throw thrown;
      throw noValues(question, thrown);
    }
  }

  [Symbol.dispose](): void {
    this.#worker[Symbol.dispose]();
  }
}

function noValues({ expression }: ProbeQuestion, { why }: WorkerError): ProblemError {
  switch (why) {
    case 'memory':
      return new ProblemError(
        'probe-hangs',
        `${expression} needs more than ${MAX_MEMORY} MB of memory. Write an expression that needs less.`,
      );
    case 'time':
      return new ProblemError(
        'probe-hangs',
        `${expression}: no answer within ${PROCESS_TIMEOUT / 1000} seconds. Write an expression that answers at once.`,
      );
    case 'cancelled':
      return new ProblemError('probe-ended', `${expression}: not answered, because the runs were closed`);
    case 'ended':
      return new ProblemError('probe-ended', `${expression}: not answered, because its process ended`);
  }
}

interface ProbeRequest extends ProbeQuestion {
  readonly file: string;
}

/** The time limit of an expression for one entry, in milliseconds. */
const EXPRESSION_LIMIT = 2_000; // milliseconds
/** The duration of one time slice in milliseconds, so that several answers a second arrive. */
const SLICE_MILLISECONDS = 100;

/** The worker process's side of {@link ProbeQueries}. It keeps the database open, and the latest expressions with their positions. */
export function probeJob(): (request: ProbeRequest) => ProbeStretch {
  let database: OpenDatabase | undefined;
  const known = new Map<string, ProbeEvaluation>();
  return ({ file, run, expression, from }) => {
    const { store } = (database ??= openDatabase(file));
    const key = `${run} ${expression}`;
    const series = known.get(key) ?? new ProbeEvaluation(store, run, expression, EXPRESSION_LIMIT);
    known.delete(key);
    known.set(key, series);
    // The least recently asked one is dropped; if it is asked again, it starts over.
    if (known.size > LIMITS.probes) known.delete([...known.keys()][0]!);
    const until = performance.now() + SLICE_MILLISECONDS;
    const { next, steps } = series.read(from, () => performance.now() >= until);
    return {
      next,
      entries: Int32Array.from(steps, ([entry]) => entry),
      values: `[${steps.map(([, value]) => value).join()}]`,
    };
  };
}

/** The number of entries read at once. */
const ENTRIES_PER_READ = 1_000;

/** A new value of a probe, a `ProbeValue` as JSON, and the entry it appeared at; −1 is before the first entry. */
export type ProbeChange = readonly [entry: number, value: string];

/** Part of a probe's values in a run. All entries before `next` have been evaluated. */
export interface ProbeSeriesPart {
  readonly next: number;
  readonly steps: readonly ProbeChange[];
}

/** The values of one expression in one run, entry by entry. Evaluates it only after changes of apps that it reads. */
export class ProbeEvaluation {
  readonly #store: Store;
  readonly #run: RunId;
  readonly #expression: string;
  readonly #limit: number;
  #evaluator: ProbeEvaluator | undefined;
  /** The index of the entry after which the evaluator's states are. */
  #at = -1;
  /** The first entry not evaluated yet; −1 while the initial state has not been evaluated either. */
  #next = -1;

  /** @param limit the time in milliseconds that the expression may take for an entry, including reading states for the first time */
  constructor(store: Store, run: RunId, expression: string, limit: number) {
    this.#store = store;
    this.#run = run;
    this.#expression = expression;
    this.#limit = limit;
  }

  /**
   * Evaluates entries from `from` on until `enough` returns true, at least one. Fast when it continues the last call.
   *
   * @throws {ProblemError} when the expression hangs.
   * @throws {StoreError} when the run cannot be read.
   */
  read(from: number, enough: () => boolean): ProbeSeriesPart {
    const goesOn = this.#evaluator !== undefined && from === this.#next;
    const evaluator = goesOn ? this.#evaluator! : this.#begin(from);
    const steps: ProbeChange[] = [];
    try {
      evaluator.within(() => {
        // Evaluates the value before `from`, which is not a new value.
        if (!goesOn && from >= 0) evaluator.evaluate();
        this.#look(evaluator, steps, enough);
      });
    } catch (thrown) {
      this.#evaluator = undefined;
      throw TimedOutError.is(thrown) ? hangingError(this.#expression, this.#limit, this.#at) : thrown;
    }
    return { next: this.#next, steps };
  }

  #begin(from: number): ProbeEvaluator {
    const { apps } = this.#store.run(this.#run) ?? { apps: [] };
    const readState = (app: string): Json => this.#store.stateAt(this.#run, app as AppName, this.#at);
    this.#at = from - (from < 0 ? 0 : 1);
    this.#next = from;
    this.#evaluator = createEvaluator(this.#expression, namesOf(apps), readState, this.#limit);
    return this.#evaluator;
  }

  #look(evaluator: ProbeEvaluator, steps: ProbeChange[], enough: () => boolean): void {
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
    do
      this.#next = this.#stretch(
        evaluator,
        Math.min(this.#next + ENTRIES_PER_READ, entries) - 1,
        ask,
        enough,
      );
    while (this.#next < entries && !enough());
  }

  /** Evaluates entries up to `to`. Returns the index of the first entry that it did not evaluate. */
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
      // The expression has read another app: from the next entry on its changes count too.
      if (evaluator.appsRead.size > size || enough()) return entry + 1;
    }
    return to + 1;
  }

  /** The changes to `apps` from the first unevaluated entry up to entry `to`, by entry. */
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

const hangingError = (expression: string, limit: number, at: number): ProblemError =>
  new ProblemError(
    'probe-hangs',
    `${expression}: no answer within ${limit / 1000} seconds ${at < 0 ? 'before the first entry' : `at entry #${at}`}. Write an expression that answers at once.`,
  );
