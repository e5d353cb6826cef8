import {
  type Actor,
  type Failure,
  type Json,
  type JsonObject,
  type Random,
  type SimSpan,
  type SimTime,
  truncate,
} from '../model/index.ts';
import type { Arguments, ValuesOf } from './arguments.ts';
import type { FileState } from './app.ts';

/** Who may call a tool. `data` is for filling an app before a run. */
export type Caller = Actor | 'data';

/** What a tool knows beside its app's state and its arguments. */
export interface ToolContext {
  /** The app's own name in this world. */
  readonly app: string;
  readonly now: SimTime;
  /** The app's own stream of chance. */
  readonly random: Random;
  /** What a recorded call answered, while it is carried out again; `undefined` in a run of our own. */
  readonly recorded: Json | undefined;
  /** An id nobody has had in this run: 32 hexadecimal digits. */
  newId(): string;
  /** Calls another tool of the same world; it is recorded under this call. @throws what that tool throws. */
  call(app: string, tool: string, args: JsonObject): Json;
  /** The state of the world's first app that keeps files. What is written to it counts as done by this call. */
  files(): FileState | undefined;
  /** Holds the caller back after this call until it is told something, or until `span` has passed. */
  waitForNotification(span: SimSpan): void;
  /** Lets `span` pass after this call. What falls due in it is not made up for one by one. */
  letPass(span: SimSpan): void;
}

/** One declared operation of an app. */
export interface Tool<State, Args extends Arguments = Arguments, Value = unknown> {
  /** For the agent: what the tool does, in a sentence. */
  readonly summary: string;
  /** `read` tools leave the state as it was. */
  readonly effect: 'read' | 'write';
  /** What the field's recordings say of it instead; `none` where they keep no event of it. */
  readonly recordedAs?: 'read' | 'write' | 'none';
  readonly callers: readonly Caller[];
  readonly args: Args;
  /** For the agent: what it answers, as a type in the field's own words. */
  readonly returns?: string;
  /**
   * Carries the call out on `state` by changing it as an ordinary object, and answers.
   *
   * All of it happens or nothing: what a call wrote before it threw is taken back.
   *
   * @throws {ToolError} what the caller did wrong.
   */
  apply(state: State, args: ValuesOf<Args>, context: ToolContext): Value;
}

/** Who a call of `tool` counts as where nobody says: the agent, unless only others may call it. */
export function actorOf({ callers }: Pick<Tool<never>, 'callers'>): Actor {
  if (callers.includes('agent')) return 'agent';
  if (callers.includes('user')) return 'user';
  return callers.includes('environment') ? 'environment' : 'agent';
}

/** A tool says no, in the field's words: `type` is the class of error its traces carry. */
export class ToolError extends Error {
  constructor(type: string, message: string) {
    super(message);
    this.name = type;
  }
}

/** Ends a tool's call with an error of the field's class `type`, such as `ValueError`. @throws {ToolError} always. */
export function refuse(type: string, message: string): never {
  throw new ToolError(type, message);
}

const EVERYONE: readonly Caller[] = ['agent', 'user', 'environment'];

/** A tool as one declares it: without `callers` it is for everyone, without `args` it takes none. */
type DeclaredTool<State, Args extends Arguments, Value> = Omit<Tool<State, Args, Value>, 'args' | 'callers'> &
  Partial<Pick<Tool<State, Args, Value>, 'args' | 'callers'>>;

/** Gives the tools of an app with this `State` their types: `const tool = toolOf<MailState>()`. */
export const toolOf =
  <State>() =>
  <Value, Args extends Arguments = Readonly<Record<string, never>>>({
    args = {} as Args,
    callers = EVERYONE,
    ...declared
  }: DeclaredTool<State, Args, Value>): Tool<State, Args, Value> => ({ ...declared, args, callers });

/** What is longer is no message to read. */
const LONGEST = 10_000; // characters

/** What was thrown, as the log keeps it. */
export function failureOf(thrown: unknown): Failure {
  try {
    return shortened(told(thrown));
  } catch {
    // What is thrown may itself throw when it is looked at.
    return { type: 'Error', message: 'what was thrown has no words' };
  }
}

function told(thrown: unknown): Failure {
  if (!isErrorLike(thrown)) return { type: 'Error', message: String(thrown) };
  const { name, message, stack } = thrown;
  // Our own frames say nothing to authors. Errors from a scenario's realm are no instances of ours; their frames are its.
  return thrown instanceof Error || typeof stack !== 'string'
    ? { type: name, message }
    : { type: name, message, stack };
}

const shortened = ({ type, message, stack }: Failure): Failure => ({
  type: truncate(type, LONGEST),
  message: truncate(message, LONGEST),
  ...(stack === undefined ? {} : { stack: truncate(stack, LONGEST) }),
});

/** Errors of another realm are not `instanceof Error`. */
function isErrorLike(thrown: unknown): thrown is { name: string; message: string; stack?: unknown } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    typeof (thrown as { name?: unknown }).name === 'string' &&
    typeof (thrown as { message?: unknown }).message === 'string'
  );
}
