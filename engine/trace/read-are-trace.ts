import { fromRecorded } from '../apps/catalogue.ts';
import type { AppName } from '../model/ids.ts';
import type { Hint } from '../model/hint.ts';
import type { Json, JsonObject } from '../model/json.ts';
import type { LogEntry } from '../model/log-entry.ts';
import type { AppSummary } from '../model/run.ts';
import type { RunExtras } from '../model/run-extras.ts';
import { fromSeconds, instant, type SimTime } from '../model/time.ts';
import { carried } from './carried.ts';
import { carryOut } from './carry-out.ts';
import { castOf, type Build } from './cast.ts';
import { notesOn } from './notes.ts';
import { hintsFrom, tagsFrom } from './hints-and-tags.ts';
import { isLite, liteTrace } from './lite-trace.ts';
import { documentIn, traceOf } from './parse-trace.ts';
import { recordedEntries } from './recorded-entries.ts';
import { scenarioNamed, seedOf, type AreTrace } from './trace-format.ts';

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
  readonly extras: RunExtras;
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
