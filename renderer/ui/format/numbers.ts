import { type PassRate, moneyText, type RateBasis, plural } from '../../../engine/model/index.ts';

const grouped = new Intl.NumberFormat('en-US');

/** `12,345`. */
export const formatCount = (count: number): string => grouped.format(count);

const inCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,234.50`: an amount of money, whatever the currency. */
export const formatPrice = (price: number): string => inCents.format(price);

/** `1 problem`, `12 problems`. */
export const formatProblems = (count: number): string => plural(count, 'problem');

/** `1 entry`, `12,345 entries`. */
export const formatEntries = (count: number): string => plural(count, 'entry', 'entries');

/** `1 waiting check`, `925 waiting checks`. */
export const waitsText = (count: number): string => plural(count, 'waiting check');

/** `812 B`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A number with at most 8 significant digits. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));

/** `87%`, of a share from 0 to 1; with a decimal where a whole number would say none or all. */
export function formatPercent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 100 && share < 1) return `${Math.floor(share * 1000) / 10}%`;
  return `${whole === 0 && share > 0 ? Math.ceil(share * 1000) / 10 : whole}%`;
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** `95% CI 12–43%`: the interval of an estimated share. */
export const intervalText = ({ low, high }: Interval): string =>
  `95% CI ${formatPercent(low).slice(0, -1)}–${formatPercent(high)}`;

/** `10%` of a pass rate: how many runs passed. */
export const rateText = ({ passed, of }: PassRate): string => formatPercent(passed / of);

/** `10 runs`, `8 judged runs`: what a pass rate is of. */
export const ratedText = ({ of }: PassRate, basis: RateBasis): string =>
  `${formatCount(of)} ${basis === 'judged' ? 'judged ' : ''}${of === 1 ? 'run' : 'runs'}`;

/** `95% CI 12–43%`, or where logs are equal `95% CI 21–100%, 1 distinct log`. */
export const uncertaintyText = (rate: PassRate): string =>
  rate.distinct === rate.of
    ? intervalText(rate)
    : `${intervalText(rate)}, ${distinctText(rate, 'log', 'logs')}`;

/** `2 distinct logs`, or at least as many where hashes of different versions cannot be compared. */
export const distinctText = (
  { distinct, isLowerBound = false }: Pick<PassRate, 'distinct' | 'isLowerBound'>,
  one: string,
  several: string,
): string =>
  `${isLowerBound ? 'at least ' : ''}${formatCount(distinct)} distinct ${distinct === 1 ? one : several}`;

/** `p = 0.021`, of a test. */
export const pValueText = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

/** A price in US dollars: `$0.0195`. */
export const formatDollars = (amount: number): string => `$${moneyText(amount)}`;
