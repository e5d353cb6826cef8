import { describe, expect, it } from 'vitest';
import { LongestGaps, outliers } from '../../../../../renderer/views/timeline/layout/gaps.ts';

/** The gaps of a log that has entries at these seconds, and which of them are worth cutting, by length. */
function cutOf(...times: number[]): number[] {
  const gaps = new LongestGaps();
  for (const [entry, to] of times.entries())
    if (entry > 0) gaps.add({ from: times[entry - 1]!, to, inside: entry, entry });
  return outliers(gaps.longest, gaps.steps, times.at(-1)! - times[0]!).map(({ from, to }) => to - from);
}

describe('gaps', () => {
  it('stand out where they are far longer than the others', () => {
    expect(cutOf(0, 1, 2, 3, 4, 5, 105, 106, 107, 407, 408)).toEqual([100, 300]);
  });

  it('do not where the log is even, or has too little to compare with', () => {
    expect(cutOf(0, 10, 20, 30, 40, 50)).toEqual([]);
    expect(cutOf(0, 1, 100)).toEqual([]);
  });

  it('are no gaps where two entries are of one moment', () => {
    const gaps = new LongestGaps();
    gaps.add({ from: 5, to: 5, inside: 1, entry: 1 });

    expect([gaps.steps, gaps.longest]).toEqual([0, []]);
  });

  it('keeps the longest of many, the longest first', () => {
    const gaps = new LongestGaps();
    for (let length = 1; length <= 1000; length++)
      gaps.add({ from: 0, to: length, inside: length, entry: length });

    expect(gaps.longest[0]).toMatchObject({ to: 1000 });
    expect(gaps.longest.length).toBeLessThan(100);
    expect(gaps.steps).toBe(1000);
  });
});
