import {
  type EventOutline,
  type Json,
  type JsonObject,
  type LogEntry,
  manualStateChangeOf,
  parseReference,
  type PlanOutline,
  plural,
  type RunSummary,
  seconds,
  toSeconds,
  type TraceExtras,
} from '../model/index.ts';
import type { Store } from '../store/index.ts';
import { toolFinder, writeApp } from './trace-apps.ts';
import { applyEdits } from './trace-extras.ts';
import { writeHints, writeTags } from './trace-format.ts';
import { writeCompletedEvent, writePlannedEvents } from './write-events.ts';

/**
 * Writes a run as a file of ARE's "hf" format, piece by piece, because a log can be longer than a string may be. Returns notes
 * on the parts that do not fit the format, each with its path and count.
 *
 * @throws {StoreError} when the run cannot be read.
 */
export function* writeTrace(
  store: Pick<Store, 'entries' | 'stateAt' | 'extras' | 'plan'>,
  run: RunSummary,
): Generator<string, readonly string[]> {
  const { document, apps, completed, notes } = store.extras(run.id) ?? ownExtras(store, run);
  const first = run.apps.map((app) => writeApp(app, store.stateAt(run.id, app.name, -1)));
  const unwritten = new UnwrittenEntries();
  const lists: Readonly<Record<string, Iterable<Json>>> = {
    apps: applyEdits(first, apps) as readonly Json[],
    completed_events: writeCompletedEvents(store, run, completed, unwritten),
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
  return [...notes, ...unwritten.notes];
}

function* writeList(items: Iterable<Json>): Generator<string> {
  let separator = '[\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : '\n]';
}

/** The number of entries that are read from the store at once. */
const SLICE = 1_000;

function* writeCompletedEvents(
  store: Pick<Store, 'entries'>,
  run: RunSummary,
  edits: TraceExtras['completed'],
  unwritten: UnwrittenEntries,
): Generator<Json> {
  const find = toolFinder(run.apps);
  for (let from = 0; from < run.entries; from += SLICE)
    for (const entry of store.entries(run.id, from, SLICE)) {
      const event = applyEdits(writeCompletedEvent(entry, find) ?? null, edits[entry.index] ?? []);
      if (event === null) unwritten.add(entry);
      else yield event;
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

/** The rest of the file for a run of an Orrery scenario. A portable file may have brought the run without its plan. */
function ownExtras(store: Pick<Store, 'plan'>, run: RunSummary): TraceExtras {
  const plan = store.plan(run.id);
  if (plan !== undefined) return newExtras(run, plan);
  return {
    ...newExtras(run, { duration: undefined, tick: seconds(1), events: [] }),
    notes: ['events: left out: the run came without its plan.'],
  };
}

/** The parts of a trace file besides the log and the apps: the settings of a run, and its plan. */
export function newExtras(
  { scenario, seed, start, apps }: Pick<RunSummary, 'scenario' | 'seed' | 'start' | 'apps'>,
  plan: Pick<PlanOutline, 'duration' | 'tick' | 'events' | 'augmentation' | 'tags' | 'hints'>,
): TraceExtras {
  const { duration, tick, events, augmentation, tags = [], hints = [] } = plan;
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
      execution: null,
      runner_config: null,
    },
    world_logs: [],
    apps: [],
    events: writePlannedEvents(events, toolFinder(apps)),
    completed_events: [],
    version: 'are_simulation_v1',
    context: null,
    augmentation: null,
  };
  return { document, apps: [], completed: {}, notes: [...appNotes(apps), ...planNotes(plan)] };
}

/** The classes of apps that ARE reads from a file. */
const READ_BY_ARE: ReadonlySet<string> = new Set([
  'AgentUserInterface',
  'ApartmentListingApp',
  'CabApp',
  'Calendar',
  'CalendarApp',
  'CityApp',
  'Contacts',
  'ContactsApp',
  'EmailClientV2',
  'Files',
  'InternalContacts',
  'Mail',
  'MessagingAppV2',
  'RentAFlat',
  'SandboxLocalFileSystem',
  'Shopping',
  'ShoppingApp',
  'SystemApp',
  'VirtualFileSystem',
]);

/** Apps that ARE cannot read, so that it refuses the file or leaves them out. */
const appNotes = (apps: RunSummary['apps']): readonly string[] =>
  apps.flatMap(({ name, class: className }) => {
    if (!READ_BY_ARE.has(className)) return [`apps: ${name}: ARE reads no app of the class ${className}.`];
    return className === 'AgentUserInterface' && name !== className
      ? [`apps: ${name}: ARE reads an ${className} only under the name ${className}.`]
      : [];
  });

/** Counts the entries that cannot be written as an event of a trace file, by their kind. */
class UnwrittenEntries {
  readonly #counts = new Map<string, number>();

  add(entry: LogEntry): void {
    const what = describeUnwritten(entry);
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  get notes(): readonly string[] {
    return Array.from(
      this.#counts,
      ([what, count]) => `completed_events: ${plural(count, 'entry', 'entries')} left out: ${what}.`,
    );
  }
}

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
  }
}

/** The parts of a plan that do not fit the trace format, each with its count. */
function planNotes({ events, tick, tags = [] }: Pick<PlanOutline, 'events' | 'tick' | 'tags'>): string[] {
  const unknownTags = tags.length - writeTags(tags).length;
  const count = (test: (event: EventOutline) => boolean): number => events.filter(test).length;
  const notes: readonly (readonly [number, string])[] = [
    [
      count(({ kind }) => kind === 'validation' || kind === 'agent-validation'),
      'left out: the format has no form for validations.',
    ],
    [count(({ kind }) => kind === 'condition'), 'written without code, interval and time-out.'],
    [count(hasDifferentDelays), 'written with the longest of several delays.'],
    [count(hasInnerReferences), 'with references inside of values, which only Orrery reads.'],
    [count(({ dormant }) => dormant === true), 'written as if not dormant.'],
  ];
  return [
    ...[...notes, ...refusals(events)].flatMap(([found, what]) =>
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

/** Events with which ARE reads the file but does not run it again, by ARE's rule. */
function refusals(events: readonly EventOutline[]): readonly (readonly [number, string])[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const predecessors = ({ timing }: EventOutline): readonly EventOutline[] =>
    timing.kind === 'from-start'
      ? []
      : (timing.kind === 'at' ? timing.after : timing.edges.map(({ event }) => event)).flatMap(
          (id) => byId.get(id) ?? [],
        );
  const count = (test: (event: EventOutline, after: readonly EventOutline[]) => boolean): number =>
    events.filter((event) => test(event, predecessors(event))).length;
  const refused = (rule: string): string => `with which ARE does not run the file: ${rule}`;
  const firstMessages = count((event, after) => after.length === 0 && isMessage(event));

  return [
    [count(({ kind }) => kind === 'condition'), refused('it runs only its own conditions, between turns.')],
    [count(({ kind }) => kind === 'stop'), refused('it reads no stop events.')],
    [
      count((event, after) => isWritten(event) && !after.every(isWritten)),
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
        (event, after) => isWritten(event) && after.some(isMessageToUser) && !mayFollowMessageToUser(event),
      ),
      refused('only the environment and send_message_to_agent follow send_message_to_user.'),
    ],
    [firstMessages < 2 ? 0 : firstMessages, refused('only one message begins a conversation.')],
  ];
}

const isWritten = ({ kind }: EventOutline): boolean => kind !== 'validation' && kind !== 'agent-validation';

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
