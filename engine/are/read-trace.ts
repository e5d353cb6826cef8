import {
  type AppName,
  type AppSummary,
  fromSeconds,
  type Hint,
  instant,
  isJsonObject,
  type Json,
  type JsonObject,
  type LogEntry,
  plural,
  importNotes,
  type NewAttempt,
  type RecordedAttempt,
  type RunNote,
  type RunId,
  type SimTime,
  sumTokens,
  type TraceExtras,
  type Verdict,
} from '../model/index.ts';
import { type OnWritten, type Store, writeEntries } from '../store/index.ts';
import { RepeatedCalls } from './call-replayer.ts';
import { readAgentLogs } from './read-agent-logs.ts';
import { readCompletedEvents } from './read-completed-events.ts';
import { traceApps } from './trace-apps.ts';
import { traceExtras } from './trace-extras.ts';
import {
  type AreTrace,
  type TraceDocument,
  type CompletedEvent,
  readDocument,
  readHints,
  isLite,
  readLite,
  scenarioName,
  seedOf,
  readTags,
  traceIn,
  withoutCheckNumber,
} from './trace-format.ts';
import { isArgumentType, isPlainType } from './trace-values.ts';

/** A run that was read from a trace file. */
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
  /** The verdict of the program that recorded the run, if the file has one. */
  readonly verdict?: Verdict | undefined;
  /** The name of the format, if the file is a trajectory of another tool. */
  readonly format?: string | undefined;
  /** The task, scores and cost of the run. */
  readonly attempt?: RecordedAttempt | undefined;
  /** Notes on parts of the file that the run does not show. */
  readonly notes: readonly string[];
}

/**
 * Reads a trace file of ARE's: in its "hf" format, with or without completed events, or in its "lite" format, which has only
 * the messages of agents. Executes nothing in the file except calls of Orrery's own apps.
 *
 * @throws {TraceError} when `text` is not such a file.
 */
export const readTrace = (text: string, file: string): RecordedRun =>
  readTraceDocument(readDocument(text, file), file);

/** Reads the document of a trace file. @throws {TraceError} as {@link readTrace}. */
export function readTraceDocument({ document, notes }: TraceDocument, file: string): RecordedRun {
  if (isLite(document)) return readLiteTrace(document, file, notes);
  const { trace, notes: valueNotes } = traceIn(document, file);
  const { scenario_id, tags, hints } = trace.metadata.definition;
  const completed = readCompletedEvents(trace);
  const called = completed.flatMap((entry) => ('action' in entry ? [entry.action.app] : []));
  const { apps, known, ...read } = traceApps(trace, called);
  const states = Object.fromEntries(read.states);
  const seed = seedOf(trace);
  const calls = new RepeatedCalls(known, seed);
  const entries = calls.repeat(completed);
  const start = startTime(trace, entries);

  return {
    scenario: scenarioName(scenario_id, file),
    source: file,
    seed,
    start,
    now: entries.at(-1)?.time ?? start,
    apps,
    states,
    entries,
    extras: traceExtras(document, { apps, states, entries }),
    scenarioTags: readTags(tags),
    hints: readHints(hints),
    attempt: recordedAttempt(document, scenarioName(scenario_id, file), start, trace.metadata, entries),
    notes: [
      ...notes,
      ...valueNotes,
      ...read.notes,
      ...differingNotes(calls.differing),
      ...lossNotes(trace, entries),
    ],
  };
}

function readLiteTrace(document: JsonObject, file: string, notes: readonly string[]): RecordedRun {
  return {
    ...readLite(document, file),
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
      'This file is in ARE’s "lite" format: it has what agents were given and answered, and no events.',
    ],
  };
}

/** The task, scores and cost of a trace's run. */
function recordedAttempt(
  document: Json,
  task: string,
  start: SimTime,
  { simulation }: AreTrace['metadata'],
  entries: readonly LogEntry[],
): RecordedAttempt {
  const { cost, ...tokens } = sumTokens(
    readAgentLogs(isJsonObject(document) ? document : {}, start).flatMap(({ tokens }) => tokens ?? []),
  );
  return {
    tool: 'ARE',
    task,
    model: simulation?.model_id || undefined,
    agent: simulation?.agent_id || undefined,
    tokens,
    cost,
    errors: entries.filter(({ kind, outcome }) => kind === 'agent' && outcome.status === 'failed').length,
    scores: [],
  };
}

