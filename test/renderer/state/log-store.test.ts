import { describe, expect, it } from 'vitest';
import { merge } from '../../../renderer/state/log-store.ts';
import { rows } from '../rows.ts';

describe('merge', () => {
  it('adds what comes next', () => {
    expect(merge(rows(3), rows(5).slice(3))).toEqual(rows(5));
  });

  it('takes a batch that comes twice once', () => {
    expect(merge(rows(5), rows(5).slice(2))).toEqual(rows(5));
  });

  it('takes the new part of a batch that overlaps', () => {
    expect(merge(rows(3), rows(6).slice(1))).toEqual(rows(6));
  });

  it('leaves out what lies beyond a gap, for the gap to be read first', () => {
    expect(merge(rows(3), rows(9).slice(7))).toEqual(rows(3));
  });
});
