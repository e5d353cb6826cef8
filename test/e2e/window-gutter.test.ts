import { describe, expect, it } from 'vitest';
import { Hand } from './hand.ts';
import { openWorkbench } from './open-workbench.ts';

describe('the lines of a scenario', () => {
  it('show what came of them in a run, and lead to its entries and back', async () => {
    await using bench = await openWorkbench();
    const { page } = bench;
    const hand = new Hand(bench);
    await hand.open('invoice-by-noon.ts');
    await hand.run('Passed');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await hand.scrubTo(0);
    await hand.reads(inspector, 'scenarios/invoice-by-noon.ts:');

    await inspector.getByRole('button', { name: 'scenarios/invoice-by-noon.ts:' }).click();
    await hand.reads(page.locator('.monaco-editor'), 'events({ user, mail }');
    const fired = page.locator('.monaco-editor .line-mark.line-fired');
    await expect.poll(() => fired.count()).toBeGreaterThan(0);
    await page.keyboard.press('End');
    await hand.playhead.focus();
    await page.keyboard.press('End');
    await fired.first().click();

    await hand.isAt(0);
    expect(bench.faults).toEqual([]);
  });
});
