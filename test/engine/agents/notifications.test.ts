import { describe, expect, it } from 'vitest';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { ActionEntry } from '../../../engine/model/log-entry.ts';
import type { Verbosity } from '../../../engine/model/notification.ts';
import { fromSeconds } from '../../../engine/model/values/time.ts';
import {
  filterAt,
  Inbox,
  type NotificationFilter,
  notificationsOf,
} from '../../../engine/agents/notifications.ts';

const shop = appName('corner shop');
const mail = appName('post');
const classes = new Map([
  [shop, 'ShoppingApp'],
  [mail, 'EmailClientV2'],
  [appName('chat'), 'AgentUserInterface'],
]);

const entry = (
  app: string,
  tool: string,
  args: ActionEntry['action']['args'],
  over: Partial<ActionEntry> = {},
): ActionEntry => ({
  index: 0,
  time: fromSeconds(90),
  due: fromSeconds(60),
  event: eventId('e'),
  kind: 'environment',
  causes: [],
  oracle: false,
  action: { app: appName(app), tool, args, effect: 'write' },
  calls: [],
  outcome: { status: 'done', value: null },
  changes: [],
  ...over,
});

const textsOf = (given: ActionEntry, told: Verbosity | NotificationFilter = 'medium'): readonly string[] =>
  notificationsOf(given, {
    classes,
    filter: typeof told === 'string' ? filterAt[told] : told,
  }).map(({ text }) => text);

describe('notificationsOf()', () => {
  it('uses the class of an app, not its name, and the firing time, not the due time', () => {
    const given = entry('post', 'create_and_add_email', { sender: 'bo' });

    expect(notificationsOf(given, { classes, filter: filterAt.medium })).toEqual([
      {
        kind: 'environment-notification',
        time: fromSeconds(90),
        text: 'EmailClientV2: New email received from bo',
      },
    ]);
  });

  it('includes more tools at higher verbosity', () => {
    const product = entry('corner shop', 'add_product', { name: 'tea' });

    expect(textsOf(product, 'low')).toEqual([]);
    expect(textsOf(product, 'medium')).toEqual([]);
    expect(textsOf(product, 'high')).toEqual(['ShoppingApp: New product added: tea']);
  });

  it('uses a custom notification filter', () => {
    expect(textsOf(entry('corner shop', 'open', {}), { ShoppingApp: ['open'] })).toEqual([
      'ShoppingApp: open',
    ]);
  });

  it('ignores apps and tools named like object properties', () => {
    expect(textsOf(entry('constructor', 'toString', {}))).toEqual([]);
    expect(textsOf(entry('corner shop', 'toString', {}), { ShoppingApp: ['toString'] })).toEqual([
      'ShoppingApp: toString',
    ]);
  });

  it('takes a tool of another app for no reminder, whatever its name', () => {
    expect(
      notificationsOf(entry('corner shop', 'notify_due_reminders', {}), { classes, filter: {} }),
    ).toEqual([]);
  });

  it('leaves out cancellations by the agent itself', () => {
    const args = { order_id: 'o1' };

    expect(textsOf(entry('corner shop', 'cancel_order', args))).toEqual([
      'ShoppingApp: Order cancelled with Id o1',
    ]);
    expect(textsOf(entry('corner shop', 'cancel_order', args, { kind: 'agent' }))).toEqual([]);
  });

  it('leaves out failed and quiet calls', () => {
    const error = { type: 'ValueError', message: 'no' };
    const args = { sender: 'bo' };

    expect(
      textsOf(entry('post', 'create_and_add_email', args, { outcome: { status: 'failed', error } })),
    ).toEqual([]);
    expect(textsOf(entry('post', 'create_and_add_email', args, { quiet: true }))).toEqual([]);
  });

  it('includes calls made by tools inside a direct call, but not inside an event', () => {
    const inner = entry('post', 'create_and_add_email', { sender: 'bo' });
    const calls = [{ actor: 'agent' as const, action: inner.action, outcome: inner.outcome, calls: [] }];

    expect(textsOf(entry('corner shop', 'order', {}, { calls }))).toEqual([]);
    expect(textsOf(entry('corner shop', 'order', {}, { calls, direct: true }))).toEqual([
      'EmailClientV2: New email received from bo',
    ]);
  });

  it('includes every message of the user at any verbosity', () => {
    const message = entry('chat', 'send_message_to_agent', { content: 'hi' }, { kind: 'user' });

    expect(textsOf(message, 'low')).toEqual([
      'Received at: 1970-01-01 00:01:30\nSender: User\nMessage: hi\nAlready read: True\nRead at: 1970-01-01 00:01:30',
    ]);
  });
});

describe('Inbox', () => {
  const message = (text: string, time: number) =>
    ({ kind: 'environment-notification', time: fromSeconds(time), text }) as const;

  it('returns the notifications up to now, oldest first, in arrival order for equal times', () => {
    const inbox = new Inbox();
    for (const [text, time] of [
      ['b', 2],
      ['c', 2],
      ['a', 1],
      ['d', 9],
    ] as const)
      inbox.push(message(text, time));

    expect(inbox.take(fromSeconds(5)).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(inbox.take(fromSeconds(5))).toEqual([]);
    expect(inbox.firstTime).toBe(fromSeconds(9));
  });
});
