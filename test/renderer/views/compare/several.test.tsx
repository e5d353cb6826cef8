// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { type Comparison as Compared, packComparison } from '../../../../engine/model/comparison.ts';
import { runId } from '../../../../engine/model/values/ids.ts';
import { comparePicked } from '../../../../renderer/stores/comparison.ts';
import { Comparison } from '../../../../renderer/views/compare/compare-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

it('compares three runs with the oldest, and opens a pair on a click', async () => {
  const ids = ['r1', 'r2', 'r10'].map(runId);
  const runs = ids.map((id, nth) => breakfast({ id, entries: 4 + nth }));
  const sentence = '#1 kitchen.boil: minutes is 4 instead of 3.';
  const asked: string[] = [];
  using page = await openPage(<Comparison />, {
    ...kitchenAnswers(kitchen({ runs })),
    'comparison.runs': ({ a, b }) => {
      asked.push(`${a} ${b}`);
      const differs = { kind: 'changed', a: 1, b: 1, differences: [] } as const;
      const comparison: unknown = {
        divergence: b === 'r2' ? undefined : { row: 0, sentence },
        rows: b === 'r2' ? [] : [differs],
        initialStates: [],
      };
      return yes(packComparison(comparison as Compared));
    },
  });
  // An earlier test may have left a focused element in the document, from which the comparison takes no focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await page.after(() => void comparePicked(page.stores, [ids[2]!, ids[1]!, ids[0]!]));

  expect(document.activeElement).toBe(page.find('[aria-label="Comparison"]'));
  const table = page.find('table').textContent;
  expect(asked).toEqual(['r1 r2', 'r1 r10']);
  expect(table).toContain('r1 Baseline');
  expect(table).toMatch(/Entries456/);
  expect(table).toMatch(/First divergence \(A: r1, B: this run\)No difference#1 kitchen\.boil/);

  await page.after(() => {
    page.find('td:last-child button').click();
  });
  expect(page.stores.comparison.getState().pair).toEqual({ a: 'r1', b: 'r10' });
});
