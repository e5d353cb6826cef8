import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';

const INVOICE = 'scenarios/invoice-by-noon.ts';

const bench = oneWorkbench({ 'scenarios/soup.ts': 'export default 0;' });

it('a file that another program changes while it is edited is lost to nobody', async () => {
  const { page, folder } = bench;
  const user = new WindowUser(bench);
  const file = join(folder, INVOICE);
  const onDisk = (): string => readFileSync(file, 'utf8');
  const before = onDisk();
  const banner = page.getByRole('status', { name: 'File changed' });
  await user.open('invoice-by-noon.ts');

  // Before the window is notified of it.
  await user.write(`// mine\n${before}`);
  writeFileSync(file, `// theirs\n${before}`);
  await page.keyboard.press('Control+s');
  await user.reads(banner, 'was changed by another program');
  expect(onDisk()).toBe(`// theirs\n${before}`);
  await page.keyboard.press('Control+s');
  await page.getByText('is not saved').first().waitFor();
  expect(onDisk()).toBe(`// theirs\n${before}`);

  await user.button('Compare').click();
  await user.reads(page.getByRole('tabpanel', { name: 'Code' }), /On disk, \+ yours[^]*theirs/);
  await user.button('Hide comparison').click();
  await user.button('Keep mine').click();
  await banner.waitFor({ state: 'detached' });
  await expect.poll(onDisk).toBe(`// mine\n${before}`);

  await user.write(`// mine again\n${before}`);
  writeFileSync(file, `// theirs again\n${before}`);
  await user.reads(banner, 'was changed by another program');
  await user.button('Take theirs').click();
  await page.getByRole('textbox', { name: 'Scenario source' }).focus();
  await page.keyboard.press('Control+Home');
  await user.reads(page.locator('.monaco-editor'), 'theirs again');
  await banner.waitFor({ state: 'detached' });
  expect(onDisk()).toBe(`// theirs again\n${before}`);
  await user.run('Passed');
  expect(bench.errors).toEqual([]);
});

it('fifty saves while another program writes the same file lose no text that was on disk', async () => {
  const file = join(bench.folder, 'scenarios/soup.ts');
  await bench.page.getByRole('list', { name: 'Scenarios' }).waitFor();
  let replaced = 0;
  for (let nth = 1; nth <= 50; nth++) {
    const [read, mine, theirs] = [readFileSync(file, 'utf8'), `// mine ${nth}`, `// theirs ${nth}`];
    // The other program is sometimes earlier, sometimes later, and sometimes does nothing.
    const turn = Math.imul(nth, 2_654_435_761) >>> 30;
    if (turn === 0) writeFileSync(file, theirs);
    const saving = bench.page.evaluate(
      ([text, replaces]) =>
        bridge.call('scenario.save', { path: 'scenarios/soup.ts', text: text!, replaces: replaces! }),
      [mine, read],
    );
    if (turn === 1) writeFileSync(file, theirs);
    const saved = (await saving).ok;

    const now = readFileSync(file, 'utf8');
    if (turn > 1) expect([saved, now]).toEqual([true, mine]);
    else if (turn === 0) expect([saved, now]).toEqual([false, theirs]);
    // Either text may be there, but a save that succeeds never replaces theirs unseen.
    else expect([theirs, mine]).toContain(now);
    if (turn === 1 && saved) replaced += now === mine ? 1 : 0;
  }
  expect(replaced).toBe(0);
});
