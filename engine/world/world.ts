import {
  type Action,
  type ActionEntry,
  append,
  appName,
  type AppName,
  type AppSummary,
  type Change,
  EMPTY_LIST,
  type Enter,
  enterDirectly,
  type EventId,
  type Failure,
  freezeShared,
  getOwn,
  checkedSpan,
  hasNamedFields,
  isSameJson,
  type Json,
  type JsonObject,
  type LogEntry,
  type NestedCall,
  type Outcome,
  type OutsideAnswer,
  type OutsideCall,
  type Path,
  printPath,
  type Random,
  type RecordedAction,
  refuseGiven,
  SET_STATE,
  setAt,
  type SimSpan,
  type SimTime,
} from '../model/index.ts';
import {
  applyChange,
  copyJson,
  type OnNegativeZero,
  Recorder,
  type Savepoint,
  versionOf,
} from '../state/index.ts';
import { type DueAlarm, RunningAlarm } from './alarm.ts';
import type { AppInstance, FileState } from './app.ts';
import { callArguments } from './arguments.ts';
import { actorOf, failureOf, refuse, type ThrownValues, type Tool, type ToolContext } from './tool.ts';

/** The context that a world gets from its run. */
export interface WorldContext {
  readonly now: () => SimTime;
  readonly random: Random;
  /** Runs the apps' code; by default it is called directly. */
  readonly enter?: Enter;
  /** What the host knows about values that the apps' code threw. */
  readonly errors?: ThrownValues;
  /** Replaces each id that a tool generates, so that a replayed recording has the same ids again. */
  readonly newId?: (generated: string) => string;
  /** The result of the recorded call that is being replayed. */
  readonly recorded?: () => Json | undefined;
  /** Records a note about the run. */
  readonly note?: ((text: string) => void) | undefined;
}

/** Options for a tool call. */
export interface CallOptions {
  /** Whether to keep a call with this outcome. If false, its writes are undone. */
  readonly keepIf?: (outcome: Outcome) => boolean;
  readonly isNoise?: boolean | undefined;
  /** Whether the arguments were already checked and need no defaults. */
  readonly isChecked?: boolean;
  /** The answer from outside, if the tool asked for it before. */
  readonly answer?: OutsideAnswer | undefined;
  /** A failure to return instead of running the tool. Wrong arguments still cause their own failure. */
  readonly failure?: Failure | undefined;
  /** Called with each nested call as soon as it has ended, innermost first. */
  readonly onNestedCall?: ((call: NestedCall) => void) | undefined;
}

/** What a call asks of its run after it has ended. */
export interface Requests {
  /** The maximum time for which the caller waits for a notification. */
  readonly wait?: SimSpan;
  /** The time that passes before anything else happens. */
  readonly pass?: SimSpan;
}

/** The outcome and effects of a call. */
export interface CallResult {
  /** Set if the tool needs an answer from outside. Nothing was done: the call is made again with the answer. */
  readonly outsideCall?: OutsideCall | undefined;
  readonly outcome: Outcome;
  /** The arguments with defaults filled in; `undefined` when they did not fit the tool. */
  readonly args: JsonObject | undefined;
  readonly effect: 'read' | 'write';
  readonly changes: readonly Change[];
  readonly calls: readonly NestedCall[];
  readonly requests: Requests;
}

/** An app of this world with its state. */
interface RunningApp {
  readonly name: AppName;
  readonly app: AppInstance;
  readonly recorder: Recorder<object>;
  readonly context: ToolContext;
  readonly alarm: RunningAlarm | undefined;
}

/** The functions that the getters of a tool's context call. */
interface ContextSources {
  readonly now: () => SimTime;
  readonly random: () => Random;
  readonly recorded: () => Json | undefined;
}

const SOURCES_KEY = Symbol('sources');

/**
 * Getters that all contexts share: V8 would keep getters made for one context, and with them all of the run, until the next full
 * garbage collection (a sweep's run would leave twice as much garbage).
 */
const GETTERS = freezeShared(
  Object.getOwnPropertyDescriptors({
    get now() {
      return sourcesOf(this).now();
    },
    get random() {
      return sourcesOf(this).random();
    },
    get recorded() {
      return sourcesOf(this).recorded();
    },
  }),
);

const sourcesOf = (context: object): ContextSources =>
  (context as { readonly [SOURCES_KEY]: ContextSources })[SOURCES_KEY];

