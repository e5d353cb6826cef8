// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { ValueHistory } from '../../../../preload/contract.ts';
import { Apps } from '../../../../renderer/views/apps/apps-container.tsx';
import { Inspector } from '../../../../renderer/views/inspector/inspector-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const TRAIL: ValueHistory = {
  path: ['unread'],
  writers: [
    { index: 1, how: 'set', value: 2, argument: 'count' },
    { index: 0, how: 'inserted', value: 1, argument: undefined },
  ],
  more: false,
  next: 2,
};

async function picked(trail: ValueHistory): Promise<Page> {
  const answers = { ...kitchenAnswers(), 'inspect.valueHistory': () => yes(trail) };
  const page = await openPage(
    <>
      <Apps />
      <Inspector />
    </>,
    answers,
  );
  await page.after(() => {
    selectRun(page.stores.selection, 'r1' as never);
    page.stores.panels.setState({ centre: 'apps' });
  });
  await page.click('Who changed unread?');
  return page;
}

describe('Who changed this?', () => {
  it('lists the entries that changed a value, the new values and their causes', async () => {
    using page = await picked(TRAIL);

    expect(page.bridge.asked).toContain(
      'inspect.valueHistory {"run":"r1","app":"mail","path":["unread"],"since":2,"at":2}',
    );
    const text = page.find('.who-changed-module__who').textContent;
    expect(text).toContain('mail.unread');
    expect(text).toContain('#1chat.send_message_to_agentUser set it: 2, from argument count');
    expect(text).toContain('caused by #0 mail.send_email_to_user_only');
    expect(page.find('.pick-module__picked').textContent).toContain('unread');
  });

  it('follows the playhead and links to the entries', async () => {
    using page = await picked(TRAIL);

    await page.after(() => {
      page.find('.who-changed-module__chain .links-module__entryLink').click();
    });

    expect(page.stores.selection.getState().at).toBe(0);
    expect(page.bridge.asked).toContain(
      'inspect.valueHistory {"run":"r1","app":"mail","path":["unread"],"since":2,"at":0}',
    );
  });

  it('says when a value is unchanged since the start, and can be cleared', async () => {
    using page = await picked({ path: ['unread'], writers: [], more: false, next: undefined });

    expect(page.find('.who-changed-module__who').textContent).toContain(
      'Unchanged since the start of the run.',
    );
    await page.click('Clear');
    expect(page.text()).not.toContain('Who changed this?');
  });
});
