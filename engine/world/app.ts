import {
  freezeShared,
  hasNamedFields,
  type JsonObject,
  quotedList,
  refuseGiven,
  type SimTime,
} from '../model/index.ts';
import { copyJson, refuseNegativeZero } from '../state/index.ts';
import { isArgument } from './arguments.ts';
import type { Caller, Tool } from './tool.ts';

export type Tools<State> = Readonly<Record<string, Tool<State>>>;

/** Lets an app act at a time it chooses: at that time, the world calls one of the app's tools without arguments. */
export interface Alarm<State> {
  readonly tool: string;
  /** The time when the tool is due next, given the state. The tool must change this time when it is called. */
  next(state: State): SimTime | undefined;
}

/** The command that starts a server of the Model Context Protocol. */
export interface ServerStart {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Environment variables of the server, besides the usual few. */
  readonly env?: Readonly<Record<string, string>>;
  /** The maximum time for an answer, in seconds. */
  readonly timeout?: number;
}

/** A server of the Model Context Protocol that answers the tool calls of an app. */
export interface OutsideServer extends ServerStart {
  /** The tools that the scenario uses, by name. */
  readonly tools: Readonly<
    Record<string, { readonly inputSchema: JsonObject; readonly effect: 'read' | 'write' }>
  >;
  /** All tools in the stored list of the server, with their descriptions. */
  readonly list: Readonly<
    Record<string, { readonly description: string; readonly effect: 'read' | 'write' }>
  >;
  /** URIs of resources that are read after each write: they are the app's state. */
  readonly state?: readonly string[];
}

/** An app of one scenario: its declaration with its initial state. */
export interface AppInstance<State extends object = object, Declared extends Tools<State> = Tools<State>> {
  /** ARE's class name, such as `EmailClientV2`. */
  readonly class: string;
  readonly state: State;
  readonly tools: Declared;
  readonly alarm?: Alarm<State>;
  /** The server that answers the app's tool calls. */
  readonly outside?: OutsideServer;
  /** Set while the server's tools are not known: how to start the server, and a function that creates the app with its tool list. */
  readonly unlisted?: { readonly start: ServerStart; readonly withTools: (list: never) => AppInstance };
  /** `files`: other apps of the world read and write this app's files through `context.files()`. */
  readonly keeps?: 'files';
}

/** The declaration of an app: a class name, an initial state and tools. */
export interface AppDeclaration<State extends object, Declared extends Tools<State>, Options> {
  readonly class: string;
  /** Creates the initial state for a scenario. */
  initial(options: Options): State;
  readonly tools: Declared;
  readonly alarm?: Alarm<State>;
  /** Lets other apps of the world use this app's files. Only for a file state. */
  readonly keeps?: State extends FileState ? 'files' : never;
}

/** Creates an app for a scenario, with options for its initial state. */
export type NewApp<State extends object, Declared extends Tools<State>, Options> = (
  ...options: object extends Options ? [options?: Options] : [options: Options]
) => AppInstance<State, Declared>;

/**
 * Declares an app. Returns a function that creates the app for a scenario, with options for its initial state.
 *
 * That function throws a `TypeError` when the initial state is not JSON, or has -0.
 */
export function app<State extends object, Declared extends Tools<State>, Options = object>(
  declared: AppDeclaration<State, Declared, Options>,
): NewApp<State, Declared, Options> {
  if (!hasNamedFields(declared))
    refuseGiven('app(declaration)', declared, 'an object with class, initial and tools');
  const { initial } = declared as { readonly initial: unknown };
  if (typeof initial !== 'function')
    refuseGiven('app({ initial })', initial, 'a function that returns the initial state');
  checkParts('app({ … })', { ...declared, state: {} });
  return (...[options = {} as Options]) => {
    if (!hasNamedFields(options)) refuseGiven(`${declared.class}: options`, options, 'an object');
    return {
      class: declared.class,
      state: copyJson(initialState(declared, options), declared.class, refuseNegativeZero) as object as State,
      tools: declared.tools,
      ...(declared.alarm === undefined ? {} : { alarm: declared.alarm }),
      ...(declared.keeps === undefined ? {} : { keeps: declared.keeps }),
    };
  };
}

/** Declares a built-in app, like {@link app}. All runs share its tools, so they are frozen when the app is first created. */
export function ownApp<State extends object, Declared extends Tools<State>, Options = object>(
  declared: AppDeclaration<State, Declared, Options>,
): NewApp<State, Declared, Options> {
  let create: NewApp<State, Declared, Options> | undefined;
  return (...options) => {
    create ??= app(freezeShared(declared));
    return create(...options);
  };
}

