import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { LOSSY_TRACE } from './lossy-trace.ts';
import { withRunOf } from './one-workbench.ts';
import { openUntrusted } from './open-workbench.ts';

/** Drags across an element, from one fraction of its width to another. */
async function drag(place: Locator, from: number, to: number): Promise<void> {
  const { x, y, width, height } = (await place.boundingBox())!;
  const { mouse } = place.page();
  const middle = y + height * 0.6;
  await mouse.move(x + width * from, middle);
  await mouse.down();
  await mouse.move(x + width * to, middle, { steps: 4 });
  await mouse.up();
}

const UNREAD = 'apps.mail.folders.INBOX.emails.filter((m) => !m.is_read).length';

const bench = withRunOf('double-booking.ts');

describe('the timeline', () => {
  it('replays a range over and over until it is let go of', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const range = page.getByRole('group', { name: 'Range' });
    const at = async (): Promise<number> => Number(await user.playhead.getAttribute('aria-valuenow'));

    await user.scrubTo(4);
    await page.keyboard.press('i');
    await user.scrubTo(6);
    await page.keyboard.press('o');
    await user.reads(range, '#4 – #6');
    await page.keyboard.type('100');
    await user.button('Replay').click();
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        seen.add(await at());
        return seen.size;
      })
      .toBe(3);
    expect([...seen].sort()).toEqual([4, 5, 6]);
    await user.button('Pause replay').click();

    await user.playhead.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => range.innerText()).toBe('');
    await drag(user.playhead, 0.3, 0.7);
    await user.reads(range, /#\d+ – #\d+/);
    expect(bench.errors).toEqual([]);
  });

  it('goes to what changed the app on show, and to where the person says', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.tab('Apps').click();
    await user.tab('diary').click();
    await user.playhead.focus();
    await page.keyboard.press('Home');
    const entries = await user.entries();
    const changed = [];
    for (let index = 0; index < entries; index++) {
      const { changes } = await ask(page, 'log.entry', { run: 'r1', index });
      if (changes.some(({ app }) => app === 'diary')) changed.push(index);
    }

    for (const index of changed) {
      await page.keyboard.press('v');
      await user.isAt(index);
    }
    await page.keyboard.press('Shift+V');
    await user.isAt(changed.at(-2)!);
    await page.keyboard.press('Control+g');
    await page.getByRole('textbox', { name: 'Entry, time or event' }).fill('#7');
    await page.keyboard.press('Enter');
    await user.isAt(7);
    expect(changed.length).toBeGreaterThan(1);
    expect(bench.errors).toEqual([]);
  });

  it('shows a part of the run, by other lanes and another clock, and all of it again', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const handle = page.getByRole('scrollbar', { name: 'Visible part of the run' });
    const width = async (): Promise<number> => (await handle.boundingBox())!.width;
    const whole = await width();

    await drag(handle, 0.999, 0.4);
    await expect.poll(width).toBeLessThan(whole * 0.5);
    await user.playhead.focus();
    await page.keyboard.press('d');
    await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await page.keyboard.press('f');
    await expect.poll(width).toBe(whole);

    const lanes = page.locator('.timeline-module__lanes');
    await user.reads(lanes, 'diary');
    await user.button('Lanes and legend').click();
    await user.reads(page.getByRole('group', { name: 'Lanes and legend' }), 'Waiting checks');
    await page.getByRole('checkbox', { name: 'diary' }).uncheck();
    await expect.poll(() => lanes.textContent()).not.toContain('diary');
    await page.getByRole('checkbox', { name: 'diary' }).check();
    await user.reads(lanes, 'diary');
    await page.keyboard.press('Escape');
    await user.choose('Lanes', 'By actor');
    await user.reads(lanes, 'Environment');
    await user.choose('Clock', 'Entry number');
    await expect.poll(() => user.button('Collapse gaps').isDisabled()).toBe(true);
    await user.choose('Clock', 'Wall clock');
    await expect.poll(() => user.button('Collapse gaps').isDisabled()).toBe(false);
    const again = await ask(page, 'preferences.read', {});
    expect(again.timeline).toMatchObject({ lanes: 'actor', clock: 'wall' });
    expect(bench.errors).toEqual([]);
  });

  it('is saved as a picture, by mouse and by keyboard, which opens and is shown in its folder from there', async () => {
    const { app, folder, page } = bench;
    const user = new WindowUser(bench);
    const opened = await app.evaluateHandle(({ shell }) => {
      const calls: string[] = [];
      shell.openPath = (file) => {
        calls.push(`open ${file}`);
        return Promise.resolve('');
      };
      shell.showItemInFolder = (file) => void calls.push(`show ${file}`);
      return calls;
    });
    const [first, second] = [join(folder, 'first.png'), join(folder, 'second.png')];

    await user.savesTo(first);
    await user.button('Lanes and legend').click();
    await user.button('Save as PNG…').click();
    await user.reads(page.locator('body'), 'Timeline saved to');
    await user.button('Open').click();
    await expect.poll(() => opened.jsonValue()).toEqual([`open ${first}`]);

    await user.savesTo(second);
    await user.playhead.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('timeline as png');
    await page.keyboard.press('Enter');
    await user.button('Show in folder').last().press('Enter');
    await expect.poll(() => opened.jsonValue()).toEqual([`open ${first}`, `show ${second}`]);
    for (const file of [first, second]) {
      const png = readFileSync(file);
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(png.readUInt32BE(16)).toBeGreaterThan(400); // pixels wide
    }
    expect(bench.errors).toEqual([]);
  });
});

