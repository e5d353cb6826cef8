import * as z from 'zod';
import type { Comparison, Divergence, LogEntry, RunSummary } from '../engine/model/index.ts';
import type { AppTools, Exported, SourceFile, StateDifferences, Verified } from './answers.ts';
import { LIMITS } from './limits.ts';
import { action, actor, call, eventName, intervention, moment, path, position, run, runs } from './values.ts';

/** An expression on the apps' states, as conditions see them: `apps.mail.folders.INBOX.emails.length`. */
const probeExpression = z.string().min(1).max(LIMITS.probeCharacters);

/** The probes of a workspace, as they are sent and kept. */
const probeList = z
  .array(z.strictObject({ name: z.string().max(LIMITS.probeNameCharacters), expression: probeExpression }))
  .max(LIMITS.probes)
  .readonly();

/** What is watched over whole runs. Without a name it goes by its expression. */
export type Probe = z.infer<typeof probeList>[number];

/**
 * What a probe comes to: a number, boolean, null or text as it is, a list or an object as its JSON, or why there is
 * nothing. Texts and JSON are cut, with `…` at the end.
 */
export type ProbeValue =
  number | boolean | null | string | { readonly json: string } | { readonly gap: string };

/** What a probe came to in a part of a run. */
export interface ProbeStretch {
  /** All entries before this one are looked at. */
  readonly next: number;
  /** Where it came to another value, by index; −1 is before the first entry. */
  readonly entries: Int32Array;
  /** These values, as JSON: the bridge copies objects field by field. */
  readonly values: string;
}

const name = z.string().min(1).max(200);

/** A value of an app's state against another: what it is, what it holds, or how large it is. */
const relation = z.enum(['=', '≠', '<', '≤', '>', '≥', 'contains']);

/** What a breakpoint waits for. */
const condition = z.discriminatedUnion('on', [
  /** It fires: a condition or a validation does when it is met, given up or failed. */
  z.strictObject({ on: z.literal('event'), event: name }),
  /** A condition or a validation is checked, whatever it answers. */
  z.strictObject({ on: z.literal('check'), event: name }),
  z.strictObject({ on: z.literal('tool'), app: name, tool: name }),
  /** Comes true. `path` leads into the app's state by dots; `length` counts what a list, an object or a text holds. */
  z.strictObject({
    on: z.literal('state'),
    app: name,
    path: z.string().max(500),
    is: relation,
    value: z.union([z.string().max(LIMITS.lineCharacters), z.number(), z.boolean(), z.null()]),
  }),
  /** What a probe comes to changes, or becomes `true`. */
  z.strictObject({ on: z.literal('probe'), expression: probeExpression, when: z.enum(['changes', 'true']) }),
  z.strictObject({ on: z.literal('failure') }),
  z.strictObject({ on: z.literal('notification') }),
  z.strictObject({ on: z.literal('verdict') }),
]);

/** The breakpoints of a workspace, as they are sent and kept. */
const breakpointList = z
  .array(z.strictObject({ condition, enabled: z.boolean() }))
  .max(LIMITS.breakpoints)
  .readonly();

export type Relation = z.infer<typeof relation>;
export type BreakCondition = z.infer<typeof condition>;
/** Where runs of the workspace pause by themselves. */
export type Breakpoint = z.infer<typeof breakpointList>[number];

/** A breakpoint that a run has come to. */
export interface BreakpointHit {
  readonly condition: BreakCondition;
  /** The entry it paused at. */
  readonly entry: number;
  /** What was found there, in a few words. */
  readonly found: string;
}

/** Simulated seconds for each second of the wall clock, or as fast as events can be fired. */
const pace = z.union([z.literal('fastest'), z.number().min(0.01).max(1_000_000)]);

/** A program of the workspace that does the agent's part, and what its thinking costs in simulated time. */
const agent = z.strictObject({
  command: z.string().max(LIMITS.lineCharacters),
  thinking: z.union([z.enum(['frozen', 'measured']), z.number().min(0).max(1e6)]),
});

