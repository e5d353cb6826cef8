import type {
  Actor,
  AppName,
  StepTable,
  ComparedAttempts,
  Comparison,
  Difference,
  EntryKind,
  FileDifference,
  GridFactors,
  JobCounts,
  JobResult,
  Json,
  JsonObject,
  KeptJudgement,
  LogEntry,
  ModelAnswer,
  ModelExchange,
  ModelRequest,
  Note,
  Outcome,
  Path,
  Problem,
  RunId,
  RunState,
  RunSummary,
  Runtime,
  SimTime,
  StatusOverview,
  StepText,
  SweepComparison,
  SweepGrid,
  TranscriptStep,
  EndingCause,
  VerdictOutcome,
  ValueChange,
  TokenCount,
} from '../engine/model/index.ts';

/** How a client of the Model Context Protocol connects to a run. */
export interface McpConnection {
  /** What to paste, for the agents that people use. */
  readonly commands: readonly { readonly client: string; readonly text: string }[];
  /** The number of connected clients. */
  readonly clients: number;
}

export interface WorkspaceView {
  /** The folder, in the notation of the operating system. */
  readonly folder: string;
  readonly name: string;
  /** Whether the workspace's code may run. */
  readonly trusted: boolean;
  /** Recently opened workspaces, last opened first. */
  readonly recent: readonly string[];
  readonly scenarios: readonly WorkspaceFile[];
  readonly traces: readonly WorkspaceFile[];
  /** Files of other tools. */
  readonly trajectories: readonly WorkspaceFile[];
  /** Paths of the programs in the workspace's folder `agents/`, such as `agents/forwarder.mjs`. */
  readonly programs: readonly string[];
  /** The scripts that agents can follow, in the same folder, by path. */
  readonly scripts: readonly string[];
  /** The files with system prompts of models, by path. */
  readonly prompts: readonly string[];
  /** The folders of which only some files are listed, such as `traces`; missing if there are none. */
  readonly cut?: readonly string[];
  /** The newest runs, newest first; the library has all. */
  readonly runs: readonly RunSummary[];
  /** Number of all runs. */
  readonly runCount: number;
  /** The scenarios that run in worker processes. */
  readonly isolated: readonly string[];
  /** Scenarios that were running when Orrery last crashed; isolated since then. */
  readonly wereRunning: readonly string[];
  /** Why runs can be neither started nor read, such as a damaged database; `undefined` if there is no problem. */
  readonly databaseProblem: string | undefined;
  /** A sentence about the upgrade of the database; missing if it was not upgraded. */
  readonly upgraded?: string;
  /** Damage found in the database, one sentence each; missing if there is none. */
  readonly damage?: readonly string[];
  /** Whether the database is read-only. */
  readonly readOnly: boolean;
}

/** The simulated time of an active run. */
export interface RunTime {
  readonly now: SimTime;
  /** The last instant of the run; `undefined` if its scenario sets none. */
  readonly end: SimTime | undefined;
  /** Whether nothing is due until the person who plays the user acts. */
  readonly waitsForPerson?: boolean;
}

/** A request of a run to a model, and what came of it. */
export interface RequestView extends ModelExchange {
  /** Its number in the database. */
  readonly number: number;
  /** Its place among the requests of the run, counted from 0, and the number of the turn that made it. */
  readonly nth: number;
  readonly turn: number;
  /** The number of its first messages that are those of the request before. */
  readonly shared: number;
  /** How it differs from the request before, if it does more than go on; a sentence. */
  readonly changed: string | undefined;
  /** The number of branches that begin with it. */
  readonly branches: number;
  /** The file of the system prompt, if it is the person's, and SHA-256 of its text, in hex. */
  readonly prompt: { readonly path: string; readonly hash: string } | undefined;
}

/** A request that waits before the model is asked, or its answer before it is carried out: an exchange of the database. */
export type HeldRequest =
  | { readonly kind: 'request'; readonly request: ModelRequest }
  | { readonly kind: 'answer'; readonly number: number };

/** What the agent or the user did after a request, in a run and in its branches there. */
export interface AskedAgain {
  /** Whose model was asked. */
  readonly by: 'agent' | 'user';
  readonly groups: readonly {
    /** The tool that the agent called next, or that it waits, finishes, or has done nothing yet. */
    readonly next: string;
    readonly runs: readonly {
      readonly run: RunId;
      /** Whether it is the run that was branched. */
      readonly isOriginal: boolean;
      /** What the branch changed; `undefined` for the original. */
      readonly change: string | undefined;
      /** The arguments of the call as JSON, or how long it waits. */
      readonly did: string;
      readonly state: RunState;
      readonly verdict: { readonly outcome: VerdictOutcome } | undefined;
      readonly ending: EndingCause | undefined;
      readonly answer: ModelAnswer | undefined;
      /** What the run asked, without what it repeated. */
      readonly requests: number;
      readonly tokens: number | undefined;
    }[];
  }[];
}

