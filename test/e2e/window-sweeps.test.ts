import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility-problems.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import { openReport } from './open-report.ts';
import { orreryIn } from './orrery.ts';

/** The panel of one sweep. */
const SWEEP = 'section:has(> [aria-label="Sweep"])';

/** An agent that forwards the invoice in its first run, and crashes in all others. */
const CRASHING = `import { existsSync, writeFileSync } from 'node:fs';
if (existsSync('ran')) process.stdin.once('data', () => process.exit(3));
else {
  writeFileSync('ran', '');
  await import('./agents/forwarder.mjs');
}
`;

const MIXED = {
  name: 'mixed',
  scenarios: ['scenarios/invoice-by-noon.ts'],
  seeds: '1..4',
  agents: ['oracle', { name: 'crashing', command: 'node crashing.mjs', files: ['crashing.mjs', 'agents'] }],
};

describe('the statistics of a sweep whose agent crashed', () => {
  const bench = oneWorkbench({ 'crashing.mjs': CRASHING, 'sweeps/mixed.json': JSON.stringify(MIXED) });

  it('count crashes as not passed, or judged runs only, which is remembered', async () => {
    const user = new WindowUser(bench);
    const run = ['sweep', 'run', 'sweeps/mixed.json', '--workers', '1'];
    expect((await orreryIn(bench.folder, run)).code).toBe(0);
    const { page } = bench;
    const cell = (name: RegExp): Locator => page.getByRole('gridcell', { name });
    const showMixed = async (): Promise<void> => {
      await bench.page.keyboard.press('Control+Shift+S');
      await bench.page
        .getByRole('list', { name: 'Sweeps', exact: true })
        .getByText('mixed', { exact: true })
        .click();
    };

    await showMixed();
    await user.choose('Rows', 'Scenarios');
    await cell(/^25% passed: 1 of 4 runs, .*; 100% of 1 judged run; 3 crashed$/).waitFor();
    await user.choose('Pass rate of', 'Judged runs');
    await cell(/^100% passed: 1 of 1 judged run, 95% CI 21–100%; 25% of 4 runs; 3 crashed$/).waitFor();
    expect(await accessibilityProblems(page, SWEEP)).toEqual([]);

    await bench.again();
    await showMixed();
    const statistics = bench.page.getByRole('radiogroup', { name: 'View' }).getByText('Statistics');
    await statistics.click();
    const chart = (name: RegExp): Locator => bench.page.getByRole('img', { name });
    await chart(/^crashing: 100% of 1 judged run, 95% CI 21–100%$/).waitFor();
    await new WindowUser(bench).choose('Pass rate of', 'All runs');
    // Its crashes logged nothing, so they are one observation.
    await chart(/^crashing: 25% of 4 runs, 95% CI 2–83%, 2 distinct logs$/).waitFor();
    await new WindowUser(bench).reads(
      bench.page.getByRole('region', { name: 'Pairs of agents' }),
      /May be chance\s*p = 0\.\d+/,
    );
    expect(bench.errors).toEqual([]);
  });

  it('fit the window: nothing is cut or scrolls sideways', async () => {
    const { app, page } = bench;
    await page.getByRole('region', { name: 'Pairs of agents' }).waitFor();
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
    ] as const) {
      await app.evaluate(
        ({ BrowserWindow }, size) => {
          BrowserWindow.getAllWindows()[0]!.setContentSize(size.width, size.height);
        },
        { width, height },
      );
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);

      const cut = await page.locator(`${SWEEP} [aria-label]:has(table)`).evaluateAll((parts) =>
        parts
          .flatMap((part) => [part, ...part.querySelectorAll('*')])
          .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth)
          .map(({ textContent }) => textContent),
      );

      expect(cut).toEqual([]);
    }
  });
});

