import {
  type ActionEntry,
  type Actor,
  type AppName,
  type AppSummary,
  formatInstant,
  type EntryHead,
  type Json,
  type JsonObject,
  type NestedCall,
  type Notification,
  getOwn,
  pythonText,
  type RecordedAction,
  REMINDER_TOOL,
  type RunSummary,
  type SimTime,
  USUAL_VERBOSITY,
  type Verbosity,
} from '../model/index.ts';

/** Rules for notifying the agent: the class of each app by its name, and the tools that cause notifications. */
export interface NotificationRules {
  readonly classes: ReadonlyMap<AppName, string>;
  readonly filter: NotificationFilter;
}

/** The rules for a world of `apps`, at one of ARE's verbosity levels or with a custom filter. */
export const notificationRules = (
  apps: readonly AppSummary[],
  notify: Verbosity | NotificationFilter,
): NotificationRules => ({
  classes: new Map(apps.map(({ name, class: className }) => [name, className])),
  filter: typeof notify === 'string' ? filterAt[notify] : notify,
});

/** The rules that were used in a stored run. */
export const notificationRulesOf = ({
  apps,
  choices,
}: Pick<RunSummary, 'apps' | 'choices'>): NotificationRules =>
  notificationRules(apps, choices?.verbosity ?? USUAL_VERBOSITY);

const NO_NOTIFICATIONS: readonly Notification[] = [];

/** The notifications of the agent caused by `entry`. A pure function of the log. */
export function notificationsOf(entry: EntryHead, rules: NotificationRules): readonly Notification[] {
  if (!('action' in entry) || entry.quiet) return NO_NOTIFICATIONS;
  const { kind, time } = entry;
  if (entry.waited === 'timed-out') return [timedOutWaitNotification(entry, rules)];
  // As in ARE, an action that makes an agent validation fail ends the run before its notification.
  if (entry.observations?.some(({ verdict }) => verdict === 'failed')) return NO_NOTIFICATIONS;
  // The calls that a tool makes cause notifications only in a call from outside: in a planned event they are part of it.
  const nested = entry.direct
    ? entry.calls.flatMap((call) => nestedCallNotifications(call, time, rules))
    : NO_NOTIFICATIONS;
  const own = callNotification(entry, kind, time, rules);
  return nested.length === 0 ? own : [...nested, ...own];
}

/** The notifications caused by a call that a tool made, after those of the calls inside it. */
const nestedCallNotifications = (
  call: NestedCall,
  time: SimTime,
  rules: NotificationRules,
): readonly Notification[] => [
  ...call.calls.flatMap((inner) => nestedCallNotifications(inner, time, rules)),
  ...callNotification(call, call.actor, time, rules),
];

function timedOutWaitNotification(
  { time, action: { app, args, resolved = args } }: Pick<ActionEntry, 'time' | 'action'>,
  { classes }: NotificationRules,
): Notification {
  // Only ARE's tool has the time in its arguments.
  const after = classes.get(app) === 'SystemApp' ? ` after ${print(resolved['timeout'])} seconds` : '';
  const text = `${app}: Wait for notification timeout reached${after}`;
  return { kind: 'environment-notification', time, text };
}

/** The notification caused by one call, if any. */
function callNotification(
  { action, outcome }: Pick<ActionEntry, 'action' | 'outcome'>,
  actor: Actor,
  time: SimTime,
  rules: NotificationRules,
): readonly Notification[] {
  if (outcome.status !== 'done' || !notifiesAgent(action, actor, rules)) return NO_NOTIFICATIONS;
  const { app, tool } = action;
  const className = rules.classes.get(app) ?? app;
  const args = action.resolved ?? action.args;
  if (isUserMessage(className, tool))
    return [{ kind: 'user-message', time, text: userMessage(args['content'], time), ...attachmentsIn(args) }];

  const text = isReminder(className, tool)
    ? [`${app}: New due reminders:`, ...(outcome.value as readonly string[])].join('\n')
    : notificationText(className, tool, args, actor)!;
  return [{ kind: 'environment-notification', time, text }];
}

/** Whether a successful call of a tool notifies the agent. {@link notificationsOf} applies the remaining rules. */
export function notifiesAgent(
  { app, tool }: Pick<RecordedAction, 'app' | 'tool'>,
  actor: Actor,
  { classes, filter }: NotificationRules,
): boolean {
  const className = classes.get(app) ?? app;
  if (isUserMessage(className, tool) || isReminder(className, tool)) return true;
  return (
    causesNotification(filter, className, tool) && notificationText(className, tool, {}, actor) !== undefined
  );
}

const isUserMessage = (className: string, tool: string): boolean =>
  className === 'AgentUserInterface' && tool === 'send_message_to_agent';

const isReminder = (className: string, tool: string): boolean =>
  className === 'ReminderApp' && tool === REMINDER_TOOL;

function attachmentsIn({ attachments }: JsonObject): Pick<Notification, 'attachments'> {
  return Array.isArray(attachments) ? { attachments: attachments as readonly string[] } : {};
}

/** The tools that cause notifications, by the class of their app. */
export type NotificationFilter = Readonly<Record<string, readonly string[]>>;

