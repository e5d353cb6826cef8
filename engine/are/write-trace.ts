import {
  type Action,
  type EventOutline,
  isJsonObject,
  type Json,
  type JsonObject,
  type LogEntry,
  manualStateChangeOf,
  parseReference,
  type PlanOutline,
  plural,
  predecessors,
  quotedList,
  type Replacement,
  replacementsOf,
  type RunSummary,
  seconds,
  toSeconds,
  type TraceExtras,
  turnsOf,
  valueAt,
} from '../model/index.ts';
import type { Store } from '../store/index.ts';
import { type AppNames, areNames, hasTool, nameNotes, readsCall, renamed, sameNames } from './are-names.ts';
import { toolFinder, writeApp } from './trace-apps.ts';
import { applyEdits } from './trace-extras.ts';
import { turnOfCondition, writeHints, writeTags } from './trace-format.ts';
import { isRefusedArgument } from './trace-values.ts';
import { canBeWritten, writeCompletedEvent, writePlannedEvents } from './write-events.ts';

/**
 * Writes a run as a file of ARE's "hf" format, piece by piece, because a log can be longer than a string may be. Returns notes on
 * the parts that do not fit the format, each with its path and count.
 * @throws {StoreError} when the run cannot be read.
 */
export function* writeTrace(
  store: Pick<Store, 'entries' | 'stateAt' | 'extras' | 'plan'>,
  run: RunSummary,
): Generator<string, readonly string[]> {
  const extras = store.extras(run.id);
  // A trace keeps the names in its file.
  const names =
    extras === undefined ? areNames(run.apps, plannedAndLoggedCalls(store, run)) : sameNames(run.apps);
  const { document, apps, completed, notes } = extras ?? extrasForScenarioRun(store, run, names);
  const first = run.apps.map((app) =>
    writeApp(names.get(app.name) ?? app, store.stateAt(run.id, app.name, -1)),
  );
  const entryNotes = new EntryNotes(names);
  const lists: Readonly<Record<string, Iterable<Json>>> = {
    apps: applyEdits(first, apps) as readonly Json[],
    completed_events: writeCompletedEvents(store, run, { edits: completed, names, entryNotes }),
  };

  let separator = '{\n';
  for (const [key, value] of Object.entries(withVerdict(document, run))) {
    yield `${separator}${JSON.stringify(key)}: `;
    // An imported file may have null in place of a list.
    if (Array.isArray(value)) yield* writeList(Object.hasOwn(lists, key) ? lists[key]! : (value as Json[]));
    else yield JSON.stringify(value);
    separator = ',\n';
  }
  yield '\n}\n';
  return [...notes, ...entryNotes.notes];
}

function* writeList(items: Iterable<Json>): Generator<string> {
  let separator = '[\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : '\n]';
}

/** The number of entries read from the store at once. */
const SLICE = 1_000;

function* entriesOf(store: Pick<Store, 'entries'>, run: RunSummary): Generator<LogEntry> {
  for (let from = 0; from < run.entries; from += SLICE) yield* store.entries(run.id, from, SLICE);
}

interface Writing {
  readonly edits: TraceExtras['completed'];
  readonly names: AppNames;
  readonly entryNotes: EntryNotes;
}

function* writeCompletedEvents(
  store: Pick<Store, 'entries'>,
  run: RunSummary,
  { edits, names, entryNotes }: Writing,
): Generator<Json> {
  const find = toolFinder([...names.values()]);
  for (const entry of entriesOf(store, run)) {
    const written = writeCompletedEvent('action' in entry ? renamed(entry, names) : entry, find);
    const event = applyEdits(written ?? null, edits[entry.index] ?? []);
    if (event === null) entryNotes.addUnwritten(entry);
    else {
      entryNotes.addWritten(entry, event);
      yield event;
    }
  }
}

/** `document` with the verdict of its run, which ARE writes as an annotation. */
function withVerdict(document: JsonObject, { mode, verdict, startedAt }: RunSummary): JsonObject {
  const { metadata } = document;
  // A trace keeps its own annotation.
  if (mode === 'trace' || verdict === undefined || verdict.outcome === 'not-judged') return document;
  const annotation = {
    annotation_id: null,
    annotator: null,
    validation_decision: verdict.outcome === 'passed' ? 'Valid' : 'Invalid',
    comment: null,
    date: startedAt / 1000,
  };
  return { ...document, metadata: { ...(metadata as JsonObject), annotation } };
}

