import { describe, expect, it } from 'vitest';
import { decides, isTurn, nearest } from '../../../renderer/timeline/landmarks.ts';
import { row } from '../rows.ts';

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
    expect(nearest(ROWS, -1, 1, decides({ passed: false, checks: [], shortfalls }))).toBe(3);
  });

  it('leave the playhead where it is when there is none further on', () => {
    expect(nearest(ROWS, 4, 1, isTurn)).toBe(4);
    expect(nearest(ROWS, 1, -1, isTurn)).toBe(1);
  });
});
