import { describe, expect, it } from 'vitest';
import { Hand } from './hand.ts';
import { openWorkbench } from './open-workbench.ts';

describe('a scenario with variants', () => {
  it('is run in the variant that is chosen beside the seed, and again in the same', async () => {
    await using bench = await openWorkbench();
    const hand = new Hand(bench);
    const choice = bench.page.getByRole('combobox', { name: 'Variant', exact: true });

    await hand.open('table-for-some.ts');
    await hand.choose('Variant', 'guests=6,reply=late');
    await hand.button('Run').click();
    await hand.reads(hand.list('Runs'), 'guests=6,reply=late');
    await hand.reads(hand.status, 'Passed');
    await hand.button('Restart').click();
    await hand.reads(hand.list('Runs'), /r2\s+variant guests=6,reply=late/);

    await hand.open('invoice-by-noon.ts');
    await choice.waitFor({ state: 'detached' });
    expect(bench.faults).toEqual([]);
  });
});
