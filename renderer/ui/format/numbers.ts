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