/** An exported run. */
export interface Exported {
  /** The file, in the notation of the operating system. */
  readonly file: string;
  /** What the file's format cannot hold. */
  readonly notes: readonly string[];
}

export interface WorkspaceFile {
  /** Within the workspace, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  /** When it was last written or replaced, in milliseconds. */
  readonly changed: number;
  /** Set on code that is not a scenario but is imported by scenarios, such as an app. */
  readonly shared?: true;
}

/** A saved version of a scenario with a person's calls as events. */
export interface SavedVersion {
  /** Its file. */
  readonly path: string;
  /** The number of events that were added. */
  readonly events: number;
  /** What it leaves out or does otherwise, in sentences. */
  readonly notes: readonly string[];
  /** How its run with the recorded agent differs first from the person's; null if it does not, missing if it was not run. */
  readonly difference?: string | null;
}

/** The findings of a check of a scenario or module, and the scenarios that are made of it. */
export interface CheckedSource {
  readonly problems: readonly Problem[];
  readonly usedBy: readonly string[];
}

/** The modules that scenario authors may import: each declaration file's path and text. `orrery` is the entry's path. */
export interface Declarations {
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
}

/** A tool as its callers see it. */
export interface ToolDescription {
  /** Unique in its world: `Mail__send_email`. */
  readonly name: string;
  /** A Python signature, as in ARE. */
  readonly signature: string;
  readonly description: string;
  /** The arguments, as the JSON Schema of an object. */
  readonly parameters: JsonObject;
  readonly effect: 'read' | 'write';
  readonly roles: readonly (Actor | 'data')[];
}

/** A {@link StatusOverview} whose queue is JSON, because the bridge copies objects field by field. */
export interface PackedStatuses extends Omit<StatusOverview, 'queue'> {
  /** An {@link EventQueue} as JSON. */
  readonly queue: string;
}

export interface AppTools {
  readonly app: string;
  /** In the order of their declaration. */
  readonly tools: readonly ToolDescription[];
}

/** The result of repeating a run: the number of equal entries, and the first difference. */
export interface Verified {
  /** Number of first entries that were copied from a trace and not run. */
  readonly recorded: number;
  readonly same: number;
  readonly differs: { readonly was: LogEntry | undefined; readonly is: LogEntry | undefined } | undefined;
  /** Set when it was repeated with other versions of V8, Unicode or ICU. */
  readonly runtimes?: { readonly was: Runtime; readonly is: Runtime };
  /** Its log hash is of another version than this program's, so only the entries were compared. */
  readonly hasOtherHash?: true;
}

/** The differences between an app's states at two moments. */
export interface StateDifferences {
  readonly app: AppName;
  readonly differences: readonly Difference[];
}

/** An entry that changed a value, with the argument that the value came from. */
export interface ValueWriter extends ValueChange {
  readonly argument: string | undefined;
}

/** The changes of a value up to an entry, newest first. */
export interface ValueHistory {
  /** The value's path right after that entry; `undefined` if it does not exist there. */
  readonly path: Path | undefined;
  readonly writers: readonly ValueWriter[];
  /** Whether there are older changes. */
  readonly more: boolean;
  /** The first later entry that changes the value. */
  readonly next: number | undefined;
}

/** What the answers of models cost in a run, and how long its calls took, as far as that is known. */
export interface CostsOverTime {
  /** In the order of time. */
  readonly answers: readonly (TokenCount & {
    /** The number of entries before it; where it is `undefined`, the time tells. */
    readonly position: number | undefined;
    readonly time: SimTime;
  })[];
  /** The calls whose duration is known, in milliseconds, in the order of their entries. */
  readonly calls: readonly { readonly entry: number; readonly elapsed: number }[];
}

/** Some steps of a transcript, thoughts first, and the entry and agent turn where the next page starts. */
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
  readonly kind: EntryKind;
  readonly oracle: boolean;
  /** Actions only. */
  readonly app: AppName | undefined;
  readonly tool: string | undefined;
  readonly status: Outcome['status'];
  /** Conditions and validations only: the result of the check. */
  readonly verdict: string | undefined;
  /** Whether it changed any app's state. */
  readonly changed: boolean;
  readonly causes: readonly number[];
  /** Whether the agent was notified of it. */
  readonly notified: boolean;
  /** Whether it repeats the agent's answer to another question. */
  readonly answersOther: boolean;
  /** When it was written: wall-clock milliseconds since the run began; `undefined` if not recorded. */
  readonly written: number | undefined;
  /**
   * Its outcome, short enough for a list row: a value, an error's message, the name of a check. Empty until it was read, which
   * in a long log takes longer than to read the rows.
   */
  readonly summary: string;
}

/** The fields that many rows of a log have in common. */
export type RowFace = Omit<LogRow, 'index' | 'time' | 'due' | 'event' | 'causes' | 'summary' | 'written'>;

/**
 * Consecutive rows of a log, as columns. Objects would take many times as long to cross the bridge, which copies them field by
 * field, and as much again for the page to store.
 */
