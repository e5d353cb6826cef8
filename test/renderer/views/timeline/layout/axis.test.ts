import { describe, expect, it } from 'vitest';
import { instant } from '../../../../../engine/model/values/time.ts';
import { toAxis } from '../../../../../renderer/views/timeline/layout/view.ts';
import { row, rows } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const SECOND = 1_000_000; // microseconds

/** One entry a second, ten of them, and ten more an hour later. */
const NIGHT = [
  ...rows(10),
  ...rows(10).map((one) => row(10 + one.index, { time: instant((3600 + one.index) * SECOND) })),
];

describe('the timeline’s axis', () => {
  it('is linear in simulated time when no gap is collapsed', () => {
    const { axis } = trackOfRows(rows(100));

    expect([axis.placeOf(-1), axis.placeOf(40), axis.end]).toEqual([0, 40 * SECOND, 99 * SECOND]);
  });

  it('collapses a long gap, keeps the order and finds every entry at its place', () => {
    const { axis } = trackOfRows(NIGHT, { skipGaps: true });

    expect(axis.cuts).toMatchObject([{ gap: { from: 9 * SECOND, to: 3600 * SECOND, entry: 10 } }]);
    expect(axis.end).toBeLessThan(30 * SECOND);
    const places = NIGHT.map(({ index }) => axis.placeOf(index));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places.map((place) => axis.entryAt(place))).toEqual(NIGHT.map(({ index }) => index));
    expect(places.map((place) => axis.entryFrom(place))).toEqual(NIGHT.map(({ index }) => index));
  });

  it('collapses a stretch of waiting checks, which keep a place each', () => {
    const log = [
      ...rows(5),
      ...rows(3595).map((one) => row(5 + one.index, { kind: 'condition', verdict: 'waiting' })),
      row(3600),
    ];
    const { axis } = trackOfRows(log, { skipGaps: true });

    expect(axis.cuts).toMatchObject([
      { gap: { from: 4 * SECOND, to: 3600 * SECOND, inside: 5, entry: 3600 } },
    ]);
    expect(axis.end).toBeLessThan(10 * SECOND);
    const stretches = [...axis.stretches(0, 3600)];
    expect(stretches.map(({ first, last }) => [first, last])).toEqual([
      [0, 4],
      [5, 3599],
      [3600, 3600],
    ]);
    for (const { first, last, slope, shift } of stretches)
      for (const index of [first, last]) {
        expect(axis.values[index]! * slope - shift).toBeCloseTo(axis.placeOf(index));
        expect(axis.entryAt(axis.placeOf(index) + 0.01)).toBe(index);
      }
  });

  it('converts places to times and back, also within a collapsed gap', () => {
    const { axis } = trackOfRows(NIGHT, { skipGaps: true });
    const { from, to } = axis.cuts[0]!;

    expect(axis.valueAt((from + to) / 2) / SECOND).toBeCloseTo((9 + 3600) / 2);
    expect(axis.placeAt(axis.valueAt(from))).toBeCloseTo(from);
  });

  it('splits a range of entries at its collapsed gaps', () => {
    const { axis } = trackOfRows(NIGHT, { skipGaps: true });
    const stretches = [...axis.stretches(5, 15)];

    expect(stretches.map(({ first, last }) => [first, last])).toEqual([
      [5, 9],
      [10, 15],
    ]);
    for (const { first, shift } of stretches) expect(axis.values[first]! - shift).toBe(axis.placeOf(first));
  });

  it('gives every entry the same width on the entry clock', () => {
    const { axis } = trackOfRows(NIGHT, { clock: 'entry' });

    expect([axis.placeOf(-1), axis.placeOf(0), axis.placeOf(19)]).toEqual([0, 1, 20]);
    expect(axis.entryAt(7.9)).toBe(6);
  });

  it('follows the wall clock, with entries of one batch in one place', () => {
    const batches = rows(6).map((one) => row(one.index, { written: one.index < 4 ? 20 : 50 }));
    const { axis } = trackOfRows(batches, { clock: 'wall' });

    expect([0, 3, 4, 5].map((index) => axis.placeOf(index))).toEqual([20_000, 20_000, 50_000, 50_000]);
    expect([axis.end, axis.entryAt(49_999), axis.entryFrom(20_001)]).toEqual([50_000, 3, 4]);
  });

  it('collapses gaps of wall-clock time on the wall clock', () => {
    const waited = NIGHT.map((one) => row(one.index, { written: one.index + (one.index < 5 ? 0 : 9_000) }));

    expect(trackOfRows(waited, { clock: 'wall', skipGaps: true }).axis.cuts).toMatchObject([
      { gap: { from: 4_000, to: 9_005_000, entry: 5 } },
    ]);
  });

  it('falls back to simulated time when the run has no wall-clock times', () => {
    expect(trackOfRows(rows(3), { clock: 'wall' }).axis.clock).toBe('simulated');
  });

  it('keeps the same entries in view when the clock changes', () => {
    const time = trackOfRows(NIGHT).axis;
    const number = trackOfRows(NIGHT, { clock: 'entry' }).axis;

    const view = toAxis({ from: 2 * SECOND, to: 3600 * SECOND }, time, number);

    expect(view).toEqual({ from: number.placeOf(2), to: number.placeOf(10) });
  });
});
