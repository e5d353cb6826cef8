import type { Actor } from '../model/event.ts';
import type { AppName } from '../model/ids.ts';
import type { JsonObject } from '../model/json.ts';
import type { ActionEntry, Happening, NestedCall } from '../model/log-entry.ts';
import { REMINDING, USUAL_VERBOSITY, type Notification, type Verbosity } from '../model/notification.ts';
import type { AppSummary, RunSummary } from '../model/run.ts';
import type { SimTime } from '../model/time.ts';
import { userMessage, worldNews } from './text.ts';
import { isTold, toldAt, type Told } from './told.ts';

/** Who is told what: the class of each app by its name, and the tools that the agent is told of. */
export interface Telling {
  readonly classes: ReadonlyMap<AppName, string>;
  readonly told: Told;
}

/** Who is told what in a world of `apps`, at one of the field's levels or as given. */
export const tellingOf = (apps: readonly AppSummary[], told: Verbosity | Told): Telling => ({
  classes: new Map(apps.map(({ name, class: className }) => [name, className])),
  told: typeof told === 'string' ? toldAt[told] : told,
});

/** Who was told what in a run that was kept. */
export const tellingIn = ({ apps, choices }: Pick<RunSummary, 'apps' | 'choices'>): Telling =>
  tellingOf(apps, choices?.verbosity ?? USUAL_VERBOSITY);

const NOTHING: readonly Notification[] = [];

/** What the agent is told because of `entry`. A pure function of the log. */
export function notificationsOf(entry: Happening, telling: Telling): readonly Notification[] {
  if (!('action' in entry) || entry.quiet) return NOTHING;
  const { kind, time } = entry;
  if (entry.waited === 'timed-out') return [timedOut(entry)];
  // As in the reference an action by which an agent validation fails ends the run before it is told of.
  if (entry.watched?.some(({ verdict }) => verdict === 'failed')) return NOTHING;
  // What tools call inside a planned event is no event of its own.
  const inner = entry.direct ? entry.calls.flatMap((call) => nestedNews(call, time, telling)) : NOTHING;
  const news = newsOf(entry, kind, time, telling);
  return inner.length === 0 ? news : [...inner, ...news];
}

const nestedNews = (call: NestedCall, time: SimTime, telling: Telling): readonly Notification[] => [
  ...call.calls.flatMap((inner) => nestedNews(inner, time, telling)),
  ...newsOf(call, call.actor, time, telling),
];

function timedOut({
  time,
  action: { app, args, resolved = args },
}: Pick<ActionEntry, 'time' | 'action'>): Notification {
  const text = `${app}: Wait for notification timeout reached after ${JSON.stringify(resolved['timeout'])} seconds`;
  return { kind: 'environment-notification', time, text };
}

function newsOf(
  { action, outcome }: Pick<ActionEntry, 'action' | 'outcome'>,
  actor: Actor,
  time: SimTime,
  { classes, told }: Telling,
): readonly Notification[] {
  if (outcome.status !== 'done') return NOTHING;
  const { app, tool } = action;
  const className = classes.get(app) ?? app;
  const args = action.resolved ?? action.args;
  if (className === 'AgentUserInterface' && tool === 'send_message_to_agent')
    return [{ kind: 'user-message', time, text: userMessage(args['content'], time), ...attachedTo(args) }];

  const text =
    tool === REMINDING
      ? [`${app}: New due reminders:`, ...(outcome.value as readonly string[])].join('\n')
      : isTold(told, className, tool)
        ? worldNews(className, tool, args, actor)
        : undefined;
  return text === undefined ? NOTHING : [{ kind: 'environment-notification', time, text }];
}

function attachedTo({ attachments }: JsonObject): Pick<Notification, 'attachments'> {
  return Array.isArray(attachments) ? { attachments: attachments as readonly string[] } : {};
}
