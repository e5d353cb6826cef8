import * as z from 'zod';
import type { LogEntry, RunSummary } from '../engine/model/index.ts';
import type {
  AppTools,
  Exported,
  McpConnection,
  RunTime,
  SavedVersion,
  SourceFile,
  Verified,
} from './answers.ts';
import { LIMITS } from './limits.ts';
import { agent, choices, seed } from './run-choices.ts';
import {
  action,
  actor,
  answer,
  call,
  eventName,
  intervention,
  path,
  position,
  requestChange,
  run,
  runs,
  unsaved,
} from './values.ts';

/** Simulated seconds per second of real time, or as fast as possible. */
const pace = z.union([z.literal('fastest'), z.number().min(0.01).max(1_000_000)]);

export type RunPace = z.infer<typeof pace>;

/** The result of a manual tool call: its entry in the run, or the branch in which the call is made. */
export type ToolCallAnswer =
  | { readonly kind: 'called'; readonly entry: LogEntry }
  | { readonly kind: 'branched'; readonly run: RunSummary };

/**
 * A portable file of Orrery with the complete run, a trace in ARE's "hf" format, a trajectory in ATIF, a trace of OpenTelemetry, the bytes
 * that a run was imported from, the transcript, or the log with a row for each entry.
 */
const EXPORT_FORMATS = ['orrery', 'are', 'atif', 'otlp', 'original', 'markdown', 'jsonl', 'csv'] as const;
const exportFormat = z.enum(EXPORT_FORMATS);

export type ExportFormat = z.infer<typeof exportFormat>;

const stepBy = z.enum(['event', 'tick', 'turn', 'request']);

export type StepBy = z.output<typeof stepBy>;

/**
 * What a person does with an active run: `step` is for a paused one, and fires an event, the events of a tick, or those of a turn, or
 * those up to the next request to its model or the answer to that. `answer` is carried out in the place of the model's, which waits
 * while the run is paused.
 */
const control = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['pause', 'resume', 'stop']) }),
  z.strictObject({ kind: z.literal('step'), by: stepBy }),
  z.strictObject({ kind: z.literal('pace'), pace }),
  z.strictObject({ kind: z.literal('answer'), answer }),
]);

export type RunControl = z.output<typeof control>;

/** A place in a run: an entry, or the next entry of an event. */
const destination = z.union([z.strictObject({ entry: position }), z.strictObject({ event: eventName })]);

/** Where a run pauses by itself: after one step, or at a place. */
const goal = z.union([z.strictObject({ by: stepBy }), destination]);

/** Where a run pauses by itself. */
export type RunGoal = z.output<typeof goal>;

/** Where the answers to a model's requests come from, before it is asked itself. */
const answers = z.strictObject({
  /** The run whose requests answer, in their order. */
  replay: run.optional(),
  /** Whether the model is asked from the first request on that differs. Otherwise the run stops there. */
  thenLive: z.boolean().optional(),
  /** Whether an answer to the same request in any run of the workspace is taken. */
  fromLibrary: z.boolean().optional(),
});

/** How a run begins. */
const beginning = {
  answers: answers.optional(),
  paused: z.boolean(),
  pace: pace.optional(),
  /** Runs to this place and pauses there; overrides `paused`. */
  until: goal.optional(),
};

/** What is run. */
const asked = {
  seed,
  mode: z.enum(['oracle', 'plain']),
  /** The variant and other choices besides the scenario. */
  choices: choices.optional(),
};

/** How a run is started. */
const manner = {
  ...beginning,
  ...asked,
  /** Whether it waits for the person, instead of ending, when no more events are due. */
  open: z.boolean().optional(),
  /** Whether it runs in a worker process, independent of its scenario's setting. */
  isolate: z.boolean().optional(),
  /** A run to stop, if it is active, once the new one is ready to begin. */
  instead: run.optional(),
};

