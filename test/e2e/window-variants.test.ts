import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { openWorkbench } from './open-workbench.ts';

describe('a scenario with variants', () => {
  it('is run in the variant that is chosen beside the seed, and again in the same', async () => {
    await using bench = await openWorkbench();
    const user = new WindowUser(bench);
    const choice = bench.page.getByRole('combobox', { name: 'Variant', exact: true });

    await user.open('table-for-some.ts');
    await user.choose('Variant', 'guests=6,reply=late');
    await user.button('Run').click();
    await user.reads(user.list('Runs'), 'guests=6,reply=late');
    await user.reads(user.status, 'Passed');
    await user.button('Restart').click();
    await user.reads(user.list('Runs'), /r2\s+variant guests=6,reply=late/);

    await user.open('invoice-by-noon.ts');
    await choice.waitFor({ state: 'detached' });
    expect(bench.errors).toEqual([]);
  });
});
