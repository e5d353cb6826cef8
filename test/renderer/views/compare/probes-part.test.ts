import { describe, expect, it } from 'vitest';
import type { ComparedRow } from '../../../../engine/model/comparison.ts';
import type { ProbeValue } from '../../../../preload/contract.ts';
import type { ProbeSeries } from '../../../../renderer/ui/format/probe-series.ts';
import { divergenceRow } from '../../../../renderer/views/compare/probe-table.tsx';

const equal = (a: number, b = a): ComparedRow => ({ kind: 'equal', a, b, differences: [] });

const series = (...steps: readonly (readonly [entry: number, value: ProbeValue])[]): ProbeSeries => ({
  entries: steps.map(([entry]) => entry),
  values: steps.map(([, value]) => value),
  next: 10,
  problem: undefined,
});

describe('divergenceRow() of a probe over two runs', () => {
  it('returns the first row after which the values differ', () => {
    const rows = [equal(0), equal(1), equal(2), equal(3)];

    expect(divergenceRow(rows, series([-1, 0], [1, 5], [3, 6]), series([-1, 0], [1, 5], [2, 7]))).toBe(2);
  });

  it('returns undefined when matching entries have the same values', () => {
    const rows: ComparedRow[] = [
      equal(0),
      { kind: 'only-b', a: undefined, b: 1, differences: [] },
      equal(1, 2),
    ];

    expect(divergenceRow(rows, series([-1, 0], [1, 5]), series([-1, 0], [2, 5]))).toBeUndefined();
  });

  it('returns the first row when the initial values differ', () => {
    expect(divergenceRow([equal(0)], series([-1, { json: '[]' }]), series([-1, { json: '[1]' }]))).toBe(0);
    expect(divergenceRow([equal(0)], series([-1, { gap: 'x' }]), series([-1, { gap: 'x' }]))).toBeUndefined();
  });

  it('ignores rows that have only moved', () => {
    const rows: ComparedRow[] = [equal(0), { kind: 'moved', a: 2, b: 1, differences: [] }, equal(1, 2)];

    expect(divergenceRow(rows, series([-1, 0], [2, 5]), series([-1, 0], [1, 5]))).toBe(2);
  });

  it('returns the first row that has not moved when the initial values differ', () => {
    const rows: ComparedRow[] = [{ kind: 'moved', a: 1, b: 0, differences: [] }, equal(0, 1)];

    expect(divergenceRow(rows, series([-1, 0]), series([-1, 1]))).toBe(1);
  });

  it('ignores rows that one of the runs has not evaluated yet', () => {
    const rows = [equal(0), equal(1), equal(2)];
    const behind = { ...series([-1, 0]), next: 2 };

    expect(divergenceRow(rows, series([-1, 0], [1, 5]), behind)).toBe(1);
    expect(divergenceRow(rows, series([-1, 0], [2, 5]), behind)).toBeUndefined();
  });
});
