import { z } from 'zod';
import type { Amendment } from '../engine/model/amendment.ts';
import type { Comparison } from '../engine/model/comparison.ts';
import type { AppName, EventId, RunId } from '../engine/model/ids.ts';
import type { Json } from '../engine/model/json.ts';
import type { LogEntry } from '../engine/model/log-entry.ts';
import { preferences, type Preferences } from './preferences.ts';
import { search } from './search.ts';
import type { PlanOutline } from '../engine/model/event-outline.ts';
import type { BriefStanding, Standing } from '../engine/model/standing.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { RunSummary } from '../engine/model/run.ts';
import type {
  WorkspaceView,
  Exported,
  Declarations,
  Verified,
  StateDifferences,
  EventPlace,
  SourceFile,
  LogRow,
} from './answers.ts';
import { breakpointList, type Breakpoint, type BreakpointHit } from './breakpoint.ts';

export type {
  WorkspaceView,
  Exported,
  WorkspaceFile,
  Declarations,
  Verified,
  StateDifferences,
  EventPlace,
  SourceFile,
  LogRow,
} from './answers.ts';
export type { BreakCondition, Breakpoint, BreakpointHit, Relation } from './breakpoint.ts';
export { DEFAULT_PREFERENCES, preferences, type Preferences } from './preferences.ts';
export type { Search } from './search.ts';

/** A row of the contract table: how a request is parsed, and the type of its answer. */
export interface Call<Request extends z.ZodType, Answer> {
  readonly request: Request;
  /** Never set: it carries the answer's type from the table to both ends. */
  readonly answer?: Answer;
}

const call = <Request extends z.ZodType>(request: Request) => ({
  answers: <Answer>(): Call<Request, Answer> => ({ request }),
});

const run = z
  .string()
  .regex(/^r\d{1,9}$/)
  .transform((text) => text as RunId);

const app = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => text as AppName);

const eventName = z
  .string()
  .min(1)
  .max(1000)
  .transform((text) => text as EventId);

/** A path within the workspace. Main refuses what leads out of it. */
const path = z.string().min(1).max(1000);

const position = z.int().min(0);

const moment = z.strictObject({ run, at: z.int().min(-1) });

const name = z.string().min(1).max(1000);
const keys = z
  .array(z.union([z.string().max(10_000), position]))
  .max(200)
  .readonly();
const json = z.json() as z.ZodType<Json>;
const action = z.strictObject({ app, tool: name, args: z.record(z.string(), json) });

const amendment = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('argument'), event: eventName, name, value: json }),
  z.strictObject({ kind: z.literal('leave-out'), event: eventName }),
  z.strictObject({
    kind: z.literal('act'),
    at: position,
    actor: z.enum(['agent', 'user', 'environment']),
    action,
  }),
  z.strictObject({ kind: z.literal('set'), at: position, app, path: keys, value: json }),
  z.strictObject({ kind: z.literal('mode'), at: position, mode: z.enum(['oracle', 'plain']) }),
]) satisfies z.ZodType<Amendment>;

/** Simulated seconds for each second of the wall clock, or as fast as events can be fired. */
const pace = z.union([z.literal('fastest'), z.number().min(0.01).max(1_000_000)]);

const commands = z
  .array(
    z.strictObject({
      name: z.string().max(100),
      title: z.string().max(200),
      menu: z.string().max(100),
      key: z.string().max(40).optional(),
    }),
  )
  .max(500);

/** The most log rows one call answers; ask again from where it ended. */
export const ROWS_PER_CALL = 20_000;

/** What a scenario's source may weigh, in characters. */
export const LONGEST_SOURCE = 2_000_000;

/** What a trace may weigh, in bytes and in characters: reading more would hold everything up. */
export const LARGEST_TRACE = 100_000_000;

/** How many files are taken in one go when they are dropped on the window. */
export const MOST_DROPPED = 100;

const dropped = z.strictObject({
  name: z.string().min(1).max(255),
  text: z.string().max(LARGEST_TRACE),
});

