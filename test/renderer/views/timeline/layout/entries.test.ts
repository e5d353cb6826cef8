import { scaleLinear } from 'd3';
import { describe, expect, it } from 'vitest';
import { appName } from '../../../../../engine/model/values/ids.ts';
import type { LogRow } from '../../../../../preload/contract.ts';
import { layOutEntries } from '../../../../../renderer/views/timeline/layout/entries.ts';
import { heightsAt, lanesOf } from '../../../../../renderer/views/timeline/layout/lanes.ts';
import { row, rows } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const HEIGHTS = heightsAt(13);
const LANES_TOP = HEIGHTS.ruler + HEIGHTS.signs;
const SECOND = 1_000_000; // microseconds
const APPS = ['mail', 'calendar'].map((name) => ({ name: appName(name), class: 'App', known: true }));

const check = (index: number, other: Partial<LogRow> = {}): LogRow =>
  row(index, { app: undefined, kind: 'condition', verdict: 'held', ...other });

/** A layout 1,000 px wide of the given seconds, with two lanes 30 px high. */
const laidOut = (log: readonly LogRow[], from: number, to: number) => {
  const { columns, axis } = trackOfRows(log);
  const lanes = { ...lanesOf(columns.groups, 'app', APPS, 0, HEIGHTS), height: 30 };
  const x = scaleLinear([from * SECOND, to * SECOND], [0, 1000]);
  const first = axis.entryFrom(from * SECOND);
  return layOutEntries({ columns, axis, lanes, x, first, last: axis.entryAt(to * SECOND) });
};

describe('layOut() of the timeline’s entries', () => {
  it('puts an entry at its time in the lane of its app', () => {
    const log = [row(0), row(5, { app: 'calendar' })];

    expect(laidOut(log, 0, 10)[1]).toMatchObject({
      form: 'glyph',
      x: 500,
      y: LANES_TOP + 45,
      index: 1,
      kind: 'environment',
    });
  });

  it('draws a skipped call as idle', () => {
    expect(laidOut([row(5, { status: 'skipped' })], 0, 10)[0]).toMatchObject({ form: 'glyph', idle: true });
  });

  it('draws waiting checks as one thin line up to the check that ended them', () => {
    const waits = rows(900).map(({ index }) => check(1 + index, { verdict: 'waiting' }));

    expect(laidOut([row(0), ...waits, check(901)], 0, 1000)).toMatchObject([
      { form: 'wait', x: 1, y: LANES_TOP + 45, width: 900, index: 1, last: 900, count: 900 },
      { form: 'glyph', x: 0, index: 0 },
      { form: 'glyph', x: 901, y: LANES_TOP + 45, index: 901, kind: 'condition' },
    ]);
  });

  it('draws alternating checks as one line when they are closer than a pixel', () => {
    const log = rows(100_000).map(({ index }) => check(index, index % 2 === 0 ? { verdict: 'waiting' } : {}));

    expect(laidOut(log, 0, 100_000).filter(({ form }) => form === 'wait')).toMatchObject([{ count: 50_000 }]);
  });

  it('stacks entries of the same time', () => {
    const marks = laidOut([row(0, { time: row(5).time }), row(1, { time: row(5).time })], 0, 10);

    expect(new Set(marks.map(({ y }) => y)).size).toBe(2);
  });

  it('leaves out entries outside the view', () => {
    expect(laidOut(rows(1000), 10, 20).map(({ index }) => index)).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
  });

  it('groups entries that are too close into bars and counts them all', () => {
    const marks = laidOut(rows(100_000), 0, 100_000);

    expect(marks.every(({ form }) => form === 'bar')).toBe(true);
    expect(marks.length).toBeLessThan(500);
    expect(marks.reduce((sum, mark) => sum + (mark.form === 'bar' ? mark.count : 1), 0)).toBe(100_000);
  });

  it('marks a bar that contains a failure', () => {
    const many = rows(100_000).map((one) =>
      one.index === 500 ? { ...one, status: 'failed' as const } : one,
    );

    expect(laidOut(many, 0, 100_000)).toContainEqual(expect.objectContaining({ tone: 'failure' }));
  });
});
