import type { Difference } from './comparison.ts';
import type { Action } from './event.ts';
import type { AppName, EventId } from './ids.ts';
import type { JudgeConfiguration, VerdictOutcome } from './judge.ts';
import type { SourceLocation } from './problem.ts';

/** The result of a milestone or minefield, and the entry that decided it. */
export interface CheckResult {
  readonly validation: EventId;
  readonly check: string;
  readonly kind: 'milestone' | 'minefield';
  readonly status: 'reached' | 'missed' | 'clear' | 'tripped' | 'not-checked';
  /** {@link LogEntry.index} of the check that decided it. */
  readonly entry: number | undefined;
}

/** Why a run can fail, in the reference's words. */
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

/** What the milestones and minefields of a run came to, and which entries show it. */
export interface CheckVerdict {
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
}

/** What decides on a run: its milestones and minefields, the judge, and what it came to in the end. */
export type VerdictPart = 'checks' | 'judge' | 'final-state';

/** How the parts of a verdict come together. */
export interface VerdictRule {
  /** Whether all parts must pass, or one is enough. */
  readonly need: 'all' | 'any';
  /** The parts that count; all that the scenario has when left out. */
  readonly of?: readonly VerdictPart[] | undefined;
}

/** The final state that a scenario asks for: that of the oracle's run, whatever the way to it. */
export interface FinalStateExpectation {
  /** Only what is at these places counts, such as `mail.folders.SENT`; all apps when left out. */
  readonly only?: readonly string[] | undefined;
  /** What is at these places does not count. `*` is any key or item. */
  readonly except?: readonly string[] | undefined;
  /** Lists and records may have more items than the oracle's. */
  readonly allowExtra?: boolean | undefined;
}

/** How a scenario wants its runs judged. */
export interface Judging {
  readonly judge?: JudgeConfiguration | undefined;
  readonly finalState?: FinalStateExpectation | undefined;
  readonly rule?: VerdictRule | undefined;
}

/** How the states of one app differ at the end. `a` is what the oracle's run came to, `b` what this one did. */
export interface AppDifferences {
  readonly app: AppName;
  readonly differences: readonly Difference[];
}

/** What comparing a run's final state with the oracle's came to. */
export interface FinalStateVerdict {
  readonly outcome: VerdictOutcome;
  readonly sentence: string;
  /** The apps that were compared, in the scenario's order. */
  readonly apps: readonly AppDifferences[];
}

/** What the judge said, without its evidence. */
export interface JudgeSummary {
  readonly outcome: VerdictOutcome;
  readonly sentence: string;
  /** The entry that the sentence is about. */
  readonly entry?: number | undefined;
  /** SHA-256 of the configuration, in hex; missing until the judge has looked at the run. */
  readonly configuration?: string | undefined;
}

/** Whether a run passed, and what that rests on. */
export interface Verdict {
  readonly outcome: VerdictOutcome;
  /** What decided, in one sentence. */
  readonly sentence: string;
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
  readonly judge?: JudgeSummary | undefined;
  readonly finalState?: FinalStateVerdict | undefined;
  /** Missing where all parts must pass. */
  readonly rule?: VerdictRule | undefined;
}

/** What one part of a verdict came to. */
export interface PartVerdict {
  readonly part: VerdictPart;
  readonly outcome: VerdictOutcome;
  /** Missing of checks, which say for themselves what they came to. */
  readonly sentence?: string;
  /** Whether the scenario's rule asks for it. */
  readonly counts: boolean;
}

/** The parts that a verdict has, whether they count or not. */
export function partsOf({ checks, shortfalls, judge, finalState, rule }: Verdict): readonly PartVerdict[] {
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

/** The parts to name one by one: none where one alone decides, because the verdict's sentence says it. */
export function namedPartsOf(verdict: Verdict): readonly PartVerdict[] {
  const parts = partsOf(verdict);
  return parts.length === 1 && parts[0]!.counts ? [] : parts;
}

/**
 * How the agent's calls compare with a call of the oracle's. `reworded` differs only in free text; `extra` is a call
 * that the oracle does not make.
 */
export type OracleStatus = 'matched' | 'reworded' | 'wrong-argument' | 'late' | 'early' | 'missing' | 'extra';

/** A call of the oracle's and the agent's call that matches it, or one of the two alone. */
export interface OracleMatch {
  readonly status: OracleStatus;
  /** The oracle's event; for an extra call, the agent's. */
  readonly event: EventId;
  /** The oracle's call with known results filled in; for an extra call, the agent's call. */
  readonly action: Action;
  /** Where the scenario declares the oracle's event. */
  readonly place: SourceLocation | undefined;
  /** The entry of the agent's call; `undefined` when it is missing. */
  readonly entry: number | undefined;
  /** Arguments that differ: `a` is the oracle's value, `b` the agent's. */
  readonly differences: readonly Difference[];
  /** How much later than asked it came, in microseconds, negative when earlier; `undefined` when no time is asked. */
  readonly offset: number | undefined;
}
