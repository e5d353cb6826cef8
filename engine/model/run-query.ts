import type { RunId } from './ids.ts';
import type { VerdictOutcome } from './judge.ts';
import type { EndingCause, RunCount, RunSummary } from './run.ts';

/** A run as a row of the library. */
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
  /** What its verdict says; `undefined` without one. */
  readonly outcome: VerdictOutcome | undefined;
  /** The first reason why it did not pass. */
  readonly shortfall: string | undefined;
  /** Why it ended early; `undefined` where it did not. */
  readonly ending: EndingCause | undefined;
  /** Who played the agent in the end: a command, a script's path, or a mode. */
  readonly agent: string;
  readonly variant: string | undefined;
  /** The share of the agent's calls that failed, and the events a minute that nobody planned; 0 where the run was not told. */
  readonly failures: number;
  readonly noise: number;
  /** The beginning of its log's hash, which equal logs share; `undefined` where it has none. */
  readonly log: string | undefined;
  /** For branches: the run they come from. */
  readonly parent: RunId | undefined;
  /** How many notes it has. */
  readonly notes: number;
  /** Whether it is the baseline of its scenario. */
  readonly baseline: boolean;
  /** It did not pass, although the baseline of its scenario did. */
  readonly regression: boolean;
}

/** Filters that take a number. */
export const RUN_NUMBERS = ['seed', 'events', 'failures', 'noise'] as const;

/** Filters that take a word, with the possible values where there are few. */
export const RUN_WORDS = {
  id: undefined,
  scenario: undefined,
  file: undefined,
  tag: undefined,
  agent: undefined,
  variant: undefined,
  verdict: ['passed', 'failed', 'not-judged'],
  state: ['running', 'paused', 'completed', 'stopped', 'failed', 'interrupted', 'recorded'],
  mode: ['oracle', 'plain', 'trace'],
  is: ['baseline', 'branch', 'regression', 'crashed', 'timed-out'],
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

/** A test that must hold, or with `not` must not hold. */
export type RunTerm = { readonly test: RunTest; readonly not: boolean };

export type RunOrder = 'started' | 'scenario' | 'seed' | 'mode' | 'verdict' | 'events' | 'simulated' | 'wall';

/** How found runs are listed: one by one, in groups with pass rates, or branches below their parents. */
export type RunGrouping = 'none' | 'scenario' | 'seed' | 'branches';

/** A query of the library. */
export interface RunQuery {
  /** All terms must hold. */
  readonly terms: readonly RunTerm[];
  readonly group: RunGrouping;
  readonly order: RunOrder;
  readonly descending: boolean;
}

/** How many of the judged runs passed, with the 95 % confidence interval of the rate (Wilson). */
export interface PassRate {
  readonly passed: number;
  readonly judged: number;
  /** How many different logs the judged runs have. Equal logs are one sample: the interval is that of these. */
  readonly distinct: number;
  readonly low: number;
  readonly high: number;
}

/** A group of runs. */
export interface RunGroup {
  /** The scenario or seed they share; `undefined` without grouping. */
  readonly name: string | undefined;
  readonly runs: number;
  /** `undefined` when no run of the group was judged. */
  readonly rate: PassRate | undefined;
  /** How many runs count as what; those that are still active count as not judged. */
  readonly counts: Readonly<Record<RunCount, number>>;
  readonly regressions: number;
  readonly lines: readonly { readonly line: RunLine; readonly depth: number }[];
}

/** The answer to a query. */
export interface RunLibrary {
  /** How many runs the workspace has. */
  readonly total: number;
  readonly found: number;
  readonly groups: readonly RunGroup[];
}
