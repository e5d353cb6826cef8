import { scaleLinear } from 'd3';
import { describe, expect, it } from 'vitest';
import { lanesIn, laneNames, leastHeight, CHECKS, RULER_HEIGHT } from '../../../renderer/timeline/lanes.ts';
import { layOut } from '../../../renderer/timeline/lay-out.ts';
import { row, rows } from '../rows.ts';

const SECOND = 1_000_000; // microseconds
const lanes = lanesIn(['mail', CHECKS], 60);

/** A picture 1,000 px wide of the given seconds. */
const scale = (from: number, to: number) => scaleLinear([from * SECOND, to * SECOND], [0, 1000]);

describe('the timeline', () => {
  it('puts an entry at its time, in the lane of its app', () => {
    const [mark] = layOut([row(5)], scale(0, 10), lanes);

    expect(mark).toMatchObject({
      form: 'glyph',
      x: 500,
      y: RULER_HEIGHT + 15,
      index: 0,
      kind: 'environment',
    });
  });

  it('has a lane for checks below the apps', () => {
    const check = row(5, { app: undefined, kind: 'validation', verdict: 'waiting' });

    const [mark] = layOut([check], scale(0, 10), lanes);

    expect(mark).toMatchObject({ y: RULER_HEIGHT + 45, kind: 'validation', idle: true });
  });

  it('shrinks its lanes to what they need at least, and no further', () => {
    const names = ['mail', 'calendar', 'chat'];

    expect(RULER_HEIGHT + 3 * lanesIn(names, 10).height).toBe(leastHeight(3));
    expect(lanesIn(names, 90).height).toBe(30);
  });

  it('stacks entries of one moment so that each can be seen', () => {
    const twins = [row(0, { time: row(5).time }), row(1, { time: row(5).time })];

    const marks = layOut(twins, scale(0, 10), lanes);

    expect(new Set(marks.map(({ y }) => y)).size).toBe(2);
  });

  it('leaves out what is not on show', () => {
    expect(layOut(rows(1000), scale(10, 20), lanes).map(({ index }) => index)).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
  });

  it('heaps entries that stand too close together, and counts them all', () => {
    const marks = layOut(rows(100_000), scale(0, 100_000), lanes);

    expect(marks.every(({ form }) => form === 'bar')).toBe(true);
    expect(marks.length).toBeLessThan(500);
    expect(marks.reduce((sum, mark) => sum + (mark.form === 'bar' ? mark.count : 1), 0)).toBe(100_000);
  });

  it('shows that something failed within a heap', () => {
    const many = rows(100_000).map((one) =>
      one.index === 500 ? { ...one, status: 'failed' as const } : one,
    );

    expect(layOut(many, scale(0, 100_000), lanes)).toContainEqual(
      expect.objectContaining({ tone: 'trouble' }),
    );
  });

  it('gives lanes only to apps that did something', () => {
    const apps = [{ name: row(0).app!, class: 'Mail', known: true }];

    expect(laneNames(apps, [row(0), row(1, { app: undefined })])).toEqual(['mail', CHECKS]);
    expect(laneNames(apps, [])).toEqual([]);
  });
});