/** @throws {TypeError} for options that do not have the declared type. */
function initialState<State extends object, Options>(
  declared: AppDeclaration<State, Tools<State>, Options>,
  options: Options,
): State {
  let state;
  try {
    state = declared.initial(options);
  } catch (thrown) {
    // What an author's own app throws says enough with its place. Of our own apps, the tools are frozen.
    if (!(thrown instanceof TypeError) || !Object.isFrozen(declared.tools)) throw thrown;
    const names = quotedList(Object.keys(options as object), MAX_NAMES);
    throw new TypeError(
      `${declared.class}: The options ${names} do not have the form that their type says.`,
      {
        cause: thrown,
      },
    );
  }
  if (!hasNamedFields(state))
    refuseGiven(`${declared.class}: initial(options)`, state, 'a state, which is an object');
  return state;
}

/** @throws {TypeError} when a value that an author gave at `place` was not created by {@link app}. */
export function checkApp(place: string, given: unknown): asserts given is AppInstance {
  if (!hasNamedFields(given)) refuseGiven(place, given, 'an app such as emailClient()');
  checkParts(place, given);
}

/** Tools that are already checked and frozen: those of built-in apps, which all runs share. */
const checkedTools = new WeakSet<object>();

/** @throws {TypeError} naming the first part of an app that is of the wrong type. */
function checkParts(place: string, app: Partial<AppInstance>): void {
  if (typeof app.class !== 'string' || app.class === '') refuseGiven(`${place}: class`, app.class, 'a name');
  if (!hasNamedFields(app.state)) refuseGiven(`${place}: state`, app.state, 'an object');
  if (!hasNamedFields(app.tools))
    refuseGiven(`${place}: tools`, app.tools, 'an object such as { name: tool }');
  if (!checkedTools.has(app.tools)) {
    for (const [name, tool] of Object.entries(app.tools)) checkTool(`${place}: tools.${name}`, tool);
    if (Object.isFrozen(app.tools)) checkedTools.add(app.tools);
  }
  if (app.alarm === undefined) return;
  if (!hasNamedFields(app.alarm)) refuseGiven(`${place}: alarm`, app.alarm, 'an object with tool and next');
  const alarm: { readonly tool: unknown; readonly next: unknown } = app.alarm;
  if (typeof alarm.tool !== 'string') refuseGiven(`${place}: alarm.tool`, alarm.tool, 'the name of a tool');
  if (typeof alarm.next !== 'function') refuseGiven(`${place}: alarm.next`, alarm.next, 'a function');
}

function checkTool(place: string, tool: Partial<Tool<object>>): void {
  if (!hasNamedFields(tool)) refuseGiven(place, tool, 'a tool');
  const { summary, effect, recordedAs, callers, args, returns, apply } = tool;
  if (typeof summary !== 'string') refuseGiven(`${place}.summary`, summary, 'a text');
  if (!EFFECTS.includes(effect)) refuseGiven(`${place}.effect`, effect, '"read" or "write"');
  if (recordedAs !== undefined && recordedAs !== 'none' && !EFFECTS.includes(recordedAs))
    refuseGiven(`${place}.recordedAs`, recordedAs, '"read", "write" or "none"');
  if (!Array.isArray(callers) || !callers.every((caller: Caller) => CALLERS.includes(caller)))
    refuseGiven(`${place}.callers`, callers, `a list of ${quotedList(CALLERS)}`);
  if (returns !== undefined && typeof returns !== 'string')
    refuseGiven(`${place}.returns`, returns, 'a text');
  if (typeof apply !== 'function') refuseGiven(`${place}.apply`, apply, 'a function');
  if (!hasNamedFields(args)) refuseGiven(`${place}.args`, args, 'an object such as { name: str }');
  for (const [name, argument] of Object.entries(args))
    if (!isArgument(argument))
      refuseGiven(`${place}.args.${name}`, argument, 'the type of an argument such as str');
}

const MAX_NAMES = 10;
const EFFECTS: readonly (string | undefined)[] = ['read', 'write'];
const CALLERS: readonly Caller[] = ['agent', 'user', 'environment', 'data'];

/** When an entry was created and last written, in seconds since the Unix epoch, if known. */
interface Dated {
  created?: number;
  modified?: number;
}

/** A file with its content as `text` (UTF-8) or as `base64`. Without either, its content is unknown. */
export interface FileEntry extends Dated {
  name: string;
  type: 'file';
  text?: string;
  base64?: string;
}

export interface FolderEntry extends Dated {
  name: string;
  type: 'directory';
  children: FileSystemEntry[];
}

export type FileSystemEntry = FileEntry | FolderEntry;

/** The files of an app. They exist only in the run's state, never on disk. */
export interface FileState {
  /** The root folder. Its name is empty. */
  files: FolderEntry;
  /** The root folder of ARE's file system. Orrery does not use it. */
  tmpdir: string;
}
