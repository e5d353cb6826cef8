/**
 * The number of checks or tests with each result, and a line for each that did not simply pass.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, lines?: string[] }} Counts
 */

/**
 * The fields of vitest's JSON report that are used here.
 *
 * @typedef {{ status: string, fullName: string }} TestResult
 *
 * @typedef {{ name: string, status: string, assertionResults: TestResult[] }} FileResult `name` is the file's path
 *
 * @typedef {{ testResults: FileResult[] }} Report one result per file
 */

/** The files in which something failed. @param {Report | null} report */
export function failedFiles(report) {
  return report?.testResults.filter(({ status }) => status === 'failed') ?? [];
}

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
  if (!report) return { passed: 0, failed: 1, skipped: 0, lines: ['✗ a run of vitest left no report'] };
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const lines = failedFiles(report).flatMap(failuresOf);
  const failed = lines.length;
  const isSilent = failed === 0 && (exitCode !== 0 || tests.length === 0);
  if (isSilent) return { passed, failed: 1, skipped: 0, lines: [`✗ vitest ended with ${exitCode}`] };
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  return { passed, failed, skipped, lines };
}

/** @param {FileResult} file */
function failuresOf({ name, assertionResults }) {
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  return tests.length > 0 ? tests.map(({ fullName }) => `✗ ${name}: ${fullName}`) : [`✗ ${name}`];
}

/**
 * The counts of a run of which some files ran once more: their second results count, and the first are named.
 *
 * @param {Report} first
 * @param {Report | null} again
 * @param {number} exitCode of the second run
 * @returns {Counts}
 */
export function countAgain(first, again, exitCode) {
  const counts = countTests(again, exitCode);
  const failed = failedFiles(first);
  const others = first.testResults.filter((file) => !failed.includes(file));
  const lines = failed.flatMap(failuresOf).map((line) => `${line} (first try)`);
  return sum([
    countTests({ testResults: others }, 0),
    { ...counts, lines: [...lines, ...(counts.lines ?? [])] },
  ]);
}

/** @param {readonly Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped, lines = [] }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      lines: [...(total.lines ?? []), ...lines],
    }),
    { passed: 0, failed: 0, skipped: 0, lines: [] },
  );
}

/** `12 passed, 0 failed`; skipped ones are named only if there are any. @param {Counts} counts */
export function countsText({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
