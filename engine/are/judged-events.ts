import { toolsOf } from '../apps/index.ts';
import {
  type ActionEntry,
  type AppSummary,
  type EventOutline,
  getOwn,
  isJsonObject,
  type Json,
  type JsonObject,
  type LogEntry,
  type NestedCall,
  parseReference,
  predecessors,
  pythonText,
  type States,
  failureText,
} from '../model/index.ts';
import type { CompletedEvent, Contact, PlannedEvent } from '../validation/judge/index.ts';
import { type FindTool, recordedEffect, toolFinder } from './trace-apps.ts';

type Apps = readonly Pick<AppSummary, 'name' | 'class'>[];
type ActionHead = Omit<ActionEntry, 'changes'>;

/**
 * The actions of a log as the judge reads them: as ARE records them, with the tools' defaults for missing arguments. Skipped
 * actions and calls that ARE does not record are left out, except the agent's calls with arguments that their tools refused:
 * they count as failed.
 */
export function judgedEvents(
  apps: Apps,
  log: Iterable<Omit<LogEntry, 'changes'>>,
): readonly CompletedEvent[] {
  const find = toolFinder(apps);
  const classes = new Map<string, string>(apps.map(({ name, class: className }) => [name, className]));
  const events: CompletedEvent[] = [];
  for (const entry of log) {
    if (!isAction(entry) || entry.quiet || entry.outcome.status === 'skipped') continue;
    for (const call of callsIn(entry, classes)) {
      const event = judgedEvent(call, entry, find, classes);
      if (event !== undefined) events.push(event);
    }
  }
  return events;
}

/** Whether ARE has no app of this class, so that an author must have declared it. */
export const isAuthorClass = (className: string): boolean => toolsOf(className) === undefined;

const isAction = (entry: object): entry is ActionHead => 'action' in entry;

type Call = Pick<NestedCall, 'actor' | 'action' | 'outcome'> & { readonly id: string };

/**
 * The call of an entry, after the nested calls that its tool made for the agent. Nested calls of an author's own tool are part of
 * it, in the agent's run as in the oracle's.
 */
function callsIn(entry: ActionHead, classes: ReadonlyMap<string, string>): readonly Call[] {
  const within = ({ action, calls }: Pick<NestedCall, 'action' | 'calls'>, id: string): readonly Call[] =>
    isAuthorClass(classes.get(action.app) ?? action.app)
      ? []
      : calls.flatMap((call, index) => [
          ...within(call, `${id}.${index}`),
          ...(call.refused || call.actor !== 'agent' ? [] : [{ ...call, id: `${id}.${index}` }]),
        ]);
  const inner = entry.direct ? within(entry, entry.event) : [];
  return [...inner, { id: entry.event, actor: entry.kind, action: entry.action, outcome: entry.outcome }];
}

function judgedEvent(
  { id, actor, action, outcome }: Call,
  { time, index }: ActionHead,
  find: FindTool,
  classes: ReadonlyMap<string, string>,
): CompletedEvent | undefined {
  const { app, tool, args, resolved = args, effect } = action;
  const declared = find(action);
  const operation = declared === undefined ? effect : recordedEffect(declared);
  if (operation === 'none') return undefined;
  const className = classes.get(app) ?? app;
  const used: Record<string, Json> = { ...resolved };
  for (const [name, { fallback }] of Object.entries(declared?.args ?? {}))
    if (fallback !== undefined && !Object.hasOwn(used, name)) used[name] = fallback;
  return {
    id,
    type: actor,
    app,
    class: className,
    tool,
    operation,
    time,
    args: withPlaceholders(args),
    resolved: used,
    value: outcome.status === 'done' ? outcome.value : null,
    failed: outcome.status === 'failed',
    ...(outcome.status === 'failed' ? { error: failureText(outcome.error) } : {}),
    entry: index,
    ...(isAuthorClass(className) ? { isOwn: true } : {}),
  };
}

/** References to whole results are placeholders in ARE. */
const withPlaceholders = (args: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const reference = parseReference(value);
      return [name, reference?.path.length === 0 ? `{{${reference.id}}}` : value];
    }),
  );

/**
 * The events of a plan as the judge reads them.
 * @param apps the apps of the run. If given, a tool is named by its app's class, so that the user interface may have any name;
 * otherwise by the app's name, as in ARE
 */
export const plannedEvents = (events: readonly EventOutline[], apps: Apps = []): readonly PlannedEvent[] => {
  const classes = new Map<string, string>(apps.map(({ name, class: className }) => [name, className]));
  return events.map(({ id, kind, oracle = false, action, timing, comparator }) => ({
    id,
    type: kind === 'agent' ? (oracle ? 'agent' : 'other') : isActor(kind) ? kind : 'other',
    app: classes.get(action?.app ?? '') ?? action?.app ?? '',
    tool: action?.tool ?? '',
    after: predecessors(timing),
    at: timing.kind === 'at' ? timing.time : undefined,
    comparator,
  }));
};

const isActor = (kind: EventOutline['kind']): kind is 'user' | 'environment' =>
  kind === 'user' || kind === 'environment';

/** The contacts in the first app named `Contacts` or `ContactsApp`; `undefined` when there is no such app. */
export function contactsIn(states: States): readonly Contact[] | undefined {
  const name = Object.keys(states).find((one) => one === 'Contacts' || one === 'ContactsApp');
  const state = name === undefined ? undefined : getOwn<Json>(states, name);
  if (!isJsonObject(state) || !isJsonObject(state['contacts'])) return undefined;
  return Object.values<Json>(state['contacts'])
    .filter(isJsonObject)
    .map((contact) => ({
      firstName: pythonText(contact['first_name'] ?? null),
      lastName: pythonText(contact['last_name'] ?? null),
      address: contact['address'] ?? null,
      isUser: contact['is_user'] === true,
    }));
}
