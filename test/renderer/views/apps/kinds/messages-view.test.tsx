// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../../engine/model/log-entry.ts';
import { appName } from '../../../../../engine/model/values/ids.ts';
import type { Json } from '../../../../../engine/model/values/json.ts';
import { changedPaths } from '../../../../../renderer/ui/json/changed.tsx';
import { StateView } from '../../../../../renderer/views/apps/state-view.tsx';
import { giveRoom } from '../../../give-room.ts';
import { kitchenAnswers } from '../../../kitchen.ts';
import { openPage, type Page } from '../../../open-page.tsx';
import { addressBook, messenger, namedMessenger } from '../messengers.ts';

const app = appName('app');

const open = (className: string, state: Json, ...changes: Change[]): Promise<Page> =>
  openPage(
    <StateView className={className} state={state} changed={changedPaths(changes, app)} raw={false} />,
    kitchenAnswers(),
  );

const shown = (page: Page): string | null =>
  page.find('.messages-view-module__pane').getAttribute('aria-label');

describe('an app shown as messages', () => {
  giveRoom();

  it('shows the latest conversation when nothing changed', async () => {
    using page = await open('MessagingAppV2', messenger);

    expect(shown(page)).toBe('Ada, Mary');
    expect(page.find('.bubbles-module__bubble.bubbles-module__byUser').textContent).toContain('Gladly');
    expect(page.text()).toContain('Files: menu.txt');
    expect(page.text()).not.toContain('changed');
  });

  it('shows a new message, marked as changed', async () => {
    const path = ['conversations', 'lunch', 'messages'];
    using page = await open('Chats', messenger, {
      op: 'splice',
      app,
      path,
      at: 1,
      remove: 0,
      insert: [null],
    });

    expect(page.find('.card-list-module__row.changed-module__changed').textContent).toContain('Ada, Mary');
    expect(page.find('.bubbles-module__bubble.changed-module__changed').textContent).toContain('Gladly');
  });

  it('shows the changed conversation, then the one that is clicked', async () => {
    const path = ['conversations', 'walk', 'title'];
    using page = await open('Messages', messenger, { op: 'set', app, path, value: 'Sunday walk' });

    expect(shown(page)).toBe('Sunday walk');
    expect(page.text()).toContain('No messages in this conversation');
    await page.click('Ada, Mary3Ada: The menu');

    expect(shown(page)).toBe('Ada, Mary');
  });

  it('draws fewer than 40 messages of ten thousand', async () => {
    const messages = Array.from({ length: 10_000 }, (_message, at) => ({
      sender: 'Ada',
      timestamp: at,
      content: `Message ${at}`,
    }));
    using page = await open('MessagingApp', {
      conversations: { lunch: { ...namedMessenger.conversations.lunch, messages } },
    });

    expect(document.querySelectorAll('.bubbles-module__bubble').length).toBeLessThan(40);
    expect(page.text()).toContain('10,000');
  });

  it('falls back to a tree for an invalid state', async () => {
    using page = await open('MessagingApp', { conversations: 'none' });

    expect(page.text()).toContain('conversations "none"');
  });

  it('says when there are no conversations', async () => {
    using page = await open('MessagingApp', { conversations: {} });

    expect(page.text()).toContain('No conversations yet');
  });
});

describe('contacts shown as cards', () => {
  it('show the changed card with the changed fact marked', async () => {
    const path = ['contacts', 'me', 'first_name'];
    using page = await open('InternalContacts', addressBook, { op: 'set', app, path, value: 'Mary' });

    expect(page.find('article').getAttribute('aria-label')).toBe('Mary');
    expect(page.find('.cards-view-module__shelves').textContent).toBe('Contacts 3');
  });
});
