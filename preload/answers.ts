import type {
  Actor,
  AppName,
  Comparison,
  Difference,
  EventKind,
  FileDifference,
  JobCounts,
  JobResult,
  Json,
  JsonObject,
  KeptJudgement,
  LogEntry,
  Note,
  Outcome,
  Path,
  RunSummary,
  SimTime,
  SweepComparison,
  SweepFactor,
  SweepGrid,
  TranscriptStep,
  ValueChange,
} from '../engine/model/index.ts';

export interface WorkspaceView {
  /** The folder, as the person's system writes it. */
  readonly folder: string;
  readonly name: string;
  /** Whether its code may run. */
  readonly trusted: boolean;
  /** Folders that were opened as workspaces, the last first. */
  readonly recent: readonly string[];
  readonly scenarios: readonly WorkspaceFile[];
  readonly traces: readonly WorkspaceFile[];
  /** The commands that start the programs in its folder `agents/`, such as `node agents/forwarder.mjs`. */
  readonly programs: readonly string[];
  /** The scripts that agents can follow, in the same folder, by path. */
  readonly scripts: readonly string[];
  /** The newest, newest first; the library has them all. */
  readonly runs: readonly RunSummary[];
  /** How many there are in all. */
  readonly runCount: number;
  /** The scenarios whose runs have processes of their own. */
  readonly isolated: readonly string[];
  /** Those that were running when Orrery last ended without a word; isolated since. */
  readonly wereRunning: readonly string[];
  /** Why runs can be neither started nor read, such as a damaged database; `undefined` when all is well. */
  readonly databaseProblem: string | undefined;
  /** What in its database is damaged, a sentence each; missing where nothing is. */
  readonly damage?: readonly string[];
  /** Whether the database must not be written, so that its runs can be looked at and no more. */
  readonly readOnly: boolean;
}

/** A run in a file. */
export interface Exported {
  /** As the person's system writes it. */
  readonly file: string;
  /** What the file's format has no place for. */
  readonly notes: readonly string[];
}

export interface WorkspaceFile {
  /** Within the workspace, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Of code: that it is no scenario, but what scenarios import, such as an app. */
  readonly shared?: true;
}

/** What scenario authors may import: each declaration file's path and text. `orrery` is the entry's path. */
export interface Declarations {
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
}

/** What a tool takes, as those who call it are told of it. */
export interface ToolDescription {
  /** No other tool of its world has it: `Mail__send_email`. */
  readonly name: string;
  /** How it is called, in the field's words. */
  readonly signature: string;
  readonly description: string;
  /** What it takes, as JSON Schema of an object. */
  readonly parameters: JsonObject;
  readonly effect: 'read' | 'write';
  readonly roles: readonly (Actor | 'data')[];
}

export interface AppTools {
  readonly app: string;
  /** In the order they are declared in. */
  readonly tools: readonly ToolDescription[];
}

/** What running a run again came to: how many entries were the same, and the first that was not. */
export interface Verified {
  /** How many of the first entries are as a trace has them, and were not run. */
  readonly recorded: number;
  readonly same: number;
  readonly differs: { readonly was: LogEntry | undefined; readonly is: LogEntry | undefined } | undefined;
}

/** Where an app's state at one moment differs from that at another. */
export interface StateDifferences {
  readonly app: AppName;
  readonly differences: readonly Difference[];
}

/** An entry that changed a value, with the argument of its call that the value came from. */
export interface ValueWriter extends ValueChange {
  readonly argument: string | undefined;
}

/** Who changed a value up to an entry, newest first. */
export interface ValueHistory {
  /** Where it stands right after that entry; nothing where it is not there. */
  readonly path: Path | undefined;
  readonly writers: readonly ValueWriter[];
  /** Whether there are older ones. */
  readonly more: boolean;
  /** The first entry after it that changes the value. */
  readonly next: number | undefined;
}

