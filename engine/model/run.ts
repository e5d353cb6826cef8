import type { Path } from './values/paths.ts';
import type { ModelChoice } from './model-choice.ts';
import type { RunLimits } from './model-costs.ts';
import type { AppName, RunId } from './values/ids.ts';
import type { BranchOrigin } from './plan/interventions.ts';
import type { Json, JsonObject } from './values/json.ts';
import type { Verbosity } from './notification.ts';
import type { AugmentationOverrides } from './plan/plan-outline.ts';
import type { ThinkingTime } from './thinking-time.ts';
import type { SimTime } from './values/time.ts';
import type { Verdict } from './verdict.ts';

/**
 * The state of a run. `completed` means that it came to its end or to a stop event, `stopped` that a person ended it,
 * `failed` that a validation or check failed, `interrupted` that its process ended first, `recorded` that it was read
 * from a trace.
 */
export type RunState = 'running' | 'paused' | 'completed' | 'stopped' | 'failed' | 'interrupted' | 'recorded';

/** The first run number of previews, which are not stored in the database. */
export const FIRST_PREVIEW = 60_000_000;

/** Whether a run is a preview: it runs while somebody types, and disappears with the next edit. */
export const isPreview = (id: RunId): boolean => Number(id.slice(1)) >= FIRST_PREVIEW;

/** Whether a run in this state has not ended: it runs, or is paused. */
export const isActiveState = (state: RunState): boolean => state === 'running' || state === 'paused';

/** Who plays the agent: the scenario's oracle or, in a `plain` run, an agent or nobody. */
export type RunMode = 'oracle' | 'plain';

/** A process, a model or a client of the Model Context Protocol that played the agent. */
export interface OutsideAgent {
  /** The agent's command; for a model, its address and name; for a client, `MCP client` and its name. */
  readonly command: string;
  readonly model?: ModelChoice;
  /** Set if the agent connects by itself, as a client of the Model Context Protocol. Empty until the client has sent its name. */
  readonly client?: { readonly name?: string; readonly version?: string };
  readonly thinking: ThinkingTime;
  readonly limits?: RunLimits;
}

/** The settings of a run besides scenario, mode and seed. */
export interface RunChoices {
  /** The name of the scenario's variant. */
  readonly variant?: string | undefined;
  readonly augmentation?: AugmentationOverrides | undefined;
  /** How many notifications the agent gets. */
  readonly verbosity?: Verbosity | undefined;
  /** The process that played the agent. Branches repeat its actions. */
  readonly agent?: OutsideAgent | undefined;
  /** The model that plays the user. */
  readonly user?: OutsideAgent | undefined;
  /** The script that the agent follows from the start, by its path among the run's files. */
  readonly script?: string | undefined;
}

/** The job of a sweep that created a run. */
export interface SweepJob {
  /** A hash of everything that determines the run. */
  readonly id: string;
  /** The sweep's name. */
  readonly sweep: string;
  /** The sweep's name for the agent. `settings` is its name for the settings. */
  readonly agent: string;
  readonly settings: string;
  /** Counted from 0; greater than 0 when an agent that is not deterministic repeats a job. */
  readonly repeat: number;
}

/** An app in a list of apps. */
export interface AppSummary {
  readonly name: AppName;
  /** ARE's class name, such as `EmailClientV2`. */
  readonly class: string;
  /** Whether Orrery implements the app. If false, the app's state stays as recorded. */
  readonly known: boolean;
}

/**
 * The cause of an early end: a person stopped the run, the judge rejected a turn, Orrery was closed, the run's process was lost,
 * or something failed. The agent's process ended (`agent`), gave an invalid answer (`agent-answer`), or answered too late. Its
 * `model` gave no answer, its requests differed from the record that was to be replayed (`replay`), or the run reached a `limit`.
 */
export const ENDING_CAUSES = [
  'person',
  'judge',
  'closed',
  'lost',
  'agent',
  'agent-answer',
  'agent-timeout',
  'model',
  'replay',
  'limit',
  'problem',
  'bug',
] as const;

export type EndingCause = (typeof ENDING_CAUSES)[number];

/** A note that Orrery made on a run. */
export type RunNote =
  | { readonly kind: 'ending'; readonly cause: EndingCause; readonly text: string }
  /** The run is a trajectory of another tool, which has neither planned events nor an oracle. */
  | { readonly kind: 'trajectory'; readonly text: string }
  /** A loss or change during an import. */
  | { readonly kind: 'import'; readonly text: string }
  /** The agent's answers are repeated, although it was told something else. */
  | { readonly kind: 'repeated'; readonly text: string }
  /** A server of an app has other tools than the scenario knows. */
  | { readonly kind: 'server'; readonly text: string }
  /** Calls of the agent's script that the run leaves out. */
  | { readonly kind: 'script'; readonly text: string }
  /** A line that the agent's process wrote to its standard error. */
  | { readonly kind: 'agent'; readonly text: string }
  /** A line that the scenario's code printed. */
  | { readonly kind: 'console'; readonly text: string };

