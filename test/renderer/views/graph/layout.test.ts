import { describe, expect, it } from 'vitest';
import { layOutGraph } from '../../../../renderer/views/graph/layout.ts';

describe('layOut() of the graph', () => {
  it('puts the target of every edge in a later column', () => {
    const edges = [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const;

    expect([...layOutGraph({ count: 3, edges }).columns]).toEqual([0, 1, 2]);
  });

  it('keeps the nodes of a column at least one row apart', () => {
    const edges = [1, 2, 3, 4].map((to) => [0, to] as const);

    const { rows } = layOutGraph({ count: 5, edges });

    const column = [...rows].slice(1).sort((one, other) => one - other);
    for (const [nth, row] of column.slice(1).entries()) expect(row - column[nth]!).toBeGreaterThanOrEqual(1);
    expect(rows[0]).toBeCloseTo((column[0]! + column[3]!) / 2, 0);
  });

  it('does not cross edges of two independent chains', () => {
    const edges = [
      [0, 3],
      [1, 2],
    ] as const;

    const { rows } = layOutGraph({ count: 4, edges });

    expect(Math.sign(rows[0]! - rows[1]!)).toBe(Math.sign(rows[3]! - rows[2]!));
  });

  it('lays out 2,000 nodes in less than a second of processor time', () => {
    const edges = Array.from({ length: 1999 }, (_none, at) => [Math.floor(at / 3), at + 1] as const);
    const began = process.cpuUsage();

    layOutGraph({ count: 2000, edges });

    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });
});
