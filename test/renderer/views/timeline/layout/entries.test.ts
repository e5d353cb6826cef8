import { scaleLinear } from 'd3';
import { describe, expect, it } from 'vitest';
import { appName } from '../../../../../engine/model/ids.ts';
import type { LogRow } from '../../../../../preload/contract.ts';
import { layOut } from '../../../../../renderer/views/timeline/layout/entries.ts';
import { heightsAt, lanesOf } from '../../../../../renderer/views/timeline/layout/lanes.ts';
import { row, rows } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const HEIGHTS = heightsAt(13);
const LANES_TOP = HEIGHTS.ruler + HEIGHTS.signs;
const SECOND = 1_000_000; // microseconds
const APPS = ['mail', 'calendar'].map((name) => ({ name: appName(name), class: 'App', known: true }));

/** A picture 1,000 px wide of the given seconds, of two lanes 30 px high. */
const laidOut = (log: readonly LogRow[], from: number, to: number) => {
  const { columns, axis } = trackOfRows(log);
  const lanes = { ...lanesOf(columns.groups, 'app', APPS, 0, HEIGHTS), height: 30 };
  const x = scaleLinear([from * SECOND, to * SECOND], [0, 1000]);
  const first = axis.entryFrom(from * SECOND);
  return layOut({ columns, axis, lanes, x, first, last: axis.entryAt(to * SECOND) });
};

describe('the timeline', () => {
  it('puts an entry at its time, in the lane of its app', () => {
    const log = [row(0), row(5, { app: 'calendar' })];

    expect(laidOut(log, 0, 10)[1]).toMatchObject({
      form: 'glyph',
      x: 500,
      y: LANES_TOP + 45,
      index: 1,
      kind: 'environment',
    });
  });

  it('draws a check that waits as idle, below the apps', () => {
    const check = row(5, { app: undefined, kind: 'validation', verdict: 'waiting' });

    expect(laidOut([row(0), check], 0, 10)[1]).toMatchObject({
      y: LANES_TOP + 45,
      kind: 'validation',
      idle: true,
    });
  });

  it('stacks entries of one moment so that each can be seen', () => {
    const marks = laidOut([row(0, { time: row(5).time }), row(1, { time: row(5).time })], 0, 10);

    expect(new Set(marks.map(({ y }) => y)).size).toBe(2);
  });

  it('leaves out what is not on show', () => {
    expect(laidOut(rows(1000), 10, 20).map(({ index }) => index)).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
  });

  it('heaps entries that stand too close together, and counts them all', () => {
    const marks = laidOut(rows(100_000), 0, 100_000);

    expect(marks.every(({ form }) => form === 'bar')).toBe(true);
    expect(marks.length).toBeLessThan(500);
    expect(marks.reduce((sum, mark) => sum + (mark.form === 'bar' ? mark.count : 1), 0)).toBe(100_000);
  });

  it('shows that something failed within a heap', () => {
    const many = rows(100_000).map((one) =>
      one.index === 500 ? { ...one, status: 'failed' as const } : one,
    );

    expect(laidOut(many, 0, 100_000)).toContainEqual(expect.objectContaining({ tone: 'trouble' }));
  });
});
