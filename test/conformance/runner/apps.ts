import { emptyApp, fromRecorded } from '../../../engine/apps/index.ts';
import type { Actor } from '../../../engine/model/event.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../engine/model/values/json.ts';
import { pythonLiteral, pythonText } from '../../../engine/model/values/python-text.ts';
import type { SimTime } from '../../../engine/model/values/time.ts';
import {
  anything,
  app,
  type AppInstance,
  optional,
  refuse,
  type ToolContext,
  toolOf,
  toSeconds,
} from '../../../engine/scenario/orrery.ts';
import type { CaseApp, CaseTool, Operation } from './case-file.ts';
import { lengthOf, plus, same } from './python.ts';

type State = Record<string, unknown>;

const tool = toolOf<State>();

/** Called when the body of a tool begins to run. */
type Trace = (app: string, tool: string, now: SimTime) => void;

/** Actors by the case's `event_type`. */
export const actors = { AGENT: 'agent', USER: 'user', ENV: 'environment' } as const satisfies Record<
  CaseTool['event_type'],
  Actor
>;

/** The apps of a case, by name. */
export function appsOf(specs: readonly CaseApp[], start: SimTime, trace: Trace): Record<string, AppInstance> {
  return Object.fromEntries(specs.map((spec) => [spec.name, instanceOf(spec, start, trace)]));
}

function instanceOf(spec: CaseApp, start: SimTime, trace: Trace): AppInstance {
  if ('builtin' in spec) return builtIn(spec);
  const { name, class: className = name, state, tools } = spec;
  const declare = app<State, Record<string, ReturnType<typeof toolFor>>>({
    class: className,
    initial: () => state,
    tools: Object.fromEntries(tools.map((one) => [one.name, toolFor(name, one, start, trace)])),
  });
  return declare();
}

/** A built-in app in the state of the case. @throws {LabError} for a state that does not fit the app. */
const builtIn = ({ builtin, state }: Extract<CaseApp, { builtin: string }>): AppInstance =>
  // The schema of the case allows only the names of built-in apps.
  (state === undefined ? emptyApp(builtin) : fromRecorded(builtin, state))!;

/** The reference checks neither argument types nor that a read tool does not write. So any value fits, and all may write. */
const toolFor = (
  app: string,
  { name, event_type: type, params, body }: CaseTool,
  start: SimTime,
  trace: Trace,
): ReturnType<typeof tool> =>
  tool({
    summary: `${name} of a case`,
    effect: 'write',
    callers: [actors[type]],
    args: Object.fromEntries(
      params.map((param) => [
        param.name,
        param.default === undefined ? anything : optional(anything, param.default),
      ]),
    ),
    apply(state, args, context) {
      trace(app, name, context.now);
      return runBody(body, { state, args: args, context, start });
    },
  });

/** What the body of a tool can reach. */
interface Frame {
  readonly state: Record<string, unknown>;
  readonly args: JsonObject;
  readonly context: ToolContext;
  readonly start: SimTime;
}

/** Runs the body of a tool and returns its result. @throws {ToolError} for an error that it raises. */
function runBody(body: readonly Operation[], frame: Frame): Json {
  const variables = new Map<string, Json>();
  const value = (given: Json): Json => evaluate(given, frame, variables);
  const { state } = frame;

  for (const operation of body) {
    switch (operation.op) {
      case 'set':
        state[operation.key] = value(operation.value);
        break;
      case 'append':
        listIn(state, operation.key).push(value(operation.value));
        break;
      case 'inc':
        state[operation.key] = plus(existing(state, operation.key), value(operation.by));
        break;
      case 'raise':
        refuse(operation.error, messageOf(operation.error, value(operation.message)));
        break;
      case 'raise_if_eq':
        if (same(value(operation.left), value(operation.right)))
          refuse('ValueError', pythonText(value(operation.message)));
        break;
      case 'call': {
        const answer = callTool(operation, frame, value);
        if (operation.save !== undefined) variables.set(operation.save, answer);
        break;
      }
      case 'return':
        return value(operation.value);
    }
  }
  return null;
}

function existing(state: Frame['state'], key: string): Json {
  if (!Object.hasOwn(state, key)) refuse('KeyError', pythonLiteral(key));
  return state[key] as Json;
}

function listIn(state: Frame['state'], key: string): Json[] {
  const list = existing(state, key);
  if (!Array.isArray(list)) refuse('AttributeError', `found ${pythonLiteral(list)}, wanted a list`);
  return list as Json[];
}

/** The message of Python's `KeyError` is the key as a literal. */
const messageOf = (error: string, message: Json): string =>
  error === 'KeyError' ? pythonLiteral(message) : pythonText(message);

function callTool(
  operation: Operation & { op: 'call' },
  { context }: Frame,
  value: (given: Json) => Json,
): Json {
  const args = Object.fromEntries(
    Object.entries(operation.args).map(([name, given]) => [name, value(given)]),
  );
  if (!operation.catch) return context.call(operation.app, operation.tool, args);
  try {
    return context.call(operation.app, operation.tool, args);
  } catch (thrown) {
    const { name, message } = thrown as Error;
    return `caught ${name}: ${message}`;
  }
}

function evaluate(given: Json, frame: Frame, variables: ReadonlyMap<string, Json>): Json {
  const value = (inner: Json): Json => evaluate(inner, frame, variables);
  if (Array.isArray(given)) return given.map(value);
  if (!isJsonObject(given)) return given;
  const [entry, ...others] = Object.entries(given);
  if (entry === undefined || others.length > 0 || !entry[0].startsWith('$'))
    return Object.fromEntries(Object.entries(given).map(([key, field]) => [key, value(field)]));

  const [form, operand] = entry;
  switch (form) {
    case '$arg':
      return frame.args[operand as string] ?? null;
    case '$state':
      return atPath(frame.state, operand as string);
    case '$var':
      return variables.get(operand as string) ?? null;
    case '$now':
      return toSeconds((frame.context.now - frame.start) as SimTime);
    case '$len':
      return lengthOf(value(operand));
    case '$concat':
      return (operand as readonly Json[]).map((part) => pythonText(value(part))).join('');
    case '$add':
      return (operand as readonly Json[]).reduce<Json>((sum, part) => plus(sum, value(part)), 0);
    default:
      throw new TypeError(`found ${form}, wanted a form of value that cases have`);
  }
}

/** The value at a dotted path, or null. */
export function atPath(root: unknown, path: string): Json {
  let place: unknown = root;
  for (const key of path.split('.')) place = (place as Record<string, unknown> | undefined)?.[key];
  return (place ?? null) as Json;
}
