import type { CheckResult, RunSummary } from '../../engine/model/index.ts';
import { verdictWords } from '../format/verdict-words.ts';
import { CHECK_WORDS } from '../format/words.ts';

/** `A: Passed. B: Did not pass (Missed: both have our hours).`; nothing where both came to the same. */
export function verdictsInWords(a: RunSummary | undefined, b: RunSummary | undefined): string | undefined {
  if (a?.verdict === undefined || b?.verdict === undefined || a.verdict.passed === b.verdict.passed)
    return undefined;
  return `A: ${verdictOf(a, a.verdict)} B: ${verdictOf(b, b.verdict)}`;
}

function verdictOf(run: RunSummary, verdict: NonNullable<RunSummary['verdict']>): string {
  const [first, ...others] = verdict.checks.filter(isBad);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const why = first === undefined ? '' : ` (${CHECK_WORDS[first.status]}: ${first.check}${more})`;
  return `${verdictWords(run, verdict)}${why}.`;
}

const isBad = ({ status }: CheckResult): boolean => status === 'missed' || status === 'tripped';
