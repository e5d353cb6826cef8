import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask } from './call-main.ts';
import { WindowUser } from './window-user.ts';
import { oneWorkbench } from './one-workbench.ts';
import type { Workbench } from './open-workbench.ts';

const OFFER = 'Run scenarios when they are saved, and compare with the previous run?';

/** Changes the open scenario and saves it. */
async function edit({ page }: Pick<Workbench, 'page'>): Promise<void> {
  const { press, focused } = keyboard(page);
  await press('Control+1');
  await focused('Scenario source');
  await press('Control+Home');
  await page.keyboard.type('// again\n');
  await press('Control+S');
  await expect.poll(() => page.getByTitle('Unsaved changes').count()).toBe(0);
}

describe('whole tasks', () => {
  const bench = oneWorkbench();

  it('from an empty library, a run is made, stepped, read, compared and set up with the keyboard alone', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const { press, type, command, tabTo, focused } = keyboard(page);
    await user.list('Scenarios').waitFor();

    // F6 goes around all panels, forwards and backwards.
    await press('Control+0');
    await focused(/^Scenarios/);
    const around: string[] = [];
    for (let nth = 0; nth < 6; nth++) {
      await press('F6');
      around.push(await panelOfFocus(page));
    }
    expect(around).toEqual(['Code', 'Inspector', 'Timeline', 'Log', 'HEADER', 'Explorer']);
    await press('Shift+F6');
    expect(await panelOfFocus(page)).toBe('HEADER');

    // A scenario, paused after its first event, stepped, and run to its end.
    await press('Control+0', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await focused('phishing-or-not.ts');
    await press('Enter');
    let reached = -1;
    for (const step of ['F10', 'F10', 'F11']) {
      await press(step);
      await expect.poll(() => pausedAt(user)).toBeGreaterThan(reached);
      reached = await pausedAt(user);
    }
    await user.reads(user.status, 'Paused');
    await press('F5');
    await user.reads(user.status, 'Passed');
    await focused('phishing-or-not.ts');

    // The log and its menu.
    await press('Control+3', 'Home', 'ArrowDown', 'ArrowDown');
    await user.isAt(1);
    await focused('Log');
    await press('Shift+F10');
    await page.getByRole('menu', { name: 'Entry' }).waitFor();
    await press('ArrowDown', 'Escape');
    await focused('Log');
    await press('Control+F');
    await focused('Find in log');
    // The first closes the completions.
    await press('Escape', 'Escape');
    await focused('Log');

    // The inspector, the verdict, the transcript, the apps and the timeline.
    await command('show inspector');
    await press('Tab');
    expect(await panelOfFocus(page)).toBe('Inspector');
    await press('Control+4');
    await user.reads(user.panel('Verdict'), '#22');
    await tabTo(/^#22$/);
    await press('Enter');
    await user.isAt(22);
    await press('Control+9');
    // Its steps, for the arrow keys, also when they are read after it is shown.
    await focused('Transcript');
    await press('Control+F');
    await focused('Find in transcript');
    await press('Control+2');
    await tabTo(/^user$/);
    await press('ArrowRight');
    await focused('mail');
    await press('Control+F');
    await focused('Find in apps');
    await type('kestrel');
    await user.reads(user.panel('mail'), /^INBOX\s1\s/);
    await press('Escape', 'Escape');
    await focused('mail');
    await press('Tab');
    expect(await panelOfFocus(page)).toBe('Apps');
    await command('show timeline');
    await press('Home', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight');
    await user.isAt(11);

    // Dialogs and palettes give the focus back, also to the source.
    const opened = [
      ['Control+,', 'Settings'],
      ['Control+K', 'All commands'],
      ['Control+P', 'Go to'],
      ['Control+N', 'New scenario'],
      ['F1', 'All commands'],
    ] as const;
    for (const [from, name] of [
      ['Control+3', 'Log'],
      ['Control+1', 'Scenario source'],
    ] as const) {
      await press(from);
      await focused(name);
      for (const [key, dialog] of opened) {
        await press(key);
        await page.getByRole('dialog', { name: dialog }).waitFor();
        await press('Tab', 'Shift+Tab', 'Escape');
        await focused(name);
      }
    }

    // A setting: larger text.
    await press('Control+,');
    await tabTo(/^Text size/);
    await press('Enter');
    await page.locator('[role=option]:focus', { hasText: '13 px' }).waitFor();
    await press('ArrowDown', 'Enter');
    await expect.poll(() => textSize(page)).toBe('14px');
    await focused(/^Text size/);
    await press('Escape');
    await focused('Scenario source');

    // A second run, without an agent, compared with the first.
    await press('Control+0', 'Shift+F6');
    await tabTo(/^Agent/);
    await press('Enter');
    await page.locator('[role=option]:focus', { hasText: 'Oracle' }).waitFor();
    await press('ArrowDown', 'Enter');
    await focused(/^Agent/);
    await press('F5');
    await user.reads(user.status, 'Failed');
    await press('Control+D');
    await focused('Aligned entries');
    await press('F7', 'Escape');
    await focused('Log');
    expect(bench.errors).toEqual([]);
  });

  it('an offer to run scenarios when they are saved comes with the first save of one that has a run, once in a window, and gives the focus back', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const { press, focused } = keyboard(page);
    const offer = page.getByText(OFFER);
    await user.open('double-booking.ts');
    await user.choose('Agent', 'Oracle');
    await edit(bench);
    expect(await offer.count()).toBe(0);

    await user.run('Passed');
    await edit(bench);
    await offer.waitFor();
    await press('Shift+F6', 'Tab');
    await focused('Not now');
    await press('Enter');
    await focused('Scenario source');
    await edit(bench);
    expect(await offer.count()).toBe(0);
    expect(bench.errors).toEqual([]);
  });

  it('many runs are judged with the keyboard alone', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
    const { press, type, tabTo, focused } = keyboard(page);
    await user.list('Scenarios').waitFor();

    // A sweep of three seeds and two agents.
    await press('Control+0', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await focused('phishing-or-not.ts');
    await press('Enter');
    await user.reads(page.getByRole('banner'), 'phishing-or-not');
    await press('Control+Shift+S');
    await focused('Sweeps');
    await tabTo(/^New sweep$/);
    await press('Enter');
    await page.getByRole('dialog', { name: 'New sweep' }).waitFor();
    await tabTo(/^Seeds/);
    await press('Control+A');
    await type('1..3');
    await press('Enter');
    await page.getByRole('status').getByText('Completed').waitFor();
    await user.reads(page.getByRole('list', { name: 'Jobs by outcome' }).first(), '3 failed');
    await focused('Sweep');

    // A column, then the failing cell of a seed, and why it failed.
    await tabTo(/^Seeds by agents/);
    await press('ArrowDown', 'ArrowRight', 'ArrowUp');
    const jobs = page.getByRole('region', { name: 'Jobs' });
    await jobs.getByRole('heading', { name: 'No agent', exact: true }).waitFor();
    await press('ArrowDown');
    await user.reads(jobs, 'Seed 1 · No agent');
    await user.reads(jobs, 'Milestone "both have our hours" was not reached in time.');

    // Its run, at the entry that failed it.
    await tabTo(/^Failed/);
    await press('Enter');
    await user.reads(user.panel('Verdict'), 'Milestone missed');
    await user.isAt(63);
    await focused('Log');

    // The same job beside a run that passed, and back.
    await press('Control+Shift+S');
    await focused('Sweep');
    await user.button('Compare with a passed run').waitFor();
    await tabTo(/^Compare with a passed run$/);
    await press('Enter');
    await user.reads(page.getByRole('region', { name: 'Comparison' }), 'First divergence');
    await focused('Aligned entries');
    await press('Escape');
    await focused('Sweep');
    await press('Escape');
    await focused('Sweeps');
    await press('Escape');
    await focused('Log');
    expect(bench.errors).toEqual([]);
  });
});

/** The last entry of the newest run if the run is paused and the playhead has followed it there, otherwise -1. */
async function pausedAt(user: WindowUser): Promise<number> {
  const run = (await ask(user.page, 'workspace.read', {})).runs[0];
  const at = Number(await user.playhead.getAttribute('aria-valuenow'));
  return run?.state === 'paused' && run.entries === at + 1 ? at : -1;
}

/** Keys on `page`. After each key the focus must be on an element that shows it. */
function keyboard(page: Page) {
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await expect.poll(() => page.evaluate(hiddenFocus), { message: `focus after ${key}` }).toBe(undefined);
    }
  };
  return {
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Runs a command from the palette. */
    command: async (words: string): Promise<void> => {
      await press('Control+K');
      await page.keyboard.type(words);
      await press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    /** Presses Tab until the focused element is called `name`. */
    tabTo: async (name: RegExp): Promise<void> => {
      for (let left = 60; left > 0; left--) {
        if (name.test(await page.evaluate(nameOfFocus))) return;
        await press('Tab');
      }
      throw new Error(`Tab reaches nothing called ${String(name)}`);
    },
    /** Waits until the focused element is called `name`. */
    focused: (name: string | RegExp): Promise<void> =>
      typeof name === 'string'
        ? expect.poll(() => page.evaluate(nameOfFocus)).toBe(name)
        : expect.poll(() => page.evaluate(nameOfFocus)).toMatch(name),
  };
}

