import { type Json, type JsonObject, getOwn, type ToolOverrides } from '../model/index.ts';
import type { Tools } from './app.ts';
import type { Arguments } from './arguments.ts';
import type { Plan } from './plan.ts';
import type { Caller, Tool } from './tool.ts';

/** A tool as described to its callers. */
export interface ToolDescription {
  /** The tool's name, unique in its world: `Mail__send_email`, or the name that the scenario gives it. */
  readonly name: string;
  /** The app and tool that are called by this name. */
  readonly calls: { readonly app: string; readonly tool: string };
  /** A Python signature, as in ARE: `Mail__delete_email(email_id: str) -> str`. */
  readonly signature: string;
  readonly description: string;
  /** A JSON Schema of the arguments object. */
  readonly parameters: JsonObject;
  /** The result type as ARE writes it in Python. */
  readonly returns: string;
  /** Whether the tool may change its app's state. */
  readonly effect: 'read' | 'write';
  /** The callers that may use the tool. When empty, only scenarios and other tools may. */
  readonly roles: readonly Caller[];
}

/** The tools of the app called `app`, in order of declaration. */
export const describeTools = (
  app: string,
  tools: Tools<never>,
  overrides: ToolOverrides = {},
): readonly ToolDescription[] =>
  Object.entries(tools).map(([name, tool]) => describeTool({ app, tool: name }, tool, overrides));

/** All tools of a plan's apps, or the tools that `caller` may call, with their names for agents. */
export const describePlanTools = (
  { apps, augmentation }: Pick<Plan, 'apps' | 'augmentation'>,
  caller?: Caller,
): readonly ToolDescription[] =>
  Object.entries(apps)
    .flatMap(([app, { tools }]) => describeTools(app, tools, augmentation.tools))
    .filter(({ roles }) => caller === undefined || roles.includes(caller));

/** The name of `tool` of `app` for callers. */
export function toolNameForAgent({ app, tool }: ToolDescription['calls'], overrides: ToolOverrides): string {
  const name = `${app}__${tool}`;
  return getOwn(overrides, name)?.name ?? name;
}

function describeTool(
  calls: ToolDescription['calls'],
  { summary, returns = 'Any', effect, callers, args }: Tool<never>,
  overrides: ToolOverrides,
): ToolDescription {
  const name = toolNameForAgent(calls, overrides);
  return {
    name,
    calls,
    signature: `${name}(${parameterList(args)}) -> ${returns}`,
    description: getOwn(overrides, `${calls.app}__${calls.tool}`)?.description ?? summary,
    parameters: parameterSchema(args),
    returns,
    effect,
    roles: callers,
  };
}

function parameterSchema(args: Arguments): JsonObject {
  const all = Object.entries(args);
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(([name, { schema, fallback }]) => [
        name,
        fallback === undefined ? schema : { ...schema, default: fallback },
      ]),
    ),
    required: all.flatMap(([name, { fallback }]) => (fallback === undefined ? [name] : [])),
    additionalProperties: false,
  };
}

const parameterList = (args: Arguments): string =>
  Object.entries(args)
    .map(
      ([name, { type, fallback }]) =>
        `${name}: ${type}${fallback === undefined ? '' : ` = ${pythonValue(fallback)}`}`,
    )
    .join(', ');

/** A default value as Python writes it, but with texts in double quotes. */
function pythonValue(value: Json): string {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
