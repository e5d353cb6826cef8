import type { VerdictOutcome } from './judge.ts';
import type { EndingCause, RunState } from './run.ts';

/**
 * The result of a run, as pass rates count it. `crashed`: its agent ended or gave an invalid answer; `timed-out`: its agent took
 * too long or reached a limit; `interrupted`: something else broke; `stopped`: a person ended it; `active`: it runs or is paused.
 */
export const RUN_RESULTS = [
  ...(['passed', 'failed', 'crashed', 'timed-out', 'interrupted'] as const),
  ...(['not-judged', 'stopped', 'active'] as const),
];

export type RunResult = (typeof RUN_RESULTS)[number];

/** Whether `result` is the verdict of a judged run. */
export const isVerdict = (result: RunResult): boolean => result === 'passed' || result === 'failed';

/** The result of a sweep's job: the result of its run. `lost` left no run, `missing` has not ended; `timed-out` may have no run. */
export type JobOutcome = Exclude<RunResult, 'active'> | 'lost' | 'missing';

/** The facts that determine a run's result: its state, its verdict's outcome and the cause of an early end. */
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
export type CountedAs = 'passed' | 'not-passed' | undefined;

/** The runs that a pass rate counts: `all` that ended by themselves, where a broken run counts as not passed, or only `judged` ones. */
export const RATE_BASES = ['all', 'judged'] as const;

export type RateBasis = (typeof RATE_BASES)[number];

/**
 * How a pass rate counts a result. Failures that may not be the agent's fault count as not passed. Runs that were not judged,
 * were stopped by a person or have not ended are not counted.
 */
export function countedAs(result: RunResult | JobOutcome, basis: RateBasis): CountedAs {
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

/** The share of runs that passed, with its uncertainty. */
export interface PassRate {
  readonly passed: number;
  /** The number of runs that count. */
  readonly of: number;
  /** The number of different logs among the counted runs. Runs with equal logs count as one observation. */
  readonly distinct: number;
  /** Whether `distinct` may be too low, because hashes of different versions cannot be compared. */
  readonly isLowerBound?: boolean;
  /** The effective sample size (Kish): `distinct` if every log has equally many runs, else less. */
  readonly sampleSize: number;
  /** Wilson's 95 % interval for `sampleSize` observations. */
  readonly low: number;
  readonly high: number;
}

/** The pass rate on each basis; `undefined` if no run counts. */
export type PassRates = Readonly<Record<RateBasis, PassRate | undefined>>;

/** The rates to show: the rate on `basis` first, then the other one if it counts different runs. */
export function ratesToShow(
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
