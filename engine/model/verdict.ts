import type { Difference } from './comparison.ts';
import type { Action } from './event.ts';
import type { AppName, EventId } from './values/ids.ts';
import type { JudgeConfiguration, VerdictOutcome } from './judge.ts';
import type { SourceLocation } from './problem.ts';
import type { RunSummary } from './run.ts';
import { withoutFullStop } from './values/text.ts';

/** The result of a milestone or minefield, and the entry that determined it. */
export interface CheckResult {
  readonly validation: EventId;
  readonly check: string;
  readonly kind: 'milestone' | 'minefield';
  readonly status: 'reached' | 'missed' | 'clear' | 'tripped' | 'not-checked';
  /** {@link LogEntry.index} of the check that determined the result. */
  readonly entry: number | undefined;
}

/** The reasons why a run can fail, in ARE's words. */
export type ShortfallReason =
  | 'validation_timeout'
  | 'minefield'
  | 'validation_still_active'
  | 'never_checked'
  | 'agent_validation_timeout'
  | 'agent_minefield'
  | 'agent_milestones_missing_at_end'
  | 'broken_check'
  | 'action_failed';

/** Why a run did not pass. */
export interface Shortfall {
  readonly reason?: ShortfallReason;
  readonly message: string;
  readonly entry: number | undefined;
}

/** The results of a run's milestones and minefields. */
export interface CheckVerdict {
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
}

/** The parts of a verdict: milestones and minefields, the judge, and the final state. */
export type VerdictPart = 'checks' | 'judge' | 'final-state';

/** The rule that combines the parts of a verdict. */
export interface VerdictRule {
  /** Whether all parts must pass, or one is enough. */
  readonly need: 'all' | 'any';
  /** The parts that count; all parts of the scenario when left out. */
  readonly of?: readonly VerdictPart[] | undefined;
}

/** The final state that a scenario requires: the final state of the oracle's run, however it is reached. */
export interface FinalStateExpectation {
  /** Only values at these paths count, such as `mail.folders.SENT`; all apps when left out. */
  readonly only?: readonly string[] | undefined;
  /** Values at these paths do not count. `*` is any key or item. */
  readonly except?: readonly string[] | undefined;
  /** Whether lists and records may have more items than in the oracle's run. */
  readonly allowExtra?: boolean | undefined;
}

/** The rules by which a scenario's runs are judged. */
export interface Judging {
  readonly judge?: JudgeConfiguration | undefined;
  readonly finalState?: FinalStateExpectation | undefined;
  readonly rule?: VerdictRule | undefined;
}

/** Differences of the final states of one app. `a` is the oracle's value, `b` the run's. */
export interface AppDifferences {
  readonly app: AppName;
  readonly differences: readonly Difference[];
}

/** The result of comparing a run's final state with the oracle's. */
export interface FinalStateVerdict {
  readonly outcome: VerdictOutcome;
  readonly sentence: string;
  /** The differences of the compared apps, in the scenario's order. */
  readonly apps: readonly AppDifferences[];
}

/** The judge's verdict, without its evidence. */
export interface JudgeSummary {
  readonly outcome: VerdictOutcome;
  readonly sentence: string;
  /** The entry that the sentence is about. */
  readonly entry?: number | undefined;
  /** SHA-256 of the configuration, in hex; missing until the judge has judged the run. */
  readonly configuration?: string | undefined;
}

/** Whether a run passed, with the reasons. */
export interface Verdict {
  readonly outcome: VerdictOutcome;
  /** The deciding reason, in one sentence. */
  readonly sentence: string;
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
  readonly judge?: JudgeSummary | undefined;
  readonly finalState?: FinalStateVerdict | undefined;
  /** Missing if all parts must pass. */
  readonly rule?: VerdictRule | undefined;
}

/** The placeholder for a part of a verdict that the judge has not decided yet. */
export const NOT_JUDGED_YET = {
  outcome: 'not-judged',
  sentence: 'The judge has not judged this run yet.',
} as const satisfies JudgeSummary;

/** Whether the verdict on an ended run waits for the judge. */
export const awaitsJudge = ({ state, verdict }: Pick<RunSummary, 'state' | 'verdict'>): boolean =>
  (state === 'completed' || state === 'failed') &&
  [verdict?.judge, verdict?.finalState].some((part) => part?.sentence === NOT_JUDGED_YET.sentence);

/** The entry that the sentence of a verdict is about, if it is about one. */
export function decidingEntry({ sentence, judge, shortfalls }: Verdict): number | undefined {
  if (judge?.sentence === sentence) return judge.entry;
  const [first] = shortfalls;
  return first !== undefined &&
    sentence.toLowerCase().startsWith(withoutFullStop(first.message).toLowerCase())
    ? first.entry
    : undefined;
}

/** The outcome of one part of a verdict. */
export interface PartVerdict {
  readonly part: VerdictPart;
  readonly outcome: VerdictOutcome;
  /** The reason for the outcome; missing for checks, whose results speak for themselves. */
  readonly sentence?: string;
  /** Whether the scenario's rule includes the part. */
  readonly counts: boolean;
}

/** All parts of a verdict, including those that the rule ignores. */
export function verdictParts({
  checks,
  shortfalls,
  judge,
  finalState,
  rule,
}: Verdict): readonly PartVerdict[] {
  const counts = (part: VerdictPart): boolean => rule?.of?.includes(part) ?? true;
  const said = (
    part: VerdictPart,
    { outcome, sentence }: Pick<JudgeSummary, 'outcome' | 'sentence'>,
  ): PartVerdict => ({ part, outcome, sentence, counts: counts(part) });
  return [
    ...(checks.length === 0 && shortfalls.length === 0
      ? []
      : [
          {
            part: 'checks' as const,
            outcome: shortfalls.length === 0 ? ('passed' as const) : ('failed' as const),
            counts: counts('checks'),
          },
        ]),
    ...(judge === undefined ? [] : [said('judge', judge)]),
    ...(finalState === undefined ? [] : [said('final-state', finalState)]),
  ];
}

/** The parts to name separately; none if the verdict has a single part, because its sentence says it. */
export function namedVerdictParts(verdict: Verdict): readonly PartVerdict[] {
  const parts = verdictParts(verdict);
  return parts.length === 1 && parts[0]!.counts ? [] : parts;
}

/**
 * The result of comparing the agent's calls with a call of the oracle's. `reworded` differs only in free text; `extra` is a
 * call that the oracle does not make.
 */
export type OracleStatus = 'matched' | 'reworded' | 'wrong-argument' | 'late' | 'early' | 'missing' | 'extra';

/** A call of the oracle's and the agent's call that matches it, or one of the two alone. */
export interface OracleMatch {
  readonly status: OracleStatus;
  /** The id of the oracle event; for an extra call, of the agent's event. */
  readonly event: EventId;
  /** The oracle's call with known results filled in; for an extra call, the agent's call. */
  readonly action: Action;
  /** Where the scenario declares the oracle's event. */
  readonly place: SourceLocation | undefined;
  /** The entry of the agent's call; `undefined` when it is missing. */
  readonly entry: number | undefined;
  /** Arguments that differ: `a` is the oracle's value, `b` the agent's. */
  readonly differences: readonly Difference[];
  /** The delay after the expected time, in microseconds, negative if early; `undefined` if no time is expected. */
  readonly offset: number | undefined;
}
