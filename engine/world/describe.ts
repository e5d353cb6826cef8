import { type Json, type JsonObject, getOwn, type ToolOverrides } from '../model/index.ts';
import type { Tools } from './app.ts';
import type { Arguments } from './arguments.ts';
import type { Plan } from './plan.ts';
import type { Caller, Tool } from './tool.ts';

/** A tool as those who call it are told of it. */
export interface ToolDescription {
  /** No other tool of its world has it: `Mail__send_email`, or what its scenario has it go by. */
  readonly name: string;
  /** What a call by that name is a call of. */
  readonly calls: { readonly app: string; readonly tool: string };
  /** How it is called, in the field's words: `Mail__delete_email(email_id: str) -> str`. */
  readonly signature: string;
  readonly description: string;
  /** What it takes, as JSON Schema of an object. */
  readonly parameters: JsonObject;
  /** A type in the field's words. */
  readonly returns: string;
  /** Whether it may change the state of its app. */
  readonly effect: 'read' | 'write';
  /** Who may call it; nobody but the app itself or the world where it is empty. */
  readonly roles: readonly Caller[];
}

/** The tools of the app that goes by the name `app`, in the order they are declared in. */
export const describeTools = (
  app: string,
  tools: Tools<never>,
  told: ToolOverrides = {},
): readonly ToolDescription[] =>
  Object.entries(tools).map(([name, tool]) => describeTool({ app, tool: name }, tool, told));

/** All tools of a plan's apps, or those that `caller` may call, as agents know them: the app of each is in its `calls`. */
export const describePlanTools = (
  { apps, augmentation }: Pick<Plan, 'apps' | 'augmentation'>,
  caller?: Caller,
): readonly ToolDescription[] =>
  Object.entries(apps)
    .flatMap(([app, { tools }]) => describeTools(app, tools, augmentation.tools))
    .filter(({ roles }) => caller === undefined || roles.includes(caller));

/** The name by which those who call `tool` of `app` know it. */
export function toolNameForAgent({ app, tool }: ToolDescription['calls'], told: ToolOverrides): string {
  const whole = `${app}__${tool}`;
  return getOwn(told, whole)?.name ?? whole;
}

function describeTool(
  calls: ToolDescription['calls'],
  { summary, returns = 'Any', effect, callers, args }: Tool<never>,
  told: ToolOverrides,
): ToolDescription {
  const name = toolNameForAgent(calls, told);
  const whole = `${calls.app}__${calls.tool}`;
  return {
    name,
    calls,
    signature: `${name}(${takenBy(args)}) -> ${returns}`,
    description: getOwn(told, whole)?.description ?? summary,
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

const takenBy = (args: Arguments): string =>
  Object.entries(args)
    .map(
      ([name, { type, fallback }]) =>
        `${name}: ${type}${fallback === undefined ? '' : ` = ${literal(fallback)}`}`,
    )
    .join(', ');

/** A value as the field writes it. */
function literal(value: Json): string {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