const NO_ALARMS: readonly DueAlarm[] = [];
const NO_CHANGES: readonly Change[] = [];
const NO_CALLS: readonly NestedCall[] = [];
const NO_REQUESTS: Requests = {};
/** The maximum depth of calls from tool to tool, because JSON readers limit the depth of a log entry. */
const MAX_NESTED_CALLS = 50;
/** The maximum number of notes on -0 in a world. */
const MAX_NOTES = 100;
const ANSWERED_NOTHING: Outcome = { status: 'done', value: null };

/**
 * The apps of a run with their states. Every change of a state is recorded immediately. Scenario code is entered through `enter`,
 * in three places only: `#runTool`, {@link World.query}, {@link World.failureOf}.
 */
export class World {
  readonly #apps: readonly RunningApp[];
  readonly #byName: ReadonlyMap<string, RunningApp>;
  readonly #withAlarm: readonly RunningApp[];
  readonly #enter: Enter;
  /** The drafts of the states, by app name. */
  readonly #states: Readonly<Record<string, object>>;
  readonly #context: WorldContext;
  /** The nested calls of the running tool. `#requests` are those of the whole call. */
  #calls: NestedCall[] = EMPTY_LIST;
  #requests = NO_REQUESTS;
  /** The number of tools that wait for the result of a tool they called. */
  #callers = 0;
  /** Whether the call is noise. Noise draws from its own random streams, so that it changes nothing else in a run. */
  #isNoise = false;
  #onNestedCall: CallOptions['onNestedCall'];
  /** The answer from outside to the current call. `#outsideCall` is what the running tool asks outside. */
  #answer: OutsideAnswer | undefined;
  #outsideCall: OutsideCall | undefined;
  #outermost: Action | undefined;
  /**
   * What {@link #applyTool} runs next: a tool of an app, and its arguments. These are fields because a function made for each
   * call would add an eighth to the memory that an event allocates.
   */
  #running: RunningApp | undefined;
  #tool: Tool<object> | undefined;
  #args: JsonObject = {};
  /** The paths for which a note says that they had -0. */
  readonly #noted = new Set<string>();
  readonly #noteNegativeZero = (place: string): void => {
    if (this.#noted.has(place) || this.#noted.size === MAX_NOTES) return;
    this.#noted.add(place);
    this.#context.note?.(`${place} is -0, which a log cannot keep. It was written as 0.`);
  };
  /** The paths of -0 in the result of the running tool. */
  readonly #zerosInResult: string[] = [];
  readonly #addZeroInResult = (place: string): void => {
    this.#zerosInResult.push(place);
  };
  readonly #applyTool = (): Outcome => {
    // Read before the call: a tool may call another.
    const { name, app, recorder, context } = this.#running!;
    const tool = this.#tool!;
    const outcome = toolOutcome(tool.apply(recorder.draft, this.#args, context), this.#addZeroInResult);
    if (this.#zerosInResult.length > 0) {
      const called = Object.keys(app.tools).find((key) => app.tools[key] === tool) ?? 'tool';
      for (const place of this.#zerosInResult.splice(0))
        this.#noteNegativeZero(`${name}.${called}: ${place}`);
    }
    return outcome;
  };

  /** @throws {TypeError} when the initial state of an app is not JSON. */
  constructor(apps: Readonly<Record<string, AppInstance>>, context: WorldContext) {
    this.#context = context;
    this.#enter = context.enter ?? enterDirectly;
    this.#apps = Object.entries(apps).map(([key, app]) => {
      const name = appName(key);
      const alarm = app.alarm && new RunningAlarm(name, app.alarm, this);
      const recorder = new Recorder(name, app.state, this.#noteNegativeZero);
      return { name, app, recorder, context: this.#toolContext(key), alarm };
    });
    this.#byName = new Map(this.#apps.map((one) => [one.name, one]));
    this.#withAlarm = this.#apps.filter(({ alarm }) => alarm !== undefined);
    this.#states = Object.fromEntries(this.#apps.map(({ name, recorder }) => [name, recorder.draft]));
  }

  get apps(): readonly AppSummary[] {
    return this.#apps.map(({ name, app }) => ({ name, class: app.class, known: true }));
  }

  /**
   * The current state of `app`: a live object that changes with the run.
   * @throws {RangeError} when there is no such app.
   */
  state(app: AppName): Json {
    const running = this.#byName.get(app);
    if (running === undefined) throw new RangeError(this.#noSuchApp(app));
    return running.recorder.state;
  }

  /** The due times of the apps' alarms in their current states. */
  get alarms(): readonly DueAlarm[] {
    if (this.#withAlarm.length === 0) return NO_ALARMS;
    const now = this.#context.now();
    return this.#withAlarm.flatMap(
      ({ alarm, recorder: { draft } }) => alarm!.due(draft, versionOf(draft)!, now) ?? [],
    );
  }

  /** Records that `alarms` ring. */
  ring(alarms: readonly DueAlarm[]): void {
    for (const { app, time } of alarms) this.#byName.get(app)!.alarm!.ring(time);
  }

  /** The declared effect of the tool that `action` calls. */
  effectOf(action: Action): 'read' | 'write' {
    return this.#toolOf(action)?.effect ?? 'read';
  }

  /**
   * The arguments of `action`, checked and with defaults filled in.
   *
   * @throws {ToolError} when there is no such tool or the arguments do not fit it.
   */
  argumentsOf(action: Action): JsonObject {
    const { args } = toolIn(this.#runningApp(action.app), action.tool);
    return callArguments(action.tool, args, action.args);
  }

  /** Calls a tool with resolved arguments. A call that fails, or that `keepIf` refuses, changes nothing. */
  call(action: Action, options: CallOptions = {}): CallResult {
    this.#calls = EMPTY_LIST;
    this.#requests = NO_REQUESTS;
    this.#callers = 0;
    this.#isNoise = options.isNoise === true;
    this.#onNestedCall = options.onNestedCall;
    this.#answer = options.answer;
    this.#outsideCall = undefined;
    this.#outermost = action;
    const { outcome, args, effect } = this.#attempt(action, options);
    const outsideCall = this.#outsideCall as OutsideCall | undefined;
    if (options.keepIf?.(outcome) === false) this.#undo();
    const changes = this.#takeChanges();
    const requests = outcome.status === 'failed' ? NO_REQUESTS : this.#requests;
    return {
      outcome,
      args,
      effect,
      changes,
      calls: this.#calls,
      requests,
      ...(outsideCall && { outsideCall }),
    };
  }

  /** Sets a value in the state of `app`, as a manual change. */
  set(app: AppName, path: Path, value: Json): CallResult {
    const action = { app, tool: SET_STATE, args: { path, value } };
    let outcome = ANSWERED_NOTHING;
    try {
      setValue(this.#runningApp(app).recorder.draft, path, value);
    } catch (thrown) {
      outcome = this.#fail(thrown);
    }
    const changes = this.#takeChanges();
    return { outcome, args: action.args, effect: 'write', changes, calls: NO_CALLS, requests: NO_REQUESTS };
  }

  /**
   * Applies recorded changes again.
   * @throws {RangeError} when they do not fit the current states.
   */
  redo(changes: readonly Change[]): void {
    for (const change of changes) applyChange(this.#runningApp(change.app).recorder.draft as Json, change);
    this.#takeChanges();
  }

  /**
   * Runs scenario code that reads the states: a condition, a validation or an alarm. `past` is passed to it. Writes are undone.
   * @throws {ToolError} when `read` wrote to a state, and any error that it throws.
   */
  query<Answer, Given = undefined>(read: (states: never, past: Given) => Answer, past: Given): Answer {
    // Between calls the journal is empty. While a tool runs, its writes so far are kept.
    const savepoints = this.#written() === undefined ? undefined : this.#savepoints();
    try {
      const answer = this.#enter(() => read(this.#states as never, past));
      const written = this.#written(savepoints);
      if (written !== undefined)
        refuse(
          'TypeError',
          `Checks and alarms must not change a state. This one writes to ${lastWritePath(written)}.`,
        );
      return answer;
    } finally {
      this.#undo(savepoints);
    }
  }

  /** The failure for an error of scenario code. Reading the error may run scenario code. */
  failureOf(thrown: unknown): Failure {
    return failureOf(thrown, this.#enter, this.#context.errors);
  }

  /** Undoes the writes of code that was stopped from outside. An alarm that was being computed is then broken by `error`. */
  timeOut(error: Failure): void {
    this.#undo();
    for (const { alarm } of this.#withAlarm) if (alarm!.isRunning) alarm!.fail(error);
  }

  /** The result of a call of `action` that was stopped from outside. */
  timedOutCall(action: Action, error: Failure): CallResult {
    const outcome = { status: 'failed', error } as const;
    const effect = this.effectOf(action);
    return {
      outcome,
      args: action.args,
      effect,
      changes: NO_CHANGES,
      calls: NO_CALLS,
      requests: NO_REQUESTS,
    };
  }

  #undo(savepoints?: Savepoints): void {
    for (const running of this.#apps) running.recorder.undo(savepoints?.get(running));
  }

  #savepoints(): Savepoints {
    return new Map(this.#apps.map((one) => [one, one.recorder.savepoint]));
  }

  /** Calls a tool. If it fails, all writes since `savepoints` are undone. */
  #attempt(
    action: Action,
    { failure, isChecked = false }: CallOptions,
    savepoints?: Savepoints,
  ): Pick<CallResult, 'outcome' | 'args' | 'effect'> {
    let args: JsonObject | undefined;
    let effect: CallResult['effect'] = 'read';
    try {
      const running = this.#runningApp(action.app);
      const tool = toolIn(running, action.tool);
      effect = tool.effect;
      const checked = isChecked ? action.args : callArguments(action.tool, tool.args, action.args);
      const copy = copyArguments(checked);
      args = checked;
      if (failure !== undefined) refuse(failure.type, failure.message);
      return { args, effect, outcome: this.#runTool(running, tool, action.tool, copy, savepoints) };
    } catch (thrown) {
      return { args, effect, outcome: this.#fail(thrown, savepoints) };
    }
  }

  /**
   * Runs the code of a tool. `savepoints` were taken right before a nested call.
   * @throws {ToolError} when a `read` tool writes to the state of any app, and any error of the tool.
   */
  #runTool(
    running: RunningApp,
    tool: Tool<object>,
    name: string,
    args: JsonObject,
    savepoints: Savepoints | undefined,
  ): Outcome {
    this.#running = running;
    this.#tool = tool;
    this.#args = args;
    const outcome = this.#enter(this.#applyTool);
    const written = tool.effect === 'read' ? this.#written(savepoints) : undefined;
    if (written !== undefined)
      refuse('TypeError', `${name} has the effect 'read' but writes to ${lastWritePath(written)}.`);
    if (this.#callers === 0) for (const { recorder } of this.#apps) recorder.settle();
    return outcome;
  }

  #fail(thrown: unknown, savepoints?: Savepoints): Outcome {
    this.#undo(savepoints);
    return { status: 'failed', error: this.failureOf(thrown) };
  }

  #toolContext(app: string): ToolContext {
    const { now, newId, recorded } = this.#context;
    const appRandom = this.#context.random.fork(app);
    const noiseRandom = appRandom.fork('noise');
    const random = (): Random => (this.#isNoise ? noiseRandom : appRandom);
    const sources: ContextSources = { now, random, recorded: () => recorded?.() };
    const context = Object.defineProperties({ app }, { ...GETTERS, [SOURCES_KEY]: { value: sources } });
    return Object.assign(context, {
      newId: () => {
        const generated = random().hex();
        return newId === undefined ? generated : newId(generated);
      },
      call: (app, tool, args) => {
        for (const name of [app, tool])
          if (typeof name !== 'string') refuseGiven('call(app, tool, args)', name, 'a name');
        if (!hasNamedFields(args)) refuseGiven('call(app, tool, args)', args, 'an object with the arguments');
        return this.#nestedCall({
          app: appName(app),
          tool,
          args: copyJson(args, tool, this.#noteNegativeZero) as JsonObject,
        });
      },
      files: () => this.#files,
      waitForNotification: (span) => {
        this.#requests = { ...this.#requests, wait: checkedSpan('waitForNotification(span)', span) };
      },
      outside: (args) => this.#askOutside(app, args),
      letPass: (span) => {
        this.#requests = { ...this.#requests, pass: checkedSpan('letPass(span)', span) };
      },
    } satisfies Omit<ToolContext, 'app' | keyof ContextSources>) as ToolContext;
  }

  #askOutside(app: string, args: JsonObject): OutsideAnswer {
    if (this.#byName.get(app)?.app.outside === undefined)
      refuse('OutsideError', `${app} has no server that answers its tools.`);
    if (this.#callers > 0)
      refuse('OutsideError', 'A tool that is answered from outside cannot be called by another tool.');
    const answer = this.#answer;
    if (answer !== undefined) return answer;
    const { tool } = this.#outermost!;
    this.#outsideCall = { app: appName(app), tool, args: copyJson(args, 'arguments') as JsonObject };
    return refuse('OutsideError', 'The answer from outside is not there yet.');
  }

  /** Makes a nested call for the running tool, and records it. */
  #nestedCall(action: Action): Json {
    if (this.#callers === MAX_NESTED_CALLS)
      refuse('RecursionError', `More than ${MAX_NESTED_CALLS} tools call each other.`);
    this.#callers += 1;
    const earlier = this.#calls;
    this.#calls = EMPTY_LIST;
    const requests = this.#requests;
    const { outcome, args, effect } = this.#attempt(action, {}, this.#savepoints());
    const call = {
      actor: actorOf(this.#toolOf(action) ?? { callers: [] }),
      action: recordedAction(action, args, effect),
      outcome,
      calls: this.#calls,
      ...(args === undefined ? { refused: true as const } : {}),
    };
    this.#callers -= 1;
    this.#calls = append(earlier, call);
    if (outcome.status === 'failed') this.#requests = requests;
    this.#onNestedCall?.(call);
    if (outcome.status === 'failed') return refuse(outcome.error.type, outcome.error.message);
    return outcome.status === 'done' ? outcome.value : null;
  }

  get #files(): FileState | undefined {
    const keeper = this.#apps.find(({ app }) => app.keeps === 'files');
    // The declaration of an app can say `keeps: 'files'` only when its state is a FileState.
    return keeper?.recorder.draft as FileState | undefined;
  }

  #toolOf({ app, tool }: Action): Tool<object> | undefined {
    const running = this.#byName.get(app);
    return running && getOwn(running.app.tools, tool);
  }

  #runningApp(app: AppName): RunningApp {
    return this.#byName.get(app) ?? refuse('LookupError', this.#noSuchApp(app));
  }

  #noSuchApp(app: AppName): string {
    return `There is no app "${app}". The apps are ${[...this.#byName.keys()].join(', ')}.`;
  }

  /** The first app whose state was written to since `savepoints`. */
  #written(savepoints?: Savepoints): RunningApp | undefined {
    return this.#apps.find((one) => one.recorder.writes > (savepoints?.get(one)?.undoSteps ?? 0));
  }

  #takeChanges(): readonly Change[] {
    let taken = NO_CHANGES;
    for (const { recorder } of this.#apps) {
      const changes = recorder.takeChanges();
      if (changes.length > 0) taken = taken.length === 0 ? changes : [...taken, ...changes];
    }
    return taken;
  }
}

/** The position of each app's journal before a call. */
type Savepoints = ReadonlyMap<RunningApp, Savepoint>;

/** @throws {ToolError} `LookupError` when the app has no such tool. */
function toolIn({ name, app }: RunningApp, tool: string): Tool<object> {
  return getOwn(app.tools, tool) ?? refuse('LookupError', `${name} (${app.class}) has no tool "${tool}".`);
}

/** A copy of a call's arguments for the tool, which may write to it. The log keeps the original arguments. */
function copyArguments(args: JsonObject): JsonObject {
  for (const name in args)
    if (typeof args[name] === 'object') return copyJson(args, 'arguments') as JsonObject;
  // Most arguments have no lists and objects: then a spread is enough. It saves 10 % of a run of light events.
  return { ...args };
}

/** The outcome of a tool that returned `value`. Most tools return nothing. */
const toolOutcome = (value: unknown, onNegativeZero: OnNegativeZero): Outcome =>
  value === undefined || value === null
    ? ANSWERED_NOTHING
    : { status: 'done', value: copyJson(value, 'result', onNegativeZero) };

/** @throws {ToolError} `LookupError` when `path` does not exist in `state`. */
function setValue(state: object, path: Path, value: Json): void {
  if (path.length === 0) refuse('LookupError', 'A path into the state is needed, such as folders.INBOX.');
  if (!setAt(state as Json, path, value))
    refuse('LookupError', `The state has nothing at ${printPath(path)}.`);
}

/** The path of the last write to an app's state, as text. */
const lastWritePath = ({ name, recorder: { lastChange } }: RunningApp): string =>
  printPath([name, ...(lastChange?.path ?? [])]);

/** `action` for the log, with the `used` arguments if they differ from the given ones. */
export function recordedAction(
  action: Action,
  used: JsonObject | undefined,
  effect: 'read' | 'write',
): RecordedAction {
  const { app, tool, args } = action;
  if (used === undefined || isSameJson(used, args)) return { app, tool, args, effect };
  return { app, tool, args, resolved: used, effect };
}

/** A recorded run that an environment continues. */
export interface Recording {
  /** The recorded entries. The environment continues after the last one. */
  readonly past: readonly LogEntry[];
  /** Repeats calls of recordings without state changes. When left out, the recorded changes are applied again. */
  readonly replayer?: CallReplayer;
}

/** Repeats the calls of a recorded run, so that a tool that makes the same call again generates the recorded ids. */
export interface CallReplayer {
  /** The part of the world's context that gives tools the recorded ids and results. */
  readonly worldContext: Required<Pick<WorldContext, 'newId' | 'recorded'>>;

  /**
   * Repeats the call of a recorded entry to find its changes. Returns the entry with its changes; `undefined` when the call
   * failed either here or in the recording, but not in both. Such a call changes nothing.
   */
  replay(world: World, entry: ActionEntry): ActionEntry | undefined;

  /** Calls `action` for `event`. If the recording has a later call of this tool for the event, its ids are used again. */
  call(world: World, event: EventId, action: Action, options: CallOptions): CallResult;
}