/** Other names of the app classes below. Source: ARE's own aliases. */
const aliases: Readonly<Record<string, string>> = {
  EmailClientV2: 'EmailClientApp',
  Mail: 'EmailClientApp',
  Emails: 'EmailClientApp',
  MessagingApp: 'MessagingAppV2',
  Messages: 'MessagingAppV2',
  Chats: 'MessagingAppV2',
  Shopping: 'ShoppingApp',
  RentAFlat: 'ApartmentListingApp',
  Cabs: 'CabApp',
  Calendar: 'CalendarApp',
};

const medium: NotificationFilter = {
  EmailClientApp: ['create_and_add_email', 'send_email_to_user_only', 'reply_to_email_from_user'],
  MessagingAppV2: ['create_and_add_message'],
  ShoppingApp: ['cancel_order', 'update_order_status'],
  CabApp: ['cancel_ride', 'user_cancel_ride', 'end_ride'],
  CalendarApp: ['add_calendar_event_by_attendee', 'delete_calendar_event_by_attendee'],
};

const high: NotificationFilter = {
  ...medium,
  ShoppingApp: [...medium['ShoppingApp']!, 'add_product', 'add_item_to_product', 'add_discount_code'],
  ApartmentListingApp: ['add_new_apartment'],
  CabApp: [...medium['CabApp']!, 'update_ride_status'],
};

/** The notification filter of each verbosity. */
export const filterAt: Readonly<Record<Verbosity, NotificationFilter>> = { low: {}, medium, high };

/** The class that `className` is an alias of, or `className` itself. */
export const canonicalClass = (className: string): string => getOwn(aliases, className) ?? className;

/** Whether `filter` lists `tool` for apps of class `className`, by that name or by the name it is an alias of. */
const causesNotification = (filter: NotificationFilter, className: string, tool: string): boolean =>
  (getOwn(filter, className) ?? getOwn(filter, canonicalClass(className)) ?? []).includes(tool);

/** Creates the notification text for a call with these arguments; `undefined` when the call notifies nobody. */
type Template = (args: JsonObject, actor: Actor) => string | undefined;

const print = (value: Json | undefined): string => pythonText(value ?? null);

/** Notifies the agent only of cancellations by others. */
const onlyByOthers =
  (template: (args: JsonObject) => string): Template =>
  (args, actor) =>
    actor === 'agent' ? undefined : template(args);

const fromSender: Template = ({ sender }) => `New email received from ${print(sender)}`;
const rideCancelled = onlyByOthers(() => 'ride cancelled');

/** The notification texts, as in ARE, without the leading class. */
const templates: Readonly<Record<string, Readonly<Record<string, Template>>>> = {
  EmailClientApp: {
    create_and_add_email: fromSender,
    send_email_to_user_only: fromSender,
    reply_to_email_from_user: () => 'New email received',
  },
  MessagingAppV2: {
    create_and_add_message: ({ conversation_id: id }) =>
      `New message received in conversation ID: ${print(id)}`,
  },
  ShoppingApp: {
    add_product: ({ name }) => `New product added: ${print(name)}`,
    add_item_to_product: ({ product_id: id }) => `New item added to product with Id ${print(id)}`,
    cancel_order: onlyByOthers(({ order_id: id }) => `Order cancelled with Id ${print(id)}`),
    update_order_status: ({ order_id: id }) => `Updated order with Id ${print(id)}`,
    add_discount_code: ({ item_id: id }) => `New discount code for item with Id ${print(id)}`,
  },
  ApartmentListingApp: {
    add_new_apartment: ({ name }) => `New apartment available with name ${print(name)}`,
  },
  CabApp: {
    cancel_ride: rideCancelled,
    user_cancel_ride: rideCancelled,
    update_ride_status: () => 'ride status updated',
    end_ride: () => 'ride completed',
  },
  CalendarApp: {
    add_calendar_event_by_attendee: ({ who_add: who }) => `New calendar event added by ${print(who)}`,
    delete_calendar_event_by_attendee: ({ who_delete: who }) => `Calendar event deleted by ${print(who)}`,
  },
};

/** The notification text for a call of `tool` in an app of class `className`; `undefined` when there is none. */
function notificationText(
  className: string,
  tool: string,
  args: JsonObject,
  actor: Actor,
): string | undefined {
  const template = getOwn(getOwn(templates, canonicalClass(className)) ?? {}, tool);
  const text = template === undefined ? tool : template(args, actor);
  return text === undefined ? undefined : `${className}: ${text}`;
}

/** A user's message, in the form that the agent reads. */
function userMessage(content: Json | undefined, time: SimTime): string {
  const now = formatInstant(time);
  return [
    `Received at: ${now}`,
    'Sender: User',
    `Message: ${print(content)}`,
    'Already read: True',
    `Read at: ${now}`,
  ].join('\n');
}

/** The agent's unread notifications, sorted by time; notifications of the same time keep their order. */
export class Inbox {
  #unread: Notification[] = [];

  get unread(): readonly Notification[] {
    return this.#unread;
  }

  /** The time of the oldest unread notification. */
  get firstTime(): SimTime | undefined {
    return this.#unread[0]?.time;
  }

  push(notification: Notification): void {
    const { time } = notification;
    let at = this.#unread.length;
    while (at > 0 && this.#unread[at - 1]!.time > time) at -= 1;
    this.#unread.splice(at, 0, notification);
  }

  /** Removes and returns the notifications up to `now`. */
  take(now: SimTime): readonly Notification[] {
    const taken = this.#unread.filter(({ time }) => time <= now);
    this.#unread = this.#unread.slice(taken.length);
    return taken;
  }
}