describe('the focus', () => {
  /** The accessible name of the focused element. */
  const name = (): Promise<string | null> =>
    bench.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

  it('goes where a key leads before the next is pressed, and back with Escape', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');
    await user.tab(/^Notes/).click();
    await user.scrubTo(5);

    await page.keyboard.type('/mail');
    expect(await page.getByRole('combobox', { name: 'Find in log' }).inputValue()).toBe('mail');
    await page.keyboard.press('F3');
    await user.isAt(7);
    // Closes the suggestions, clears the text, and leaves the field.
    for (let nth = 0; nth < 3; nth++) await page.keyboard.press('Escape');
    expect(await name()).toBe('Playhead');

    await page.keyboard.type('papps');
    const expression = page.getByRole('combobox', { name: 'Expression' });
    expect(await expression.inputValue()).toBe('apps');
    for (let nth = 0; nth < 2; nth++) await page.keyboard.press('Escape');
    expect(await expression.inputValue()).toBe('');
    expect(await name()).toBe('Playhead');
    expect(bench.errors).toEqual([]);
  });

  it('stays where it was when what has it is switched off, or goes', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.scrubTo((await user.entries()) - 2);
    await user.button('Next entry').press('Enter');
    await page.keyboard.press('Enter');
    expect(await user.button('Next entry').getAttribute('aria-disabled')).toBe('true');
    expect(await name()).toBe('Next entry');

    await user.playhead.focus();
    await page.keyboard.press('m');
    await expect.poll(name).toBe('Note');
    await page.keyboard.press('Escape');
    await expect.poll(name).toBe('Playhead');
    await page.keyboard.press('b');
    await page.getByRole('combobox', { name: 'What to change' }).press('Escape');
    await expect.poll(name).toBe('Playhead');
    expect(bench.errors).toEqual([]);
  });

  it('that comes back with Enter presses nothing', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.scrubTo(5);
    await user.button('Next entry').focus();
    const lose = (key?: string) =>
      page.evaluate((pressed) => {
        if (pressed !== undefined) window.dispatchEvent(new KeyboardEvent('keydown', { key: pressed }));
        const passing = document.body.appendChild(document.createElement('button'));
        passing.focus();
        passing.remove();
      }, key);
    // Soon after a key the focus returns by itself. Later, only the next key brings it back.
    await lose('Shift');
    await expect.poll(name).toBe('Next entry');

    await lose();
    await page.keyboard.press('Enter');
    expect(await name()).toBe('Next entry');
    await user.isAt(5);
    await page.keyboard.press('Enter');
    await user.isAt(6);
    expect(bench.errors).toEqual([]);
  });
});

