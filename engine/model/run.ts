import type { Path } from './paths.ts';
import type { AppName, RunId } from './ids.ts';
import type { BranchOrigin } from './interventions.ts';
import type { Json, JsonObject } from './json.ts';
import type { Verbosity } from './notification.ts';
import type { AugmentationOverrides } from './plan.ts';
import type { SimTime } from './time.ts';
import type { Verdict } from './verdict.ts';

/**
 * Where a run is in its life. `stopped` came to its end, `failed` broke a validation or a check, `interrupted` lost its
 * process before the end, `recorded` was read from a trace.
 */
export type RunState = 'running' | 'paused' | 'stopped' | 'failed' | 'interrupted' | 'recorded';

/** Who carries out the agent's part: the scenario's oracle, or nobody. */
export type RunMode = 'oracle' | 'plain';

/** A process that did the agent's part of a run. */
export interface OutsideAgent {
  /** The command that started it. */
  readonly command: string;
  /** What its thinking cost in simulated time: nothing, what it took, or so many seconds each time. */
  readonly thinking: 'frozen' | 'measured' | number;
}

/** How a run was done beside its scenario, mode and seed. */
export interface RunChoices {
  /** Which of its scenario's variants it is of, by name. */
  readonly variant?: string | undefined;
  readonly augmentation?: AugmentationOverrides | undefined;
  /** How much its agent is told unasked; of older runs missing. */
  readonly verbosity?: Verbosity | undefined;
  /** Of runs whose agent was a process of its own; branches of theirs do again what it did. */
  readonly agent?: OutsideAgent | undefined;
  /** Of runs whose agent follows a script from the beginning: its path among the run's files. */
  readonly script?: string | undefined;
}

/** An app as a list of apps shows it. */
export interface AppSummary {
  readonly name: AppName;
  /** The field's class name, such as `EmailClientV2`. */
  readonly class: string;
  /** False where the app is not built here: its state stands as recorded. */
  readonly known: boolean;
}

/** One execution of a scenario with a seed, or one recorded trace, as lists show it. */
export interface RunSummary {
  readonly id: RunId;
  /** The scenario's own name. */
  readonly scenario: string;
  /** The file it came from, relative to the workspace, or the trace's file name. */
  readonly source: string;
  readonly state: RunState;
  readonly mode: RunMode | 'trace';
  readonly seed: number;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** The same, of its end; missing while it goes on, of traces, and of runs of an older Orrery. */
  readonly endedAt?: number;
  readonly start: SimTime;
  readonly now: SimTime;
  /** Number of log entries written. */
  readonly entries: number;
  readonly verdict: Verdict | undefined;
  /** SHA-256 of the log, in hex; present once the run has ended. */
  readonly logHash: string | undefined;
  readonly apps: readonly AppSummary[];
  /** What an import could not carry over, or why the run ended early. */
  readonly notes: readonly string[];
  /** What people marked it with. */
  readonly tags: readonly string[];
  /** What its scenario is marked with; missing when that is nothing. */
  readonly scenarioTags?: readonly string[];
  /** Of branches only. */
  readonly origin?: BranchOrigin;
  /** Missing of traces, and of runs of an older Orrery that were asked for nothing more than a mode and a seed. */
  readonly choices?: RunChoices;
}

interface Standing extends Pick<RunSummary, 'state' | 'notes'> {
  readonly verdict: Pick<Verdict, 'passed'> | undefined;
}

/** What the note of a run that a person ended begins with. */
export const STOPPED_BY_HAND = 'It was stopped by hand';

/** Whether a person ended the run before it could pass: what it had not reached by then is no failure of its own. */
export const wasCutShort = ({ state, verdict, notes }: Standing): boolean =>
  state === 'stopped' && verdict?.passed === false && notes.some((note) => note.startsWith(STOPPED_BY_HAND));

/** A place where one JSON value differs from another, with what the other has there; nothing where it is missing. */
export interface Deviation {
  readonly path: Path;
  readonly value?: Json;
}

/** What a run carries besides its log, in the form in which the field's files have it. */
export interface TraceExtras {
  /** The run's file with `apps` and `completed_events` emptied: the log and the apps' first states have those. */
  readonly document: JsonObject;
  /** Where the file's apps are not what we would write for them. */
  readonly apps: readonly Deviation[];
  /** The same for completed events, by the index of the entry. */
  readonly completed: Readonly<Record<number, readonly Deviation[]>>;
  /** What of the scenario's plan that form has no place for. */
  readonly notes: readonly string[];
}

/** Entries that were written down together: all that came after those of the one before, up to and with `last`. */
export interface CommitBatch {
  /** {@link LogEntry.index}. */
  readonly last: number;
  /** Wall clock, whole milliseconds since the run began; never less than that of the one before. */
  readonly elapsed: number;
}

/** What a person wrote about a run, beside its log. */
export interface Note {
  readonly id: number;
  readonly run: RunId;
  readonly text: string;
  readonly tags: readonly string[];
  /** The entries it is about, by index, both included; `undefined` where it is about the whole run. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  /** The value of an app's state it is about, right after the last entry of its range. */
  readonly value: { readonly app: AppName; readonly path: Path } | undefined;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly made: number;
}

/** A note that is not written down yet. */
export type NewNote = Omit<Note, 'id'>;

/** Apps' states by name. */
export type States = Readonly<Record<AppName, Json>>;
