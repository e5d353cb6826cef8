import {
  type Actor,
  type Enter,
  enterDirectly,
  formatLocation,
  freezeShared,
  hasNamedFields,
  type Failure,
  type Json,
  type JsonObject,
  type OutsideAnswer,
  plainHost,
  type Random,
  refuseGiven,
  type ScenarioHost,
  type SimSpan,
  type SimTime,
  TimedOutError,
  truncate,
  failureText,
} from '../model/index.ts';
import type { FileState } from './app.ts';
import type { Arguments, ValuesOf } from './arguments.ts';

/** An operation of an app. */
export interface Tool<State, Args extends Arguments = Arguments, Value = unknown> {
  /** A description of the tool for the agent, in one sentence. */
  readonly summary: string;
  /** A `read` tool must not change the state of any app: neither its own, nor files, nor through calls of other tools. */
  readonly effect: 'read' | 'write';
  /** The effect that ARE's traces record, if it differs; `none` when ARE records no event. */
  readonly recordedAs?: 'read' | 'write' | 'none';
  readonly callers: readonly Caller[];
  readonly args: Args;
  /** The type of the result for the agent, as ARE writes it in Python. */
  readonly returns?: string;
  /**
   * Runs the tool: changes `state` like an ordinary object, and returns the result. Writes before an error are undone.
   *
   * @throws {ToolError} for a mistake of the caller.
   */
  apply(state: State, args: ValuesOf<Args>, context: ToolContext): Value;
}

/** Who may call a tool. `data` tools fill an app with data before a run. */
export type Caller = Actor | 'data';

/** What a tool can use besides the state of its app and its arguments. */
export interface ToolContext {
  /** The app's name in this world. */
  readonly app: string;
  readonly now: SimTime;
  /** The app's own stream of random numbers. */
  readonly random: Random;
  /** The result of the recorded call that is being replayed; `undefined` when nothing is replayed. */
  readonly recorded: Json | undefined;
  /** A new id: 32 hexadecimal digits. */
  newId(): string;
  /**
   * Calls another tool of the world. The call is recorded as part of this one.
   * @throws the errors of that tool.
   */
  call(app: string, tool: string, args: JsonObject): Json;
  /** The state of the world's first app that keeps files. Writes to it are recorded with this call. */
  files(): FileState | undefined;
  /** After this call, makes the caller wait until a notification arrives or `span` has passed. */
  waitForNotification(span: SimSpan): void;
  /**
   * The answer to this call from outside of the run. The tool is called again when the answer has arrived, so it must ask before
   * it does anything else.
   * @throws {ToolError} when another tool or a person makes the call.
   */
  outside(args: JsonObject): OutsideAnswer;
  /** After this call, lets `span` pass at once. Events that are due meanwhile fire late. */
  letPass(span: SimSpan): void;
}

/** The declaration of a tool: without `callers` everyone may call it, without `args` it takes none. */
type DeclaredTool<State, Args extends Arguments, Value> = Omit<Tool<State, Args, Value>, 'args' | 'callers'> &
  Partial<Pick<Tool<State, Args, Value>, 'args' | 'callers'>>;

const EVERYONE: readonly Caller[] = Object.freeze(['agent', 'user', 'environment'] as const);

/** Types the tools of an app with this `State`: `const tool = toolOf<MailState>()`. */
export const toolOf =
  <State>() =>
  <Value, Args extends Arguments = Readonly<Record<string, never>>>(
    tool: DeclaredTool<State, Args, Value>,
  ): Tool<State, Args, Value> => {
    if (!hasNamedFields(tool))
      refuseGiven('toolOf()(tool)', tool, 'an object with summary, effect and apply');
    const { args = {} as Args, callers = EVERYONE, ...declared } = tool;
    return { ...declared, args, callers };
  };

/** The default caller of a tool: the agent, unless only others may call it. */
export function actorOf({ callers }: Pick<Tool<never>, 'callers'>): Actor {
  if (callers.includes('agent')) return 'agent';
  if (callers.includes('user')) return 'user';
  return callers.includes('environment') ? 'environment' : 'agent';
}

/** Thrown when a tool refuses a call. `type` is the Python exception class that ARE's traces record. */
export class ToolError extends Error {
  constructor(type: string, message: string) {
    super(message);
    this.name = type;
  }
}

freezeShared(ToolError);

/**
 * Refuses a tool call with an error of a Python class such as `ValueError`.
 * @throws {ToolError} always.
 */
export function refuse(type: string, message: string): never {
  if (typeof type !== 'string' || typeof message !== 'string')
    refuseGiven('refuse(type, message)', typeof type === 'string' ? message : type, 'a text');
  throw new ToolError(type, message);
}

const MAX_LENGTH = 10_000; // characters of each text of a failure

/** What a host knows about values that scenario code threw. */
export type ThrownValues = Pick<ScenarioHost, 'isNative' | 'isOurs' | 'placeOf'>;

const NOTHING_KNOWN: ThrownValues = plainHost();

/**
 * The failure for the log, from any thrown value. Reading a value thrown by scenario code runs scenario code, so `enter` is
 * needed.
 * @param about whether the JavaScript engine threw the value, and the author's line that caused an error of Orrery's code
 */
export function failureOf(
  thrown: unknown,
  enter: Enter = enterDirectly,
  about: ThrownValues = NOTHING_KNOWN,
): Failure {
  if (TimedOutError.is(thrown)) return thrown.failure;
  try {
    const { type, message, stack, native } = enter(() => untruncatedFailure(thrown, about));
    return {
      type: truncate(type, MAX_LENGTH),
      message: truncate(message, MAX_LENGTH),
      ...(stack === undefined ? {} : { stack: truncate(stack, MAX_LENGTH) }),
      ...(native === undefined ? {} : { native }),
    };
  } catch (hostile) {
    if (TimedOutError.is(hostile)) return hostile.failure;
    // Scenario code may throw an object that throws when it is read.
    return { type: 'Error', message: 'The thrown value cannot be read.' };
  }
}

function untruncatedFailure(thrown: unknown, about: ThrownValues): Failure {
  if (!isErrorLike(thrown)) return { type: 'Error', message: String(thrown) };
  const { name: type, message: text, stack } = thrown;
  const message = type === 'TypeError' && FROZEN_MESSAGE.test(text) ? `${text}. ${FROZEN_ADVICE}` : text;
  // A stack helps authors if it is of their code.
  if (!about.isOurs(thrown))
    return typeof stack === 'string'
      ? { type, message, stack, ...(about.isNative(thrown) && { native: true }) }
      : { type, message };
  const place = thrown instanceof ToolError ? undefined : about.placeOf(thrown);
  return place === undefined
    ? { type, message }
    : { type, message, stack: `${failureText({ type, message })}\n    at ${formatLocation(place)}` };
}

/** Messages of the JavaScript engine about writes to frozen objects. */
const FROZEN_MESSAGE =
  /^Cannot (?:assign to read only property|add property|delete property|(?:re)?define property)/;

const FROZEN_ADVICE = 'If it was put into a state: read it from there and change that.';

function isErrorLike(thrown: unknown): thrown is { name: string; message: string; stack?: unknown } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    typeof (thrown as { name?: unknown }).name === 'string' &&
    typeof (thrown as { message?: unknown }).message === 'string'
  );
}
