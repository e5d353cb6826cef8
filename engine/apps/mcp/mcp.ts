import {
  hasNamedFields,
  isJsonObject,
  type Json,
  type JsonObject,
  quotedList,
  refuseGiven,
} from '../../model/index.ts';
import {
  type AppInstance,
  type Argument,
  type Caller,
  type OptionalArgument,
  refuse,
  type ServerStart,
  type Tool,
  type ToolContext,
  type Tools,
} from '../../world/index.ts';

/** A tool of a server, as `orrery mcp types` stores it. */
export interface FrozenTool {
  readonly description: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
  readonly effect: 'read' | 'write';
}

/** The tools of a server of the Model Context Protocol, stored in a file by `orrery mcp types`. */
export interface FrozenServer {
  readonly name: string;
  readonly version: string;
  readonly tools: Readonly<Record<string, FrozenTool>>;
}

/** The TypeScript type of the values that a JSON Schema describes, as far as it is known. */
type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : Schema extends { readonly type: 'string' }
    ? string
    : Schema extends { readonly type: 'number' | 'integer' }
      ? number
      : Schema extends { readonly type: 'boolean' }
        ? boolean
        : Schema extends { readonly type: 'array'; readonly items: infer Item }
          ? readonly ValueOf<Item>[]
          : Schema extends { readonly type: 'object'; readonly properties: infer Fields }
            ? { readonly [Name in keyof Fields]?: ValueOf<Fields[Name]> }
            : Json;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** The type of a tool's arguments; any arguments if the schema is unknown. */
type ArgumentsOf<Schema> = Schema extends { readonly properties: infer Fields }
  ? {
      readonly [Name in keyof Fields]: Name extends RequiredOf<Schema>
        ? Argument<ValueOf<Fields[Name]>>
        : OptionalArgument<ValueOf<Fields[Name]> | null>;
    }
  : 'properties' extends keyof Schema
    ? Readonly<Record<string, OptionalArgument<Json>>>
    : Readonly<Record<string, never>>;

/** The state of an app whose tool calls a server answers: the contents of the server's resources when they were last read. */
export interface McpState {
  resources: Record<string, Json>;
}

/** The app that {@link mcpApp} creates. */
export type McpApp<Server extends FrozenServer> = AppInstance<
  McpState,
  {
    readonly [Name in keyof Server['tools']]: Tool<
      McpState,
      ArgumentsOf<Server['tools'][Name]['inputSchema']>,
      Json
    >;
  }
>;

/** How a server is started, and which of its tools are used. */
export interface McpOptions<Server extends FrozenServer> {
  /** The program and its arguments, such as `['node', 'server.js']`. The server starts with the first call that no record answers. */
  readonly command: readonly string[];
  /**
   * The list of the server's tools, as written by `orrery mcp types`. When left out, the server is asked for the list when a run
   * starts, and the run keeps it; the editor then does not know the tools.
   */
  readonly server?: Server;
  /** Environment variables of the server, besides the usual few such as PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** The names of tools to leave out. */
  readonly exclude?: readonly (keyof Server['tools'] & string)[];
  /** Effects that replace those in the server's annotations. */
  readonly effects?: Readonly<Partial<Record<keyof Server['tools'] & string, 'read' | 'write'>>>;
  /** The maximum time without an answer, in seconds; 120 by default. A server that reports its progress has ten times as long. */
  readonly timeout?: number;
  /** The callers of the tools; by default the agent, the user and the environment. */
  readonly callers?: readonly Caller[];
  /** URIs of resources that are read after each write: they are the app's state. */
  readonly state?: readonly string[];
}

/**
 * An app whose tool calls a server of the Model Context Protocol answers. Each answer is recorded before it is used, so that a
 * run can be repeated without the server.
 */
