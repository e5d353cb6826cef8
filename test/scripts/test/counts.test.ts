import { describe, expect, it } from 'vitest';
import { countTests, countsText, sum } from '../../../scripts/test/counts.mjs';

const nothing = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
};
const brokenFile = { status: 'failed', assertionResults: [] };

describe('countTests()', () => {
  it('takes the counts of the report', () => {
    const report = { ...nothing, numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 3 };

    expect(countTests(report, 1)).toEqual({ passed: 7, failed: 2, skipped: 4 });
  });

  it('counts a file that fails before its tests run as one failed test', () => {
    expect(countTests({ ...nothing, numPassedTests: 7, testResults: [brokenFile] }, 1).failed).toBe(1);
  });

  it('does not count a file with failed tests as another failed test', () => {
    const file = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };

    expect(countTests({ ...nothing, numFailedTests: 1, testResults: [file] }, 1).failed).toBe(1);
  });

  it.each([
    ['left no report', null, 0],
    ['ran nothing', nothing, 0],
    ['says it failed though no test did', { ...nothing, numPassedTests: 7 }, 1],
  ])('counts a runner that %s as one failed test', (_, report, exitCode) => {
    expect(countTests(report, exitCode).failed).toBe(1);
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
