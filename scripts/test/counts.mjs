/**
 * The number of checks or tests with each result.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * The fields of vitest's JSON report that are used here.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one per file
 */

/**
 * The counts of a run of vitest, including failures that vitest does not count.
 *
 * A file that broke before its tests counts as one failed test. So does a run without a report, without any tests, or with a
 * failing exit code but no failed test: no such run may pass silently.
 *
 * @param {Report | null} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countTests(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + brokenFiles.length;
  const skipped = report.numPendingTests + report.numTodoTests;
  const silent = failed === 0 && (exitCode !== 0 || passed + skipped === 0);
  return { passed, failed: silent ? 1 : failed, skipped };
}

/** @param {readonly Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** `12 passed, 0 failed`; skipped ones are named only if there are any. @param {Counts} counts */
export function countsText({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
