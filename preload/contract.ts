import type * as z from 'zod';
import type { Problem, RunId, RunSummary } from '../engine/model/index.ts';
import type { RowBatch, SweepProgress, WorkspaceView } from './answers.ts';
import { type BreakpointHit, comparisonCalls, probeCalls, runCalls } from './run-calls.ts';
import { inspectCalls, logCalls, planCalls } from './log-calls.ts';
import { libraryCalls, noteCalls, reportCalls, sweepCalls } from './library-calls.ts';
import { scenarioCalls, traceCalls, workspaceCalls } from './workspace-calls.ts';

export type {
  AppTools,
  TranscriptPage,
  ToolDescription,
  WorkspaceView,
  WorkspaceFile,
  Declarations,
  SourceFile,
  LogRow,
  ValueHistory,
  ValueWriter,
} from './answers.ts';
export type { BreakCondition, Breakpoint, BreakpointHit, Relation } from './run-calls.ts';
export { preferences, type Preferences } from './workspace-calls.ts';
export type { Probe, ProbeStretch, ProbeValue } from './run-calls.ts';
export type { Report, ReportedRun } from './answers.ts';
export type { RowBatch, RowFace } from './answers.ts';
export type {
  ComparedSweeps,
  GridFactor,
  SweepJobs,
  SweepLine,
  SweepProgress,
  SweepView,
} from './answers.ts';
export type { Search } from './log-calls.ts';
export type { ExportFormat, RunGoal, RunPace } from './run-calls.ts';
export { LIMITS } from './limits.ts';

/**
 * Every question the page may put to main. A row says what shape its request has, within which {@link LIMITS}, whether it may
 * be asked while the workspace is not trusted, and what is answered. Main parses requests; answers are typed only.
 */
export const calls = {
  ...workspaceCalls,
  ...scenarioCalls,
  ...runCalls,
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
};

/** Everything main tells the page unasked. */
export interface Signals {
  /** The person chose one of the page's commands in a menu. */
  'menu.chosen': { readonly command: string };
  /** Files or runs of the workspace came or went. */
  'workspace.changed': WorkspaceView;
  /** A run's state, time or count moved. At most one a frame for each run. */
  'run.changed': RunSummary;
  /** An import goes on: of this file so much is written, or it is still being read. */
  'import.progressed': { readonly name: string; readonly share: number | undefined };
  /** A sweep that the window runs goes on, or has ended. */
  'sweep.progressed': SweepProgress & { readonly sweep: string };
  /** A run is run again: so much of it came out the same. */
  'verify.progressed': { readonly run: RunId; readonly share: number };
  /** A run has come to a breakpoint and pauses there. */
  'breakpoint.hit': { readonly run: RunId; readonly hit: BreakpointHit };
  /** Rows that are already on disk. At most once a frame for each run. */
  'log.appended': { readonly run: RunId; readonly rows: RowBatch };
}

export type StepBy = Parsed<'run.step'>['by'];
export type CallName = keyof typeof calls;
export type SignalName = keyof Signals;
/** A signal with its name: what runs do in a frame reaches the page as one list of these. */
export type SignalMessage = {
  readonly [Name in SignalName]: { readonly name: Name; readonly signal: Signals[Name] };
}[SignalName];
/** The channel that lists of {@link SignalMessage} go by. */
export type SignalChannel = 'signals';
/** What the page sends, before main has parsed it. */
export type Request<Name extends CallName> = z.input<(typeof calls)[Name]['request']>;
/** What a handler in main gets. */
export type Parsed<Name extends CallName> = z.output<(typeof calls)[Name]['request']>;
export type Answer<Name extends CallName> = Exclude<(typeof calls)[Name]['answer'], undefined>;

/** An expected failure, as data: Electron would keep only its message. */
export interface CallProblem {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
}

export type Reply<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: CallProblem };

/** The two verbs the page has. */
export interface Bridge {
  call<Name extends CallName>(name: Name, request: Request<Name>): Promise<Reply<Answer<Name>>>;
  /** Calls `listener` for each signal, until the returned function is called. */
  on<Name extends SignalName>(name: Name, listener: (signal: Signals[Name]) => void): () => void;
}
