// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ComparedRow } from '../../../../engine/model/comparison.ts';
import { PairRows } from '../../../../renderer/views/compare/pair-row.tsx';
import { giveRoom } from '../../give-room.ts';
import { kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { row } from '../../rows.ts';

giveRoom();

/** A call, `waits` waiting checks, and another call. */
const log = (waits: number) => [
  row(0),
  ...Array.from({ length: waits }, (_, nth) => row(1 + nth, { kind: 'condition', verdict: 'waiting' })),
  row(1 + waits),
];
const equal = (a: number, b: number): ComparedRow => ({ kind: 'equal', a, b, differences: [] });
const onlyB = (b: number): ComparedRow => ({ kind: 'only-b', a: undefined, b, differences: [] });

describe('PairRows', () => {
  it('folds waiting checks and unfolds them on a click', async () => {
    const pairs = [equal(0, 0), equal(1, 1), equal(2, 2), onlyB(3), onlyB(4), equal(3, 5)];
    const visible = [0, 1, 2, 3, 4, 5];
    using page = await openPage(
      <PairRows rows={pairs} a={log(2)} b={log(4)} visible={visible} at={0} onSelect={() => undefined} />,
      kitchenAnswers(),
    );
    const lines = (): number => page.find('[role=grid]').querySelectorAll('[role=row]').length;

    expect(lines()).toBe(3);
    expect(page.text()).toContain('4 waiting checks+2 only in B, 2 equal');

    await page.after(() => {
      page.find('[title="Show these checks"]').click();
    });

    expect(lines()).toBe(6);
  });
});
