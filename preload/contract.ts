import type * as z from 'zod';
import type { Problem, RunId, RunSummary } from '../engine/model/index.ts';
import type { ImportReport, RowBatch, SweepProgress, WorkspaceView } from './answers.ts';
import { breakpointCalls, type BreakpointHit } from './breakpoint-calls.ts';
import { previewCalls } from './preview-calls.ts';
import { probeCalls } from './probe-calls.ts';
import { codeCalls, runCalls } from './run-calls.ts';
import { comparisonCalls } from './comparison-calls.ts';
import { inspectCalls, planCalls } from './inspect-calls.ts';
import { logCalls } from './log-calls.ts';
import { modelCalls } from './model-calls.ts';
import { libraryCalls, noteCalls, reportCalls } from './library-calls.ts';
import { sweepCalls } from './sweep-calls.ts';
import { scenarioCalls, traceCalls, workspaceCalls } from './workspace-calls.ts';

export type {
  AppTools,
  AskedAgain,
  AttemptsReport,
  ComparedSweeps,
  CostsOverTime,
  Declarations,
  HeldRequest,
  ImportReport,
  LogRow,
  McpConnection,
  PackedTexts,
  Report,
  ReportedAttempt,
  ReportedRun,
  ReportedSweep,
  RequestView,
  RowBatch,
  RowFace,
  RunTime,
  SkippedSources,
  SourceFile,
  SummaryBatch,
  SweepJobs,
  SweepLine,
  SweepProgress,
  SweepReport,
  SweepView,
  ToolDescription,
  TranscriptPage,
  ValueHistory,
  ValueWriter,
  WorkspaceFile,
  WorkspaceView,
} from './answers.ts';
export type { BreakCondition, Breakpoint, BreakpointHit, Relation } from './breakpoint-calls.ts';
export { preferences, type Preferences, type RunView } from './workspace-calls.ts';
export type { Probe, ProbeStretch, ProbeValue } from './probe-calls.ts';
export type { KeptModel } from './model-calls.ts';
export type { LogSearch } from './log-calls.ts';
export type { PreviewChanges } from './preview-calls.ts';
export type { ExportFormat, RunControl, RunGoal, RunPace, StepBy } from './run-calls.ts';
export type { ChosenAgent, ChosenUser } from './run-choices.ts';
export { LIMITS } from './limits.ts';

/**
 * Every call that the page may make to the main process. A row has the schema of the request, with its {@link LIMITS}, whether
 * an untrusted workspace allows it, the most that a page in other hands can do with it, and the type of the answer. The page
 * asks and the main process decides: files, agents and sweeps are chosen from what it lists, and no call takes a command. The main
 * process parses requests; answers are only typed.
 */
export const calls = {
  ...workspaceCalls,
  ...scenarioCalls,
  ...runCalls,
  ...previewCalls,
  ...breakpointCalls,
  ...codeCalls,
  ...logCalls,
  ...traceCalls,
  ...comparisonCalls,
  ...planCalls,
  ...reportCalls,
  ...inspectCalls,
  ...libraryCalls,
  ...noteCalls,
  ...probeCalls,
  ...sweepCalls,
  ...modelCalls,
};

/** Every message that the main process sends to the page on its own. */
export interface Signals {
  /** The person chose a command of the page in a menu. */
  'menu.chosen': { readonly command: string };
  /** Files or runs of the workspace were added or removed. */
  'workspace.changed': WorkspaceView;
  /**
   * Files changed on disk: the scenarios that are made of them, those of which only what is known of their servers changed, and the
   * files of agents and prices of models. Not sent for a scenario that this window saved itself, but for the others that use it.
   */
  'sources.changed': Readonly<Record<'scenarios' | 'servers' | 'agents', readonly string[]>>;
  /** The state, time or number of entries of a run changed. At most once a frame for each run. */
  'run.changed': RunSummary;
  /** An import made progress: the written share of the file, 0 to 1; `undefined` while it is being read. */
  'import.progressed': {
    readonly name: string;
    /** Its number among the files of the import, from 1. */
    readonly nth: number;
    readonly of: number;
    readonly share: number | undefined;
  };
  /** An import of the watched folder came to something. */
  'import.watched': ImportReport;
  /** A sweep that the window runs made progress or ended. */
  'sweep.progressed': SweepProgress & { readonly sweep: string };
  /** Something waits before it begins, such as a new run; `undefined` when it does not any more. */
  'run.waits': { readonly why: string | undefined };
  /** A verification made progress: the share of equal entries, 0 to 1. */
  'verify.progressed': { readonly run: RunId; readonly share: number };
  /** The model of a run is asked again, in one of several branches; without a number, no more of them begin, with why if it failed. */
  'asking.progressed': {
    readonly run: RunId;
    readonly nth?: number;
    readonly times?: number;
    readonly problem?: string;
  };
  /** A run reached a breakpoint and paused there. */
  'breakpoint.hit': { readonly run: RunId; readonly hit: BreakpointHit };
  /** New rows, already on disk. At most once a frame for each run. */
  'log.appended': { readonly run: RunId; readonly rows: RowBatch };
}

export type CallName = keyof typeof calls;
export type SignalName = keyof Signals;
/** A signal with its name. Signals of runs reach the page as one list of these per frame. */
export type SignalMessage = {
  readonly [Name in SignalName]: { readonly name: Name; readonly signal: Signals[Name] };
}[SignalName];
/** The IPC channel for lists of {@link SignalMessage}. */
export type SignalChannel = 'signals';
/** A request of the page, before the main process has parsed it. */
export type Request<Name extends CallName> = z.input<(typeof calls)[Name]['request']>;
/** A parsed request, as handlers receive it. */
export type Parsed<Name extends CallName> = z.output<(typeof calls)[Name]['request']>;
export type Answer<Name extends CallName> = Exclude<(typeof calls)[Name]['answer'], undefined>;

/** An expected failure, as data: Electron would pass on only the message of an error. */
export interface CallProblem {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
}

export type Reply<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: CallProblem };

/** The interface between the page and the main process. */
export interface Bridge {
  call<Name extends CallName>(name: Name, request: Request<Name>): Promise<Reply<Answer<Name>>>;
  /** Calls `listener` for each signal, until the returned function is called. */
  on<Name extends SignalName>(name: Name, listener: (signal: Signals[Name]) => void): () => void;
  /** Imports dropped files and folders by their paths, which the page does not see; `undefined` when one has no path. */
  importFiles(files: readonly File[]): Promise<Reply<ImportReport>> | undefined;
}