export interface RowBatch {
  /** Index of the first row. */
  readonly from: number;
  readonly times: Float64Array;
  readonly dues: Float64Array;
  /** NaN if not recorded. */
  readonly written: Float64Array;
  /** The distinct faces, and for each row the index of its face. */
  readonly faces: readonly RowFace[];
  readonly faceOf: Uint32Array;
  readonly events: PackedTexts;
  /** The causes of all rows, joined, and the end of each row's causes. */
  readonly causes: Uint32Array;
  readonly causeEnds: Uint32Array;
  /** The summaries of the batch's last rows: of all rows that were just written, and at the end of the log. */
  readonly summaries?: SummaryBatch;
}

/** Texts, joined, and the end of each in the text. */
export interface PackedTexts {
  readonly text: string;
  readonly ends: Uint32Array;
}

/** The summaries of consecutive rows. */
export interface SummaryBatch extends PackedTexts {
  /** Index of the first row. */
  readonly from: number;
}

/** A run in a report. */
export interface ReportedRun {
  readonly summary: RunSummary;
  readonly notes: readonly Note[];
  /** The judge's evidence. */
  readonly judgement?: KeptJudgement | undefined;
  /** Every app's state before the first entry; later states follow from the entries' changes. */
  readonly states: Readonly<Record<AppName, Json>>;
  readonly rows: readonly LogRow[];
  readonly entries: readonly LogEntry[];
  readonly costs: CostsOverTime;
}

/** A sweep in a report. */
export interface ReportedSweep {
  readonly name: string;
  /** When it was planned, in milliseconds since the Unix epoch. */
  readonly planned: number;
  readonly results: readonly JobResult[];
}

/** The data of a sweep's report. */
export interface SweepReport {
  readonly program: string;
  readonly sweep: ReportedSweep;
  /** The earlier sweep that it is compared with. */
  readonly before?: ReportedSweep | undefined;
}

/** The data of a report: one run, or two runs and their comparison. `program` is the version of Orrery that wrote it. */
export type Report =
  | { readonly program: string; readonly runs: readonly [ReportedRun] }
  | {
      readonly program: string;
      readonly runs: readonly [ReportedRun, ReportedRun];
      readonly comparison: Comparison;
      /** The differences between the scenarios' files; `undefined` if one run has no files. */
      readonly sources?: readonly FileDifference[];
    };

/** An attempt in a report that compares attempts by their steps. */
export interface ReportedAttempt extends Pick<ReportedRun, 'summary' | 'notes' | 'judgement'> {
  /** The texts of its steps, by their position. */
  readonly texts: readonly StepText[];
}

/** The data of a report about two to twelve attempts, compared by their steps. */
export interface AttemptsReport {
  readonly program: string;
  readonly attempts: readonly ReportedAttempt[];
  /** Of two, their aligned steps; of more, a table of who did what. */
  readonly compared: ComparedAttempts | StepTable;
}

/** A sweep in the list of sweeps. */
export interface SweepLine {
  /** The folder of its plan, within the workspace. */
  readonly path: string;
  readonly name: string;
  /** `completed` when every job has a run. */
  readonly state: 'running' | 'stopped' | 'completed';
  /** Whether it is another process that runs it, such as a terminal's. */
  readonly elsewhere: boolean;
  readonly counts: JobCounts;
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
}

/** A sweep with its jobs counted by two factors. */
export interface SweepView extends Omit<SweepLine, 'scenarios' | 'agents'>, GridFactors {
  readonly grid: SweepGrid<JobCounts>;
}

/** Some jobs of a cell of a grid, those that did not pass first. */
export interface SweepJobs {
  /** Counts of all jobs of the cell. */
  readonly counts: JobCounts;
  /** Reasons for failures, most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly jobs: number }[];
  readonly jobs: readonly JobResult[];
}

/** A comparison with an earlier sweep. Lists only the first jobs with a different outcome. */
export interface ComparedSweeps extends SweepComparison {
  /** Number of jobs with a different outcome. */
  readonly changes: number;
}

/** Progress of a sweep that the window runs. */
export interface SweepProgress {
  readonly running: boolean;
  /** Number of ended jobs, out of `jobs`. */
  readonly over: number;
  readonly jobs: number;
  /** Number of jobs that left no run. */
  readonly lost: number;
  /** Why it ended early, if nobody stopped it. */
  readonly problem?: string;
}

/** Files that an import left out for the same reason. */
export interface SkippedSources {
  readonly reason: string;
  readonly count: number;
  /** The names of the first ones. */
  readonly first: readonly string[];
  /** What was said of the first one, in full. */
  readonly message: string;
}

/** What an import came to. */
export interface ImportReport {
  readonly runs: readonly RunSummary[];
  /** The runs that the database had already, from an earlier import. */
  readonly known: readonly RunId[];
  /** The runs of watched files that have grown since, which were deleted, with the runs in their place. */
  readonly replaced: readonly { readonly run: RunId; readonly by: RunId }[];
  readonly skipped: readonly SkippedSources[];
  readonly isCancelled: boolean;
}
