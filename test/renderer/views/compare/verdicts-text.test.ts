import { expect, it } from 'vitest';
import type { Verdict } from '../../../../engine/model/verdict.ts';
import { verdictsText } from '../../../../renderer/views/compare/comparison.tsx';
import { breakfast } from '../../kitchen.ts';

const run = (outcome: Verdict['outcome'], sentence: string) =>
  breakfast({ verdict: { ...breakfast().verdict!, outcome, sentence } });

const good = run('passed', 'All 2 checks passed.');

it('verdictsText() gives the reason of the run that did not pass', () => {
  const bad = run('failed', 'Triggered minefield "stove left on".');
  const open = run('not-judged', 'Texts of 1 call were not judged.');

  expect(verdictsText(good, bad)).toBe('A passed. B failed: Triggered minefield "stove left on".');
  expect(verdictsText(open, good)).toBe('A not judged: Texts of 1 call were not judged. B passed.');
});

it('verdictsText() returns undefined for equal verdicts or a missing one', () => {
  expect(verdictsText(good, good)).toBeUndefined();
  expect(verdictsText(good, breakfast({ verdict: undefined }))).toBeUndefined();
});
