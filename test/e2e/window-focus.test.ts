import { describe, expect, it } from 'vitest';
import { WindowUser } from './window-user.ts';
import { withRunOf } from './one-workbench.ts';

describe('the focus', () => {
  const bench = withRunOf('phishing-or-not.ts');

  /** The accessible name of the focused element. */
  const name = (): Promise<string | null> =>
    bench.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

  it('goes where a key leads before the next is pressed, and back with Escape', async () => {
    const { page } = bench;
    const user = new WindowUser(bench);
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
