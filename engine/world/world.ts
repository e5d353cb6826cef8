import {
  type Action,
  appName,
  type AppName,
  type AppSummary,
  type Change,
  type Failure,
  isSameJson,
  type Json,
  type JsonObject,
  type NestedCall,
  type Outcome,
  getOwn,
  type Path,
  printPath,
  type Random,
  type RecordedAction,
  setAt,
  SET_STATE,
  type SimSpan,
  type SimTime,
} from '../model/index.ts';
import { applyChange, copyJson, Recorder, type Savepoint } from '../state/index.ts';
import type { AppInstance, FileState } from './app.ts';
import { callArguments } from './arguments.ts';
import { actorOf, failureOf, refuse, type Tool, type ToolContext } from './tool.ts';

/** What a world needs from outside: the time and chance. */
export interface WorldContext {
  readonly now: () => SimTime;
  readonly random: Random;
  /** What stands in for an id that chance has made, where recorded ones must come out again. */
  readonly newId?: (made: string) => string;
  /** What the call that is carried out again had answered. */
  readonly recorded?: () => Json | undefined;
}

/** How a call is carried out. */
export interface CallOptions {
  readonly keeps?: (outcome: Outcome) => boolean;
  readonly isNoise?: boolean | undefined;
  /** Whether its tool is known to take its arguments, which are texts, numbers and the like, as they stand. */
  readonly isReady?: boolean;
  /** How it fails before it does anything; a call that does not fit fails as it would have. */
  readonly fails?: Failure | undefined;
}

const NO_ALARMS: readonly DueAlarm[] = [];
const NO_CHANGES: readonly Change[] = [];
const NO_CALLS: readonly NestedCall[] = [];
const NO_REQUESTS: Requests = {};
const NOTHING_ANSWERED: Outcome = { status: 'done', value: null };

/** What apps do of themselves, and when. */
export interface DueAlarm {
  readonly time: SimTime;
  readonly app: AppName;
  readonly tool: string;
}

type Called = Pick<Action, 'app' | 'tool'>;

interface AttemptOptions extends Pick<CallOptions, 'fails' | 'isReady'> {
  readonly before?: ReadonlyMap<RunningApp, Savepoint>;
}

/** What a call came to, with the arguments that the tool got. */
type Attempt = Pick<CallResult, 'outcome' | 'args' | 'effect'>;

/** The apps of a run with their states. Every change goes through a tool and is recorded as it is made. */
export class World {
  readonly #residents: readonly RunningApp[];
  readonly #byName: ReadonlyMap<string, RunningApp>;
  readonly #context: WorldContext;
  readonly #states: Readonly<Record<string, object>>;
  readonly #alarmed: readonly RunningApp[];
  /** What the tool that runs now has called, and what the whole call asks for. */
  #calls = NO_CALLS;
  #requests = NO_REQUESTS;
  /** Whether it is noise that calls. It has chance of its own, so that nothing else comes out otherwise by it. */
  #isNoise = false;

