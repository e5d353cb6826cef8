import { describe, expect, it } from 'vitest';
import { passRate } from '../../../engine/analysis/run-list.ts';

const judged = (passed: number, of: number) =>
  Array.from({ length: of }, (_, index) => ({ passed: index < passed }));

describe('passRate()', () => {
  // Reference values: Newcombe (1998), Statistics in Medicine 17, table I, method 3.
  it.each([
    { passed: 81, of: 263, low: 0.2553, high: 0.3662 },
    { passed: 15, of: 148, low: 0.0624, high: 0.1605 },
    { passed: 0, of: 20, low: 0, high: 0.1611 },
    { passed: 1, of: 29, low: 0.0061, high: 0.1718 },
  ])('gives Wilson’s interval of $passed in $of', ({ passed, of, low, high }) => {
    const rate = passRate(judged(passed, of))!;

    expect([rate.passed, rate.judged]).toEqual([passed, of]);
    expect(rate.low).toBeCloseTo(low, 4);
    expect(rate.high).toBeCloseTo(high, 4);
  });

  it('is within 0 and 1 where all passed', () => {
    expect(passRate(judged(3, 3))!.high).toBe(1);
  });

  it('counts only what was judged', () => {
    expect(passRate([{ passed: undefined }, { passed: true }])).toMatchObject({ passed: 1, judged: 1 });
    expect(passRate([{ passed: undefined }])).toBeUndefined();
  });
});
