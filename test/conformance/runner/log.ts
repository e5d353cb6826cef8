import type { ManualEnvironment, Plan } from '../../../engine/index.ts';
import { checkName, replacementCalls } from '../../../engine/model/index.ts';
import type { Actor, ScenarioEvent } from '../../../engine/model/event.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import type { ActionEntry, LogEntry, NestedCall } from '../../../engine/model/log-entry.ts';
import type { Outcome } from '../../../engine/model/outcome.ts';
import type { Notification } from '../../../engine/model/notification.ts';
import { type SimTime, toSeconds } from '../../../engine/model/values/time.ts';
import type { Shortfall, ShortfallReason } from '../../../engine/model/verdict.ts';
import type { Case } from './case-file.ts';
import { type Driven, referenceState, type Session } from './drive.ts';
import { checkNamed } from './predicates.ts';
import { Heap } from './python.ts';

/** Apps without a state in the reference. */
const STATELESS = ['SystemApp', 'ReminderApp'];

/** The result of a run, in the fields of `expected`. */
export function resultOf(session: Session, { steps, loopError }: Driven): Record<string, Json | undefined> {
  const { spec, environment, start, listing, executed, wiringErrors } = session;
  const relative = (time: SimTime): number => toSeconds((time - start) as SimTime);
  return {
    log: listing(environment.log) as unknown as Json,
    execution: executed as unknown as Json,
    final_state: Object.fromEntries(
      spec.apps.map((app): [string, Json] => [
        app.name,
        'builtin' in app && STATELESS.includes(app.builtin) ? null : environment.appState(appName(app.name)),
      ]),
    ),
    env_state: isChecked(session)
      ? stateOf(environment)
      : referenceState(environment.ending ?? environment.state),
    end_time: relative(environment.now),
    tick_count: environment.ticks,
    queue_left: queueOf(session).map(({ key, time }) => ({ id: key, time: relative(time) })),
    validation: validationOf(session),
    notifications: messages(unreadAtTheEnd(session), start),
    loop_error: loopError,
    steps,
    wiring_errors: wiringErrors as unknown as Json,
  };
}

/**
 * The reference announces a stop at the decision, ours at the end of the run. A script without `finish` never gets there, so
 * the run is finished here, and its final checks do not count.
 */
function unreadAtTheEnd(session: Session): readonly Notification[] {
  const { environment, mailbox } = session;
  const { ending } = environment;
  if (ending === undefined || isChecked(session)) return mailbox.unread(environment);
  environment.finish();
  return mailbox
    .unread(environment)
    .map((one) => (one.kind === 'environment-stop' ? { ...one, text: referenceState(ending) } : one));
}

/** The events that wait for their time. The reference queues them at the start. */
const queueOf = ({ spec: { config, script }, environment }: Session): ManualEnvironment['pending'] =>
  config.loop !== 'script' || script.some(({ do: did }) => did === 'start') ? environment.pending : [];

/** True when the final checks were made. A script makes them with `finish`. */
const isChecked = ({ spec: { config, script } }: Session): boolean =>
  config.loop !== 'script' || script.some(({ do: did }) => did === 'finish');

type Phase = 'tick' | 'agent_action' | 'final';

const phases = {
  validation_timeout: 'tick',
  minefield: 'tick',
  broken_check: 'tick',
  action_failed: 'tick',
  agent_validation_timeout: 'agent_action',
  agent_minefield: 'agent_action',
  agent_milestones_missing_at_end: 'final',
  validation_still_active: 'final',
  never_checked: undefined,
} as const satisfies Record<ShortfallReason, Phase | undefined>;

