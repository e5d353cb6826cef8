import type { AppInstance } from '../apps/app.ts';
import { fromRecorded } from '../apps/catalogue.ts';
import { appName, type AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import { LabError } from '../model/lab-error.ts';
import type { LogEntry } from '../model/log-entry.ts';
import type { AppSummary } from '../model/run.ts';
import type { RunExtras } from '../model/run-extras.ts';
import { fromSeconds, instant, type SimTime } from '../model/time.ts';
import { boundedJson } from './bounded-json.ts';
import { carried } from './carried.ts';
import { carryOut } from './carry-out.ts';
import { findingsIn } from './check-trace.ts';
import { notesOn } from './notes.ts';
import { recordedEntries } from './recorded-entries.ts';
import { TraceError, type Finding } from './trace-error.ts';
import { traceIn, type AreTrace } from './trace-format.ts';

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
  /** What could not be carried over. */
  readonly notes: readonly string[];
}

/** Makes an app as it was recorded; `undefined` when its class is not built here. */
type Build = (className: string, state: Json) => AppInstance | undefined;

/**
 * Reads a trace that ARE exported in its "hf" format, with or without completed events. Nothing in it is executed but
 * the tools of apps that are built here.
 *
 * @throws {TraceError} when `text` is no such trace.
 */
export function readAreTrace(text: string, file: string, build: Build = fromRecorded): RecordedRun {
  const { trace, document } = parsed(text, file);
  const recorded = recordedEntries(trace);
  const cast = castOf(trace, recorded, build);
  const seed = trace.metadata.definition.seed ?? 0;
  const { entries, differing } = carryOut(cast.built, recorded, seed);
  const states = Object.fromEntries(cast.states);
  const { scenario_id, start_time } = trace.metadata.definition;
  const first = entries[0]?.time ?? instant(0);
  const start = start_time === null ? first : fromSeconds(start_time);

  return {
    scenario: scenario_id,
    source: file,
    seed,
    start: entries.length > 0 && first < start ? first : start,
    now: entries.at(-1)?.time ?? start,
    apps: cast.apps,
    states,
    entries,
    extras: carried(document, { apps: cast.apps, states, entries }),
    notes: [...cast.notes, ...differenceNotes(differing), ...notesOn(trace, entries)],
  };
}

function parsed(text: string, file: string): { readonly trace: AreTrace; readonly document: Json } {
  const json = boundedJson(text);
  if ('finding' in json) throw new TraceError(file, [json.finding]);
  const other = otherFormat(json.value);
  if (other !== undefined) throw new TraceError(file, [other]);
  const shape = traceIn(json.value);
  if ('findings' in shape) throw new TraceError(file, shape.findings);
  const findings = findingsIn(shape.trace);
  if (findings.length > 0) throw new TraceError(file, findings);
  return { trace: shape.trace, document: json.value };
}

/** ARE writes other files beside its traces, and people will try them. */
function otherFormat(value: Json): Finding | undefined {
  const has = (key: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const wanted = 'ARE\'s "hf" format, with metadata, apps and events';
  if (has('per_agent_interaction_histories'))
    return { path: '', found: 'ARE\'s "lite" format, which holds no events', wanted };
  if (has('event_log') && has('event_queue')) return { path: '', found: "a dump of ARE's state", wanted };
  return undefined;
}

/** Everyone who takes part: those built here, and those whose state stands as recorded. */
interface Cast {
  readonly apps: readonly AppSummary[];
  readonly built: ReadonlyMap<AppName, AppInstance>;
  readonly states: ReadonlyMap<AppName, Json>;
  readonly notes: readonly string[];
}

function castOf(trace: AreTrace, entries: readonly LogEntry[], build: Build): Cast {
  const built = new Map<AppName, AppInstance>();
  const states = new Map<AppName, Json>();
  const apps: AppSummary[] = [];
  const notes: string[] = [];

  for (const { name, class_name, app_state } of trace.apps) {
    const app = builtOf(class_name, app_state, build);
    if (app instanceof LabError) notes.push(`apps: ${name} stands as recorded: ${app.message}`);
    const instance = app instanceof LabError ? undefined : app;
    if (instance !== undefined) built.set(appName(name), instance);
    states.set(appName(name), instance === undefined ? app_state : (instance.state as Json));
    apps.push({ name: appName(name), class: class_name, known: instance !== undefined });
  }

  // The field's own importer takes the chat and the clock for granted, so a file may leave them out.
  for (const entry of entries) {
    if (!('action' in entry) || states.has(entry.action.app)) continue;
    states.set(entry.action.app, null);
    apps.push({ name: entry.action.app, class: entry.action.app, known: false });
    notes.push(`apps: ${entry.action.app} is called but has no state in this file.`);
  }
  return { apps, built, states, notes: [...notes, ...unbuiltNotes(apps)] };
}

/** A state that cannot be read is no reason to refuse the trace: that app stands as recorded. */
function builtOf(className: string, state: Json, build: Build): AppInstance | LabError | undefined {
  try {
    return build(className, state);
  } catch (thrown) {
    if (thrown instanceof LabError) return thrown;
    throw thrown;
  }
}

function unbuiltNotes(apps: readonly AppSummary[]): readonly string[] {
  const names = apps.filter(({ known }) => !known).map(({ name }) => name);
  return names.length === 0 ? [] : [`apps: ${names.join(', ')}: not built here; shown as they began.`];
}

const differenceNotes = (differing: readonly number[]): readonly string[] =>
  differing.length === 0
    ? []
    : [
        `completed_events: ${differing.length} came to something else here than in the recording (entry ${differing
          .slice(0, 5)
          .join(', ')}${differing.length > 5 ? ', …' : ''}); what they changed is not shown.`,
      ];
