import { describe, expect, it } from 'vitest';
import { appName, eventId } from '../../../../engine/model/values/ids.ts';
import type { ActionEntry } from '../../../../engine/model/log-entry.ts';
import type { Verbosity } from '../../../../engine/model/notification.ts';
import { instant } from '../../../../engine/model/values/time.ts';
import { headOf, rowsOf } from '../../../../main/host/inspect/log-rows.ts';

const APPS = [
  { name: appName('mail'), class: 'EmailClientV2', known: true },
  { name: appName('chat'), class: 'AgentUserInterface', known: true },
];

const call = (app: string, tool: string, more: Partial<ActionEntry> = {}): ActionEntry => ({
  index: 0,
  time: instant(5),
  due: instant(5),
  event: eventId('call'),
  causes: [],
  outcome: { status: 'done', value: null },
  changes: [],
  kind: 'environment',
  oracle: false,
  action: { app: appName(app), tool, args: { sender: 'ada@example.org', content: 'hello' }, effect: 'write' },
  calls: [],
  ...more,
});

const told = (entry: ActionEntry, verbosity: Verbosity = 'medium'): boolean =>
  rowsOf([headOf(entry)], { apps: APPS, choices: { verbosity } })[0]!.notified;

describe('rowsOf()', () => {
  it('takes the written time from the entry’s batch, and leaves it out when not stored', () => {
    const heads = [0, 1, 2].map((index) => headOf(call('mail', 'delete_email', { index })));
    const writings = [
      { last: 1, elapsed: 7 },
      { last: 2, elapsed: 90 },
    ];

    expect(rowsOf(heads, { apps: APPS }, writings).map(({ written }) => written)).toEqual([7, 7, 90]);
    expect(rowsOf(heads, { apps: APPS })[0]!.written).toBeUndefined();
  });

  it('marks the entries that notified the agent', () => {
    expect(told(call('chat', 'send_message_to_agent', { kind: 'user' }))).toBe(true);
    expect(told(call('mail', 'send_email_to_user_only'))).toBe(true);
    expect(told(call('mail', 'delete_email'))).toBe(false);
  });

  it('follows the verbosity of the run, medium by default', () => {
    expect(told(call('mail', 'send_email_to_user_only'), 'low')).toBe(false);
    expect(told(call('chat', 'send_message_to_agent', { kind: 'user' }), 'low')).toBe(true);
    expect(rowsOf([headOf(call('mail', 'send_email_to_user_only'))], { apps: APPS })[0]!.notified).toBe(true);
  });

  it('does not mark skipped or quiet calls as notified', () => {
    expect(told(call('mail', 'send_email_to_user_only', { quiet: true }))).toBe(false);
    expect(
      told(
        call('mail', 'send_email_to_user_only', {
          outcome: { status: 'skipped', reason: 'it is the agent’s' },
        }),
      ),
    ).toBe(false);
  });
});
