import {
  allOf,
  capitalized,
  type CheckVerdict,
  type FinalStateVerdict,
  type Judging,
  type JudgeSummary,
  type RunSummary,
  type Shortfall,
  type ShortfallReason,
  type Verdict,
  type VerdictOutcome,
  type VerdictPart,
  withoutFullStop,
} from '../model/index.ts';

/** The parts that a verdict on a run combines. */
export interface VerdictParts {
  readonly checks: CheckVerdict;
  readonly judge?: JudgeSummary | undefined;
  readonly finalState?: FinalStateVerdict | undefined;
  readonly rule?: Judging['rule'];
  /** Whether a person ended the run. Checks that were not reached then do not count as failed. */
  readonly isStopped?: boolean | undefined;
}

/** The outcome of one part of a verdict. */
interface PartOutcome {
  readonly part: VerdictPart;
  readonly outcome: VerdictOutcome;
  readonly sentence: string;
}

/** The verdict on a run. Unless the scenario has another rule, all existing parts must pass. */
export function combineVerdict({ checks, judge, finalState, rule, isStopped }: VerdictParts): Verdict {
  const parts = [
    ...(isChecked(checks) ? [outcomeOfPart(checks)] : []),
    ...(judge === undefined ? [] : [{ part: 'judge' as const, ...judge }]),
    ...(finalState === undefined ? [] : [{ part: 'final-state' as const, ...finalState }]),
  ].filter(({ part }) => rule?.of?.includes(part) ?? true);
  const { checks: results, shortfalls } = checks;
  return {
    ...decideOutcome(parts, rule?.need ?? 'all', isStopped === true),
    checks: results,
    shortfalls,
    ...(judge === undefined ? {} : { judge }),
    ...(finalState === undefined ? {} : { finalState }),
    ...(rule === undefined ? {} : { rule }),
  };
}

/** The milestones and minefields of a verdict; nothing when there is no verdict yet. */
export const checksOf = ({
  checks,
  shortfalls,
}: Pick<Verdict, 'checks' | 'shortfalls'> = NO_CHECKS): CheckVerdict => ({
  passed: shortfalls.length === 0,
  checks,
  shortfalls,
});

const NO_CHECKS = { checks: [], shortfalls: [] };

/** Whether the judge is part of the verdict on a run. It is not if only the oracle played the agent. */
export const hasJudge = ({
  mode,
  origin,
}: {
  readonly mode: RunSummary['mode'];
  readonly origin?: RunSummary['origin'] | undefined;
}): boolean => mode !== 'oracle' || (origin?.interventions.length ?? 0) > 0;

/** The reasons for which a run ends early. */
const ENDS_EARLY: ReadonlySet<ShortfallReason | undefined> = new Set([
  'validation_timeout',
  'minefield',
  'agent_validation_timeout',
  'agent_minefield',
  'broken_check',
  'action_failed',
]);

/** The reason why a run with this verdict failed early; `undefined` when it did not. */
export const earlyFailure = (
  state: RunSummary['state'],
  { shortfalls }: Pick<Verdict, 'shortfalls'>,
): Shortfall | undefined =>
  state === 'failed' ? shortfalls.find(({ reason }) => ENDS_EARLY.has(reason)) : undefined;

const isChecked = ({ checks, shortfalls }: CheckVerdict): boolean =>
  checks.length > 0 || shortfalls.length > 0;

function outcomeOfPart({ passed, checks, shortfalls }: CheckVerdict): PartOutcome {
  const [first, ...others] = shortfalls;
  if (passed || first === undefined)
    return { part: 'checks', outcome: 'passed', sentence: `${allOf(checks.length, 'check')} passed.` };
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return {
    part: 'checks',
    outcome: 'failed',
    sentence: `${capitalized(withoutFullStop(first.message))}${more}.`,
  };
}

function decideOutcome(
  parts: readonly PartOutcome[],
  need: 'all' | 'any',
  isStopped: boolean,
): Pick<Verdict, 'outcome' | 'sentence'> {
  if (parts.length === 0) return { outcome: 'not-judged', sentence: NOTHING_CHECKED };
  // The worst part decides when all must pass; the best part decides when one is enough.
  const order = need === 'all' ? WORST_FIRST : WORST_FIRST.toReversed();
  const outcome = order.find((one) => parts.some((said) => said.outcome === one))!;
  if (isStopped && outcome === 'failed') return { outcome: 'not-judged', sentence: STOPPED_SENTENCE };
  const deciding = parts.filter((said) => said.outcome === outcome);
  return {
    outcome,
    sentence:
      outcome === 'passed' ? deciding.map(({ sentence }) => sentence).join(' ') : deciding[0]!.sentence,
  };
}

const WORST_FIRST = ['failed', 'not-judged', 'passed'] as const satisfies readonly VerdictOutcome[];

const NOTHING_CHECKED =
  'Nothing was checked: no milestone, minefield, oracle call or final state decides on it.';

const STOPPED_SENTENCE = 'A person stopped it before it could pass.';
