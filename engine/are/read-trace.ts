import { fromRecorded } from '../apps/index.ts';
import type { AppInstance } from '../world/index.ts';
import {
  type AppName,
  appName,
  type AppSummary,
  type EventOutline,
  fromSeconds,
  type Hint,
  instant,
  type Json,
  type JsonObject,
  OrreryError,
  type LogEntry,
  getOwn,
  type PlanOutline,
  plural,
  parseReference,
  type TraceExtras,
  type SimTime,
  toSeconds,
} from '../model/index.ts';
import { carryOut } from './call-replayer.ts';
import {
  type AreTrace,
  type CompletedEvent,
  documentIn,
  isLite,
  liteTrace,
  scenarioNamed,
  seedOf,
  traceOf,
} from './format.ts';
import { hintsFrom, tagsFrom, tagsToAre } from './planned-events.ts';
import { recordedEntries } from './read-log.ts';
import { carried } from './trace-extras.ts';
import { isPlainType } from './values.ts';

/** A recorded run, read from a file. */
export interface RecordedRun {
  readonly scenario: string;
  /** The file's name. */
  readonly source: string;
  readonly seed: number;
  readonly start: SimTime;
  /** The time of the last entry. */
  readonly now: SimTime;
  readonly apps: readonly AppSummary[];
  /** Every app's state before the first entry. */
  readonly states: Readonly<Record<AppName, Json>>;
  readonly entries: readonly LogEntry[];
  readonly extras: TraceExtras;
  readonly scenarioTags: readonly string[];
  readonly hints: readonly Hint[];
  /** What could not be carried over. */
  readonly notes: readonly string[];
}

/**
 * Reads a trace that ARE exported: in its "hf" format, with or without completed events, or in its "lite" format, which has
 * only what agents were given and answered. Nothing in it is executed but the tools of apps that are built here.
 *
 * @throws {TraceError} when `text` is no such trace.
 */
export function readAreTrace(text: string, file: string, build: Build = fromRecorded): RecordedRun {
  const { document, notes } = documentIn(text, file);
  if (isLite(document)) return recordedLite(document, file, notes);
  const trace = traceOf(document, file);
  const recorded = recordedEntries(trace);
  const cast = castOf(trace, calledIn(recorded), build);
  const seed = seedOf(trace);
  const { entries, differing } = carryOut(cast.built, recorded, seed);
  const states = Object.fromEntries(cast.states);
  const start = startOf(trace, entries);

  return {
    scenario: scenarioNamed(trace.metadata.definition.scenario_id, file),
    source: file,
    seed,
    start,
    now: entries.at(-1)?.time ?? start,
    apps: cast.apps,
    states,
    entries,
    extras: carried(document, { apps: cast.apps, states, entries }),
    scenarioTags: tagsFrom(trace.metadata.definition.tags),
    hints: hintsFrom(trace.metadata.definition.hints),
    notes: [...notes, ...cast.notes, ...differenceNotes(differing), ...notesOn(trace, entries)],
  };
}

function recordedLite(document: JsonObject, file: string, notes: readonly string[]): RecordedRun {
  return {
    ...liteTrace(document, file),
    source: file,
    seed: 0,
    apps: [],
    states: {},
    entries: [],
    extras: { document, apps: [], completed: {}, notes: [] },
    scenarioTags: [],
    hints: [],
    notes: [
      ...notes,
      'This file is of ARE\'s "lite" format: it has what agents were given and answered, and no events.',
    ],
  };
}

/** When a recording of `entries` began: as the file says, and never after its first entry. */
export function startOf({ metadata }: AreTrace, entries: readonly LogEntry[]): SimTime {
  const first = entries[0]?.time ?? instant(0);
  const { start_time } = metadata.definition;
  const start = start_time === null ? first : fromSeconds(start_time);
  return entries.length > 0 && first < start ? first : start;
}

const calledIn = (entries: readonly LogEntry[]): readonly AppName[] =>
  entries.flatMap((entry) => ('action' in entry ? [entry.action.app] : []));

const differenceNotes = (differing: readonly number[]): readonly string[] =>
  differing.length === 0
    ? []
    : [
        `completed_events: ${differing.length} came to something else here than in the recording (entry ${differing
          .slice(0, 5)
          .join(', ')}${differing.length > 5 ? ', …' : ''}); what they changed is not shown.`,
      ];

/** Makes an app as it was recorded; `undefined` when its class is not built here. */
export type Build = (className: string, state: Json) => AppInstance | undefined;

