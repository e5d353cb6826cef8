import type { StoredAttempt } from './attempt.ts';
import type { ModelCosts } from './model-costs.ts';
import type { RunId } from './values/ids.ts';
import type { VerdictOutcome } from './judge.ts';
import type { EndingCause, RunSummary } from './run.ts';
import type { PassRates, RunResult } from './run-result.ts';

/** A run as a row of the run list. */
export interface RunLine extends Pick<
  RunSummary,
  | 'id'
  | 'scenario'
  | 'source'
  | 'state'
  | 'mode'
  | 'seed'
  | 'startedAt'
  | 'start'
  | 'now'
  | 'entries'
  | 'tags'
  | 'scenarioTags'
> {
  /** Wall clock, milliseconds since the Unix epoch; `undefined` while it runs, and for traces. */
  readonly endedAt: number | undefined;
  /** The outcome of its verdict; `undefined` without a verdict. */
  readonly outcome: VerdictOutcome | undefined;
  /** The first reason why the run did not pass. */
  readonly shortfall: string | undefined;
  /** Why the run ended early; `undefined` if it did not. */
  readonly ending: EndingCause | undefined;
  /** The agent's last player: a command, a script's path, or a mode. */
  readonly agent: string;
  readonly variant: string | undefined;
  /** The share of the agent's calls that failed, and the noise events a minute; 0 if the run did not ask for any. */
  readonly failures: number;
  readonly noise: number;
  /** The beginning of the log's hash, which equal logs share; `undefined` if there is none. */
  readonly log: string | undefined;
  /** The version of the hash; `undefined` if there is none. */
  readonly logVersion: number | undefined;
  /** For branches: the parent run. */
  readonly parent: RunId | undefined;
  /** The number of notes on the run. */
  readonly notes: number;
  /** Whether the run is the baseline of its scenario. */
  readonly baseline: boolean;
  /** Whether the run did not pass although its scenario's baseline passed. */
  readonly regression: boolean;
  /** The task, scores and cost of an imported run; `undefined` for runs of Orrery. */
  readonly attempt: StoredAttempt | undefined;
}

/** Filter keys with a number value. */
export const RUN_NUMBERS = [
  'seed',
  'events',
  'failures',
  'noise',
  'attempt',
  'tokens',
  'cost',
  'errors',
] as const;

/** Filter keys with a text value, and the possible values if there are few. */
export const RUN_WORDS = {
  id: undefined,
  scenario: undefined,
  file: undefined,
  tag: undefined,
  agent: undefined,
  variant: undefined,
  task: undefined,
  model: undefined,
  tool: undefined,
  set: undefined,
  benchmark: undefined,
  verdict: ['passed', 'failed', 'not-judged'],
  state: ['running', 'paused', 'completed', 'stopped', 'failed', 'interrupted', 'recorded'],
  mode: ['oracle', 'plain', 'trace'],
  is: ['baseline', 'branch', 'regression', 'crashed', 'timed-out', 'interrupted'],
} as const;

/** One test of a filter. Case is ignored; `*` matches any text. */
export type RunTest =
  /** The field equals one of `values`; with `within`, it contains one of them. */
  | {
      readonly kind: 'word';
      readonly key: keyof typeof RUN_WORDS;
      readonly values: readonly string[];
      readonly within: boolean;
    }
  | {
      readonly kind: 'number';
      readonly key: (typeof RUN_NUMBERS)[number];
      readonly is: '=' | '<' | '<=' | '>' | '>=';
      readonly value: number;
    }
  /** One of its notes contains these words; the last may be incomplete. */
  | { readonly kind: 'note'; readonly text: string }
  /** Its name, file, tags or verdict contain this text. */
  | { readonly kind: 'text'; readonly text: string };

/** A test that must hold or, with `not`, must not hold. */
export type RunTerm = { readonly test: RunTest; readonly not: boolean };

export const RUN_ORDERS = [
  ...(['started', 'scenario', 'seed', 'mode', 'verdict', 'events', 'simulated', 'wall'] as const),
  ...(['attempt', 'model', 'tokens', 'cost', 'duration', 'errors'] as const),
] as const;

/** The start of an order by the scores of one scorer, whose name follows. */
export const SCORE_ORDER = 'score:';

export type RunOrder = (typeof RUN_ORDERS)[number] | `${typeof SCORE_ORDER}${string}`;

