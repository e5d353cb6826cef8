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
import { type FindTool, toolsIn } from './trace-apps.ts';
import { exportedApp, withDeviations } from './trace-extras.ts';
import { hintsToAre, tagsToAre } from './trace-format.ts';
import { completedEvent, plannedEvents } from './write-events.ts';

/** Entries that are read at once. */
const SLICE = 1_000;

/**
 * The run as a file of ARE's "hf" format, piece by piece: a log can be longer than a text may be. At the end it answers
 * what the format has no place for, each with its path and count.
 *
 * @throws {StoreError} when it cannot be read.
 */
export function* exportRun(
  store: Pick<Store, 'entries' | 'stateAt' | 'extras' | 'plan'>,
  run: RunSummary,
): Generator<string, readonly string[]> {
  const { document, apps, completed, notes } = store.extras(run.id) ?? ownExtras(store, run);
  const first = run.apps.map((app) => exportedApp(app, store.stateAt(run.id, app.name, -1)));
  const left = new LeftOut();
  const lists: Readonly<Record<string, Iterable<Json>>> = {
    apps: withDeviations(first, apps) as readonly Json[],
    completed_events: completedIn(store, run, completed, left),
  };

  let separator = '{\n';
  for (const [key, value] of Object.entries(withVerdict(document, run))) {
    yield `${separator}${JSON.stringify(key)}: `;
    // A file that was imported may have null in the place of a list.
    if (Array.isArray(value)) yield* listText(Object.hasOwn(lists, key) ? lists[key]! : (value as Json[]));
    else yield JSON.stringify(value);
    separator = ',\n';
  }
  yield '\n}\n';
  return [...notes, ...left.notes];
}

function* listText(items: Iterable<Json>): Generator<string> {
  let separator = '[\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : '\n]';
}

function* completedIn(
  store: Pick<Store, 'entries'>,
  run: RunSummary,
  recorded: TraceExtras['completed'],
  left: LeftOut,
): Generator<Json> {
  const find = toolsIn(run.apps);
  for (let from = 0; from < run.entries; from += SLICE)
    for (const entry of store.entries(run.id, from, SLICE)) {
      const event = eventOf(entry, find, recorded);
      if (event === null) left.add(entry);
      else yield event;
    }
}

const eventOf = (entry: LogEntry, find: FindTool, recorded: TraceExtras['completed']): Json =>
  withDeviations(completedEvent(entry, find) ?? null, recorded[entry.index] ?? []);

/** The field writes a verdict as an annotation. */
function withVerdict(document: JsonObject, { verdict, startedAt }: RunSummary): JsonObject {
  const { metadata } = document;
  if (verdict === undefined) return document;
  const annotation = {
    annotation_id: null,
    annotator: null,
    validation_decision: verdict.passed ? 'Valid' : 'Invalid',
    comment: null,
    date: startedAt / 1000,
  };
  return { ...document, metadata: { ...(metadata as JsonObject), annotation } };
}

/** Of a run of a scenario of ours. Older versions kept some without their plans: then the log is all there is. */
function ownExtras(store: Pick<Store, 'plan'>, run: RunSummary): TraceExtras {
  const plan = store.plan(run.id);
  if (plan !== undefined) return newExtras(run, plan);
  return {
    ...newExtras(run, { duration: undefined, tick: seconds(1), events: [] }),
    notes: ['events: left out: an older version of this program kept the run without them.'],
  };
}

/** What a run of a scenario of ours has besides its log: its settings and what it was to do, as the field's files have them. */
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
    hints: hintsToAre(hints),
    config: null,
    has_a2a_augmentation: false,
    has_tool_augmentation: augmentation !== undefined,
    has_env_events_augmentation: events.some(({ isNoise }) => isNoise),
    has_exception: false,
    exception_type: null,
    exception_message: null,
    tags: tagsToAre(tags),
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
    events: plannedEvents(events, toolsIn(apps)),
    completed_events: [],
    version: 'are_simulation_v1',
    context: null,
    augmentation: null,
  };
  return { document, apps: [], completed: {}, notes: planNotes(plan) };
}

/** Counts entries that the field's files have no event for. */
class LeftOut {
  readonly #counts = new Map<string, number>();

  add(entry: LogEntry): void {
    const what = whatOf(entry);
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  get notes(): readonly string[] {
    return Array.from(
      this.#counts,
      ([what, count]) => `completed_events: ${plural(count, 'entry', 'entries')} left out: ${what}.`,
    );
  }
}

function whatOf(entry: LogEntry): string {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      if (manualStateChangeOf(entry) !== undefined) return 'values set by hand';
      return entry.outcome.status === 'skipped'
        ? 'actions that nobody carried out'
        : 'calls that recordings keep no event of';
    case 'condition':
      return 'checks of conditions';
    case 'validation':
    case 'agent-validation':
      return 'validations';
    case 'stop':
      return 'the end of the run';
  }
}

/** What of a scenario's plan the field's form has no place for, each with its count. */
function planNotes({ events, tick, tags = [] }: Pick<PlanOutline, 'events' | 'tick' | 'tags'>): string[] {
  const ownTags = tags.length - tagsToAre(tags).length;
  const count = (test: (event: EventOutline) => boolean): number => events.filter(test).length;
  const notes: readonly (readonly [number, string])[] = [
    [
      count(({ kind }) => kind === 'validation' || kind === 'agent-validation'),
      'left out: the format has no form for validations.',
    ],
    [count(({ kind }) => kind === 'condition'), 'written without code, interval and time-out.'],
    [count(hasTwoDelays), 'written with the longest of several delays.'],
    [count(hasInnerResults), 'with results inside of values, which only this program reads.'],
    [count(({ dormant }) => dormant === true), 'written as if not dormant.'],
  ];
  return [
    ...notes.flatMap(([found, what]) => (found === 0 ? [] : [`events: ${plural(found, 'event')} ${what}`])),
    ...(ownTags === 0
      ? []
      : [`metadata.definition.tags: ${plural(ownTags, 'own tag')} left out: ARE reads only its own.`]),
    ...(Number.isInteger(toSeconds(tick))
      ? []
      : [`metadata.definition.time_increment_in_seconds: ${toSeconds(tick)} left out: whole seconds only.`]),
  ];
}

const hasTwoDelays = ({ timing }: EventOutline): boolean =>
  timing.kind === 'after' && timing.edges.some(({ delay }) => delay !== timing.edges[0].delay);

const hasInnerResults = ({ action }: EventOutline): boolean =>
  Object.values(action?.args ?? {}).some((value) => !isResult(value) && holdsResult(value));

const isResult = (value: Json): boolean => parseReference(value) !== undefined;

const holdsResult = (value: Json): boolean =>
  isResult(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsResult));