/** The start of the run of a trace with these `entries`: the file's start time, or its first entry if that is earlier. */
export function startTime({ metadata }: AreTrace, entries: readonly LogEntry[]): SimTime {
  const first = entries[0]?.time ?? instant(0);
  const { start_time } = metadata.definition;
  const start = start_time === null ? first : fromSeconds(start_time);
  return entries.length > 0 && first < start ? first : start;
}

const differingNotes = (differing: readonly number[]): readonly string[] =>
  differing.length === 0
    ? []
    : [
        `completed_events: ${differing.length} failed only here or only in the recording (entry ${differing
          .slice(0, 5)
          .join(', ')}${differing.length > 5 ? ', …' : ''}); what they changed is not shown.`,
      ];

/** Notes on the parts of `trace` that its run does not show, each with its path in the file. */
function lossNotes(trace: AreTrace, entries: readonly LogEntry[]): readonly string[] {
  const { events, completed_events, apps, metadata } = trace;
  const completed = new Set(entries.map(({ event }) => String(event)));
  const open = events.filter(
    ({ event_id, event_type }) => event_type !== 'CONDITION' && !completed.has(event_id),
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
    ...lateNotes(trace),
    ...objectNotes(completed_events),
    ...(open.length > 0 && completed_events.length > 0
      ? [`events: ${plural(open.length, 'planned event')} never completed; kept, but not shown in the log.`]
      : []),
  ];
}

/**
 * Notes on events with absolute times. ARE records such an event at its absolute time, even if it happened later, after its
 * predecessors; the file does not have the real time.
 */
function lateNotes({ events, completed_events }: AreTrace): readonly string[] {
  const times = new Map(
    completed_events.map((event) => [withoutCheckNumber(event.event_id), event.event_time]),
  );
  const late = events.flatMap(({ event_id: id, event_time, event_relative_time, dependencies }) => {
    const time = times.get(id);
    if (event_time === null || event_relative_time !== null || time === undefined) return [];
    return dependencies.some((one) => (times.get(withoutCheckNumber(one)) ?? -Infinity) > time) ? [id] : [];
  });
  return late.length === 0
    ? []
    : [
        `completed_events: ${plural(late.length, 'event')} recorded before what ${late.length === 1 ? 'it waits' : 'they wait'} for (${late
          .slice(0, 5)
          .join(
            ', ',
          )}${late.length > 5 ? ', …' : ''}). ARE ran them later, at a time that is not in the file; here they happen at the recorded time.`,
      ];
}

/** Notes on objects of ARE's own classes, which ARE writes as text. */
function objectNotes(events: readonly CompletedEvent[]): readonly string[] {
  const objects = events.flatMap(({ action, metadata }) => [
    ...(action?.args ?? []).flatMap(({ value_type: type }) =>
      type === null || isArgumentType(type) ? [] : type,
    ),
    ...[metadata?.return_value_type ?? null].filter((type) => type !== null && !isPlainType(type)),
  ]);
  if (objects.length === 0) return [];
  const classes = [...new Set(objects)].join(', ');
  return [
    `completed_events: ${plural(objects.length, 'value')} (${classes}) in the file only as text; shown as that.`,
  ];
}

/** Data about a recorded run that the database has and the file does not. */
export interface ImportDetails {
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** The id of this process as an owner of runs. */
  readonly owner: string;
  /** SHA-256 of the entries' canonical lines, in hex. */
  readonly logHash: string;
  /** The attempt, with its set and its file. */
  readonly attempt?: NewAttempt | undefined;
}

/** A run that was read from a file, whose entries may be kept elsewhere. */
export interface LongRun extends Omit<RecordedRun, 'entries'> {
  readonly entries: Iterable<LogEntry> & { readonly length: number };
  /** The hash of the log, if it is known. */
  readonly logHash?: string | undefined;
}

/** Stores a run that was read from a trace file, in one transaction. */
export const importTrace = (
  store: Pick<Store, 'transaction' | 'begin'>,
  recorded: Omit<LongRun, 'extras'> & { readonly extras?: TraceExtras },
  { logHash, ...by }: ImportDetails,
  onWritten?: OnWritten,
): RunId =>
  store.transaction(() => {
    const { now, format, entries, verdict, attempt: _, logHash: __, ...rest } = recorded;
    const remarks: readonly RunNote[] = [
      ...(format === undefined
        ? []
        : [{ kind: 'trajectory', text: `Read as a trajectory in the format of ${format}.` } as const]),
      ...importNotes(recorded.notes),
    ];
    const writer = store.begin({ ...rest, ...by, notes: remarks, mode: 'trace' });
    writeEntries(writer, entries, onWritten);
    writer.finish({ state: 'recorded', now, verdict, logHash, notes: remarks });
    return writer.id;
  });
