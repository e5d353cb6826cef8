import { type Json, type JsonObject, getOwn, type ToolOverrides } from '../model/index.ts';
import type { Tools } from './app.ts';
import type { Arguments } from './arguments.ts';
import type { Plan } from './scenario-plan.ts';
import type { Caller, Tool } from './tool.ts';

/** A tool as its callers see it. */
export interface ToolDescription {
  /** Unique in its world: `Mail__send_email`, or the name that the scenario gives it. */
  readonly name: string;
  /** The app and the tool that a call with this name reaches. */
  readonly calls: { readonly app: string; readonly tool: string };
  /** A Python signature, as in ARE: `Mail__delete_email(email_id: str) -> str`. */
  readonly signature: string;
  readonly description: string;
  /** A JSON Schema of the object of its arguments. */
  readonly parameters: JsonObject;
  /** A type as ARE writes it in Python. */
  readonly returns: string;
  /** Whether the tool may change the state of its app. */
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

/** All tools of a plan's apps, or the tools that `caller` may call, as agents know them. The app of each is in `calls`. */
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
    parameters: parametersOf(args),
    returns,
    effect,
    roles: callers,
  };
}

function parametersOf(args: Arguments): JsonObject {
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
