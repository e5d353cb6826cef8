import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { withRunOf } from './one-workbench.ts';
import type { Workbench } from './open-workbench.ts';

const bench = withRunOf('invoice-by-noon.ts');

describe('the log', () => {
  it('shows what is looked for, walks from hit to hit and says where a filter is wrong', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const grid = page.getByRole('grid', { name: 'Log' });
    const field = page.getByRole('combobox', { name: 'Find in log' });
    const count = page.getByRole('search', { name: 'Find in log' }).getByRole('status');
    const rows = (): Promise<string[]> => grid.locator('.log-module__row').allInnerTexts();

    await user.playhead.focus();
    await page.keyboard.press('/');
    await field.pressSequentially('invoice -kind:validation,condition');
    await expect.poll(() => count.innerText()).toMatch(/^\d+ match(es)?$|^\d+ of \d+$/);
    await expect.poll(async () => (await rows()).some((row) => row.includes('checks'))).toBe(false);
    const found = (await rows()).map((row) => Number(/#(\d+)/.exec(row)![1])).sort((one, two) => one - two);
    expect(found.length).toBeGreaterThan(1);

    await user.playhead.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('F3');
    await user.isAt(found[0]!);
    await page.keyboard.press('F3');
    await user.isAt(found[1]!);
    await page.keyboard.press('Shift+F3');
    await user.isAt(found[0]!);
    expect(await count.innerText()).toBe(`1 of ${found.length}`);

    await field.fill('status:fialed');
    await user.reads(page.getByRole('search', { name: 'Find in log' }), 'status is done, failed');
    await field.fill('nowhere to be found');
    await user.reads(user.panel('Log'), 'No matching entries');
    await user.button('Show all entries').click();
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(found.length);
    expect(bench.errors).toEqual([]);
  });

  it('completes keys, and values that the log has, by keys alone', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const field = page.getByRole('combobox', { name: 'Find in log' });

    await user.playhead.focus();
    await page.keyboard.press('/');
    await field.pressSequentially('ap');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe('app:');
    await field.pressSequentially('mai');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await expect.poll(() => field.inputValue()).toBe('app:mail ');
    await expect
      .poll(() => page.getByRole('grid', { name: 'Log' }).locator('.log-module__row').allInnerTexts())
      .toSatisfy((rows: string[]) => rows.length > 0 && rows.every((row) => row.includes('mail.')));
    await field.fill('');
  });

  it('folds checks that wait, opens them, and follows the playhead to its ends', async () => {
    const user = new WindowUser(bench);
    const grid = bench.page.getByRole('grid', { name: 'Log' });
    const fold = grid.getByRole('row', { name: /waiting checks/ }).first();
    const lines = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount'));
    const entries = await user.entries();
    expect(await lines()).toBeLessThan(entries);

    await user.scrubTo(0);
    await fold.click();
    const opened = await lines();
    await user.button('Fold waiting checks').click();

    expect(opened).toBeGreaterThan(1);
    await expect.poll(lines).toBe(entries);

    // Before the first entry no row is selected; the log shows its beginning all the same.
    const scrolled = (): Promise<number> => grid.evaluate(({ scrollTop }) => scrollTop);
    await user.playhead.focus();
    await bench.page.keyboard.press('End');
    await expect.poll(scrolled).toBeGreaterThan(0);
    await bench.page.keyboard.press('Home');
    await expect.poll(scrolled).toBe(0);
  });

  it('offers on a right click and on Shift+F10 what can be done with an entry', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    const grid = page.getByRole('grid', { name: 'Log' });
    const menu = page.getByRole('menu', { name: 'Entry' });
    await grid.locator('#log-row-1').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Copy as JSON' }).click();
    await user.reads(page.locator('body'), 'Entry #1 copied');
    const copied = await bench.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(JSON.parse(copied)).toMatchObject({ index: 1 });

    await grid.focus();
    await page.keyboard.press('ArrowUp');
    await user.isAt(0);
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: /^Add note to entry/ }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });

    const plot = await user.playhead.boundingBox();
    await user.playhead.click({ button: 'right', position: { x: plot!.width - 4, y: plot!.height / 2 } });
    await menu.getByRole('menuitem', { name: /^Branch from here/ }).waitFor();
    await page.keyboard.press('Escape');
    await user.isAt((await user.entries()) - 1);
  });

  it('gives links to its entries, which lead back to them', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    const grid = page.getByRole('grid', { name: 'Log' });
    await user.scrubTo(3);
    await grid.focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy link' }).press('Enter');
    await expect
      .poll(() => bench.app.evaluate(({ clipboard }) => clipboard.readText()))
      .toBe('orrery://r1#3');

    await user.playhead.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+p');
    await page.keyboard.press('Control+v');
    await page.getByRole('option', { name: 'Open r1 at #3' }).waitFor();
    await page.keyboard.press('Enter');
    await user.isAt(3);

    await page.keyboard.press('Control+p');
    await page.keyboard.type('orrery://r1#7');
    await page.getByRole('option', { name: 'Open r1 at #7' }).click();
    await user.isAt(7);
  });

  it('leaves its place to other panels, which are moved by mouse and by keyboard until the layout is reset', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    const main = page.getByRole('tablist', { name: 'Main area' });
    const bottom = page.getByRole('tablist', { name: 'Bottom panel' });
    const isIn = (list: Locator, name: string): Promise<void> =>
      expect.poll(() => list.getByRole('tab', { name }).count()).toBe(1);

    await bottom.getByRole('tab', { name: 'Notes' }).click();
    await bottom.getByRole('tab', { name: 'Notes' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move Notes to main area' }).click();
    await isIn(main, 'Notes');

    await main.getByRole('tab', { name: 'Verdict' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move Verdict to bottom panel' }).press('Enter');
    await isIn(bottom, 'Verdict');
    await user.playhead.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('reset layout');
    await page.keyboard.press('Enter');
    await isIn(main, 'Verdict');
    await isIn(bottom, 'Notes');
    expect(bench.errors).toEqual([]);
  });
});

describe('notes', () => {
  it('are written on an entry and on a range by keys, found again, and brought back when deleted', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await user.scrubTo(2);

    await page.keyboard.press('m');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('The invoice comes late.');
    await page.getByRole('textbox', { name: 'Tags' }).fill('mail, late');
    await page.keyboard.press('Enter');
    const notes = page.getByRole('list', { name: 'Notes' });
    await user.reads(notes, /#2\s+The invoice comes late\.\s+mail\s+late/);
    await user.reads(page.getByRole('region', { name: 'Inspector' }), 'The invoice comes late.');

    await user.playhead.focus();
    await page.keyboard.press('Shift+M');
    await page.getByRole('spinbutton', { name: 'Last entry' }).fill('4');
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('All of it is quick.');
    await page.keyboard.press('Control+Enter');
    await user.reads(notes, '#2 to #4');

    await page.getByRole('searchbox', { name: 'Find in notes' }).fill('late');
    await expect.poll(() => notes.getByRole('listitem').count()).toBe(1);
    await user.button('Delete note on #2').first().click({ force: true });
    await user.reads(user.panel('Notes'), 'No matching notes.');
    await user.button('Undo').click();
    await user.reads(notes, 'The invoice comes late.');
    expect(bench.errors).toEqual([]);
  });
});

describe('looking into a run', () => {
  it('marks which letters the agent knew of at each entry, and leads to where it came to know them', async () => {
    const user = new WindowUser(bench);
    await user.tab('Apps').click();
    const apps = user.panel('Apps');
    await apps.getByRole('tab', { name: 'mail' }).click();
    await user.scrubTo(40);
    const letter = apps.getByRole('button', { name: /Invoice 7731/ });
    await letter.waitFor();
    expect(await letter.getByRole('img', { name: 'Not known to the agent' }).count()).toBe(0);

    await bench.page.keyboard.press('k');
    await user.reads(apps, 'The agent knows 0 of 3 emails.');
    await letter.getByRole('img', { name: 'Not known to the agent' }).waitFor();
    await bench.page.keyboard.press('End');
    await user.reads(apps, 'The agent knows 2 of 4 emails.');
    await apps.getByRole('button', { name: /^INBOX/ }).click();
    await letter.click();
    await user.reads(apps, /Known to the agent since #\d+/);
    await apps.getByRole('article').getByRole('button', { name: /^#/ }).click();

    await user.reads(bench.page.getByRole('region', { name: 'Inspector' }), 'mail.forward_email');
    await apps.getByText('Actual state', { exact: true }).click();
    await expect.poll(() => apps.getByText('The agent knows').count()).toBe(0);
    expect(bench.errors).toEqual([]);
  });

  it('shows the hint for an event beside its entry and in the graph', async () => {
    const user = new WindowUser(bench);
    const hint = 'The quote in the inbox has the same number: only this letter is the invoice.';
    await user.tab(/^Graph/).click();
    const box = bench.page.getByRole('button', { name: /with a hint$/ });
    await box.click();
    await user.reads(bench.page.getByRole('region', { name: 'Why has it not fired?' }), hint);

    // The search box has led to the entry.
    await user.reads(
      bench.page.getByRole('region', { name: 'Inspector' }).getByRole('list', { name: 'Hints' }),
      hint,
    );
    await bench.page.keyboard.press('Home');
    await expect
      .poll(() => bench.page.getByRole('region', { name: 'Inspector' }).getByText(hint).count())
      .toBe(0);
    expect(bench.errors).toEqual([]);
  });

  it('shows the values that a condition read, for which it has not been met yet', async () => {
    const user = new WindowUser(bench);
    const { page } = bench;
    await user.scrubTo(20);
    await user.tab('Queue').click();
    const queue = user.panel('Queue');
    await queue.getByRole('button', { name: /not met yet/ }).click();
    const values = queue.getByRole('table', { name: 'Values read' }).first();
    await user.reads(values, /mail.*INBOX/);

    await queue.getByRole('region', { name: 'Waiting' }).getByRole('button').first().press('Enter');
    await user.reads(page.getByRole('region', { name: 'Why has it not fired?' }), 'Waits for');
    expect(bench.errors).toEqual([]);
  });

  it('names who changed a value, wherever the playhead is', async () => {
    const user = new WindowUser(bench);
    await user.playhead.focus();
    await bench.page.keyboard.press('End');
    await user.tab('Transcript').click();
    const transcript = user.panel('Transcript');
    await user.reads(transcript.locator('[aria-current=step]'), 'The invoice came in and is with accounts.');
    await transcript.getByRole('radio', { name: 'Conversation' }).check({ force: true });
    await user.reads(transcript, 'EmailClientV2: New email received from billing@harbour-print.example');
    await user.tab('Apps').click();
    const apps = user.panel('Apps');
    await apps.getByRole('tab', { name: 'mail' }).click();
    await apps.getByText('Raw', { exact: true }).click();
    for (const name of [/^folders/, /^SENT/, /^emails/, /^0/])
      if ((await apps.getByRole('button', { name, expanded: false }).count()) > 0)
        await apps.getByRole('button', { name, expanded: false }).first().click();
    await apps.getByRole('button', { name: 'Who changed folders.SENT.emails[0].subject?' }).click();

    const who = bench.page.getByRole('region', { name: 'Who changed this?' });
    await user.reads(who, /mail\.forward_email\s+Agent added it: "FWD: Invoice 7731"/);
    await user.reads(who, 'caused by');
    await bench.page.keyboard.press('Home');
    await user.reads(who, /Not present here; next change in #\d+/);
    const next = who.getByRole('button', { name: /^#/ });
    const entry = Number((await next.innerText()).slice(1));
    await next.click();
    await user.isAt(entry);
    await user.reads(who, 'mail.forward_email');
    expect(bench.errors).toEqual([]);
  });

  it('leads from what the agent did not do to the line that asks for it', async () => {
    const user = new WindowUser(bench);
    await user.choose('Agent', 'No agent');
    await user.run('Failed');

    await user.tab(/^Verdict/).click();
    const judge = user.panel('Verdict').getByRole('region', { name: 'Judge' });
    const forward = judge.getByRole('listitem').filter({ hasText: 'forward_email' });
    await user.reads(forward, 'Missing');
    await forward.getByRole('button', { name: /forward_email/ }).click();
    await forward.getByRole('button', { name: /^invoice-by-noon\.ts:\d+$/ }).click();

    await expect.poll(() => user.tab(/^Code/).getAttribute('aria-selected')).toBe('true');
    expect(bench.errors).toEqual([]);
  });

  it('has room for tabs, search, mails and the time axis at 1024x700 with text of 18 px', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await recordAxisFont(page);
    await makeSmall(bench);
    await user.tab('Apps').click();
    await user.tab('mail').click();
    await page.keyboard.press('Control+3');
    await page.getByRole('combobox', { name: 'Find in log' }).waitFor();

    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([1024, 700]);
    // Every tab can be clicked in its middle, whatever stands beside it.
    await expect
      .poll(() =>
        page.getByRole('tab').evaluateAll(
          (tabs) =>
            tabs.filter((tab) => {
              const { x, y, width, height } = tab.getBoundingClientRect();
              return !tab.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }).length,
        ),
      )
      .toBe(0);
    const search = (await page.getByRole('combobox', { name: 'Find in log' }).boundingBox())!;
    const lastTab = (await user.tab(/^Problems/).boundingBox())!;
    expect(search.x).toBeGreaterThan(lastTab.x + lastTab.width);
    expect(search.width).toBeGreaterThan(100);
    // Both lines of a mail stand within its row.
    const mail = page.getByRole('tabpanel', { name: 'mail' }).locator('[data-path][aria-current]').first();
    expect(
      await mail.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return Array.from(row.querySelectorAll('bdi'), (line) => line.getBoundingClientRect()).every(
          (line) => line.height >= 18 && line.top >= top && line.bottom <= bottom,
        );
      }),
    ).toBe(true);
    // The times on the axis grow with the text: 11 px at 13 px.
    await expect.poll(() => axisFont(page)).toBe(15);
    expect(bench.errors).toEqual([]);
  });

  it('draws nothing while nothing happens, at any width', async () => {
    const { app, page } = bench;
    for (const width of [1024, 1200, 1320, 1440, 1560]) {
      await app.evaluate(({ BrowserWindow }, wide) => {
        BrowserWindow.getAllWindows()[0]!.setContentSize(wide, 900);
      }, width);
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
      await expect.poll(() => changesInFrames(page, 20)).toEqual([]);
    }
    expect(bench.errors).toEqual([]);
  });

  it('shows chat and field there to a person who plays the user', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    await makeSmall(bench);
    await user.open('invoice-by-noon.ts');
    await user.button('Play the user').click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('Is it there yet?');
    await page.keyboard.press('Enter');
    const message = user.panel('user').getByText('Is it there yet?');
    await message.waitFor();

    // The whole message, with its sender, and the field are in sight.
    for (const part of [message, user.panel('user').getByText('User', { exact: true }), field])
      await expect
        .poll(() =>
          part.evaluate((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            return [top + 2, bottom - 2].every((y) =>
              element.contains(document.elementFromPoint((left + right) / 2, y)),
            );
          }),
        )
        .toBe(true);
    await user.button('Stop run').click();
    await user.playhead.waitFor();
    expect(bench.errors).toEqual([]);
  });
});

/** The smallest window, with the largest text. */
async function makeSmall(bench: Pick<Workbench, 'app' | 'page'>): Promise<void> {
  await bench.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.setContentSize(1024, 700);
  });
  await bench.page.keyboard.press('Control+,');
  await new WindowUser(bench).choose('Text size', '18 px');
  await bench.page.keyboard.press('Escape');
}

/** The elements of the page that change within so many frames. */
function changesInFrames(page: Page, frames: number): Promise<readonly string[]> {
  return page.evaluate(async (count) => {
    const changed = new Set<string>();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) changed.add(target.nodeName + (target as Element).className);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (let frame = 0; frame < count; frame++)
      await new Promise<unknown>((resolve) => requestAnimationFrame(resolve));
    observer.disconnect();
    return [...changed];
  }, frames);
}

/** Records the size in which a time is drawn on a canvas. */
async function recordAxisFont(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { prototype } = CanvasRenderingContext2D;
    const draw = Reflect.get(prototype, 'fillText') as (...args: readonly unknown[]) => void;
    prototype.fillText = function fillText(text, ...place) {
      const size = Number(/([\d.]+)px/.exec(this.font)![1]);
      if (/^\d\d:\d\d/.test(text)) Object.assign(globalThis, { axisFont: size });
      Reflect.apply(draw, this, [text, ...place]);
    };
  });
}

/** The size of the times that were drawn last, CSS px. */
const axisFont = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => (globalThis as { axisFont?: number }).axisFont);
