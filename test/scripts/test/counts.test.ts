import { describe, expect, it } from 'vitest';
import { countAgain, countTests, countsText, sum } from '../../../scripts/test/counts.mjs';

const file = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  assertionResults: statuses.map((result, nth) => ({ status: result, fullName: `test ${nth}` })),
});

describe('countTests()', () => {
  it('counts the tests of all files by their result, and names those that failed', () => {
    const report = {
      testResults: [
        file('a.test.ts', 'failed', 'passed', 'failed', 'todo'),
        file('b.test.ts', 'passed', 'passed', 'pending'),
      ],
    };

    expect(countTests(report, 1)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
      lines: ['✗ a.test.ts: test 1'],
    });
  });

  it('counts a file that fails before its tests run as one failed test', () => {
    const report = { testResults: [file('a.test.ts', 'failed'), file('b.test.ts', 'passed', 'passed')] };

    expect(countTests(report, 1)).toMatchObject({ passed: 1, failed: 1, lines: ['✗ a.test.ts'] });
  });

  it.each([
    ['left no report', null, 0],
    ['ran nothing', { testResults: [] }, 0],
    ['says it failed though no test did', { testResults: [file('a.test.ts', 'passed', 'passed')] }, 1],
  ])('counts a runner that %s as one failed test', (_, report, exitCode) => {
    expect(countTests(report, exitCode).failed).toBe(1);
  });
});

describe('countAgain()', () => {
  const first = {
    testResults: [file('a.test.ts', 'failed', 'passed', 'failed'), file('b.test.ts', 'passed', 'passed')],
  };

  it('takes the second results of the files that ran again, and names the first failures', () => {
    const again = { testResults: [file('a.test.ts', 'passed', 'passed', 'passed')] };

    expect(countAgain(first, again, 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 0,
      lines: ['✗ a.test.ts: test 1 (first try)'],
    });
  });

  it('counts what fails twice, once', () => {
    const again = { testResults: [file('a.test.ts', 'failed', 'passed', 'failed')] };

    expect(countAgain(first, again, 1)).toMatchObject({ passed: 2, failed: 1 });
  });

  it('counts a second run without a report as failed', () => {
    expect(countAgain(first, null, 1)).toMatchObject({ passed: 1, failed: 1 });
  });
});

describe('countsText()', () => {
  it('describes the sum of several counts', () => {
    const counts = [
      { passed: 5, failed: 0, skipped: 0 },
      { passed: 90, failed: 2, skipped: 0 },
    ];

    expect(countsText(sum(counts))).toBe('95 passed, 2 failed');
  });

  it('names skipped tests only when there are any', () => {
    expect(countsText({ passed: 1, failed: 0, skipped: 3 })).toBe('1 passed, 0 failed, 3 skipped');
  });
});