const plannedCalls = ({ events }: Pick<PlanOutline, 'events'>): readonly Action[] =>
  events.flatMap(({ action, planned }) => [action ?? [], planned?.action ?? []].flat());

/** The calls in the plan of `run` and in its log. */
function* plannedAndLoggedCalls(store: Pick<Store, 'plan' | 'entries'>, run: RunSummary): Generator<Action> {
  yield* plannedCalls(store.plan(run.id) ?? { events: [] });
  for (const entry of entriesOf(store, run)) if ('action' in entry) yield entry.action;
}

/** The extras for exporting a run of an Orrery scenario. A run from a portable file may have no plan. */
function extrasForScenarioRun(store: Pick<Store, 'plan'>, run: RunSummary, names: AppNames): TraceExtras {
  const plan = store.plan(run.id);
  if (plan !== undefined) return newExtras(run, plan, names);
  return {
    ...newExtras(run, { duration: undefined, tick: seconds(1), events: [] }, names),
    notes: ['events: left out: the run came without its plan.'],
  };
}

/** The parts of a trace file besides the log and the apps: the settings of a run, and its plan. */
export function newExtras(
  { scenario, seed, start, apps }: Pick<RunSummary, 'scenario' | 'seed' | 'start' | 'apps'>,
  plan: Pick<PlanOutline, 'duration' | 'tick' | 'events' | 'augmentation' | 'tags' | 'hints' | 'turnRule'>,
  names = areNames(apps, plannedCalls(plan)),
): TraceExtras {
  const { duration, tick, augmentation, tags = [], hints = [] } = plan;
  const planned = plan.events.map(asPlanned);
  const events = planned.map((event) => renamed(event, names));
  const definition = {
    scenario_id: scenario,
    seed,
    duration: duration === undefined ? null : toSeconds(duration),
    time_increment_in_seconds: Number.isInteger(toSeconds(tick)) ? toSeconds(tick) : null,
    start_time: toSeconds(start),
    run_number: null,
    hints: writeHints(hints),
    config: null,
    has_a2a_augmentation: false,
    has_tool_augmentation: augmentation !== undefined,
    has_env_events_augmentation: events.some(({ isNoise }) => isNoise),
    has_exception: false,
    exception_type: null,
    exception_message: null,
    tags: writeTags(tags),
    hf_metadata: null,
  };
  const document = {
    metadata: {
      definition,
      simulation: { agent_id: null, model_id: null },
      annotation: null,
      execution: executionMetadata({ events, turnRule: plan.turnRule }),
      runner_config: null,
    },
    world_logs: [],
    apps: [],
    events: writePlannedEvents(events, toolFinder([...names.values()])),
    completed_events: [],
    version: 'are_simulation_v1',
    context: null,
    augmentation: null,
  };
  return {
    document,
    apps: [],
    completed: {},
    notes: [
      ...nameNotes(apps, names),
      ...planNotes({ ...plan, events: planned }, names),
      ...emptyTextNotes(document.events),
    ],
  };
}

/** An event as the scenario plans it. The run's own calls are among the completed events. */
const asPlanned = ({ planned, ...event }: EventOutline): EventOutline => ({ ...event, ...planned });

/**
 * ARE's metadata for its conditions between turns, without which it does not run them: the events of the oracle whose results
 * events of the user and the environment use. `null` for a plan without such conditions.
 */
function executionMetadata({
  events,
  turnRule,
}: Pick<PlanOutline, 'events' | 'turnRule'>): JsonObject | null {
  if (!events.some(beginsTurn)) return null;
  const oracle = new Map(replacementsOf({ events, turnRule }).map((one) => [one.event, one]));
  const turns = turnsOf(
    events.map((event) => ({
      id: event.id,
      after: predecessors(event.timing),
      endsTurn: beginsTurn(event),
    })),
    'first-path',
  );
  const placeholders = events.flatMap(({ id, kind, action }) =>
    kind === 'agent'
      ? []
      : Object.values(action?.args ?? {}).flatMap((value) => {
          const parent = oracle.get(parseReference(value)?.id ?? '');
          return parent === undefined ? [] : [{ parent, turn: turns.get(id) ?? 0, id }];
        }),
  );
  const isAmbiguous = ({ event, tool, turn }: Replacement): boolean =>
    [...oracle.values()].some((other) => other.event !== event && other.tool === tool && other.turn === turn);
  return {
    has_placeholder_conflicts: placeholders.some(({ parent }) => isAmbiguous(parent)),
    placeholders: placeholders.map(({ parent, turn, id }) => ({
      parent_tool_name: parent.tool,
      parent_turn_idx: parent.turn,
      parent_event_id: parent.event,
      placeholder_turn_idx: turn,
      placeholder_event_id: id,
    })),
  };
}

