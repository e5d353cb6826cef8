import { checkName, standIns, type Plan } from '../../engine/index.ts';
import type { Actor } from '../../engine/model/event.ts';
import type { Json, JsonObject } from '../../engine/model/json.ts';
import type { ActionEntry, LogEntry, NestedCall } from '../../engine/model/log-entry.ts';
import type { Outcome } from '../../engine/model/outcome.ts';
import { toSeconds, type SimTime } from '../../engine/model/time.ts';
import type { Case } from './case-file.ts';
import { checkNamed } from './check-key.ts';
import { Heap } from './heap.ts';

/** One entry of the log as the reference lists it. */
export interface Line {
  readonly id: string;
  readonly type: string;
  readonly time: number;
  readonly app: string | null;
  readonly function: string | null;
  readonly args: JsonObject;
  readonly raw_args?: JsonObject;
  readonly operation?: 'read' | 'write';
  readonly return: Json;
  readonly exception: { readonly type: string; readonly message: string } | null;
}

export type Listing = (log: readonly LogEntry[]) => readonly Line[];

const types = { agent: 'AGENT', user: 'USER', environment: 'ENV' } as const satisfies Record<Actor, string>;

/** Lists logs as the reference does: by nominal time, without what it does not log, inner calls of direct calls before them. */
export function listingOf(spec: Case, start: SimTime, planned: () => Plan | undefined): Listing {
  /** Events made from a function hold the arguments given and nothing else; the reference takes them for reads. */
  const bare = new Set<string>(
    spec.events.flatMap((event) =>
      'build' in event && event.build === 'from_function' ? [event.event_id ?? event.id] : [],
    ),
  );
  for (const { id, type } of spec.build) if (typeof id === 'string' && type !== 'AGENT') bare.add(id);

  const declared = new Map(
    spec.apps.flatMap((app) =>
      'builtin' in app ? [] : app.tools.map(({ name, operation }) => [`${app.name} ${name}`, operation]),
    ),
  );
  const operationOf = (action: ActionEntry['action']): 'read' | 'write' =>
    declared.get(`${action.app} ${action.tool}`) ??
    (isSaidToRead(planned(), action) ? 'read' : action.effect);

  const timeOf = ({ due }: LogEntry): number => toSeconds((due - start) as SimTime);

  const called = (entry: ActionEntry, id: string): Line => {
    const { action, outcome, kind } = entry;
    const isBare = bare.has(entry.event);
    const given = isBare ? action.args : { ...defaultsOf(planned(), action), ...action.args };
    const used = action.resolved ?? action.args;
    const args = isBare ? only(used, Object.keys(action.args)) : { ...given, ...used };
    return {
      id,
      type: types[kind],
      time: timeOf(entry),
      app: action.app,
      function: action.tool,
      args,
      ...(JSON.stringify(args) === JSON.stringify(given) ? {} : { raw_args: given }),
      operation: isBare ? 'read' : operationOf(action),
      ...cameTo(outcome),
    };
  };

  const innerOf = (
    entry: ActionEntry,
    { calls }: Pick<NestedCall, 'calls'>,
    renamed: ReturnType<typeof standIns>,
  ): readonly Line[] =>
    calls
      .filter(({ refused }) => !refused)
      .flatMap((call) => [
        ...innerOf(entry, call, renamed),
        called(
          { ...entry, kind: call.actor, action: call.action, outcome: call.outcome },
          renamed.get(call) ?? directId(call.actor, call),
        ),
      ]);

  return (log) => {
    const plan = planned();
    const renamed = standIns(plan?.turns ?? [], log);
    const lines = log.flatMap((entry): readonly Line[] => {
      if (entry.kind === 'condition' || entry.kind === 'validation') return checked(entry, timeOf(entry));
      if (!('action' in entry) || entry.outcome.status === 'skipped' || entry.quiet) return [];
      if (entry.direct && entry.refused) return [];
      const id = renamed.get(entry);
      if (!entry.direct)
        return plan?.events.some((event) => event.id === entry.event) === false
          ? []
          : [called(entry, id ?? entry.event)];
      return [...innerOf(entry, entry, renamed), called(entry, id ?? directId(entry.kind, entry))];
    });
    const listed = new Heap<Line>();
    for (const line of lines) listed.push(line);
    return listed.list();
  };
}

/** The reference gives such calls an id by chance, which stands in for any. */
const directId = (actor: Actor, { action }: Pick<NestedCall, 'action'>): string =>
  `${types[actor]}-${action.app}.${action.tool}-<uuid>`;

/** Checks that broke, or that stepped on a minefield, are not logged by the reference. */
function checked(entry: LogEntry & { kind: 'condition' | 'validation' }, time: number): readonly Line[] {
  if (entry.outcome.status === 'failed') return [];
  const line = { time, app: null, function: null, args: {}, exception: null };
  if (entry.kind === 'condition') {
    const id = checkName(entry.event, entry.attempt - 1);
    return [{ id, type: 'CONDITION', ...line, return: entry.verdict === 'held' }];
  }
  if (entry.tripped.length > 0) return [];
  const value = { success: entry.open.length === 0, achieved: entry.achieved.map(checkNamed) };
  return [{ id: entry.event, type: 'VALIDATION', ...line, return: value }];
}

function cameTo(outcome: Outcome): Pick<Line, 'return' | 'exception'> {
  if (outcome.status === 'done') return { return: outcome.value, exception: null };
  if (outcome.status === 'skipped') return { return: null, exception: null };
  const { type, message } = outcome.error;
  return { return: null, exception: { type, message } };
}

/** The reference calls these reads, although they note that messages have been read. */
const SAID_TO_READ = new Set(['get_last_message_from_user', 'get_last_unread_messages', 'get_all_messages']);

const isSaidToRead = (planned: Plan | undefined, { app, tool }: ActionEntry['action']): boolean =>
  planned?.apps[app]?.class === 'AgentUserInterface' && SAID_TO_READ.has(tool);

/** What captured events hold for the arguments that were left out. */
function defaultsOf(plan: Plan | undefined, { app, tool }: ActionEntry['action']): JsonObject {
  const declared = plan?.apps[app]?.tools[tool]?.args ?? {};
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, { fallback }]) =>
      fallback === undefined ? [] : [[name, fallback]],
    ),
  );
}

const only = (values: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
