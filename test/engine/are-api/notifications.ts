import {
  after,
  ManualEnvironment,
  filterAt,
  Inbox,
  type Notification,
  notificationRulesOf,
  notificationsOf,
  planOf,
  reminderApp,
  scenario,
  seconds,
  systemApp,
} from 'orrery/engine';
import { expect } from 'vitest';
import {
  type Checks,
  completedCall,
  finishedRun,
  newEnvironment,
  officePlan,
  runFor,
  user,
} from './office.ts';

const system = 'system';

/** The kinds of all notifications of a run, in order. */
function kindsWith(options: Partial<ConstructorParameters<typeof ManualEnvironment>[1]>): readonly string[] {
  const environment = finishedRun({ mode: 'oracle', ...options });
  return environment.takeNotifications().map(({ kind }) => kind);
}

function isUnread(): void {
  const [message] = runFor(6).unread;
  expect(message).toMatchObject({
    kind: 'user-message',
    text: expect.stringContaining('Message: Forward me the invoice.') as unknown,
  });
}

function hasAKind(): void {
  const [message] = runFor(6).unread;
  expect(message?.kind).toBe('user-message');
}

/** Only messages of the user and the notification of the end. */
function isQuietAtLow(): void {
  const environment = new ManualEnvironment(officePlan(), { mode: 'plain', notify: 'low' });
  environment.run();
  expect(environment.takeNotifications().map(({ kind }) => kind)).toEqual([
    'user-message',
    'environment-stop',
  ]);
}

function namesTools(): void {
  const notify = { EmailClientV2: ['forward_email'] };
  const environment = new ManualEnvironment(officePlan(), { mode: 'oracle', notify });
  environment.run();
  expect(environment.takeNotifications().map(({ text }) => text)).toEqual([
    expect.stringContaining('Forward me the invoice.'),
    'EmailClientV2: forward_email',
    'Environment stopped with state STOPPED',
  ]);
  expect(new ManualEnvironment(officePlan(), { mode: 'plain', notify }).unread).toEqual([]);
}

/** Notifications of an entry, computed again after the run. */
function areComputed(): void {
  const environment = finishedRun();
  const entry = completedCall('letter', environment);
  expect(notificationsOf(entry, notificationRulesOf(environment))).toEqual([
    {
      kind: 'environment-notification',
      time: entry.time,
      text: 'EmailClientV2: New email received from ada@example.org',
    },
  ]);
}

/** A run in which a reminder is due after 60 seconds. */
function withReminder(): ManualEnvironment {
  const plan = planOf(
    scenario({
      name: 'reminder',
      start: '2026-01-05T09:00:00Z',
      apps: () => ({ reminders: reminderApp(), system: systemApp() }),
      events({ reminders }) {
        reminders.add_reminder({
          title: 'Coffee',
          description: 'Black',
          due_datetime: '2026-01-05 09:01:00',
          repetition_unit: null,
          repetition_value: null,
        });
      },
    }),
  );
  return new ManualEnvironment(plan, { mode: 'plain' });
}

function tellsReminders(): void {
  const environment = withReminder();
  environment.runUntil(after(environment.now, seconds(50)));
  environment.skip(seconds(20));
  expect(environment.tick()).toMatchObject([{ action: { tool: 'notify_due_reminders' } }]);
  const [message] = environment.takeNotifications();
  expect(message?.text).toContain('reminders: New due reminders:');
  expect(message?.text).toContain('Coffee');
}

/** A scenario event that waits until it times out. */
function tellsTimeouts(): void {
  const plan = planOf(
    scenario({
      name: 'wait',
      apps: () => ({ system: systemApp() }),
      events({ system }) {
        system.wait_for_notification({ timeout: 3 }).by('agent');
      },
    }),
  );
  const environment = new ManualEnvironment(plan, { mode: 'plain' });
  environment.advanceTick();
  expect(environment.tick()).toMatchObject([{ kind: 'wait' }]);
  environment.advanceTick();
  expect(environment.tick()).toMatchObject([{ waited: 'timed-out' }]);
  expect(environment.takeNotifications().map(({ text }) => text)).toEqual([
    `${system}: Wait for notification timeout reached after 3 seconds`,
  ]);
}

const message = (text: string, span: number): Notification => ({
  kind: 'environment-notification',
  time: after(officePlan().start, seconds(span)),
  text,
});

function keepsOrder(): void {
  const inbox = new Inbox();
  inbox.push(message('later', 2));
  inbox.push(message('sooner', 1));
  expect(inbox.unread.map(({ text }) => text)).toEqual(['sooner', 'later']);
}

function handsOutByTime(): void {
  const inbox = new Inbox();
  inbox.push(message('later', 2));
  inbox.push(message('sooner', 1));
  expect(inbox.take(after(officePlan().start, seconds(1)))).toEqual([message('sooner', 1)]);
  expect(inbox.unread).toEqual([message('later', 2)]);
}

