import type { VerdictOutcome } from './judge.ts';
import type { EndingCause, RunState } from './run.ts';

/**
 * What became of a run, as rates count it. `crashed`: its agent ended or gave an invalid answer; `timed-out`: its agent took too
 * long or used up what it may; `interrupted`: something else broke; `stopped`: a person ended it; `active`: it runs or is paused.
 */
export const RUN_RESULTS = [
  ...(['passed', 'failed', 'crashed', 'timed-out', 'interrupted'] as const),
  ...(['not-judged', 'stopped', 'active'] as const),
];

export type RunResult = (typeof RUN_RESULTS)[number];

/** What became of a job of a sweep: the result of its run. `lost` left no run, `missing` has not ended; `timed-out` may have no run. */
export type JobOutcome = Exclude<RunResult, 'active'> | 'lost' | 'missing';

/** What decides about the result of a run: its state, its verdict's outcome and the cause of an early end. */
export interface RunEvidence {
  readonly state: RunState;
  readonly outcome: VerdictOutcome | undefined;
  readonly ending: EndingCause | undefined;
}

/**
 * The result of a run. Where a run was interrupted, nothing that it reached before counts. Nor does the verdict of a run that a
 * person stopped: it can only be passed or not judged, so counting it would raise pass rates.
 */
export function runResult({ state, outcome, ending }: RunEvidence): RunResult {
  const early = ending && RESULT_OF_ENDING[ending];
  const judged = outcome === 'not-judged' ? undefined : outcome;
  switch (state) {
    case 'running':
    case 'paused':
      return 'active';
    case 'interrupted':
      return early ?? 'interrupted';
    case 'stopped':
      return early === undefined || early === 'stopped' ? 'stopped' : (judged ?? early);
    case 'completed':
    case 'failed':
    case 'recorded':
      return judged ?? early ?? 'not-judged';
  }
}

/** The result of a run that ended early, by its cause. */
export const RESULT_OF_ENDING = {
  person: 'stopped',
  closed: 'stopped',
  judge: 'failed',
  agent: 'crashed',
  'agent-answer': 'crashed',
  'agent-timeout': 'timed-out',
  limit: 'timed-out',
  model: 'interrupted',
  replay: 'interrupted',
  lost: 'interrupted',
  problem: 'interrupted',
  bug: 'interrupted',
} as const satisfies Record<EndingCause, RunResult>;

/** How a pass rate counts a run; `undefined` if the run is not part of it. */
export type Counted = 'passed' | 'not-passed' | undefined;

/**
 * The runs that a pass rate is of: `all` that ended by themselves, where a run that broke counts as not passed, or those that
 * were `judged`.
 */
export const RATE_BASES = ['all', 'judged'] as const;

export type RateBasis = (typeof RATE_BASES)[number];

/**
 * How a pass rate counts a result. Failures that may not be the agent's fault count as not passed, too. Runs that nothing judges,
 * that a person ended or that have not ended say nothing about the agent.
 */
export function countedAs(result: RunResult | JobOutcome, basis: RateBasis): Counted {
  switch (result) {
    case 'passed':
      return 'passed';
    case 'failed':
      return 'not-passed';
    case 'crashed':
    case 'timed-out':
    case 'interrupted':
    case 'lost':
      return basis === 'all' ? 'not-passed' : undefined;
    case 'not-judged':
    case 'stopped':
    case 'active':
    case 'missing':
      return undefined;
  }
}

/** How many runs passed, and how sure that is. */
export interface PassRate {
  readonly passed: number;
  /** The number of runs that count. */
  readonly of: number;
  /** The number of different logs among them. Runs with equal logs are one observation, which weighs as much as it has runs. */
  readonly distinct: number;
  /** Whether there may be more of them: hashes of different versions cannot be compared, and count as equal where they can be. */
  readonly isLowerBound?: boolean;
  /** The size of a sample that says as much: `distinct` if every log has as many runs, else less (Kish). */
  readonly sampleSize: number;
  /** Wilson's 95 % interval for a sample of that size. */
  readonly low: number;
  readonly high: number;
}

/** The pass rate on each basis; `undefined` where no run counts. */
export type PassRates = Readonly<Record<RateBasis, PassRate | undefined>>;

/** The rates to show: that on `basis`, then the other one if it is of other runs. */
export function ratesInOrder(
  rates: PassRates,
  basis: RateBasis,
): readonly { readonly basis: RateBasis; readonly rate: PassRate }[] {
  const other = basis === 'all' ? 'judged' : 'all';
  const isSame = rates.all?.of === rates.judged?.of;
  return [basis, ...(isSame ? [] : ([other] as const))].flatMap((of) => {
    const rate = rates[of];
    return rate === undefined ? [] : [{ basis: of, rate }];
  });
}