/** Some steps of a transcript, thoughts first, and the entry and the agent's turn to read on from. */
export interface TranscriptPage {
  readonly steps: readonly TranscriptStep[];
  readonly next: { readonly from: number; readonly turn: number };
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A log entry without its arguments, values and changes: enough to draw and list it. */
export interface LogRow {
  readonly index: number;
  readonly time: SimTime;
  readonly due: SimTime;
  readonly event: string;
  readonly kind: EventKind;
  readonly oracle: boolean;
  /** Of actions only. */
  readonly app: AppName | undefined;
  readonly tool: string | undefined;
  readonly status: Outcome['status'];
  /** Of conditions and validations: what the check came to. */
  readonly verdict: string | undefined;
  /** Whether it wrote to any app's state. */
  readonly changed: boolean;
  readonly causes: readonly number[];
  /** Whether the agent was told of it unasked. */
  readonly notified: boolean;
  /** When it was written: wall clock, milliseconds since its run began; nothing where that was not kept. */
  readonly written: number | undefined;
  /** What it came to, in a few words for a list: a short value, an error's message, the name of a check. */
  readonly summary: string;
}

/** What many rows of a log say alike. */
export type RowFace = Omit<LogRow, 'index' | 'time' | 'due' | 'event' | 'causes' | 'summary' | 'written'>;

/**
 * Rows of a log that follow one another, as columns: objects would cost the bridge, which copies them field by field,
 * many times as much, and the page as much again to keep.
 */
export interface RowBatch {
  /** The index of the first. */
  readonly from: number;
  readonly times: Float64Array;
  readonly dues: Float64Array;
  /** NaN where it was not kept. */
  readonly written: Float64Array;
  /** Each once, and which of them each row has. */
  readonly faces: readonly RowFace[];
  readonly faceOf: Uint32Array;
  /** The event and the summary of the first row, of the second and so on, and where in the text each of them ends. */
  readonly text: string;
  readonly textEnds: Uint32Array;
  /** The causes of the first row, of the second and so on, and where those of each row end. */
  readonly causes: Uint32Array;
  readonly causeEnds: Uint32Array;
}

/** A run as its report holds it. */
export interface ReportedRun {
  readonly summary: RunSummary;
  readonly notes: readonly Note[];
  /** What the judge said of it. */
  readonly judgement?: KeptJudgement | undefined;
  /** Every app's state before the first entry; the entries' changes give all others. */
  readonly states: Readonly<Record<AppName, Json>>;
  readonly rows: readonly LogRow[];
  readonly entries: readonly LogEntry[];
}

/** What a report is about: a run, or how a second run differs from it. `program` is the version that wrote it. */
export type Report =
  | { readonly program: string; readonly runs: readonly [ReportedRun] }
  | {
      readonly program: string;
      readonly runs: readonly [ReportedRun, ReportedRun];
      readonly comparison: Comparison;
      /** Where their scenarios' files differ; `undefined` where one of them has none. */
      readonly sources?: readonly FileDifference[];
    };

/** A sweep of the workspace in a line. */
export interface SweepLine {
  /** The folder of its plan, within the workspace. */
  readonly path: string;
  readonly name: string;
  /** `completed` once every job has left a run. */
  readonly state: 'running' | 'stopped' | 'completed';
  readonly counts: JobCounts;
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
}

/** What the page offers to set against each other. */
export type GridFactor = Extract<SweepFactor, 'task' | 'seed' | 'contender' | 'variant' | 'settings'>;

/** A sweep with its jobs by two factors. */
export interface SweepView extends Omit<SweepLine, 'scenarios' | 'agents'> {
  /** How many values each factor has. */
  readonly factors: Readonly<Record<GridFactor, number>>;
  readonly rows: GridFactor;
  readonly columns: GridFactor;
  readonly grid: SweepGrid<JobCounts>;
}

/** Some jobs of a cell of a grid, those that did not pass first. */
export interface SweepJobs {
  /** Of all jobs of the cell. */
  readonly counts: JobCounts;
  /** Why they did not pass, most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly jobs: number }[];
  readonly jobs: readonly JobResult[];
}

/** A sweep beside an earlier one. Of the jobs with another outcome it lists the first. */
export interface ComparedSweeps extends SweepComparison {
  /** How many jobs have another outcome. */
  readonly changes: number;
}

/** How far a sweep is that the window runs. */
export interface SweepProgress {
  readonly running: boolean;
  /** Jobs that are over, of all. */
  readonly over: number;
  readonly jobs: number;
  /** Jobs that left no run. */
  readonly lost: number;
  /** Why it ended early, where nobody stopped it. */
  readonly problem?: string;
}