export const notifications: Checks = {
  BaseNotificationSystem: isQuietAtLow,
  'BaseNotificationSystem.initialize': isQuietAtLow,

  'BaseNotificationSystem.setup_reminder_app'() {
    const apps = () => ({ reminders: reminderApp() });
    const plan = planOf(scenario({ name: 'reminders', apps, events: () => undefined }));
    expect(new ManualEnvironment(plan, { mode: 'plain' }).apps).toMatchObject([{ class: 'ReminderApp' }]);
  },

  'BaseNotificationSystem.setup_system_app'() {
    const apps = () => ({ system: systemApp() });
    const plan = planOf(scenario({ name: 'system', apps, events: () => undefined }));
    expect(new ManualEnvironment(plan, { mode: 'plain' }).apps).toMatchObject([{ class: 'SystemApp' }]);
  },

  'BaseNotificationSystem.clear'() {
    const environment = finishedRun();
    environment.takeNotifications();
    expect(environment.unread).toEqual([]);
  },

  'BaseNotificationSystem.get_current_time'() {
    const environment = runFor(6);
    expect(environment.now).toBe(after(officePlan().start, seconds(6)));
  },

  'BaseNotificationSystem.get_next_notification_time'() {
    const [message] = runFor(6).unread;
    expect(message?.time).toBe(after(officePlan().start, seconds(5)));
  },

  'BaseNotificationSystem.handle_time_based_notifications': tellsReminders,
  'BaseNotificationSystem.handle_timeout_after_events': tellsTimeouts,
  'BaseNotificationSystem.convert_reminders_to_message': tellsReminders,
  'BaseNotificationSystem.convert_wait_for_notification_timeout_to_message': tellsTimeouts,
  'BaseNotificationSystem.handle_event': areComputed,
  'BaseNotificationSystem.convert_to_message': areComputed,

  VerboseNotificationSystem() {
    expect(new ManualEnvironment(officePlan(), { mode: 'plain', notify: 'medium' }).unread).toEqual([]);
    expect(kindsWith({ notify: 'medium' })).toEqual(kindsWith({}));
  },

  VerbosityLevel() {
    expect(Object.keys(filterAt)).toEqual(['low', 'medium', 'high']);
  },

  'VerbosityLevel.LOW'() {
    expect(kindsWith({ notify: 'low' })).toEqual(['user-message', 'environment-stop']);
  },

  'VerbosityLevel.MEDIUM'() {
    expect(kindsWith({ notify: 'medium' })).toContain('environment-notification');
  },

  'VerbosityLevel.HIGH'() {
    expect(kindsWith({ notify: 'high' })).toContain('environment-notification');
    expect(filterAt.high['ShoppingApp']).toContain('add_product');
  },

  NotificationSystemConfig: namesTools,
  'NotificationSystemConfig.notified_tools': namesTools,

  Message: isUnread,
  'Message.message_type': hasAKind,

  'Message.message'() {
    const [message] = runFor(6).unread;
    expect(message?.text).toContain('Forward me the invoice.');
  },

  'Message.timestamp'() {
    const [message] = runFor(6).unread;
    expect(message?.time).toBe(after(officePlan().start, seconds(5)));
  },

  'Message.attachments'() {
    const environment = newEnvironment();
    const args = { content: 'Look.', attachments: ['invoice.pdf'] };
    environment.call('user', { app: user, tool: 'send_message_to_agent', args });
    const [message] = environment.unread;
    expect(message?.attachments).toEqual(['invoice.pdf']);
  },

  MessageType: hasAKind,

  'MessageType.USER_MESSAGE'() {
    expect(kindsWith({}).filter((kind) => kind === 'user-message').length).toBe(1);
  },

  'MessageType.ENVIRONMENT_NOTIFICATION'() {
    expect(kindsWith({}).filter((kind) => kind === 'environment-notification').length).toBe(1);
  },

  'MessageType.ENVIRONMENT_STOP'() {
    expect(kindsWith({}).filter((kind) => kind === 'environment-stop').length).toBe(1);
  },

  MessageQueue: keepsOrder,
  'MessageQueue.put': keepsOrder,
  'MessageQueue.get_by_timestamp': handsOutByTime,

  'MessageQueue.has_environment_stop_message'() {
    const hasEnded = ({ unread }: ManualEnvironment): boolean =>
      unread.some(({ kind }) => kind === 'environment-stop');
    expect([runFor(6), finishedRun()].map(hasEnded)).toEqual([false, true]);
  },

  'MessageQueue.list_view': isUnread,

  'MessageQueue.has_new_messages'() {
    const hasNews = ({ unread, now }: ManualEnvironment): boolean => unread.some(({ time }) => time <= now);
    expect([newEnvironment(), runFor(6)].map(hasNews)).toEqual([false, true]);
  },

  AbstractMessageQueue: keepsOrder,
  'AbstractMessageQueue.put': keepsOrder,
  'AbstractMessageQueue.get_by_timestamp': handsOutByTime,
};