const choices = z.strictObject({
  agent: agent.optional(),
  /** The path of the script that the agent follows, in the workspace. */
  script: z.string().max(LIMITS.lineCharacters).optional(),
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  variant: z.string().max(LIMITS.lineCharacters).optional(),
  augmentation: z
    .strictObject({
      toolFailures: z.number().min(0).max(1).optional(),
      noise: z.strictObject({ perMinute: z.number().min(0).optional(), seed: z.int().optional() }).optional(),
    })
    .optional(),
});

export type RunPace = z.infer<typeof pace>;

/** What a tool call by hand came to: its entry in the run, or the branch in which the call is made. */
export type ToolCallAnswer =
  | { readonly kind: 'called'; readonly entry: LogEntry }
  | { readonly kind: 'branched'; readonly run: RunSummary };

/** A run, and where another parts from it; null where nothing differs. */
export interface RunChange {
  readonly from: RunSummary;
  readonly divergence: Divergence | null;
}

/** A portable file of ours, which holds all of a run, or a trace in ARE's "hf" format. */
const exportFormat = z.enum(['orrery', 'are']);

export type ExportFormat = z.infer<typeof exportFormat>;

const stepBy = z.enum(['event', 'tick', 'turn']);

/** A place in a run: an entry, or something of an event. */
const destination = z.union([z.strictObject({ entry: position }), z.strictObject({ event: eventName })]);

/** Where a run pauses by itself: after one step, or at a place. */
const goal = z.union([z.strictObject({ by: stepBy }), destination]);

/** Where a run pauses by itself. */
export type RunGoal = z.output<typeof goal>;

/** How a run begins. */
const beginning = {
  paused: z.boolean(),
  pace: pace.optional(),
  /** Lets it go on to there before it pauses, whatever `paused` says. */
  until: goal.optional(),
};

/** How a run is started. */
const manner = {
  ...beginning,
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  mode: z.enum(['oracle', 'plain']),
  /** Which variant it is of, and what else it is asked for beside its scenario. */
  choices: choices.optional(),
  /** Whether it waits for the person, instead of ending, when nothing is due any more. */
  open: z.boolean().optional(),
  /** Whether it runs in a process of its own, whatever its scenario does there. */
  isolate: z.boolean().optional(),
  /** Stops this run, where it is still active, once the new one is ready to begin. */
  instead: run.optional(),
};

