// @vitest-environment happy-dom
import type { JSX } from 'react';
import { describe, expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import { selectRun } from '../../../../renderer/stores/selection.ts';
import { Explorer } from '../../../../renderer/views/explorer/explorer-container.tsx';
import { Log } from '../../../../renderer/views/log/log-container.tsx';
import { RunMenu } from '../../../../renderer/views/menus/menus-container.tsx';
import { giveRoom } from '../../give-room.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';

async function open(content: JSX.Element): Promise<Page> {
  const page = await openPage(content, kitchenAnswers());
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  return page;
}

/** Opens the context menu of `element` by mouse or, with `button` −1, by key. Returns its items. */
async function menuOf(page: Page, element: HTMLElement, button = 2): Promise<readonly string[]> {
  await page.after(() => {
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button }));
  });
  return Array.from(document.querySelectorAll('[role=menuitem]'), ({ textContent }) => textContent);
}

const nameOf = (page: Page): string | null => page.find('[role=menu]').getAttribute('aria-label');

describe('context menus', () => {
  giveRoom();

  it('offer the commands for a log entry and move the playhead to it', async () => {
    using page = await open(<Log />);

    const offered = await menuOf(page, page.find('#log-row-0'));

    expect(offered).toContain('Branch from here…B');
    expect(offered).toContain('Add note to entryM');
    expect(offered).toContain('Copy as JSON');
    expect(page.find('[aria-selected=true]').id).toBe('log-row-0');
  });

  it('open by key for the selected entry', async () => {
    using page = await open(<Log />);

    expect(await menuOf(page, page.find('[role=grid]'), -1)).toContain('Copy as JSON');
    expect(page.find('[aria-selected=true]').id).toBe('log-row-2');
  });

  it('offer the commands for a run', async () => {
    using page = await open(<Explorer />);

    const offered = await menuOf(page, page.find('[data-run=r1] button[data-item]'));

    expect(nameOf(page)).toBe('Run');
    expect(offered).toEqual([
      'Open r1',
      'Compare with open run',
      'Compare with earlier run',
      'Add note to run',
      'Copy link',
      'Copy as JSON',
      'Export run…',
      'Delete run…',
    ]);
  });

  it('offer to resume a run that was cut off', async () => {
    const cut = breakfast({ state: 'interrupted', verdict: undefined });
    using page = await openPage(<Explorer />, kitchenAnswers(kitchen({ runs: [cut] })));

    expect(await menuOf(page, page.find('[data-run=r1] button[data-item]'))).toContain('Resume r1');
  });

  it('ask whether to delete a run', async () => {
    using page = await open(<Explorer />);

    await menuOf(page, page.find('[data-run=r1] button[data-item]'));
    await page.after(() => {
      document.querySelector<HTMLElement>('[role=menuitem]:last-of-type')!.click();
    });
    expect(page.find('[role=alertdialog]').textContent).toContain('Delete r1 with its log and notes?');
    await page.click('Delete');

    expect(page.bridge.asked).toContain('run.delete {"runs":["r1"]}');
  });

  it('start no note on the shown run when the other one cannot be opened', async () => {
    using page = await open(
      <RunMenu onDelete={() => undefined}>
        <p data-run="r9">r9</p>
      </RunMenu>,
    );

    await menuOf(page, page.find('[data-run=r9]'));
    await page.after(() => {
      const items = document.querySelectorAll<HTMLElement>('[role=menuitem]');
      [...items].find(({ textContent }) => textContent === 'Add note to run')!.click();
    });

    expect(page.stores.notes.getState().draft).toBeUndefined();
    expect(page.stores.notices.getState().notices.map(({ text }) => text)).toEqual(['Run r9 was deleted.']);
  });
});
