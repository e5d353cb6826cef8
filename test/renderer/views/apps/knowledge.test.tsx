// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { appName, runId } from '../../../../engine/model/values/ids.ts';
import type { Json } from '../../../../engine/model/values/json.ts';
import type { Awareness, KnownRecord } from '../../../../engine/model/knowledge.ts';
import { sumsOf } from '../../../../renderer/views/apps/apps.tsx';
import { Apps } from '../../../../renderer/views/apps/apps-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { giveRoom } from '../../give-room.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

const AWARENESS: readonly Awareness[] = [
  { status: 'known', since: 1 },
  { status: 'stale', since: 0, seen: 1, changed: 2 },
  { status: 'unknown' },
];

const records: readonly KnownRecord[] = AWARENESS.map((awareness, at) => ({
  kind: 'email',
  id: `letter-${at}`,
  awareness,
  path: ['folders', 'INBOX', 'emails', at],
}));

const mailbox: Json = {
  folders: {
    INBOX: {
      folder_name: 'INBOX',
      emails: AWARENESS.map(({ status }, at) => ({
        email_id: `letter-${at}`,
        sender: `${status}@example.org`,
        subject: status,
        content: '',
        recipients: [],
        timestamp: 1_767_603_605 - at,
        is_read: true,
      })),
    },
  },
};

const lost = [{ kind: 'email', id: 'letter-9', since: 0, seen: 0, gone: 1 }];

async function openMail(): Promise<Page> {
  const run = breakfast({ apps: [{ name: appName('mail'), class: 'EmailClientV2', known: true }] });
  const page = await openPage(<Apps />, {
    ...kitchenAnswers(kitchen({ runs: [run] })),
    'state.read': () => yes(JSON.stringify(mailbox)),
    'inspect.knowledge': () => yes(JSON.stringify({ records, lost })),
  });
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
    page.stores.panels.setState({ centre: 'apps' });
  });
  return page;
}

describe('the agent’s knowledge of an app', () => {
  giveRoom();

  it('is neither requested nor marked until it is switched on', async () => {
    using page = await openMail();

    expect(page.bridge.asked.join()).not.toContain('inspect.knowledge');
    expect(page.text()).not.toMatch(/agent knows|Known to the agent/);
  });

  it('is summed up and marked on each record after pressing K', async () => {
    using page = await openMail();
    await page.press('k');

    expect(page.text()).toContain('The agent knows 2 of 3 emails, 1 of them out of date.');
    expect(page.text()).toContain('Deleted without the agent’s knowledge: #1');
    expect(page.find('.card-list-module__row.known-module__unknown').textContent).toContain(
      'unknown@example.org',
    );
    const marks = [...document.querySelectorAll('.card-list-module__row .known-module__mark')];
    expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'Changed since the agent saw it',
      'Not known to the agent',
    ]);
  });

  it('links to the entries where a record was seen and changed', async () => {
    using page = await openMail();
    await page.press('k');
    await page.after(() => {
      document.querySelectorAll<HTMLElement>('.card-list-module__row')[1]!.click();
    });
    expect(page.find('.known-module__line').textContent).toMatch(
      /^Known to the agent since #0, last seen at #1\. Changed at #2 \(Agent: mail\.send_email\)$/,
    );

    await page.after(() => {
      page.find('.known-module__line .links-module__entryLink:last-of-type').click();
    });

    expect(page.stores.selection.getState().at).toBe(2);
  });
});

it('says when the app has no records', () => {
  expect(sumsOf([])).toBe('This app has no records.');
});
