import { expect, it } from 'vitest';
import type { CheckResult } from '../../../../engine/model/verdict.ts';
import { verdictsText } from '../../../../renderer/views/compare/divergence.tsx';
import { breakfast } from '../../kitchen.ts';

const check = (name: string, status: CheckResult['status']): CheckResult => ({
  ...breakfast().verdict!.checks[0]!,
  check: name,
  status,
});

const run = (passed: boolean, ...checks: CheckResult[]) =>
  breakfast({ verdict: { ...breakfast().verdict!, passed, checks } });

it('says what the run that did not pass has missed', () => {
  const good = run(true, check('eggs boiled', 'reached'));
  const bad = run(false, check('eggs boiled', 'missed'), check('stove left on', 'tripped'));

  expect(verdictsText(good, bad)).toBe('A: Passed. B: Did not pass (Missed: eggs boiled and 1 more).');
});

it('says nothing where both came to the same, or one to nothing', () => {
  expect(verdictsText(run(true), run(true))).toBeUndefined();
  expect(verdictsText(run(true), breakfast({ verdict: undefined }))).toBeUndefined();
});
