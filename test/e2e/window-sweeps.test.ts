import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { barriers } from './accessibility-problems.ts';
import { Hand } from './hand.ts';
import { oneWorkbench } from './one-workbench.ts';

describe('sweeps in the window', () => {
  const bench = oneWorkbench();

  it('are made of the open scenario, and a cell of their grid leads to its runs', async () => {
    const hand = new Hand(bench);
    const { page } = bench;

    await hand.open('table-for-some.ts');
    await page.keyboard.press('Control+Shift+S');
    await hand.button('New sweep').first().click();
    const dialog = page.getByRole('dialog', { name: 'New sweep' });
    await dialog.getByText(/^All \d/).click();
    await dialog.getByRole('textbox', { name: 'Seeds' }).fill('1..3');
    await dialog.getByRole('button', { name: 'Start sweep' }).click();

    await page.getByRole('status').getByText('Completed').waitFor();
    const grid = page.getByRole('grid', { name: /^Scenarios by agents/ });
    await grid.getByRole('columnheader', { name: 'Oracle' }).waitFor();
    const passed = grid.getByRole('gridcell', { name: /^100% passed: 3 of 3 judged runs/ });
    await passed.first().click();
    const jobs = page.getByRole('list', { name: 'Runs of the cell' }).getByRole('button');
    await expect.poll(() => jobs.count()).toBe(3);
    expect(await barriers(page)).toEqual([]);

    await jobs.first().click();
    await hand.reads(hand.status, 'Passed');
    await hand.reads(hand.list('Runs'), 'r1');
    await page.keyboard.press('Control+Shift+S');
    await jobs.nth(1).click();
    await hand.reads(hand.list('Runs'), 'r2');
    expect(JSON.parse(readFileSync(join(bench.folder, 'sweeps/table-for-some.json'), 'utf8'))).toMatchObject({
      seeds: '1..3',
      agents: ['oracle', 'nobody'],
    });
    expect(existsSync(join(bench.folder, 'sweeps/table-for-some.sweep/results.db'))).toBe(true);
  });

  it('are stopped and resumed, and compared with an earlier one', async () => {
    const hand = new Hand(bench);
    const { page } = bench;
    const state = page.getByRole('region', { name: 'Sweep' }).or(page.locator('section')).getByRole('status');

    await hand.open('table-for-some.ts');
    await page.keyboard.press('Control+Shift+S');
    await hand.button('New sweep').first().click();
    const dialog = page.getByRole('dialog', { name: 'New sweep' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('table-for-some-2');
    await dialog.getByRole('textbox', { name: 'Seeds' }).fill('1..4000');
    await dialog.getByRole('button', { name: 'Start sweep' }).click();
    await state.getByText(/Running/).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
    await state.getByText('Stopped').waitFor();
    await hand.button('Resume').click();
    await state.getByText(/Running/).waitFor();
    await hand.reads(hand.status, /Sweep: [\d,]+ of 8,000/);
    await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
    await state.getByText('Stopped').waitFor();

    await hand.choose('Compare with', 'table-for-some');
    await page.getByRole('heading', { name: /outcome/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(bench.faults).toEqual([]);
  });
});
