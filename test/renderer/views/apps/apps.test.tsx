// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { appName, runId } from '../../../../engine/model/values/ids.ts';
import type { Json } from '../../../../engine/model/values/json.ts';
import { Apps } from '../../../../renderer/views/apps/apps-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { giveRoom } from '../../give-room.ts';
import { breakfast, kitchen, kitchenAnswers, ORDER } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const mail = (subject: string, isRead: boolean): Json => ({
  email_id: subject,
  sender: 'guest@example.org',
  recipients: ['cook@example.org'],
  subject,
  content: `${subject}, please.`,
  cc: [],
  attachments: {},
  timestamp: 1_767_603_605,
  is_read: isRead,
  parent_id: null,
});

const mailbox = (...inbox: Json[]): Json => ({
  user_email: 'cook@example.org',
  view_limit: 5,
  folders: {
    INBOX: { folder_name: 'INBOX', emails: inbox },
    SENT: { folder_name: 'SENT', emails: [] },
  },
});

async function openApps(state: Json, app = { class: 'EmailClientV2', known: true }): Promise<Page> {
  const run = breakfast({ apps: [{ name: appName('mail'), ...app }] });
  const insert = { op: 'splice', app: appName('mail'), at: 0, remove: 0 } as const;
  const path = ['folders', 'INBOX', 'emails'];
  const page = await openPage(<Apps />, {
    ...kitchenAnswers(kitchen({ runs: [run] })),
    'log.entry': ({ index }) => yes({ ...ORDER, index, changes: [{ ...insert, path, insert: [null] }] }),
    'state.read': ({ at }) => yes(JSON.stringify(at < 0 ? mailbox() : state)),
  });
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
    page.stores.panels.setState({ centre: 'apps' });
  });
  return page;
}

describe('the Apps panel', () => {
  giveRoom();

  it('offers commands for the value under the context menu', async () => {
    using page = await openApps(mailbox(mail('Two eggs', false), mail('Toast', true)));

    await page.after(() => {
      const subject = page.find('.card-list-module__row.changed-module__changed bdi[title="Two eggs"]');
      subject.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2 }));
    });
    const offered = Array.from(
      document.querySelectorAll('[role=menuitem]'),
      ({ textContent }) => textContent,
    );
    expect(offered).toEqual([
      'Who changed this?',
      'Probe this value',
      'Add note to this value',
      'Copy as JSON',
      'Copy path',
    ]);

    await page.after(() => {
      document.querySelector<HTMLElement>('[role=menuitem]')!.click();
    });
    expect(page.stores.valueHistory.getState().selected?.path).toEqual(['folders', 'INBOX', 'emails', 0]);
  });

  it('shows only the mails that contain the words of a search, until Escape', async () => {
    using page = await openApps(mailbox(mail('Two eggs', false), mail('Toast', true)));
    const field = page.find('[role=search] input') as HTMLInputElement;

    await page.after(() => {
      // React ignores values that its own setter has set.
      Reflect.set(HTMLInputElement.prototype, 'value', 'toast', field);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(page.text()).toContain('INBOX 1');
    expect(page.text()).toContain('Toast, please.');
    expect(page.text()).not.toContain('Two eggs');

    await page.press('Escape', field);
    expect(page.text()).toContain('INBOX 2');
  });

  it('shows a mailbox with its new mail marked as changed', async () => {
    using page = await openApps(mailbox(mail('Two eggs', false), mail('Toast', true)));

    expect(page.find('.card-list-module__row.changed-module__changed').textContent).toContain('Two eggs');
    expect(page.text()).toContain('Two eggs, please.');
    expect(page.find('[role=group] [aria-label=unread]')).toBeTruthy();
  });

  it('shows the app as it was before the first entry', async () => {
    using page = await openApps(mailbox(mail('Two eggs', false)));

    await page.after(() => {
      page.stores.selection.setState({ at: -1, following: false });
    });

    expect(page.text()).not.toContain('Two eggs');
    expect(page.text()).toContain('INBOX 0');
  });

  it('shows an unknown app as recorded', async () => {
    using page = await openApps({ rides: ['to the market'] }, { class: 'CabApp', known: false });

    expect(page.text()).toContain('Orrery does not include this app. Its state is shown as recorded.');
    expect(page.text()).toContain('rides');
  });

  it('shows a mailbox with an invalid state as a tree', async () => {
    using page = await openApps({ folders: 'none' });

    expect(page.text()).toContain('folders "none"');
  });
});
