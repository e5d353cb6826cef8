import { describe, expect, it } from 'vitest';
import type { ComparedRow } from '../../../../engine/model/comparison.ts';
import { columnOf, layOutStrip, longerDuration } from '../../../../renderer/views/compare/strip.tsx';
import { row, rows } from '../../rows.ts';

const equal = (at: number): ComparedRow => ({ kind: 'equal', a: at, b: at, differences: [] });

const compared = (pairs: readonly ComparedRow[], a: number, b: number) => ({
  comparison: { rows: pairs, initialStates: [], ids: [], divergence: undefined },
  a: rows(a),
  b: rows(b),
});

describe('the comparison strip', () => {
  it('puts both runs on the same time scale', () => {
    const shown = compared([equal(0), equal(1)], 2, 11);

    expect(longerDuration(shown)).toBe(10_000_000);
    expect(columnOf(shown.a, 1, longerDuration(shown), 101)).toBe(10);
    expect(layOutStrip(shown, 101).a.flatMap((kind, column) => (kind === undefined ? [] : column))).toEqual([
      0, 10,
    ]);
  });

  it('shows the most important row when several share a pixel', () => {
    const pairs = [equal(0), { ...equal(1), kind: 'changed' as const }, equal(2), equal(3)];

    expect(layOutStrip(compared(pairs, 4, 4), 2).rows).toEqual(['changed', 'equal']);
  });

  it('leaves out checks that wait in both runs', () => {
    const waiting = row(1, { kind: 'condition', verdict: 'waiting' });
    const shown = { ...compared([equal(0), equal(1)], 0, 0), a: [row(0), waiting], b: [row(0), waiting] };

    expect(layOutStrip(shown, 2).a).toEqual(['equal', undefined]);
  });

  it('is empty for runs without entries', () => {
    expect(layOutStrip(compared([], 0, 0), 3)).toEqual({
      a: [undefined, undefined, undefined],
      b: [undefined, undefined, undefined],
      rows: [undefined, undefined, undefined],
    });
  });
});