/** The reference reports one failure for each failed check, and only the first problem at the end. */
function validationOf(session: Session): Json {
  const { environment, start } = session;
  const { passed, shortfalls } = environment.verdict();
  const waiting = environment.pending.some(
    ({ event }: { event: ScenarioEvent }) => event.kind === 'validation',
  );
  const reasons = shortfalls.map((shortfall) =>
    shortfall.reason === 'never_checked' && waiting
      ? { ...shortfall, reason: 'validation_still_active' as const }
      : shortfall,
  );
  const time = (entry: number | undefined): number =>
    toSeconds(((entry === undefined ? environment.now : environment.log[entry]!.time) - start) as SimTime);

  const during = reasons
    .filter(isFirstOfItsCheck)
    .flatMap(({ reason, entry }) =>
      reason !== undefined && (phases[reason] === 'tick' || phases[reason] === 'agent_action')
        ? [{ phase: phases[reason], reason, time: time(entry), entry: entry ?? 0 }]
        : [],
    )
    .sort((one, other) => one.entry - other.entry)
    .map(({ phase, reason, time: when }) => ({ phase, reason, time: when }));
  const final = (['agent_milestones_missing_at_end', 'validation_still_active'] as const).find((wanted) =>
    reasons.some(({ reason }) => reason === wanted),
  );
  return {
    failures: [
      ...during,
      ...(final === undefined || !isChecked(session)
        ? []
        : [{ phase: 'final', reason: final, time: time(undefined) }]),
    ],
    scenario_success: passed,
    scenario_error: final ?? null,
  };
}

/** A failed check has one shortfall for each milestone. Only the first of them counts. */
const isFirstOfItsCheck = (one: Shortfall, _at: number, all: readonly Shortfall[]): boolean =>
  all.find(({ reason, entry }) => reason === one.reason && entry === one.entry)?.message === one.message;

/** The reference's name of the environment's state. A run that ends with this tick counts as ended. */
function stateOf({ state, ending }: ManualEnvironment): string {
  return referenceState(ending !== undefined && state !== 'failed' ? ending : state);
}

const messageTypes = {
  'user-message': 'USER_MESSAGE',
  'environment-notification': 'ENVIRONMENT_NOTIFICATION',
  'environment-stop': 'ENVIRONMENT_STOP',
} as const satisfies Record<Exclude<Notification['kind'], 'agent-message'>, string>;

/** Notifications as cases list them. */
export const messages = (told: readonly Notification[], start: SimTime): Json =>
  told.map(({ kind, time, text }) => ({
    // A message to the user is none of the agent's.
    type: kind === 'agent-message' ? '' : messageTypes[kind],
    time: toSeconds((time - start) as SimTime),
    message: text,
  }));

/** A log entry as the reference lists it. */
interface Line {
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

/** Lists a log as the reference does: by due time, without the entries it does not log, nested calls before their direct call. */
export function listingOf(spec: Case, start: SimTime, planned: () => Plan | undefined): Listing {
  /** Events made from a function: they hold only the given arguments, and the reference lists them as reads. */
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
    (isListedAsRead(planned(), action) ? 'read' : action.effect);

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
      ...outcomeFields(outcome),
    };
  };

  const innerOf = (
    entry: ActionEntry,
    { calls }: Pick<NestedCall, 'calls'>,
    renamed: ReturnType<typeof replacementCalls>,
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
    const renamed = replacementCalls(plan?.turns ?? [], log);
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

/** The reference generates random ids for direct calls. */
const directId = (actor: Actor, { action }: Pick<NestedCall, 'action'>): string =>
  `${types[actor]}-${action.app}.${action.tool}-<uuid>`;

/** The reference does not log checks that raised an error or hit a minefield. */
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

function outcomeFields(outcome: Outcome): Pick<Line, 'return' | 'exception'> {
  if (outcome.status === 'done') return { return: outcome.value, exception: null };
  if (outcome.status !== 'failed') return { return: null, exception: null };
  const { type, message } = outcome.error;
  return { return: null, exception: { type, message } };
}

/** The reference lists these as reads, although they mark messages as read. */
const LISTED_AS_READ = new Set([
  'get_last_message_from_user',
  'get_last_unread_messages',
  'get_all_messages',
]);

const isListedAsRead = (planned: Plan | undefined, { app, tool }: ActionEntry['action']): boolean =>
  planned?.apps[app]?.class === 'AgentUserInterface' && LISTED_AS_READ.has(tool);

/** Default values of the tool's arguments, which captured events hold. */
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
