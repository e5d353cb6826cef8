import type { RunId } from './ids.ts';
import type { RunSummary } from './run.ts';

/** What a library of many runs shows of one. */
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
  /** Wall clock; `undefined` while it goes on, of traces, and of runs of an older Orrery. */
  readonly endedAt: number | undefined;
  /** Its verdict; `undefined` while it has none, and where a person ended it before it could pass. */
  readonly passed: boolean | undefined;
  /** Why it did not pass, in its verdict's first words. */
  readonly shortfall: string | undefined;
  /** Of branches: the run they were branched off. */
  readonly parent: RunId | undefined;
  /** How many notes were written about it. */
  readonly notes: number;
  /** Whether the runs of its scenario are held against it. */
  readonly baseline: boolean;
  /** It did not pass where the baseline of its scenario did. */
  readonly regression: boolean;
}

/** The numbers that can be asked for. */
export const RUN_NUMBERS = ['seed', 'events'] as const;

/** The words that can be asked for, and those each may say where they are few. */
export const RUN_WORDS = {
  id: undefined,
  scenario: undefined,
  file: undefined,
  tag: undefined,
  verdict: ['passed', 'failed', 'none'],
  state: ['running', 'paused', 'stopped', 'failed', 'interrupted', 'recorded'],
  mode: ['oracle', 'plain', 'trace'],
  is: ['baseline', 'branch', 'regression'],
} as const;

/** What is asked of a run. Capitals do not count, and `*` stands for anything. */
export type RunTest =
  /** It says one of `values`, or, with `within`, has one of them in what it says. */
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
  /** Words that a note on it has; the last may be a beginning. */
  | { readonly kind: 'note'; readonly text: string }
  /** Something anywhere in its name, file, tags or verdict. */
  | { readonly kind: 'text'; readonly text: string };

/** A test, or what must not be. */
export type RunTerm = { readonly test: RunTest; readonly not: boolean };

export type RunOrder = 'started' | 'scenario' | 'seed' | 'mode' | 'verdict' | 'events' | 'simulated' | 'wall';

/** How the runs that were found stand: one by one, in groups with their rates, or each branch below its parent. */
export type RunGrouping = 'none' | 'scenario' | 'seed' | 'branches';

/** What is asked of a library of runs. */
export interface RunQuery {
  /** All of it must be so. */
  readonly terms: readonly RunTerm[];
  readonly group: RunGrouping;
  readonly order: RunOrder;
  readonly descending: boolean;
}

/** How many of the runs that were judged passed, and between which shares the true rate lies in 95 of 100 cases. */
export interface PassRate {
  readonly passed: number;
  readonly judged: number;
  readonly low: number;
  readonly high: number;
}

/** Runs that belong together. */
export interface RunGroup {
  /** The scenario or the seed they share; `undefined` where they are not grouped. */
  readonly name: string | undefined;
  readonly runs: number;
  /** `undefined` where none was judged. */
  readonly rate: PassRate | undefined;
  readonly regressions: number;
  readonly lines: readonly { readonly line: RunLine; readonly depth: number }[];
}

/** What a library answers. */
export interface RunLibrary {
  /** All runs there are. */
  readonly total: number;
  readonly found: number;
  readonly groups: readonly RunGroup[];
}