/** The field's own importer takes the chat and the clock for granted, so a file may leave out them or their states. */
const empty: Readonly<Record<string, Json>> = { AgentUserInterface: { messages: [] }, SystemApp: {} };

/** Everyone who takes part: those built here, and those whose state stands as recorded. */
export interface Cast {
  readonly apps: readonly AppSummary[];
  readonly built: ReadonlyMap<AppName, AppInstance>;
  readonly states: ReadonlyMap<AppName, Json>;
  readonly notes: readonly string[];
}

/** Who takes part in `trace`, in its order, and after them those of `called` that it leaves out. */
export function castOf(trace: AreTrace, called: Iterable<AppName>, build: Build): Cast {
  const built = new Map<AppName, AppInstance>();
  const states = new Map<AppName, Json>();
  const apps: AppSummary[] = [];
  const notes: string[] = [];

  for (const { name, class_name, app_state } of trace.apps) {
    const app = builtOf(class_name, app_state ?? getOwn(empty, class_name) ?? null, build);
    if (app instanceof OrreryError) notes.push(`apps: ${name} stands as recorded: ${app.message}`);
    const instance = app instanceof OrreryError ? undefined : app;
    if (instance !== undefined) built.set(appName(name), instance);
    states.set(appName(name), instance === undefined ? app_state : (instance.state as Json));
    apps.push({ name: appName(name), class: class_name, known: instance !== undefined });
  }

  for (const name of called) {
    if (states.has(name)) continue;
    const state = getOwn(empty, name);
    const app = state === undefined ? undefined : build(name, state);
    if (app !== undefined) built.set(name, app);
    states.set(name, app === undefined ? null : (app.state as Json));
    apps.push({ name, class: name, known: app !== undefined });
    notes.push(
      `apps: ${name} is called but has no state in this file${app === undefined ? '' : ': it begins empty'}.`,
    );
  }
  return { apps, built, states, notes: [...notes, ...unbuiltNotes(apps)] };
}

/** A state that cannot be read is no reason to refuse the trace: that app stands as recorded. */
function builtOf(className: string, state: Json, build: Build): AppInstance | OrreryError | undefined {
  try {
    return build(className, state);
  } catch (thrown) {
    if (thrown instanceof OrreryError) return thrown;
    throw thrown;
  }
}

function unbuiltNotes(apps: readonly AppSummary[]): readonly string[] {
  const names = apps.filter(({ known }) => !known).map(({ name }) => name);
  return names.length === 0 ? [] : [`apps: ${names.join(', ')}: not built here; shown as they began.`];
}

/** What of `trace` cannot be shown in the run that was made of it, each with its path in the file. */
function notesOn(trace: AreTrace, entries: readonly LogEntry[]): readonly string[] {
  const { events, completed_events, apps, metadata } = trace;
  const happened = new Set(entries.map(({ event }) => String(event)));
  const open = events.filter(
    ({ event_id, event_type }) => event_type !== 'CONDITION' && !happened.has(event_id),
  );

  return [
    ...(completed_events.length === 0
      ? ['completed_events: none. This file is a scenario that was not run: its apps are as they begin.']
      : []),
    ...(seedOf(trace) === (metadata.definition.seed ?? 0)
      ? []
      : ['metadata.definition.seed: Too large to be exact; 0 is used.']),
    ...(apps.length === 0 && (metadata.definition.hf_metadata ?? null) !== null
      ? ['apps: left out of this file; metadata.definition.hf_metadata names the data set that has them.']
      : []),
    ...objectNotes(completed_events),
    ...(open.length > 0 && completed_events.length > 0
      ? [`events: ${plural(open.length, 'planned event')} never completed; kept, but not shown in the log.`]
      : []),
  ];
}

/** Objects of the field's own classes are in the file as the text that they print themselves as. */
function objectNotes(events: readonly CompletedEvent[]): readonly string[] {
  const types = events.flatMap(({ action, metadata }) => [
    ...(action?.args ?? []).map(({ value_type }) => value_type),
    metadata?.return_value_type ?? null,
  ]);
  const objects = types.filter((type) => type !== null && !isPlainType(type));
  if (objects.length === 0) return [];
  const classes = [...new Set(objects)].join(', ');
  return [
    `completed_events: ${plural(objects.length, 'value')} (${classes}) in the file only as text; shown as that.`,
  ];
}

/** What of a scenario's plan the field's form has no place for, each with its count. */
export function planNotes({
  events,
  tick,
  tags = [],
}: Pick<PlanOutline, 'events' | 'tick' | 'tags'>): string[] {
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