/** How found runs are arranged: one by one, in groups with pass rates, or branches below their parents. */
export const RUN_GROUPINGS = [
  'none',
  'scenario',
  'seed',
  'branches',
  'model',
  'set',
  'benchmark',
  'tool',
] as const;

export type RunGrouping = (typeof RUN_GROUPINGS)[number];

/** A query of the run list. */
export interface RunQuery {
  /** All terms must hold. */
  readonly terms: readonly RunTerm[];
  readonly group: RunGrouping;
  readonly order: RunOrder;
  readonly descending: boolean;
}

/** The chances that at least one or all of `k` attempts at a task pass, averaged over `tasks`. */
export interface AttemptRates {
  readonly k: number;
  readonly tasks: number;
  readonly any: number;
  readonly all: number;
}

/** The mean score of a scorer. */
export interface ScoreMean {
  readonly scorer: string;
  readonly mean: number;
  /** Half of the 95 % interval; `undefined` for a single score. */
  readonly margin: number | undefined;
  readonly of: number;
}

/** The attempts of one model at one task. */
export interface AttemptCell {
  readonly runs: number;
  /** The number of runs with a verdict. */
  readonly attempts: number;
  readonly passed: number;
}

/** The results of one benchmark by task and model. */
export interface BenchmarkMatrix {
  /** `undefined` for runs that belong to no benchmark. */
  readonly benchmark: string | undefined;
  /** The results over all its tasks, by model. */
  readonly totals: readonly AttemptCell[];
  readonly tasks: readonly { readonly task: string; readonly cells: readonly AttemptCell[] }[];
}

/** Results of imported runs by benchmark, task and model. */
export interface AttemptMatrix {
  /** The models, those with the most runs first; last, `undefined` for runs without a recorded model. */
  readonly models: readonly (string | undefined)[];
  readonly benchmarks: readonly BenchmarkMatrix[];
  /** The number of all tasks. */
  readonly tasks: number;
  /** The number of tasks left out. */
  readonly left: number;
  /** The results over all tasks, by model. */
  readonly totals: readonly AttemptCell[];
}

/** A group of runs. */
export interface RunGroup {
  /** The shared scenario, seed or other group key; `undefined` without grouping. */
  readonly name: string | undefined;
  readonly runs: number;
  readonly rates: PassRates;
  /** The number of runs with each result. */
  readonly counts: Readonly<Record<RunResult, number>>;
  readonly regressions: number;
  /** Chances over several attempts; `undefined` if each task was attempted once. */
  readonly attempts: AttemptRates | undefined;
  readonly scores: readonly ScoreMean[];
  readonly lines: readonly RunLine[];
  /** The number of ancestors listed above each branch; only when branches are listed below their parents. */
  readonly depths?: ReadonlyMap<RunId, number>;
}

/** The result of a query. */
export interface RunLibrary {
  /** The number of runs in the workspace. */
  readonly total: number;
  readonly found: number;
  readonly groups: readonly RunGroup[];
}

/** A group of runs without its runs. */
export type RunGroupHead = Omit<RunGroup, 'lines' | 'depths' | 'name'> & {
  readonly name: string;
  /** The costs of the runs' requests to models; missing if there were none. */
  readonly costs?: ModelCosts;
};

/** A query of the run list, and the part of the result to return. */
export interface RunPageQuery extends RunQuery {
  /** Names of collapsed groups. Their runs are not shown and have no positions. */
  readonly folded: readonly string[];
  /** The position of the first requested run among the shown ones. `limit` is the number of requested runs. */
  readonly from: number;
  readonly limit: number;
  /** The current run. */
  readonly at?: RunId | undefined;
  readonly selected: readonly RunId[];
}

/** A part of the result of a query. */
export interface RunPage {
  /** The number of runs in the workspace. */
  readonly total: number;
  readonly found: number;
  /** Empty without groups. */
  readonly groups: readonly RunGroupHead[];
  readonly from: number;
  readonly lines: readonly { readonly line: RunLine; readonly depth: number }[];
  /** The position of the current run, if it is shown. */
  readonly at: number | undefined;
  /** The selected runs that were found. */
  readonly selected: readonly RunId[];
  /** The scorers of most runs in the whole list; `undefined` when most runs were not imported. */
  readonly scorers: readonly string[] | undefined;
  /** Whether runs are still being read: the next answer has the scorers of all. */
  readonly isReading: boolean;
}

/** Some values of each filter key with a text value, for completions. */
export type RunValues = Readonly<Record<string, readonly string[]>>;
