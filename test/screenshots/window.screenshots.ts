import { join } from 'node:path';
import { it } from 'vitest';
import { openWorkbench, type Workbench } from '../e2e/open-workbench.ts';
import { orreryIn } from '../e2e/orrery.ts';
import { PROJECT } from '../e2e/sample-workspace.ts';
import { setTheme } from '../e2e/set-theme.ts';
import { WindowUser } from '../e2e/window-user.ts';

/** Opens the sample workspace in a window of the size of all pictures. */
async function openForPictures(): Promise<Workbench> {
  const bench = await openWorkbench();
  await bench.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.setContentSize(1440, 900);
  });
  await bench.page.waitForFunction(() => innerWidth === 1440 && innerHeight === 900);
  await setTheme(bench, 'light');
  return bench;
}

/** Writes the window as it looks to docs/screenshots/`name`.png, without notices and where nothing is pointed at. */
async function take({ page }: Workbench, name: string): Promise<void> {
  for (const notice of await page.getByRole('button', { name: 'Dismiss' }).all()) await notice.click();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(PROJECT, 'docs/screenshots', `${name}.png`), animations: 'disabled' });
}

it('a finished run, and its comparison with a branch', async () => {
  await using bench = await openForPictures();
  const user = new WindowUser(bench);
  await user.open('phishing-or-not.ts');
  await user.run('Passed');
  await user.tab('Apps').click();
  await user.tab('mail').click();
  await user.scrubTo(14);
  await take(bench, 'finished-run');
  await setTheme(bench, 'dark');
  await take(bench, 'finished-run-dark');
  await setTheme(bench, 'light');

  await user.branch('content', 'Never.', 'Failed');
  await bench.page.keyboard.press('Control+d');
  await user.reads(bench.page.getByRole('region', { name: 'Comparison' }), 'First divergence');
  await take(bench, 'comparison');
});

it('the transcript of a trajectory of another tool', async () => {
  await using bench = await openForPictures();
  const user = new WindowUser(bench);
  await orreryIn(bench.folder, ['import', 'trajectories', '--db', '.orrery/orrery.db']);
  await user
    .list('Runs')
    .getByRole('button', { name: /fence-posts.*large-model/s })
    .first()
    .click();
  await user.panel('Transcript').waitFor();
  await user.button('Reading mode').click();
  await take(bench, 'transcript');
});

it('a sweep', async () => {
  await using bench = await openForPictures();
  const user = new WindowUser(bench);
  await orreryIn(bench.folder, ['sweep', 'run', 'sweeps/invoice-agents.json']);
  await bench.page.keyboard.press('Control+Shift+S');
  await bench.page
    .getByRole('list', { name: 'Sweeps', exact: true })
    .getByText('invoice-agents', { exact: true })
    .click();
  await user.reads(bench.page.getByRole('region', { name: 'Jobs' }), 'seed 9');
  await take(bench, 'sweep');
});
