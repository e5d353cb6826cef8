import { describe, expect, it } from 'vitest';
import { LongestGaps, gapsToCut } from '../../../../../renderer/views/timeline/layout/gaps.ts';

/** The lengths of the gaps to collapse in a log with entries at these seconds. */
function cutOf(...times: number[]): number[] {
  const gaps = new LongestGaps();
  for (let entry = 1; entry < times.length; entry++) gaps.add(times, entry - 1, entry);
  return gapsToCut(gaps.longest, gaps.steps, times.at(-1)! - times[0]!).map(({ from, to }) => to - from);
}

describe('gaps to collapse', () => {
  it('are those much longer than the others', () => {
    expect(cutOf(0, 1, 2, 3, 4, 5, 105, 106, 107, 407, 408)).toEqual([100, 300]);
  });

  it('are none in an even log or one with too few entries', () => {
    expect(cutOf(0, 10, 20, 30, 40, 50)).toEqual([]);
    expect(cutOf(0, 1, 100)).toEqual([]);
  });

  it('exclude entries of the same time', () => {
    const gaps = new LongestGaps();
    gaps.add([5, 5], 0, 1);

    expect([gaps.steps, gaps.longest]).toEqual([0, []]);
  });

  it('keep only the longest of many, sorted by length', () => {
    const gaps = new LongestGaps();
    for (let length = 1; length <= 1000; length++) gaps.add([0, length], 0, 1);

    expect(gaps.longest[0]).toMatchObject({ to: 1000 });
    expect(gaps.longest.length).toBeLessThan(100);
    expect(gaps.steps).toBe(1000);
  });
});