/** Why a run ended early. */
export type RunEnding = Extract<RunNote, { kind: 'ending' }>;

/** Whether a run is an imported trajectory of another tool, which can be neither run nor judged. */
export const isTrajectory = (run: Pick<RunSummary, 'notes'> | undefined): boolean =>
  run?.notes.some(({ kind }) => kind === 'trajectory') === true;

/** Notes on the import of a run. */
export const importNotes = (texts: readonly string[]): readonly RunNote[] =>
  texts.map((text) => ({ kind: 'import', text }));

/** A note in one line. Notes that code printed begin with their source. */
export const noteText = ({ kind, text }: RunNote): string =>
  kind === 'agent' || kind === 'console' ? `${kind}: ${text}` : text;

/** The versions of the JavaScript engine that ran a run's code. Almost all runs give the same log with any version. */
export interface Runtime {
  readonly v8: string;
  readonly unicode: string;
  readonly icu: string;
}

/** The sentence for a run that gave a different log with other versions. */
export const otherRuntimeText = (was: Runtime, is: Runtime): string =>
  `It ran with ${runtimeText(was)} and was repeated with ${runtimeText(is)}: that is the likely cause.`;

const runtimeText = ({ v8, unicode, icu }: Runtime): string => `V8 ${v8}, Unicode ${unicode}, ICU ${icu}`;

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
  /** Wall clock of its end; missing while it runs, and for traces. */
  readonly endedAt?: number;
  readonly start: SimTime;
  readonly now: SimTime;
  /** Number of log entries written. */
  readonly entries: number;
  readonly verdict: Verdict | undefined;
  /** SHA-256 of the log, in hex; present once the run has ended. */
  readonly logHash: string | undefined;
  /** The version of the hash. Hashes of different versions cannot be compared. */
  readonly logHashVersion?: number;
  readonly apps: readonly AppSummary[];
  readonly notes: readonly RunNote[];
  /** Tags set by people. */
  readonly tags: readonly string[];
  /** Tags of its scenario; missing when there are none. */
  readonly scenarioTags?: readonly string[];
  /** Only for branches. */
  readonly origin?: BranchOrigin;
  /** Missing for traces. */
  readonly choices?: RunChoices;
  /** The model that an imported file names. */
  readonly model?: string;
  /** Missing for runs whose log was only read. */
  readonly runtime?: Runtime;
  /** Only for runs of a sweep. */
  readonly job?: SweepJob;
}

/** A path at which one JSON value differs from another, with the other's value; no `value` if the other has none. */
export interface JsonEdit {
  readonly path: Path;
  readonly value?: Json;
}

/** The parts of an imported trace that are not in its log, in ARE's own form. */
export interface TraceExtras {
  /** The trace file without the contents of `apps` and `completed_events`, which are in the log and the initial states. */
  readonly document: JsonObject;
  /** Differences between the file's apps and the apps that an export would write. */
  readonly apps: readonly JsonEdit[];
  /** Differences between the file's completed events and an export's, by log index. */
  readonly completed: Readonly<Record<number, readonly JsonEdit[]>>;
  /** Notes on the parts of the plan that do not fit the trace format. */
  readonly notes: readonly string[];
}

/** A batch of entries written in one transaction: all entries after the previous batch, up to `last`. */
export interface CommitBatch {
  /** Log index of the last entry. */
  readonly last: number;
  /** Wall clock, whole milliseconds since the run began; never less than the batch before. */
  readonly elapsed: number;
}

/** A person's note on a run. */
export interface Note {
  readonly id: number;
  readonly run: RunId;
  readonly text: string;
  readonly tags: readonly string[];
  /** The first and last entry of the note's subject; `undefined` for the whole run. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  /** The value that the note is about, in an app's state right after the last entry of its range. */
  readonly value: { readonly app: AppName; readonly path: Path } | undefined;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly made: number;
}

/** A note that is not saved yet. */
export type NewNote = Omit<Note, 'id'>;

/** Apps' states by name. */
export type States = Readonly<Record<AppName, Json>>;

/** Settings of a run that may differ from another run's, by their names for people. */
const SETTINGS: Readonly<Record<string, (run: RunSummary) => unknown>> = {
  seed: ({ seed }) => seed,
  variant: ({ choices }) => choices?.variant,
  agent: ({ mode, choices }) => [mode, choices?.agent, choices?.script, choices?.user],
  noise: ({ choices }) => choices?.augmentation,
  notifications: ({ choices }) => choices?.verbosity,
};

/** The names of the settings in which two runs differ. */
export const otherSettings = (one: RunSummary, other: RunSummary): readonly string[] =>
  Object.entries(SETTINGS).flatMap(([name, of]) =>
    JSON.stringify(of(one)) === JSON.stringify(of(other)) ? [] : [name],
  );

/** Whether two runs have the same seed, variant, agent and other settings. */
export const haveSameSettings = (one: RunSummary, other: RunSummary): boolean =>
  otherSettings(one, other).length === 0;