  /** @throws {TypeError} when an app's first state is not JSON. */
  constructor(apps: Readonly<Record<string, AppInstance>>, context: WorldContext) {
    this.#context = context;
    this.#residents = Object.entries(apps).map(([key, app]) => {
      const name = appName(key);
      const recorder = new Recorder(name, app.state);
      return { name, app, recorder, context: this.#contextOf(key) };
    });
    this.#byName = new Map(this.#residents.map((one) => [one.name, one]));
    this.#alarmed = this.#residents.filter(({ app }) => app.alarm !== undefined);
    this.#states = Object.fromEntries(this.#residents.map(({ name, recorder }) => [name, recorder.draft]));
  }

  /** What apps will do of themselves, as it stands now. */
  get alarms(): readonly DueAlarm[] {
    if (this.#alarmed.length === 0) return NO_ALARMS;
    return this.#alarmed.flatMap(({ name, app: { alarm }, recorder }) => {
      const time = alarm?.next(recorder.draft);
      return alarm === undefined || time === undefined ? [] : [{ time, app: name, tool: alarm.tool }];
    });
  }

  get apps(): readonly AppSummary[] {
    return this.#residents.map(({ name, app }) => ({ name, class: app.class, known: true }));
  }

  /** The state of `app` as it is now; it goes on changing. @throws {RangeError} when there is no such app. */
  state(app: AppName): Json {
    const resident = this.#byName.get(app);
    if (resident === undefined) throw new RangeError(`found no app "${app}", wanted ${this.#names}`);
    return resident.recorder.state;
  }

  /** What the tool that `action` calls is declared to do. */
  effectOf(action: Action): 'read' | 'write' {
    return this.#toolOf(action)?.effect ?? 'read';
  }

  /**
   * Carries `action` out, with arguments that hold no references any more. A call that fails changes nothing, nor does one
   * whose outcome `keeps` does not want.
   */
  call(action: Action, { keeps, isNoise = false, fails, isReady = false }: CallOptions = {}): CallResult {
    this.#calls = NO_CALLS;
    this.#requests = NO_REQUESTS;
    this.#isNoise = isNoise;
    const { outcome, args, effect } = this.#attempt(action, { fails, isReady });
    if (keeps?.(outcome) === false) this.undo();
    return { outcome, args, effect, changes: this.#take(), calls: this.#calls, requests: this.#requests };
  }

  /** Puts another value into the state of `app`, whatever its tools allow. */
  set(app: AppName, path: Path, value: Json): CallResult {
    const action = { app, tool: SET_STATE, args: { path, value } };
    let outcome = NOTHING_ANSWERED;
    try {
      setValue(this.#residentOf(app).recorder.draft, path, value);
    } catch (thrown) {
      outcome = this.#failed(thrown);
    }
    const changes = this.#take();
    return { outcome, args: action.args, effect: 'write', changes, calls: NO_CALLS, requests: NO_REQUESTS };
  }

  /** Makes recorded changes again. @throws {RangeError} when they were made to other states. */
  redo(changes: readonly Change[]): void {
    for (const change of changes) applyChange(this.#residentOf(change.app).recorder.draft as Json, change);
    this.#take();
  }

  /**
   * The arguments that `action` would be called with: checked, defaults filled in.
   *
   * @throws {ToolError} when there is no such tool or its arguments do not fit.
   */
  argumentsOf(action: Action): JsonObject {
    const { args } = toolIn(this.#residentOf(action.app), action.tool);
    return callArguments(action.tool, args, action.args);
  }

  /**
   * Asks about the apps' states.
   *
   * @throws {ToolError} when the question wrote to them, and whatever the question throws. Nothing of it stays.
   */
  ask<Answer>(question: (states: Readonly<Record<string, object>>) => Answer): Answer {
    try {
      const answer = question(this.#states);
      const written = this.#written;
      if (written !== undefined)
        refuse(
          'TypeError',
          `found a check that writes to ${[written.app, ...written.path].join('.')}, wanted one that only looks`,
        );
      return answer;
    } finally {
      this.undo();
    }
  }

  /** Takes back all that a torn call has written. */
  undo(): void {
    for (const { recorder } of this.#residents) recorder.undo();
  }

  /** Does all of what `action` says or nothing: when it fails, all since `before` is taken back. */
  #attempt(action: Action, { fails, isReady, before }: AttemptOptions): Attempt {
    let args: JsonObject | undefined;
    let effect: Attempt['effect'] = 'read';
    try {
      const resident = this.#residentOf(action.app);
      const tool = toolIn(resident, action.tool);
      effect = tool.effect;
      const wanted = isReady ? action.args : callArguments(action.tool, tool.args, action.args);
      const copy = copyArguments(wanted);
      args = wanted;
      if (fails !== undefined) refuse(fails.type, fails.message);
      return { args, effect, outcome: answered(apply(resident, tool, action.tool, copy)) };
    } catch (thrown) {
      return { args, effect, outcome: this.#failed(thrown, before) };
    }
  }

  #failed(thrown: unknown, before?: ReadonlyMap<RunningApp, Savepoint>): Outcome {
    for (const resident of this.#residents) resident.recorder.undo(before?.get(resident));
    return { status: 'failed', error: failureOf(thrown) };
  }

  #residentOf(app: AppName): RunningApp {
    return this.#byName.get(app) ?? refuse('LookupError', `found no app "${app}", wanted ${this.#names}`);
  }

  #contextOf(app: string): ToolContext {
    const { now, newId, recorded } = this.#context;
    const own = this.#context.random.fork(app);
    const noise = own.fork('noise');
    const random = (): Random => (this.#isNoise ? noise : own);
    return {
      app,
      get now() {
        return now();
      },
      get random() {
        return random();
      },
      get recorded() {
        return recorded?.();
      },
      newId: () => {
        const made = random().hex();
        return newId === undefined ? made : newId(made);
      },
      call: (app, tool, args) =>
        this.#callWithin({ app: appName(app), tool, args: copyJson(args, tool) as JsonObject }),
      files: () => this.#files,
      waitForNotification: (span) => {
        this.#requests = { ...this.#requests, wait: span };
      },
      letPass: (span) => {
        this.#requests = { ...this.#requests, pass: span };
      },
    };
  }

  /** Carries out what a tool calls, and notes it under that tool's own call. */
  #callWithin(action: Action): Json {
    const earlier = this.#calls;
    this.#calls = NO_CALLS;
    const before = new Map(this.#residents.map((one) => [one, one.recorder.savepoint]));
    const { outcome, args: used, effect } = this.#attempt(action, { before });
    const actor = actorOf(this.#toolOf(action) ?? { callers: [] });
    const recorded = recordedAction(action, used, effect);
    const refused = used === undefined ? { refused: true as const } : undefined;
    this.#calls = [...earlier, { actor, action: recorded, outcome, calls: this.#calls, ...refused }];
    if (outcome.status === 'failed') return refuse(outcome.error.type, outcome.error.message);
    return outcome.status === 'done' ? outcome.value : null;
  }

  get #files(): FileState | undefined {
    for (const { app, recorder } of this.#residents)
      // An app says that it keeps files only where its state is one of files.
      if (app.keeps === 'files') return recorder.draft as FileState;
    return undefined;
  }

  #toolOf({ app, tool }: Called): Tool<object> | undefined {
    const resident = this.#byName.get(app);
    return resident === undefined ? undefined : declaredIn(resident, tool);
  }

  get #names(): string {
    return [...this.#byName.keys()].join(', ');
  }

  get #written(): Change | undefined {
    for (const { recorder } of this.#residents)
      if (recorder.lastChange !== undefined) return recorder.lastChange;
    return undefined;
  }

  #take(): readonly Change[] {
    let taken = NO_CHANGES;
    for (const { recorder } of this.#residents) {
      const changes = recorder.takeChanges();
      if (changes.length > 0) taken = taken.length === 0 ? changes : [...taken, ...changes];
    }
    return taken;
  }
}

/** A copy for a tool, which may write to it: the log keeps what the tool was called with. */
function copyArguments(args: JsonObject): JsonObject {
  for (const name in args)
    if (typeof args[name] === 'object') return copyJson(args, 'arguments') as JsonObject;
  // Without lists and objects, as most are, in a tenth of the time.
  return { ...args };
}

/** What a tool that has not failed came to. Most answer nothing. */
const answered = (value: unknown): Outcome =>
  value === undefined || value === null
    ? NOTHING_ANSWERED
    : { status: 'done', value: copyJson(value, 'result') };

/** An app that lives in a world, with its state there. */
export interface RunningApp {
  readonly name: AppName;
  readonly app: AppInstance;
  readonly recorder: Recorder<object>;
  readonly context: ToolContext;
}

/** The tool that `resident` declares as `tool`, where it does. */
const declaredIn = ({ app: { tools } }: RunningApp, tool: string): Tool<object> | undefined =>
  getOwn(tools, tool);

/** The same. @throws {ToolError} where it does not. */
function toolIn(resident: RunningApp, tool: string): Tool<object> {
  const { name, app } = resident;
  return (
    declaredIn(resident, tool) ?? refuse('LookupError', `found no tool "${tool}" in ${name} (${app.class})`)
  );
}

/** Where a tool is carried out: on the state of its app. */
interface Bench {
  readonly recorder: Recorder<object>;
  readonly context: ToolContext;
}

/** What `tool`, which goes by `name`, answers. @throws {ToolError} when it only reads and has written; whatever it throws. */
function apply({ recorder, context }: Bench, tool: Tool<object>, name: string, args: JsonObject): unknown {
  const before = recorder.lastChange;
  const answer = tool.apply(recorder.draft, args, context);
  const { lastChange: last } = recorder;
  if (tool.effect === 'read' && last !== undefined && last !== before)
    refuse(
      'TypeError',
      `${name}: found a tool that reads writing to ${[last.app, ...last.path].join('.')}, wanted its effect to be 'write'`,
    );
  return answer;
}

/** @throws {ToolError} `LookupError` when `path` leads to no place in `state`. */
function setValue(state: object, path: Path, value: Json): void {
  if (path.length === 0) refuse('LookupError', 'A path into the state is needed, such as `folders.INBOX`.');
  if (!setAt(state as Json, path, value))
    refuse('LookupError', `The state has nothing at ${printPath(path)}.`);
}

/** What a call asks of the run once it is done. */
export interface Requests {
  /** How long its caller waits to be told something, at most. */
  readonly wait?: SimSpan;
  /** Time that passes before anything else happens. */
  readonly pass?: SimSpan;
}

/** What a call came to and all that it did. */
export interface CallResult {
  readonly outcome: Outcome;
  /** With defaults filled in; `undefined` when they were refused. */
  readonly args: JsonObject | undefined;
  readonly effect: 'read' | 'write';
  readonly changes: readonly Change[];
  readonly calls: readonly NestedCall[];
  readonly requests: Requests;
}

/** `action` as the log keeps it: with the arguments that were `used` where they are not those given. */
export function recordedAction(
  action: Action,
  used: JsonObject | undefined,
  effect: 'read' | 'write',
): RecordedAction {
  const { app, tool, args } = action;
  if (used === undefined || isSameJson(used, args)) return { app, tool, args, effect };
  return { app, tool, args, resolved: used, effect };
}
