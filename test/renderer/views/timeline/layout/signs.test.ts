import { describe, expect, it } from 'vitest';
import { eventId } from '../../../../../engine/model/values/ids.ts';
import { heightsAt } from '../../../../../renderer/views/timeline/layout/lanes.ts';
import { layOutSigns, signsOf } from '../../../../../renderer/views/timeline/layout/signs.ts';
import { scaleOf } from '../../../../../renderer/views/timeline/layout/view.ts';
import { row, rows } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const VERDICT = {
  checks: [
    { validation: eventId('v'), check: 'asks', kind: 'milestone', status: 'reached', entry: 30 },
    { validation: eventId('v'), check: 'tells', kind: 'milestone', status: 'missed', entry: 60 },
    { validation: eventId('v'), check: 'lies', kind: 'minefield', status: 'not-checked', entry: undefined },
  ],
  shortfalls: [{ message: 'it never told', entry: 60 }],
} as const;

describe('the timeline’s signs', () => {
  const log = rows(100).map((one) => (one.index === 10 ? row(10, { status: 'failed' }) : one));
  const { columns, axis } = trackOfRows(log);
  const laidOut = (last: number, width = 1000) => {
    const signs = signsOf(columns, VERDICT, [80], [70, 70]);
    const lanes = { names: [], top: 0, height: 0, ofGroup: [], heights: heightsAt(13) };
    return layOutSigns(signs, { axis, x: scaleOf({ from: 0, to: axis.end }, width), first: 0, last, lanes });
  };

  it('mark breakpoints, checks, failures and notes, the most important first', () => {
    expect(laidOut(99).map(({ sign, index }) => [index, sign])).toEqual([
      [80, 'breakpoint'],
      [60, 'missed'],
      [30, 'reached'],
      [10, 'failure'],
      [70, 'note'],
    ]);
  });

  it('are merged into the most important one when there is no room, with a count', () => {
    expect(laidOut(99)[1]).toMatchObject({ sign: 'missed', count: 2 });
    expect(laidOut(99, 5)).toMatchObject([{ sign: 'breakpoint', count: 6 }]);
  });

  it('are left out outside the view', () => {
    expect(laidOut(20).map(({ index }) => index)).toEqual([10]);
  });
});