describe('sweeps in the window', () => {
  const bench = oneWorkbench();

  it('are made of the open scenario, and a cell of their grid leads to its runs', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;

    await user.open('table-for-some.ts');
    await page.keyboard.press('Control+Shift+S');
    await user.button('New sweep').first().click();
    const dialog = page.getByRole('dialog', { name: 'New sweep' });
    await dialog.getByText(/^All \d/).click();
    await dialog.getByRole('textbox', { name: 'Seeds' }).fill('1..3');
    await dialog.getByRole('button', { name: 'Start sweep' }).press('Enter');

    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Sweep');
    await page.getByRole('status').getByText('Completed').waitFor();
    const grid = page.getByRole('grid', { name: /^Scenarios by agents/ });
    await grid.getByRole('columnheader', { name: 'Oracle' }).waitFor();
    const passed = grid.getByRole('gridcell', { name: /^100% passed: 3 of 3 runs/ });
    await passed.first().click();
    const jobs = page.getByRole('list', { name: 'Runs of the cell' }).getByRole('button');
    await expect.poll(() => jobs.count()).toBe(3);
    expect(await accessibilityProblems(page, SWEEP)).toEqual([]);

    await jobs.first().click();
    await user.reads(user.status, 'Passed');
    await user.reads(user.list('Runs'), 'r1');
    await page.keyboard.press('Control+Shift+S');
    await jobs.nth(1).click();
    await user.reads(user.list('Runs'), 'r2');

    // A run of nobody, beside one that passed.
    await page.keyboard.press('Control+Shift+S');
    await grid
      .getByRole('gridcell', { name: /^0% passed/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Runs of the cell' }).getByRole('listitem').first().hover();
    await user.button('Compare with a passed run').first().click();
    await user.reads(page.getByRole('region', { name: 'Comparison' }), 'First divergence');
    await page.keyboard.press('Escape');
    expect(JSON.parse(readFileSync(join(bench.folder, 'sweeps/table-for-some.json'), 'utf8'))).toMatchObject({
      seeds: '1..3',
      agents: ['oracle', 'nobody'],
    });
    expect(existsSync(join(bench.folder, 'sweeps/table-for-some.sweep/results.db'))).toBe(true);
  });

  it('are stopped and resumed, and compared with an earlier one', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    const state = page.getByRole('region', { name: 'Sweep' }).or(page.locator('section')).getByRole('status');

    await user.open('table-for-some.ts');
    await page.keyboard.press('Control+Shift+S');
    await user.button('New sweep').first().click();
    const dialog = page.getByRole('dialog', { name: 'New sweep' });
    expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'table-for-some-2',
    );
    await dialog.getByRole('textbox', { name: 'Seeds' }).fill('1..4000');
    await dialog.getByRole('button', { name: 'Start sweep' }).click();
    await state.getByText(/Running/).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
    await state.getByText('Stopped').waitFor();
    await user.button('Resume').click();
    await state.getByText(/Running/).waitFor();
    expect(await user.status.getByText('Sweep:').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'Sweeps' }).waitFor();
    await page.keyboard.press('Escape');
    await user.reads(user.status, /Sweep: [\d,]+ of 8,000/);
    await user.status.getByTitle('Show the sweep').click();
    await state.getByText(/Running/).waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
    await state.getByText('Stopped').waitFor();

    await user.choose('Compare with', 'table-for-some');
    await page.getByRole('heading', { name: 'No jobs in common' }).waitFor();
    expect(await accessibilityProblems(page, SWEEP)).toEqual([]);
    expect(bench.errors).toEqual([]);
  });

  it('combine several scenarios and settings', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    await user.button('All sweeps').click();
    await user.button('New sweep').first().click();
    const dialog = page.getByRole('dialog', { name: 'New sweep' });
    const size = dialog.getByRole('status');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('wide');
    await dialog.getByRole('textbox', { name: 'Seeds' }).fill('1, 2');
    await dialog.getByRole('checkbox', { name: 'No agent' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'invoice-by-noon.ts' }).check();
    await dialog.getByText(/^All \d/).click();
    await size.getByText(/^\d+ jobs: \d+ variants × 2 seeds$/).waitFor();
    await dialog.getByText('First of each').click();
    await size.getByText('4 jobs: 2 scenarios × 2 seeds').waitFor();

    await dialog.getByRole('button', { name: 'Add settings' }).click();
    await size.getByText('8 jobs: 2 scenarios × 2 seeds × 2 settings').waitFor();
    const name = dialog.getByRole('textbox', { name: 'Name, row 2' });
    const failures = dialog.getByRole('textbox', { name: 'Tool failures in per cent, row 2' });
    await name.fill('default');
    await failures.fill('200');
    await dialog.getByText('Two settings have the same name').waitFor();
    await name.fill('flaky tools');
    await dialog.getByText('Tool failures: a number from 0 to 100, or empty').waitFor();
    expect(await dialog.getByRole('button', { name: 'Start sweep' }).isEnabled()).toBe(false);
    await failures.fill('100');
    expect(await accessibilityProblems(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Start sweep' }).click();

    await page.getByRole('status').getByText('Completed').waitFor();
    const grid = page.getByRole('grid', { name: /^Scenarios by agents/ });
    await expect.poll(() => grid.getByRole('rowheader').count()).toBe(2);
    await grid.getByRole('columnheader', { name: /flaky tools/ }).waitFor();
    expect(JSON.parse(readFileSync(join(bench.folder, 'sweeps/wide.json'), 'utf8'))).toMatchObject({
      scenarios: ['scenarios/table-for-some.ts', 'scenarios/invoice-by-noon.ts'],
      seeds: '1..2',
      agents: ['oracle'],
      settings: [{ name: 'default' }, { name: 'flaky tools', toolFailures: 1 }],
    });
    expect(bench.errors).toEqual([]);
  });

  it('show their statistics, are saved as a chart and a report, and are deleted after a question', async () => {
    const user = new WindowUser(bench);
    const { app, folder, page } = bench;
    await app.evaluate(({ shell }) => {
      // Machines that run tests may have no trash.
      shell.trashItem = (file) => process.getBuiltinModule('node:fs').promises.rm(file, { recursive: true });
    });
    const list = page.getByRole('list', { name: 'Sweeps', exact: true });
    const menu = user.button('Save or delete the sweep');
    const item = (name: string): Locator => page.getByRole('menuitem', { name, exact: true });

    await user.button('All sweeps').click();
    await list.getByText('table-for-some', { exact: true }).click();
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Statistics').click();
    await page.getByRole('img', { name: /^Oracle: 100% of \d+ runs, 95% CI \d+–100%/ }).waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    expect(await accessibilityProblems(page, SWEEP)).toEqual([]);

    const chart = join(folder, 'calls.svg');
    await user.savesTo(chart);
    await user.button('Save “Agent’s calls” as SVG').click();
    await page.getByText(/Chart saved to .*calls\.svg/).waitFor();
    const drawn = await page.evaluate(
      (svg) => {
        const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
        const bars = [...picture.querySelectorAll('g rect')].map((bar) => bar.getAttribute('fill'));
        return { root: picture.documentElement.tagName, text: picture.documentElement.textContent, bars };
      },
      readFileSync(chart, 'utf8'),
    );
    expect(drawn).toMatchObject({
      root: 'svg',
      text: expect.stringContaining('Oracle: 3 in every run') as string,
    });
    expect(drawn.bars).toEqual([expect.stringMatching(/^rgb/), expect.stringMatching(/^rgb/)]);
    expect(drawn.bars[0]).not.toBe(drawn.bars[1]);
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Grid').click();
    await page.getByRole('grid', { name: /^Scenarios by agents/ }).waitFor();

    await user.savesTo(join(folder, 'sweep.html'));
    await menu.click();
    await item('Save a report…').click();
    await page.getByText(/Sweep saved to .*sweep\.html/).waitFor();
    {
      await using report = await openReport(join(folder, 'sweep.html'));
      await report.page.getByRole('heading', { name: 'table-for-some', exact: true }).waitFor();
      await report.page.getByRole('img', { name: /^Oracle: 100%/ }).waitFor();
      expect(await report.asked()).toEqual([]);
      expect(report.errors).toEqual([]);
    }

    await menu.click();
    await item('Delete the sweep…').click();
    const question = page.getByRole('alertdialog', { name: 'Delete the sweep' });
    await user.reads(
      question,
      /Delete the sweep “table-for-some”\? Its file sweeps\/table-for-some\.json, its plan and its \d+ runs go to the trash/,
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(existsSync(join(folder, 'sweeps/table-for-some.json'))).toBe(true);
    await menu.click();
    await item('Delete the sweep…').click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await list.getByText('table-for-some-2', { exact: true }).waitFor();
    await expect.poll(() => list.getByText('table-for-some', { exact: true }).count()).toBe(0);
    expect(existsSync(join(folder, 'sweeps/table-for-some.sweep'))).toBe(false);
    expect(existsSync(join(folder, 'sweeps/table-for-some.json'))).toBe(false);
    expect(bench.errors).toEqual([]);
  });
});
