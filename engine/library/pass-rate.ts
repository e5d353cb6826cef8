import type { PassRate, RunLine } from '../model/run-query.ts';

/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;

/** The rate at which `lines` passed, with Wilson's interval; `undefined` where none was judged. */
export function passRate(lines: readonly Pick<RunLine, 'passed'>[]): PassRate | undefined {
  const judged = lines.filter(({ passed }) => passed !== undefined).length;
  if (judged === 0) return undefined;
  const passed = lines.filter((line) => line.passed === true).length;
  const share = passed / judged;
  const spread = Z ** 2 / judged;
  const middle = (share + spread / 2) / (1 + spread);
  const reach = (Z * Math.sqrt((share * (1 - share)) / judged + spread / (4 * judged))) / (1 + spread);
  return { passed, judged, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
