import { z } from 'zod';
import type { Amendment } from '../engine/model/amendment.ts';
import type { Comparison, Difference } from '../engine/model/comparison.ts';
import type { AppName, EventId, RunId } from '../engine/model/ids.ts';
import type { Json } from '../engine/model/json.ts';
import type { LogEntry } from '../engine/model/log-entry.ts';
import type { EventKind } from '../engine/model/event.ts';
import type { Outcome } from '../engine/model/outcome.ts';
import type { Place } from '../engine/model/place.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { RunSummary } from '../engine/model/run.ts';
import type { SimTime } from '../engine/model/time.ts';
import { preferences, type Preferences } from './preferences.ts';
import { search } from './search.ts';

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
    }),
  ).answers<RunSummary>(),
  'run.pause': call(z.strictObject({ run })).answers<null>(),
  'run.resume': call(z.strictObject({ run })).answers<null>(),
  /** Fires one event of a paused run. */
  'run.step': call(z.strictObject({ run })).answers<null>(),
  /** Starts a run that shares its past with `run` up to entry `at`, with one thing otherwise or nothing. */
  'run.branch': call(
    z.strictObject({ run, at: position, amendment: amendment.optional(), paused: z.boolean() }),
  ).answers<RunSummary>(),
  /** Runs a run again and holds it against its log. */
  'run.verify': call(z.strictObject({ run })).answers<Verified>(),
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
};

/** Everything main tells the page unasked. */
export interface Signals {
  /** The person chose one of the page's commands in a menu. */
  'menu.chosen': { readonly command: string };
  /** Files or runs of the workspace came or went. */
  'workspace.changed': WorkspaceView;
  /** A run's state, time or count moved. At most one a frame for each run. */
  'run.changed': RunSummary;
  /** Rows that are already on disk. At most one message a frame. */
  'log.appended': { readonly run: RunId; readonly rows: readonly LogRow[] };
}

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
  /** Newest first. */
  readonly runs: readonly RunSummary[];
  /** Why runs can be neither started nor read, such as a damaged database; `undefined` when all is well. */
  readonly trouble: string | undefined;
}

/** A run in a file. */
export interface Exported {
  /** As the person's system writes it. */
  readonly file: string;
  /** What the file's format has no place for. */
  readonly notes: readonly string[];
}

/** Where an event is written. */
export interface EventPlace {
  readonly event: string;
  readonly place: Place;
}

export interface WorkspaceFile {
  /** Within the workspace, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
}

/** What scenario authors may import: each declaration file's path and text. `orrery` is the entry's path. */
export interface Declarations {
  readonly entry: string;
  readonly files: Readonly<Record<string, string>>;
}

/** What running a run again came to: how many entries were the same, and the first that was not. */
export interface Verified {
  readonly same: number;
  readonly differs: { readonly was: LogEntry | undefined; readonly is: LogEntry | undefined } | undefined;
}

/** Where an app's state at one moment differs from that at another. */
export interface StateDifferences {
  readonly app: AppName;
  readonly differences: readonly Difference[];
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
  /** What it came to, in a few words for a list: a short value, an error's message, the name of a check. */
  readonly gist: string;
}

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
