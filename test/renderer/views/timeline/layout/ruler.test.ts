import { describe, expect, it } from 'vitest';
import { instant } from '../../../../../engine/model/values/time.ts';
import { lengthsOf, ticksOf } from '../../../../../renderer/views/timeline/layout/ruler.ts';
import { row, rows } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const FONT = 11; // CSS px
const SECOND = 1_000_000; // microseconds
const { axis } = trackOfRows(rows(86_400));
const labels = (from: number, to: number): readonly string[] =>
  ticksOf(axis, { from: from * SECOND, to: to * SECOND }, 500, FONT).map(({ label }) => label);

describe('the timeline’s ruler', () => {
  it('shows the time of day, and the date where a day begins', () => {
    expect(labels(-100, 4 * 3600)).toEqual(['1970-01-01', '01:00', '02:00', '03:00', '04:00']);
    expect(labels(36_000, 36_060).slice(0, 2)).toEqual(['10:00:00', '10:00:15']);
    expect(labels(36_000.1, 36_001).slice(0, 2)).toEqual(['10:00:00.2', '10:00:00.4']);
  });

  it.each([12, 14, 15, 20, 26, 33, 40, 55])('keeps the labels of %d seconds apart', (seconds) => {
    const ticks = ticksOf(axis, { from: 36_000 * SECOND, to: (36_000 + seconds) * SECOND }, 800, FONT);
    const letters = Math.max(...ticks.map(({ label }) => label.length));

    expect(ticks.length).toBeGreaterThan(2);
    for (const [index, { x }] of ticks.entries())
      expect(x - (ticks[index - 1]?.x ?? -Infinity)).toBeGreaterThan(letters * 0.5 * FONT + 6);
  });

  it('shows the local time on the wall clock', () => {
    const waited = rows(5).map(({ index }) => row(index, { written: index * 30_000 }));
    const { axis: wall } = trackOfRows(waited, { clock: 'wall' });

    const ticks = ticksOf(wall, { from: 0, to: wall.end }, 500, FONT);

    expect(ticks.map(({ label }) => label)).toEqual([
      '12:00:00',
      '12:00:30',
      '12:01:00',
      '12:01:30',
      '12:02:00',
    ]);
  });

  it('shows entry numbers on the entry clock', () => {
    const byNumber = trackOfRows(rows(10), { clock: 'entry' }).axis;

    expect(ticksOf(byNumber, { from: 0, to: 10 }, 500, FONT).map(({ label }) => label)).toEqual([
      '#0',
      '#2',
      '#4',
      '#6',
      '#8',
    ]);
  });

  const night = [
    ...rows(10),
    ...rows(10).map((one) => row(10 + one.index, { time: instant((3600 + one.index) * SECOND) })),
  ];
  const cut = trackOfRows(night, { skipGaps: true }).axis;

  it('leaves room for the length of a collapsed gap', () => {
    const ticks = ticksOf(cut, { from: 0, to: cut.end }, 1000, FONT);
    const middle = (1000 * (cut.cuts[0]!.from + cut.cuts[0]!.to)) / 2 / cut.end;

    expect(ticks.filter(({ label }) => label !== '').every(({ x }) => Math.abs(x - middle) > 30)).toBe(true);
    expect(ticks.some(({ label }) => label === '00:00:04')).toBe(true);
    expect(ticks.some(({ label }) => label === '01:00:04')).toBe(true);
  });

  it('puts the length of a partly visible gap at the edge and leaves room for it', () => {
    const [gap] = cut.cuts;
    const view = { from: gap!.to - (gap!.to - gap!.from) / 10, to: cut.end };
    const [length] = lengthsOf(cut, view, 1000, FONT);

    expect(length).toMatchObject({ x: length!.reach, label: '59 min 51 s' });
    expect(
      ticksOf(cut, view, 1000, FONT)
        .filter(({ label }) => label !== '')
        .every(({ x }) => x > 2 * length!.reach),
    ).toBe(true);
    expect(lengthsOf(cut, { from: gap!.to + 1, to: cut.end }, 1000, FONT)).toEqual([]);
  });
});
