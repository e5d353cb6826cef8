/**
 * How many checks or tests came out how.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * What vitest writes with its JSON reporter, as far as it is counted here.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one per file
 */

/**
 * The tests that a run of vitest really counted.
 *
 * A file that broke before its tests could count as one failed. So does a runner that left no report, that found
 * nothing to run, or that says it failed though no test did: it is never silently nothing.
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
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
