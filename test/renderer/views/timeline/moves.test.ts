import { describe, expect, it } from 'vitest';
import { fromSeconds } from '../../../../engine/model/values/time.ts';
import { minuteFrom, decides, isTurn, nearest } from '../../../../renderer/views/timeline/moves.ts';
import { row } from '../../rows.ts';

const ROWS = [
  row(0, { kind: 'user' }),
  row(1, { kind: 'agent' }),
  row(2, { kind: 'validation', verdict: 'waiting' }),
  row(3, { kind: 'agent', status: 'skipped' }),
  row(4, { kind: 'agent' }),
  row(5, { kind: 'validation', verdict: 'passed' }),
];

describe('landmarks', () => {
  it('are where the agent acts', () => {
    expect(nearest(ROWS, -1, 1, isTurn)).toBe(1);
    expect(nearest(ROWS, 1, 1, isTurn)).toBe(4);
    expect(nearest(ROWS, 4, -1, isTurn)).toBe(1);
  });

  it('are where something is decided', () => {
    expect(nearest(ROWS, -1, 1, decides(undefined))).toBe(5);
    const shortfalls = [{ message: 'the soup is cold', entry: 3 }];
    expect(nearest(ROWS, -1, 1, decides({ checks: [], shortfalls }))).toBe(3);
  });

  it('leave the playhead where it is when there is none further on', () => {
    expect(nearest(ROWS, 4, 1, isTurn)).toBe(4);
    expect(nearest(ROWS, 1, -1, isTurn)).toBe(1);
  });

  it('are a minute apart, or an entry where nothing is that near', () => {
    const at = [0, 20, 50, 200].map((second, index) => row(index, { time: fromSeconds(second) }));

    expect([-1, 0, 2].map((from) => minuteFrom(at, from, 1))).toEqual([0, 2, 3]);
    expect([3, 2, 0].map((from) => minuteFrom(at, from, -1))).toEqual([2, -1, -1]);
  });
});