describe('probes', () => {
  it('watch an expression over the whole run, and lead through its changes', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');

    await user.playhead.focus();
    await page.keyboard.press('p');
    const field = page.getByRole('combobox', { name: 'Expression' });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await user.reads(user.panel('Probes'), 'apps.mail.folders.INBOX.emails.length');
    await page.keyboard.type('apps.mail.');
    await page.keyboard.press('Enter');
    await user.reads(user.panel('Probes'), 'unexpected end of input');
    await field.fill(UNREAD);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Unread');
    await page.keyboard.press('Enter');

    const probes = page.getByRole('list', { name: 'Probes' });
    await user.reads(probes, /Unread[^]*3 changes\s*4/);
    await user.button('Previous change of Unread').click();
    await user.isAt(19);
    await user.playhead.focus();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await user.isAt(12);
    await user.reads(probes, /3 changes\s*3/);
    await page.getByRole('listbox', { name: 'Changes of Unread' }).getByText('#7').click();
    await user.isAt(7);

    await user.tab('Apps').click();
    await user.tab('mail').click();
    await page.getByText('Raw', { exact: true }).click();
    // An email has just arrived, so the tree is open there.
    await user.button('Probe folders.INBOX.folder_name').click({ force: true });
    await user.reads(probes, /apps\.mail\.folders\.INBOX\.folder_name[^]*INBOX/);
    expect(bench.errors).toEqual([]);
  });

  it('that need more memory than they may leave the window and its runs alone', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.open('phishing-or-not.ts');
    await user.run('Passed');
    await user.tab('Probes').click();
    const add = async (expression: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Expression' }).fill(expression);
      await page.keyboard.press('Enter');
    };

    await add('"x".repeat(5e8).split("").length');
    await user.reads(user.panel('Probes'), 'needs more than 512 MB of memory');
    await add(`1 + ${UNREAD}`);
    await user.reads(page.getByRole('list', { name: 'Probes' }), /3 changes\s*5/);
    await user.run('Passed');
    await user.button('Remove "x".repeat(5e8).split("").length').click({ force: true });
    expect(bench.errors).toEqual([]);
  });

  it('pause a run where they change or become true, and are found in its recording both ways', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const banner = page.getByRole('status').filter({ hasText: /^(?:Paused|Would pause) after/ });
    await user.open('phishing-or-not.ts');
    await user.tab('Probes').click();
    await page.getByRole('combobox', { name: 'Expression' }).fill(UNREAD);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('New mail');
    await page.keyboard.press('Enter');
    await user.reads(page.getByRole('list', { name: 'Probes' }), 'New mail');
    const row = page
      .getByRole('list', { name: 'Probes' })
      .getByRole('listitem')
      .filter({ hasText: 'New mail' });
    await row.getByRole('button').first().focus();
    await page.keyboard.press('Shift+F9');
    await expect
      .poll(() => user.button('Pause when New mail changes').getAttribute('aria-pressed'))
      .toBe('true');

    await user.run('Paused');
    await user.reads(banner, /Paused after\s*#7[^]*changes:\s*2/);
    await user.button('Continue').click();
    await user.reads(banner, /Paused after\s*#12[^]*changes:\s*3/);
    await user.button('Disable').click();
    await user.button('Continue').click();
    await user.reads(user.status, 'Passed');

    await user.tab(/^Breakpoints/).click();
    await user.choose('Pause on', 'Probe');
    await page.getByRole('combobox', { name: 'expression' }).fill(`${UNREAD} > 3`);
    await user.choose('When the probe', 'becomes true');
    await user.button('Add breakpoint').press('Enter');
    await user.reads(user.panel('Breakpoints'), '> 3 becomes true');
    await user.playhead.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Control+F9');
    await user.isAt(19);
    await user.reads(banner, /Would pause after\s*#19[^]*becomes true:\s*true/);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+F9');
    await user.isAt(19);
    expect(bench.errors).toEqual([]);
  });

  it('look where no code is trusted only at places', async () => {
    await using workbench = await openUntrusted({
      'traces/stove.trace.json': LOSSY_TRACE,
    });
    const { page } = workbench;
    const user = new WindowUser(workbench);
    await user.list('Traces').getByRole('button').first().click();
    await user.reads(user.status, 'Recorded');
    await user.tab('Probes').click();
    const add = async (expression: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Expression' }).fill(expression);
      await page.keyboard.press('Enter');
    };

    await add('Object.keys(apps).length');
    await add('apps');

    const probes = page.getByRole('list', { name: 'Probes' });
    await user.reads(probes, 'Trust the folder');
    await user.reads(probes, /\{"[^]*"/);
    expect(workbench.errors).toEqual([]);
  });
});