/** Runs, live and stored. */
export const runCalls = {
  /**
   * Starts a run of a file of the workspace, or `of` a run: of the file that one was made of, as the workspace has it now, else
   * of the copy kept with it, or of what a trace planned. `paused` waits before the first event. Refused with `problems` when the
   * scenario has errors.
   */
  'run.start': call(
    z.union([z.strictObject({ scenario: path, ...manner }), z.strictObject({ of: run, ...manner })]),
    { untrusted: 'refused' },
  ).answers<RunSummary>(),
  /** Starts a run again, with the same file, seed and choices, and stops it where it is still active. Refused for traces. */
  'run.restart': call(z.strictObject({ run, ...beginning }), { untrusted: 'refused' }).answers<RunSummary>(),
  'run.pause': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<null>(),
  'run.resume': call(z.strictObject({ run }), { untrusted: 'refused' }).answers<null>(),
  /** Starts a run that shares its past with `run` up to entry `at`, with one change or none. */
  'run.branch': call(
    z.strictObject({
      ...{ run, at: position, intervention: intervention.optional(), paused: z.boolean() },
      /** Plays the agent from there on. This is the change then, and there is no intervention. */
      agent: agent.optional(),
    }),
    { untrusted: 'refused' },
  ).answers<RunSummary>(),
  /** Runs a run again and compares it with its log. */
  'run.verify': call(z.strictObject({ run }), { untrusted: 'refused' }).answers<Verified>(),
  /** Cancels a verification, if one is under way. */
  'run.cancelVerify': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<null>(),
  /** Fires one event of a paused run, all of its next tick, or all up to what the agent does next. */
  'run.step': call(z.strictObject({ run, by: stepBy }), { untrusted: 'refused' }).answers<null>(),
  /**
   * Lets an active run go on until it has logged an entry, or something of an event; then it pauses. Where the entry is behind
   * it, or the run has ended, it is restarted up to there. Answers the run that goes there.
   */
  'run.until': call(z.strictObject({ run, to: destination, pace: pace.optional() }), {
    untrusted: 'refused',
  }).answers<RunSummary>(),
  /** The tools of a run's apps; none of an app that Orrery does not have. Apps of the workspace's own need its trust. */
  'run.tools': call(z.strictObject({ run }), { untrusted: 'without-code' }).answers<readonly AppTools[]>(),
  /** Calls a tool: in an active run now, else in a branch that parts from the run before entry `at`. */
  'run.act': call(z.strictObject({ run, at: position, actor, action }), {
    untrusted: 'refused',
  }).answers<ToolCallAnswer>(),
  /** Writes a run's scenario again, beside the old, with what was done by hand as events. Answers its path. */
  'run.nextVersion': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<string>(),
  'run.pace': call(z.strictObject({ run, pace }), { untrusted: 'allowed' }).answers<null>(),
  'run.stop': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<null>(),
  /** Removes runs with their logs and notes; refused where one of them is active. */
  'run.delete': call(z.strictObject({ runs }), { untrusted: 'allowed' }).answers<null>(),
  /** Writes a run to a file where the person says in a dialog; null when they change their mind. */
  'run.export': call(z.strictObject({ run, format: exportFormat }), {
    untrusted: 'allowed',
  }).answers<Exported | null>(),
  /** The files of a run's scenario; none for traces. */
  'run.source': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<readonly SourceFile[]>(),
  /**
   * Where a run would have paused next after entry `at`, or, with a `step` of −1, last before it. Breakpoints on code, not on a
   * path, need the workspace's trust.
   */
  'breakpoints.find': call(z.strictObject({ run, at: z.int().min(-1), step: z.literal([1, -1]) }), {
    untrusted: 'without-code',
  }).answers<BreakpointHit | null>(),
  'breakpoints.read': call(z.strictObject({}), { untrusted: 'allowed' }).answers<readonly Breakpoint[]>(),
  /** Puts these in the place of all that were set in the workspace. */
  'breakpoints.set': call(z.strictObject({ breakpoints: breakpointList }), {
    untrusted: 'allowed',
  }).answers<null>(),
};

/** Two runs side by side. */
export const comparisonCalls = {
  'runs.compare': call(z.strictObject({ a: run, b: run }), { untrusted: 'allowed' }).answers<Comparison>(),
  /** How a run that has ended differs from the run it is most usefully compared with; null where there is no such run. */
  'runs.change': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<RunChange | null>(),
  /** How the apps' states differ, right after an entry of each of two runs; −1 is before the first. */
  'runs.states': call(z.strictObject({ a: moment, b: moment }), {
    untrusted: 'allowed',
  }).answers<readonly StateDifferences[]>(),
};

/** Expressions that are watched over whole runs. */
export const probeCalls = {
  'probes.read': call(z.strictObject({}), { untrusted: 'allowed' }).answers<readonly Probe[]>(),
  /** Sets these in the place of all others, now and when the workspace is opened again. */
  'probes.set': call(z.strictObject({ probes: probeList }), { untrusted: 'allowed' }).answers<null>(),
  /**
   * What the expression came to from entry `from` on, −1 for all of the run; so much of it as is found in a moment. Ask
   * again from `next` until that is the end. An expression that is no path needs the workspace's trust.
   */
  'probes.follow': call(z.strictObject({ run, expression: probeExpression, from: z.int().min(-1) }), {
    untrusted: 'without-code',
  }).answers<ProbeStretch>(),
};