/** Whether `event` is a condition with which ARE begins a turn. */
const beginsTurn = ({ kind, name = '' }: EventOutline): boolean =>
  kind === 'condition' && turnOfCondition(name) !== undefined;

function emptyTextNotes(events: readonly Json[]): readonly string[] {
  const count = events.filter(hasRefusedArgument).length;
  return count === 0
    ? []
    : [`events: ${plural(count, 'event')} with which ARE does not run the file: ${EMPTY_TEXTS}`];
}

/** Counts the entries that cannot be written as an event of a trace file, by their kind, and the calls that ARE cannot read. */
class EntryNotes {
  readonly #unwritten = new Map<string, number>();
  readonly #unknown = new Map<string, number>();
  #withoutResult = 0;
  #refused = 0;
  readonly #names: AppNames;

  constructor(names: AppNames) {
    this.#names = names;
  }

  addWritten(entry: LogEntry, event: Json): void {
    if (hasRefusedArgument(event)) this.#refused += 1;
    if ('outcome' in entry && entry.outcome.status === 'no-result') this.#withoutResult += 1;
    if ('action' in entry && !readsCall(entry.action, this.#names))
      increment(this.#unknown, toolLabel(entry.action));
  }

  addUnwritten(entry: LogEntry): void {
    increment(this.#unwritten, describeUnwritten(entry));
  }

  get notes(): readonly string[] {
    const withoutResult = this.#withoutResult;
    const unknown = [...this.#unknown.values()].reduce((sum, count) => sum + count, 0);
    return [
      ...Array.from(
        this.#unwritten,
        ([what, count]) => `completed_events: ${plural(count, 'entry', 'entries')} left out: ${what}.`,
      ),
      ...(withoutResult === 0
        ? []
        : [
            `completed_events: ${plural(withoutResult, 'call')} without a recorded result, written with an empty one.`,
          ]),
      ...(unknown === 0
        ? []
        : [
            `completed_events: ${plural(unknown, 'call')} with which ARE refuses the file: it does not have ${quotedList([...this.#unknown.keys()], MAX_NAMES)}.`,
          ]),
      ...(this.#refused === 0
        ? []
        : [
            `completed_events: ${plural(this.#refused, 'call')} with which ARE refuses the file: ${EMPTY_TEXTS}`,
          ]),
    ];
  }
}

const MAX_NAMES = 3;

const EMPTY_TEXTS = 'it reads no empty text as an argument.';

function hasRefusedArgument(event: Json): boolean {
  const args = valueAt(event, ['action', 'args']);
  return (
    Array.isArray(args) &&
    args
      .filter(isJsonObject)
      .some(({ value, value_type: type }) =>
        isRefusedArgument(typeof value === 'string' ? value : null, typeof type === 'string' ? type : null),
      )
  );
}

const toolLabel = ({ app, tool }: Action): string => `${app}.${tool}`;

const increment = (counts: Map<string, number>, key: string): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

function describeUnwritten(entry: LogEntry): string {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      if (manualStateChangeOf(entry) !== undefined) return 'values set by hand';
      return entry.outcome.status === 'skipped' ? 'skipped actions' : 'calls that ARE does not record';
    case 'condition':
      return 'checks of conditions';
    case 'validation':
    case 'agent-validation':
      return 'validations';
    case 'stop':
      return 'the end of the run';
    case 'wait':
      return 'beginnings of waits';
  }
}

/** The parts of a plan that do not fit the trace format, each with its count. */
function planNotes(
  { events, tick, tags = [] }: Pick<PlanOutline, 'events' | 'tick' | 'tags'>,
  names: AppNames,
): string[] {
  const unknownTags = tags.length - writeTags(tags).length;
  const count = (test: (event: EventOutline) => boolean): number => events.filter(test).length;
  const notes: readonly (readonly [number, string])[] = [
    [
      count(({ kind }) => kind === 'validation' || kind === 'agent-validation'),
      'left out: the format has no form for validations.',
    ],
    [
      count(({ kind, oracle }) => kind === 'agent' && oracle !== true),
      'left out: the format takes planned calls of the agent for the oracle’s.',
    ],
    [count(({ kind }) => kind === 'condition'), 'written without code, interval and time-out.'],
    [count(hasDifferentDelays), 'written with the longest of several delays.'],
    [count(hasInnerReferences), 'with references inside of values, which only Orrery reads.'],
    [count(({ dormant }) => dormant === true), 'written as if not dormant.'],
  ];
  return [
    ...[...notes, ...refusalNotes(events, names)].flatMap(([found, what]) =>
      found === 0 ? [] : [`events: ${plural(found, 'event')} ${what}`],
    ),
    ...(unknownTags === 0
      ? []
      : [`metadata.definition.tags: ${plural(unknownTags, 'own tag')} left out: ARE reads only its own.`]),
    ...(Number.isInteger(toSeconds(tick))
      ? []
      : [`metadata.definition.time_increment_in_seconds: ${toSeconds(tick)} left out: whole seconds only.`]),
  ];
}

/** The planned events that keep ARE from running the file again, with their count, by the rule that they break. */
function refusalNotes(
  events: readonly EventOutline[],
  names: AppNames,
): readonly (readonly [number, string])[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  // With an event that is followed twice standing twice: ARE counts both.
  const followed = ({ timing }: EventOutline): readonly EventOutline[] =>
    timing.kind === 'from-start'
      ? []
      : (timing.kind === 'at' ? timing.after : timing.edges.map(({ event }) => event)).flatMap(
          (id) => byId.get(id) ?? [],
        );
  const count = (test: (event: EventOutline, after: readonly EventOutline[]) => boolean): number =>
    events.filter((event) => test(event, followed(event))).length;
  const refused = (rule: string): string => `with which ARE does not run the file: ${rule}`;
  const firstMessages = count((event, after) => after.length === 0 && isMessage(event));

  return [
    [
      count(({ action }) => action !== undefined && !hasTool(action, names)),
      refused('it does not have their app or tool.'),
    ],
    [
      count((event) => event.kind === 'condition' && !beginsTurn(event)),
      refused('it runs only its own conditions, between turns.'),
    ],
    [count(({ kind }) => kind === 'stop'), refused('it reads no stop events.')],
    [
      count((event, after) => canBeWritten(event) && !after.every(canBeWritten)),
      refused('they follow events left out.'),
    ],
    [
      count(({ kind }, after) => kind === 'agent' && after.length === 0),
      refused('events of the agent follow others.'),
    ],
    [
      count(
        ({ kind }, after) =>
          kind === 'environment' && !(after.length === 1 && after.every(mayCauseEnvironment)),
      ),
      refused('events of the environment follow one event, and of the agent only send_message_to_user.'),
    ],
    [
      count(
        (event, after) =>
          canBeWritten(event) && after.some(isMessageToUser) && !mayFollowMessageToUser(event),
      ),
      refused('only the environment and send_message_to_agent follow send_message_to_user.'),
    ],
    [firstMessages < 2 ? 0 : firstMessages, refused('only one message begins a conversation.')],
  ];
}

const isMessageToUser = ({ kind, action }: EventOutline): boolean =>
  kind === 'agent' && action?.tool === 'send_message_to_user';

const isMessage = ({ action }: EventOutline): boolean =>
  action?.tool === 'send_message_to_agent' || action?.tool === 'send_message_to_user';

const mayCauseEnvironment = (event: EventOutline): boolean =>
  event.kind !== 'agent' || isMessageToUser(event);

const mayFollowMessageToUser = ({ kind, action }: EventOutline): boolean =>
  kind === 'environment' || action?.tool === 'send_message_to_agent';

const hasDifferentDelays = ({ timing }: EventOutline): boolean =>
  timing.kind === 'after' && timing.edges.some(({ delay }) => delay !== timing.edges[0].delay);

const hasInnerReferences = ({ action }: EventOutline): boolean =>
  Object.values(action?.args ?? {}).some((value) => !isReference(value) && holdsReference(value));

const isReference = (value: Json): boolean => parseReference(value) !== undefined;

const holdsReference = (value: Json): boolean =>
  isReference(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsReference));
