import { describe, expect, it } from 'vitest';
import type { LogRow } from '../../../preload/contract.ts';
import { append } from '../../../renderer/state/log-store.ts';
import { rows } from '../rows.ts';

const grown = (known: LogRow[], batch: readonly LogRow[]): readonly LogRow[] => {
  append(known, batch);
  return known;
};

describe('the rows of a log', () => {
  it('grow by what comes next', () => {
    expect(grown(rows(3), rows(5).slice(3))).toEqual(rows(5));
  });

  it('take a batch that comes twice once', () => {
    expect(grown(rows(5), rows(5).slice(2))).toEqual(rows(5));
  });

  it('take the new part of a batch that overlaps', () => {
    expect(grown(rows(3), rows(6).slice(1))).toEqual(rows(6));
  });

  it('leave out what lies beyond a gap, for the gap to be read first', () => {
    expect(grown(rows(3), rows(9).slice(7))).toEqual(rows(3));
  });
});
