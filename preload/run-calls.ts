import * as z from 'zod';
import type { Comparison, Divergence, RunSummary } from '../engine/model/index.ts';
import type { AppTools, Exported, SourceFile, StateDifferences, Verified } from './answers.ts';
import { action, actor, call, eventName, intervention, moment, path, position, run, runs } from './values.ts';

/** An expression on the apps' states, as conditions see them: `apps.mail.folders.INBOX.emails.length`. */
const probeExpression = z.string().min(1).max(2000);

export const MOST_PROBES = 50;

/** The probes of a workspace, as they are sent and kept. */
const probeList = z
  .array(z.strictObject({ name: z.string().max(100), expression: probeExpression }))
  .max(MOST_PROBES)
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
  z.strictObject({ on: z.literal('event'), event: name }),
  z.strictObject({ on: z.literal('tool'), app: name, tool: name }),
  /** Comes true. `path` leads into the app's state by dots; `length` counts what a list, an object or a text holds. */
  z.strictObject({
    on: z.literal('state'),
    app: name,
    path: z.string().max(500),
    is: relation,
    value: z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]),
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
  .max(200)
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
  command: z.string().max(1_000),
  thinking: z.union([z.enum(['frozen', 'measured']), z.number().min(0).max(1e6)]),
});

const choices = z.strictObject({
  agent: agent.optional(),
  /** The path of the script that the agent follows, in the workspace. */
  script: z.string().max(1_000).optional(),
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  variant: z.string().max(1_000).optional(),
  augmentation: z
    .strictObject({
      toolFailures: z.number().min(0).max(1).optional(),
      noise: z.strictObject({ perMinute: z.number().min(0).optional(), seed: z.int().optional() }).optional(),
    })
    .optional(),
});

export type RunPace = z.infer<typeof pace>;

/** A portable file of ours, which holds all of a run, or a trace in ARE's "hf" format. */
const exportFormat = z.enum(['orrery', 'are']);

export type ExportFormat = z.infer<typeof exportFormat>;

const stepBy = z.enum(['event', 'tick', 'turn']);

/** Where a run pauses by itself: after one step, at an entry, or at something of an event. */
const goal = z.union([
  z.strictObject({ by: stepBy }),
  z.strictObject({ entry: position }),
  z.strictObject({ event: eventName }),
]);

/** Where a run pauses by itself. */
export type RunGoal = z.output<typeof goal>;

/** How a run is started. */
const manner = {
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  mode: z.enum(['oracle', 'plain']),
  /** Which variant it is of, and what else it is asked for beside its scenario. */
  choices: choices.optional(),
  paused: z.boolean(),
  pace: pace.optional(),
  /** Whether it waits for the person, instead of ending, when nothing is due any more. */
  open: z.boolean().optional(),
  /** Stops this run before, where it is still active. */
  instead: run.optional(),
  /** Lets it go on to there before it pauses, whatever `paused` says. */
  until: goal.optional(),
};

/** Runs, live and kept. */
export const runCalls = {
  /**
   * Starts a run of a file of the workspace, or `of` a run: of the files that one was made of, or of what a trace planned.
   * `paused` waits before the first event. Refused with `problems` when the scenario has errors.
   */
  'run.start': call(
    z.union([z.strictObject({ scenario: path, ...manner }), z.strictObject({ of: run, ...manner })]),
  ).answers<RunSummary>(),
  'run.pause': call(z.strictObject({ run })).answers<null>(),
  'run.resume': call(z.strictObject({ run })).answers<null>(),
  /** Starts a run that shares its past with `run` up to entry `at`, with one thing otherwise or nothing. */
  'run.branch': call(
    z.strictObject({
      ...{ run, at: position, intervention: intervention.optional(), paused: z.boolean() },
      /** Does the agent's part from there on: that is what is otherwise, and no intervention is. */
      agent: agent.optional(),
    }),
  ).answers<RunSummary>(),
  /** Runs a run again and holds it against its log. */
  'run.verify': call(z.strictObject({ run })).answers<Verified>(),
  /** Calls off running it again, if that is under way. */
  'run.cancelVerify': call(z.strictObject({ run })).answers<null>(),
  /** Fires one event of a paused run, all of its next tick, or all up to what the agent does next. */
  'run.step': call(z.strictObject({ run, by: stepBy })).answers<null>(),
  /** Lets an active run go on until it has logged entry `entry`, or something of the event `event`; then it pauses. */
  'run.until': call(
    z.union([z.strictObject({ run, entry: position }), z.strictObject({ run, event: eventName })]),
  ).answers<null>(),
  /** The tools of a run's apps; none of an app that is not built here. */
  'run.tools': call(z.strictObject({ run })).answers<readonly AppTools[]>(),
  /** Calls a tool in a run in motion, now. Answers the entry that tells of it, by index. */
  'run.act': call(z.strictObject({ run, actor, action })).answers<number>(),
  /** Writes a run's scenario anew, beside the old, with what was done by hand as events. Answers where. */
  'run.nextVersion': call(z.strictObject({ run })).answers<string>(),
  'run.pace': call(z.strictObject({ run, pace })).answers<null>(),
  'run.stop': call(z.strictObject({ run })).answers<null>(),
  /** Removes runs with their logs and notes; refused where one of them is in motion. */
  'run.delete': call(z.strictObject({ runs })).answers<null>(),
  /** Writes a run to a file where the person says in a dialog; null when they change their mind. */
  'run.export': call(z.strictObject({ run, format: exportFormat })).answers<Exported | null>(),
  /** The files of a run's scenario; none for traces. */
  'run.source': call(z.strictObject({ run })).answers<readonly SourceFile[]>(),
  /** Where a run would have paused next after entry `at`, or, with a `step` of −1, last before it. */
  'breakpoints.find': call(
    z.strictObject({ run, at: z.int().min(-1), step: z.literal([1, -1]) }),
  ).answers<BreakpointHit | null>(),
  'breakpoints.read': call(z.strictObject({})).answers<readonly Breakpoint[]>(),
  /** Puts these in the place of all that were set in the workspace. */
  'breakpoints.set': call(z.strictObject({ breakpoints: breakpointList })).answers<null>(),
};

/** Two runs side by side. */
export const comparisonCalls = {
  /** Lays two runs side by side. */
  'runs.compare': call(z.strictObject({ a: run, b: run })).answers<Comparison>(),
  /** Where two runs part, without all else; null when nothing differs. */
  'runs.parting': call(z.strictObject({ a: run, b: run })).answers<Divergence | null>(),
  /** How the apps' states differ, right after an entry of each of two runs; −1 is before the first. */
  'runs.states': call(z.strictObject({ a: moment, b: moment })).answers<readonly StateDifferences[]>(),
};

/** Expressions that are watched over whole runs. */
export const probeCalls = {
  'probes.read': call(z.strictObject({})).answers<readonly Probe[]>(),
  /** Sets these in the place of all others, now and when the workspace is opened again. */
  'probes.set': call(z.strictObject({ probes: probeList })).answers<null>(),
  /**
   * What the expression came to from entry `from` on, −1 for all of the run; so much of it as is found in a moment. Ask
   * again from `next` until that is the end.
   */
  'probes.follow': call(
    z.strictObject({ run, expression: probeExpression, from: z.int().min(-1) }),
  ).answers<ProbeStretch>(),
};