/** Every question the page may put to main. Requests are parsed in main; answers are typed only. */
export const calls = {
  'workspace.read': call(z.strictObject({})).answers<WorkspaceView>(),
  /** Opens a window on another folder: one opened before, or, without one, that which the person picks in a dialog. */
  'workspace.open': call(z.strictObject({ folder: z.string().min(1).max(4000).optional() })).answers<null>(),
  /** Lets the workspace's code run, now and whenever it is opened again. */
  'workspace.trust': call(z.strictObject({})).answers<null>(),
  'workspace.declarations': call(z.strictObject({})).answers<Declarations>(),
  'scenario.read': call(z.strictObject({ path })).answers<string>(),
  'scenario.save': call(z.strictObject({ path, text: z.string().max(LONGEST_SOURCE) })).answers<null>(),
  /** Makes a scenario that begins as the template does. Refused where there is a file already. */
  'scenario.create': call(
    z.strictObject({ path, template: z.enum(['blank', 'mail', 'calendar']) }),
  ).answers<null>(),
  /** Where each event of the saved scenario is written; runs nothing of it but its declarations. */
  'scenario.places': call(z.strictObject({ path })).answers<readonly EventPlace[]>(),
  'scenario.rename': call(z.strictObject({ path, to: path })).answers<null>(),
  /** Moves it to the system's trash. */
  'scenario.trash': call(z.strictObject({ path })).answers<null>(),
  /** Compiles the saved scenario, checks its types and its event graph; runs nothing of it but its declarations. */
  'scenario.check': call(z.strictObject({ path })).answers<readonly Problem[]>(),
  /** Starts a run; `paused` waits before the first event. Refused with `problems` when the scenario has errors. */
  'run.start': call(
    z.strictObject({
      scenario: path,
      seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      mode: z.enum(['oracle', 'plain']),
      paused: z.boolean(),
      pace: pace.optional(),
    }),
  ).answers<RunSummary>(),
  'run.pause': call(z.strictObject({ run })).answers<null>(),
  'run.resume': call(z.strictObject({ run })).answers<null>(),
  /** Starts a run that shares its past with `run` up to entry `at`, with one thing otherwise or nothing. */
  'run.branch': call(
    z.strictObject({ run, at: position, amendment: amendment.optional(), paused: z.boolean() }),
  ).answers<RunSummary>(),
  /** Runs a run again and holds it against its log. */
  'run.verify': call(z.strictObject({ run })).answers<Verified>(),
  /** Fires one event of a paused run, all of its next tick, or all up to what the agent does next. */
  'run.step': call(z.strictObject({ run, by: z.enum(['event', 'tick', 'turn']) })).answers<null>(),
  /** Lets a paused run go on until it has logged entry `entry`, or something of the event `event`; then it pauses. */
  'run.until': call(
    z.union([z.strictObject({ run, entry: position }), z.strictObject({ run, event: eventName })]),
  ).answers<null>(),
  'run.pace': call(z.strictObject({ run, pace })).answers<null>(),
  'run.stop': call(z.strictObject({ run })).answers<null>(),
  /** Removes a run that is not running, with its log. */
  'run.delete': call(z.strictObject({ run })).answers<null>(),
  /** At most {@link ROWS_PER_CALL} rows from position `from` on. */
  'log.rows': call(z.strictObject({ run, from: position })).answers<readonly LogRow[]>(),
  /** The entries that meet `search`, by index, ascending. */
  'log.find': call(z.strictObject({ run, search })).answers<readonly number[]>(),
  'log.entry': call(z.strictObject({ run, index: position })).answers<LogEntry>(),
  /** An app's state right after entry `at`; −1 is the state before the first. */
  'state.read': call(z.strictObject({ run, app, at: z.int().min(-1) })).answers<Json>(),
  /**
   * Reads a trace of the workspace, those that were dropped on the window, or, without either, those that the person
   * picks in a dialog. What is none is refused, and the others come in all the same.
   */
  'trace.import': call(
    z.strictObject({ path: path.optional(), dropped: z.array(dropped).max(MOST_DROPPED).optional() }),
  ).answers<readonly RunSummary[]>(),
  /** Writes a run to a file that ARE reads, where the person says in a dialog; null when they change their mind. */
  'run.export': call(z.strictObject({ run })).answers<Exported | null>(),
  /** Lays two runs side by side. */
  'runs.compare': call(z.strictObject({ a: run, b: run })).answers<Comparison>(),
  /** How the apps' states differ, right after an entry of each of two runs; −1 is before the first. */
  'runs.states': call(z.strictObject({ a: moment, b: moment })).answers<readonly StateDifferences[]>(),
  /** The files of a run's scenario; none for traces. */
  'run.source': call(z.strictObject({ run })).answers<readonly SourceFile[]>(),
  'preferences.read': call(z.strictObject({})).answers<Preferences>(),
  'preferences.write': call(preferences).answers<null>(),
  /** Makes the menus of the page's commands. */
  'menu.set': call(z.strictObject({ commands })).answers<null>(),
  /** What a run was to do; `null` of traces, and of runs of an older Orrery. */
  'plan.read': call(z.strictObject({ run })).answers<PlanOutline | null>(),
  /** Where every event of a run's plan stands right after entry `at`, in the plan's order. */
  'plan.standings': call(moment).answers<readonly BriefStanding[]>(),
  /** Why an event has not fired right after entry `at`. */
  'plan.whyNot': call(z.strictObject({ run, event: eventName, at: z.int().min(-1) })).answers<Standing>(),
  'breakpoints.read': call(z.strictObject({})).answers<readonly Breakpoint[]>(),
  /** Puts these in the place of all that were set in the workspace. */
  'breakpoints.set': call(z.strictObject({ breakpoints: breakpointList })).answers<null>(),
};

/** Everything main tells the page unasked. */
export interface Signals {
  /** The person chose one of the page's commands in a menu. */
  'menu.chosen': { readonly command: string };
  /** Files or runs of the workspace came or went. */
  'workspace.changed': WorkspaceView;
  /** A run's state, time or count moved. At most one a frame for each run. */
  'run.changed': RunSummary;
  /** A run has come to a breakpoint and pauses there. */
  'breakpoint.hit': { readonly run: RunId; readonly hit: BreakpointHit };
  /** Rows that are already on disk. At most one message a frame. */
  'log.appended': { readonly run: RunId; readonly rows: readonly LogRow[] };
}

export type RunPace = z.infer<typeof pace>;
export type StepBy = Parsed<'run.step'>['by'];
export type CallName = keyof typeof calls;
export type SignalName = keyof Signals;
/** What the page sends, before main has parsed it. */
export type Request<Name extends CallName> = z.input<(typeof calls)[Name]['request']>;
/** What a handler in main gets. */
export type Parsed<Name extends CallName> = z.output<(typeof calls)[Name]['request']>;
export type Answer<Name extends CallName> = Exclude<(typeof calls)[Name]['answer'], undefined>;

/** An expected failure, as data: Electron would keep only its message. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly Problem[];
}

export type Reply<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Refusal };

/** The two verbs the page has. */
export interface Lab {
  call<Name extends CallName>(name: Name, request: Request<Name>): Promise<Reply<Answer<Name>>>;
  /** Calls `listener` for each signal, until the returned function is called. */
  on<Name extends SignalName>(name: Name, listener: (signal: Signals[Name]) => void): () => void;
}
