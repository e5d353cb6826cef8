import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunGroupHead } from '../../../../engine/model/run-query.ts';
import { RowLayout } from '../../../../renderer/views/library/row-layout.ts';

const head = (name: string, runs: number) => ({ name, runs }) as RunGroupHead;

describe('RowLayout', () => {
  it('has a row for each run without groups', () => {
    const layout = new RowLayout({ found: 7, groups: [], folded: new Set() });

    expect([layout.count, layout.at(6), layout.rowOf(6)]).toEqual([7, { position: 6 }, 6]);
  });

  it('has the header of each group, and the runs of those that are not folded', () => {
    const group = fc.record({ runs: fc.integer({ min: 1, max: 5 }), isFolded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 8 }), (given) => {
        const groups = given.map(({ runs }, nth) => head(`group ${nth}`, runs));
        const folded = new Set(groups.filter((_, nth) => given[nth]!.isFolded).map(({ name }) => name));
        const found = groups.reduce((sum, { runs }) => sum + runs, 0);
        let position = 0;
        const rows = groups.flatMap((one) => [
          { group: one },
          ...(folded.has(one.name) ? [] : Array.from({ length: one.runs }, () => ({ position: position++ }))),
        ]);

        const layout = new RowLayout({ found, groups, folded });

        expect(Array.from({ length: layout.count }, (_, row) => layout.at(row))).toEqual(rows);
        for (const [nth, row] of rows.entries())
          if ('position' in row) expect(layout.rowOf(row.position)).toBe(nth);
      }),
    );
  });
});
