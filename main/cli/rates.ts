import {
  type CorrectedComparison,
  differenceWords,
  type Estimate,
  type PassRate,
  type PassRates,
  type RateBasis,
  ratesToShow,
  plural,
} from '../../engine/model/index.ts';

/** `72 %`; with a decimal where a whole number would say that none or all passed. */
function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 100 && share < 1) return `${Math.floor(share * 1000) / 10} %`;
  return `${whole === 0 && share > 0 ? Math.ceil(share * 1000) / 10 : whole} %`;
}

const intervalText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `95 % interval ${percent(low).replace(' %', '')} to ${percent(high)}`;

/** Said of a number of logs where some cannot be compared: hashes of different versions of Orrery count as equal then. */
const atLeast = ({ isLowerBound = false }: Pick<PassRate, 'isLowerBound'>): string =>
  isLowerBound ? 'at least ' : '';

/** `90 % of 10 runs passed, 2 distinct logs (95 % interval 22 to 99.7 %)`. */
function rateText(rate: PassRate, run: string): string {
  const { passed, of, distinct } = rate;
  const logs = distinct === of ? '' : `, ${atLeast(rate)}${plural(distinct, 'distinct log')}`;
  return `${percent(passed / of)} of ${plural(of, run)} passed${logs} (${intervalText(rate)})`;
}

const WORDS = { all: 'run', judged: 'judged run' } as const satisfies Record<RateBasis, string>;

/** The pass rate on `basis`, and after it the other one where it is of other runs; empty where no run counts. */
export const ratesTexts = (rates: PassRates, basis: RateBasis): readonly string[] =>
  ratesToShow(rates, basis).map((one) => rateText(one.rate, WORDS[one.basis]));

/** `1/10 (1/1 judged)`: how many passed, and in brackets the same on the other basis. */
export function shortRates(rates: PassRates, basis: RateBasis): string {
  const other = basis === 'all' ? 'judged' : 'of all';
  const texts = ratesToShow(rates, basis).map(({ basis: of, rate }) =>
    of === basis ? `${rate.passed}/${rate.of}` : `(${rate.passed}/${rate.of} ${other})`,
  );
  return [...(rates[basis] === undefined ? ['–'] : []), ...texts].join(' ');
}

/** `70 % (95 % interval 40 to 90 %)`. */
export const estimateText = ({ share, ...interval }: Estimate): string =>
  `${percent(share)} (${intervalText(interval)})`;

/** `May be chance: 3 passed only before, 1 only now, …`: first whether two contenders differ by more than chance. */
export function comparisonText(
  compared: CorrectedComparison,
  [first, second]: readonly [first: string, second: string],
): string {
  const { pairs, distinct, both, neither, onlyFirst, onlySecond, p, corrected } = compared;
  const logs = `${atLeast(compared)}${plural(distinct, 'distinct pair')} of logs${distinct === pairs ? '' : `, ${plural(pairs, 'pair')} of runs`}`;
  const inAll = corrected === p ? '' : `, corrected for several comparisons ${pValueText(corrected)}`;
  return `${differenceWords(compared)}: p ${pValueText(p)}${inAll} by McNemar’s exact test; ${logs}: both passed ${both}, neither ${neither}, only ${first} ${onlyFirst}, only ${second} ${onlySecond}`;
}

/** `= 0.021`, or a bound where the number is too small. */
const pValueText = (p: number): string =>
  p < 1e-300 ? '< 1e-300' : `= ${p < 0.001 ? p.toExponential(1) : p.toFixed(3)}`;
