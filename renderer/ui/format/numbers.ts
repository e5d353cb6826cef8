const grouped = new Intl.NumberFormat('en-US');

/** `12,345`. */
export const formatCount = (count: number): string => grouped.format(count);

const inCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `1,234.50`: an amount of money, whatever the currency. */
export const formatPrice = (price: number): string => inCents.format(price);

/** `1 entry`, `12,345 entries`. */
export const formatEntries = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** `1 waiting check`, `925 waiting checks`. */
export const waitsText = (count: number): string =>
  `${formatCount(count)} waiting ${count === 1 ? 'check' : 'checks'}`;

/** `812 B`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A number with at most 8 significant digits. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));

/** `87%`, of a share from 0 to 1. */
export const formatPercent = (share: number): string => `${Math.round(share * 100)}%`;

/** `95% CI 12–43%`: the Wilson interval of a pass rate. */
export const intervalText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `95% CI ${Math.round(low * 100)}–${formatPercent(high)}`;

/** `1 distinct log`, `12 distinct logs`: runs with equal logs count once. */
export const distinctLogsText = (count: number): string =>
  `${formatCount(count)} distinct ${count === 1 ? 'log' : 'logs'}`;