/** The focused element if it is the page itself, or draws neither a ring nor a caret; `undefined` if all is well. */
function hiddenFocus(): string | undefined {
  const at = document.activeElement;
  if (at === null || at === document.body) return 'the page';
  const isDrawn = (part?: string): boolean => {
    const { outlineStyle, borderTopStyle, boxShadow } = getComputedStyle(at, part);
    return (
      outlineStyle !== 'none' || boxShadow !== 'none' || (part !== undefined && borderTopStyle !== 'none')
    );
  };
  // A menu marks its item, a field has its caret.
  if (at.matches('input, [role=textbox], [role=menu], [role=menuitem], [role=listbox], [role=option]'))
    return undefined;
  return at.matches(':focus-visible') && (isDrawn() || isDrawn('::after'))
    ? undefined
    : at.outerHTML.slice(0, 200);
}

/** The name of the focused element: given as such, by its label, or else by its text. */
function nameOfFocus(): string {
  const at = document.activeElement;
  if (at === null || at === document.body) return 'the page';
  const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined;
  return (
    at.getAttribute('aria-label') ?? label ?? (at.matches('button, a, [role=tab]') ? at.textContent : '')
  );
}

/** The panel of the focused element. The title bar is the only one without a name. */
const panelOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const panel = document.activeElement?.closest('[data-pane]');
    return panel?.querySelector('[data-pane-body]')?.getAttribute('aria-label') ?? panel?.tagName ?? 'none';
  });

const textSize = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--text'));
