import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { withRunOf } from './one-workbench.ts';

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