export function mcpApp<const Server extends FrozenServer = FrozenServer>(
  options: McpOptions<Server>,
): McpApp<Server> {
  if (!hasNamedFields(options)) refuseGiven('mcpApp(…)', options, 'an object with command');
  const { command, server, env, exclude = [], effects = {}, timeout, callers, state } = options;
  if (!isTexts(command) || command.length === 0)
    refuseGiven('mcpApp({ command })', command, 'a list of texts such as ["node", "server.js"]');
  if (!isTexts(exclude)) refuseGiven('mcpApp({ exclude })', exclude, 'a list of names of tools');
  if (!hasNamedFields(effects) || !Object.values(effects).every(isEffect))
    refuseGiven('mcpApp({ effects })', effects, 'read or write for names of tools');
  if (env !== undefined && !(hasNamedFields(env) && isTexts(Object.values(env))))
    refuseGiven('mcpApp({ env })', env, 'texts by their names');
  if (state !== undefined && !isTexts(state))
    refuseGiven('mcpApp({ state })', state, 'a list of addresses of resources');
  if (timeout !== undefined && !(timeout > 0 && timeout <= 86_400))
    refuseGiven('mcpApp({ timeout })', timeout, 'a number of seconds');
  const start: ServerStart = {
    command: [...command],
    ...(env === undefined ? {} : { env: { ...env } }),
    ...(timeout === undefined ? {} : { timeout }),
  };
  const withTools = (list: FrozenServer): AppInstance<McpState, Tools<McpState>> => {
    const kept = frozenTools(list, exclude, effects as Readonly<Record<string, FrozenTool['effect']>>);
    return {
      class: `MCP ${list.name}`,
      state: { resources: {} },
      tools: Object.fromEntries(
        kept.map(([name, tool]) => [name, toolFrom(tool, callers ?? ['agent', 'user', 'environment'])]),
      ),
      outside: {
        ...start,
        tools: Object.fromEntries(
          kept.map(([name, { inputSchema, effect }]) => [
            name,
            { inputSchema: inputSchema as JsonObject, effect },
          ]),
        ),
        list: Object.fromEntries(
          Object.entries(list.tools).map(([name, { description, effect }]) => [
            name,
            { description, effect },
          ]),
        ),
        ...(state === undefined ? {} : { state: [...state] }),
      },
    };
  };
  const made: AppInstance<McpState, Tools<McpState>> = server === undefined
    ? { class: 'MCP', state: { resources: {} }, tools: {}, unlisted: { start, withTools } }
    : withTools(server);
  return made as unknown as McpApp<Server>;
}

/**
 * The tools of `list` that are not excluded, with their effects.
 * @throws {TypeError} for an invalid list or tool name.
 */
function frozenTools(
  list: FrozenServer,
  exclude: readonly string[],
  effects: Readonly<Record<string, FrozenTool['effect'] | undefined>>,
): readonly (readonly [name: string, tool: FrozenTool])[] {
  if (!hasNamedFields(list) || !hasNamedFields(list.tools))
    refuseGiven('mcpApp({ server })', list, 'the list that orrery mcp types has written');
  for (const tool of Object.values(list.tools))
    if (!isFrozenTool(tool))
      refuseGiven('mcpApp({ server })', tool, 'a list of tools that orrery mcp types has written');
  for (const name of [...exclude, ...Object.keys(effects)])
    if (!Object.hasOwn(list.tools, name))
      refuseGiven('mcpApp({ exclude, effects })', name, `one of ${quotedList(Object.keys(list.tools), 10)}`);
  return Object.entries(list.tools)
    .filter(([name]) => !exclude.includes(name))
    .map(([name, tool]) => [name, { ...tool, effect: effects[name] ?? tool.effect }]);
}

const isEffect = (value: unknown): boolean => value === 'read' || value === 'write';

function isFrozenTool(tool: unknown): boolean {
  if (!hasNamedFields(tool)) return false;
  const { description, effect, inputSchema }: Partial<Record<keyof FrozenTool, unknown>> = tool;
  if (typeof description !== 'string' || !isEffect(effect) || !hasNamedFields(inputSchema)) return false;
  const { properties = {}, required = [] }: { properties?: unknown; required?: unknown } = inputSchema;
  return hasNamedFields(properties) && Object.values(properties).every(hasNamedFields) && isTexts(required);
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function toolFrom(
  { description, inputSchema, effect }: FrozenTool,
  callers: readonly Caller[],
): Tool<McpState> {
  const { properties = {}, required = [] } = inputSchema;
  return {
    summary: description,
    effect,
    callers,
    args: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        argumentFrom(schema as JsonObject, required.includes(name)),
      ]),
    ),
    returns: 'Any',
    apply: (state, args, context) => serverAnswer(state, args as JsonObject, context, effect),
  };
}

const PYTHON: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
};

/** Creates an argument whose values the server checks. An optional argument that is left out is null, and is not sent. */
function argumentFrom(schema: JsonObject, isRequired: boolean): Argument<unknown> {
  const { type } = schema;
  const known = typeof type === 'string' ? (PYTHON[type] ?? 'any') : 'any';
  const one = { schema, accepts: () => true };
  return isRequired ? { ...one, type: known } : { ...one, type: `${known} | None`, fallback: null };
}

function serverAnswer(
  state: McpState,
  args: JsonObject,
  context: ToolContext,
  effect: 'read' | 'write',
): Json {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  const { outcome, state: resources } = context.outside(given);
  if (outcome.status === 'failed') return refuse('McpError', outcome.message);
  if (effect === 'write' && resources !== undefined && isJsonObject(resources))
    for (const [address, content] of Object.entries(resources)) state.resources[address] = content;
  return outcome.value;
}
