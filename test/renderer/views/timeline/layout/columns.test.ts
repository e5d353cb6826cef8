import { describe, expect, it } from 'vitest';
import { Columns, FLAG_FAILED } from '../../../../../renderer/views/timeline/layout/columns.ts';
import { row, rows } from '../../../rows.ts';

describe('Columns', () => {
  it('gives the same result in steps as at once', () => {
    const log = rows(5000).map((one) => row(one.index, { causes: one.index === 0 ? [] : [one.index - 1] }));
    const grown = new Columns('app');
    for (const count of [1, 700, 5000]) grown.grow(log.slice(0, count));
    const whole = new Columns('app');
    whole.grow(log);

    expect(grown.times.subarray(0, 5000)).toEqual(whole.times.subarray(0, 5000));
    expect(grown.gaps.longest).toEqual(whole.gaps.longest);
    expect(grown.links.effectsOf(699)).toEqual([700]);
  });

  it('does not continue with the rows of another log', () => {
    const columns = new Columns('app');
    columns.grow(rows(3));

    expect(columns.isContinuation(rows(4))).toBe(false);
  });

  it('records failures, verdicts and notifications', () => {
    const columns = new Columns('app');
    columns.grow([
      row(0, { status: 'failed', notified: true }),
      row(1, { app: undefined, kind: 'validation', verdict: 'waiting' }),
      row(2, { app: undefined, kind: 'validation', verdict: 'failed' }),
      row(3, { app: undefined, kind: 'validation', verdict: 'passed' }),
    ]);

    expect(columns.signs).toEqual({ failure: [0], failed: [2], passed: [3], notified: [0] });
    expect(columns.flags[0]! & FLAG_FAILED).toBe(FLAG_FAILED);
  });

  it('finds the entries that an entry caused, in order', () => {
    const columns = new Columns('app');
    columns.grow([row(0), row(1, { causes: [0] }), row(2, { causes: [0, 1] }), row(3, { causes: [0] })]);

    expect(columns.links.effectsOf(0)).toEqual([1, 2, 3]);
    expect(columns.links.effectsOf(0, 2)).toEqual([1, 2]);
    expect(columns.links.effectsOf(3)).toEqual([]);
  });
});
