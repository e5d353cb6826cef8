import { describe, expect, it } from 'vitest';
import { fromSeconds } from '../../../../engine/model/values/time.ts';
import { minuteFrom, decidesRun, isAgentAction, nearest } from '../../../../renderer/views/timeline/moves.ts';
import { row } from '../../rows.ts';

const ROWS = [
  row(0, { kind: 'user' }),
  row(1, { kind: 'agent' }),
  row(2, { kind: 'validation', verdict: 'waiting' }),
  row(3, { kind: 'agent', status: 'skipped' }),
  row(4, { kind: 'agent' }),
  row(5, { kind: 'validation', verdict: 'passed' }),
];

describe('nearest() and minuteFrom()', () => {
  it('find the agent’s next and previous call', () => {
    expect(nearest(ROWS, -1, 1, isAgentAction)).toBe(1);
    expect(nearest(ROWS, 1, 1, isAgentAction)).toBe(4);
    expect(nearest(ROWS, 4, -1, isAgentAction)).toBe(1);
  });

  it('find the next entry that decided the verdict', () => {
    expect(nearest(ROWS, -1, 1, decidesRun(undefined))).toBe(5);
    const shortfalls = [{ message: 'the soup is cold', entry: 3 }];
    expect(nearest(ROWS, -1, 1, decidesRun({ checks: [], shortfalls }))).toBe(3);
  });

  it('stay at the playhead when there is none', () => {
    expect(nearest(ROWS, 4, 1, isAgentAction)).toBe(4);
    expect(nearest(ROWS, 1, -1, isAgentAction)).toBe(1);
  });

  it('move by a minute, or by one entry when none is that near', () => {
    const at = [0, 20, 50, 200].map((second, index) => row(index, { time: fromSeconds(second) }));

    expect([-1, 0, 2].map((from) => minuteFrom(at, from, 1))).toEqual([0, 2, 3]);
    expect([3, 2, 0].map((from) => minuteFrom(at, from, -1))).toEqual([2, -1, -1]);
  });
});
