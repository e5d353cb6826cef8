/** Several timings of the same thing. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}