/** Calls for active and stored runs. */
export const runCalls = {
  /**
   * Starts a run of a file of the workspace, or `of` a run: of that run's file in the workspace if it still exists, else of the
   * copy stored with the run, or of a trace's planned events. `paused` waits before the first event. Refused with `problems`
   * when the scenario has errors.
   */
  'run.start': call(
    z.union([z.strictObject({ scenario: path, ...manner }), z.strictObject({ of: run, ...manner })]),
    {
      untrusted: 'refused',
      atMost:
        'Run a scenario of a trusted folder, or the trusted code of a run, with a program of `agents/` or a model as the agent, and a model as the user. A model is asked on this machine, or on a host that the person allowed in a system dialog.',
    },
  ).answers<RunSummary>(),
  /**
   * The first request that the model of a run would get, which nobody is asked: a {@link ModelRequest} as JSON, because it can be
   * large. Takes what `run.start` takes.
   */
  'run.firstRequest': call(
    z.union([z.strictObject({ scenario: path, ...asked }), z.strictObject({ of: run, ...asked })]),
    {
      untrusted: 'refused',
      atMost:
        'Run a scenario of a trusted folder, or the trusted code of a run, up to the first question of its agent.',
    },
  ).answers<string>(),
  /** Starts a run again with the same file, seed and choices, and stops it if it is still active. Refused for traces. */
  'run.restart': call(z.strictObject({ run, ...beginning }), {
    untrusted: 'refused',
    atMost:
      'As `run.start`, with the options of an earlier run. Its agent must still be a program of `agents/`.',
  }).answers<RunSummary>(),
  /** Starts a branch that repeats `run` up to entry `at`, with at most one change. */
  'run.branch': call(
    z.strictObject({
      run,
      at: position,
      intervention: intervention.optional(),
      paused: z.boolean(),
      /** Plays the agent from there on. It is the branch's change, so there is no intervention. */
      agent: agent.optional(),
    }),
    {
      untrusted: 'refused',
      atMost:
        'Run the trusted code of a run with any one change to its world, or with a program of `agents/` or a model as the agent, as `run.start` does.',
    },
  ).answers<RunSummary>(),
  /**
   * Starts a branch that repeats `run` up to a request to its model, counted from 0, with at most one change, and asks the model from
   * there on. With `times`, so many
   * branches ask the same, one after the other, and the answer is the first.
   */
  'run.amend': call(
    z.strictObject({
      run,
      request: position,
      change: requestChange.optional(),
      times: z.int().min(1).max(LIMITS.askedAgain).optional(),
    }),
    {
      untrusted: 'refused',
      atMost:
        'Run the trusted code of a run with one change to what its model is asked or answered. The model is asked on this machine, or on a host that the person allowed in a system dialog.',
    },
  ).answers<RunSummary>(),
  /** Begins no more branches of `run` that ask its model again, and stops the one that goes on. */
  'run.cancelAsking': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Stop branches of a run.',
  }).answers<null>(),
  /** Starts a run that repeats `run`, which was cut off, and goes on where it ended. Nothing is asked twice. */
  'run.resumeInterrupted': call(z.strictObject({ run }), {
    untrusted: 'refused',
    atMost: 'Run the trusted code of a run that was cut off. Its agent must still be a program of `agents/`.',
  }).answers<RunSummary>(),
  /** The files of a run that have other texts now, by path. */
  'run.changes': call(z.strictObject({ run, unsaved }), {
    untrusted: 'allowed',
    atMost: 'Learn which files of the workspace differ from those of a run.',
  }).answers<readonly string[]>(),
  /** Repeats a run and compares the result with its log. */
  'run.verify': call(z.strictObject({ run }), {
    untrusted: 'refused',
    atMost: 'Run the trusted code of a run again, in a worker process.',
  }).answers<Verified>(),
  /** Gives up what waits before it begins, such as a new run. */
  'run.cancelWaiting': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Give up what waits before it begins.',
  }).answers<null>(),
  /** Cancels a verification, if one is running. */
  'run.cancelVerify': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Cancel a verification.',
  }).answers<null>(),
  /** Controls an active run. In a folder that is not trusted it can be paused and stopped only. */
  'run.control': call(z.strictObject({ run, control }), {
    untrusted: 'allowed',
    atMost:
      'Pause, stop or pace a run of this window; in a trusted folder, let it go on, with another answer than its model gave.',
  }).answers<null>(),
  /**
   * Lets an active run continue to an entry, or to the next entry of an event, and pauses there. If the entry is in the past,
   * or the run has ended, restarts it up to there. Returns the run that goes there.
   */
  'run.until': call(z.strictObject({ run, to: destination, pace: pace.optional() }), {
    untrusted: 'refused',
    atMost: 'Let a run of this window go on, or start it again as `run.restart` does.',
  }).answers<RunSummary>(),
  /** The tools of a run's apps; none for an app that Orrery does not have. Apps declared in the workspace need its trust. */
  'run.tools': call(z.strictObject({ run }), {
    untrusted: 'without-code',
    atMost: 'Run the trusted declarations of a run in a worker process, and read the tools of its apps.',
  }).answers<readonly AppTools[]>(),
  /** Calls a tool: in an active run now, else in a branch from before entry `at`. */
  'run.act': call(z.strictObject({ run, at: position, actor, action }), {
    untrusted: 'refused',
    atMost:
      'Call a tool of a simulated app in a run of this window, or in a branch as `run.branch` makes it.',
  }).answers<ToolCallAnswer>(),
  /**
   * Writes a new version of a run's scenario next to the old file, with the person's tool calls as events, and in a trusted folder
   * runs it in a worker process with the recorded agent.
   */
  'run.nextVersion': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost:
      'Write a scenario next to one in the workspace, from the calls in a run’s log, and run it in a worker process if the folder is trusted.',
  }).answers<SavedVersion>(),
  /** The simulated time of an active run and its end. Between two events the time advances with the pace. */
  'run.time': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the time of a run of this window.',
  }).answers<RunTime>(),
  /**
   * The request to the model of a paused run that waits for the person, or the answer to one: a {@link HeldRequest} as JSON, because
   * it can be large; null if none waits.
   */
  'run.held': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read what the model of a run of this window is asked.',
  }).answers<string | null>(),
  /** How a client of the Model Context Protocol connects to an active run that it plays; null for other runs. */
  'run.client': call(z.strictObject({ run }), {
    untrusted: 'refused',
    atMost: 'Read the address at which a client connects to a run of this window.',
  }).answers<McpConnection | null>(),
  /** Removes runs with their logs and notes; refused if one of them is active. */
  'run.delete': call(z.strictObject({ runs }), {
    untrusted: 'allowed',
    atMost: 'Delete runs from the database of the workspace.',
  }).answers<null>(),
  /** Writes a run to a file that the person chooses in a dialog, or several to a folder; null if they cancel. */
  'run.export': call(z.strictObject({ runs, format: exportFormat }), {
    untrusted: 'allowed',
    atMost: 'Write runs to a file or a folder that the person chooses.',
  }).answers<Exported | null>(),
  /** The files of a run's scenario; empty for traces. */
  'run.source': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the files of a run’s scenario.',
  }).answers<readonly SourceFile[]>(),
};

/** Calls for code that came from elsewhere, in a portable file or a database. */
export const codeCalls = {
  /** Asks the person in a system dialog whether the stored code of a run may run, now and in future, unless it may. */
  'code.trust': call(z.strictObject({ run }), {
    untrusted: 'refused',
    atMost: 'Show the question for trust in the code of a run, which only the person can answer.',
  }).answers<null>(),
};
