import { fromRecorded } from '../apps/index.ts';
import {
  type AppName,
  type AppSummary,
  fromSeconds,
  type Hint,
  instant,
  type Json,
  type JsonObject,
  type LogEntry,
  plural,
  type RunId,
  type SimTime,
  type TraceExtras,
} from '../model/index.ts';
import { type OnWritten, type Store, writeEntries } from '../store/index.ts';
import { carryOut } from './call-replayer.ts';
import { recordedEntries } from './read-completed-events.ts';
import { type Build, castOf } from './trace-apps.ts';
import { carried } from './trace-extras.ts';
import {
  type AreTrace,
  type CompletedEvent,
  documentIn,
  hintsFrom,
  isLite,
  liteTrace,
  scenarioNamed,
  seedOf,
  tagsFrom,
  traceOf,
} from './trace-format.ts';
import { isPlainType } from './trace-values.ts';

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

/** What only the caller knows of an import. */
export interface Import {
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Names this process, as for runs of its own. */
  readonly owner: string;
  /** SHA-256 of the entries' canonical lines, in hex. */
  readonly logHash: string;
}

/** Writes a recorded run down, all of it or nothing, to be listed, shown and scrubbed like any other. */
export const importTrace = (
  store: Pick<Store, 'transaction' | 'begin'>,
  recorded: RecordedRun,
  { logHash, ...by }: Import,
  onWritten?: OnWritten,
): RunId =>
  store.transaction(() => {
    const { now, notes, entries } = recorded;
    const writer = store.begin({ ...recorded, ...by, mode: 'trace' });
    writeEntries(writer, entries, onWritten);
    writer.finish({ state: 'recorded', now, verdict: undefined, logHash, notes });
    return writer.id;
  });
