// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Palette } from '../../../../renderer/app/commands/palette.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';
import { breakfast, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { row } from '../../rows.ts';

it('says how much of the log is searched, and finds the rest when it is read', async () => {
  using page = await openPage(<Palette />, kitchenAnswers());
  const { log, selection, commands } = page.stores;
  await page.after(() => {
    selectRun(selection, breakfast().id);
  });
  const entries = [row(0), row(1)];
  await page.after(() => {
    log.setState({ rows: entries, count: 2, summariesLeft: 1 });
    commands.run('palette.places');
  });
  // Other tests in this process may have left a dialog behind.
  const field = [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')].at(-1)!;
  const dialog = field.closest('[role=dialog]')!;
  await page.after(() => {
    // React ignores values that its own setter has set.
    Reflect.set(HTMLInputElement.prototype, 'value', 'soup', field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(dialog.textContent).toMatch(/No results.*Still reading the log: 1 of \d+ entries searched/);

  await page.after(() => {
    entries[1] = row(1, { summary: 'The soup is ready.' });
    log.setState({ summariesLeft: 0 });
  });
  expect(dialog.textContent).toContain('The soup is ready.');
  expect(dialog.textContent).not.toContain('Still reading');
});
