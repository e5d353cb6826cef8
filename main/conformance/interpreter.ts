import { refuse, toSeconds, type ToolContext } from '../../engine/scenario/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../engine/model/json.ts';
import { pythonLiteral, pythonText } from '../../engine/model/python-text.ts';
import type { SimTime } from '../../engine/model/time.ts';
import type { Operation } from './case-file.ts';
import { lengthOf, plus } from './python-values.ts';
import { same } from './same.ts';

/** What a tool's body works with. */
export interface Frame {
  readonly state: Record<string, unknown>;
  readonly args: JsonObject;
  readonly context: ToolContext;
  readonly start: SimTime;
}

/** Carries out a tool's body and answers what it returns. @throws {ToolError} what it raises. */
export function runBody(body: readonly Operation[], frame: Frame): Json {
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
        state[operation.key] = plus(standing(state, operation.key), value(operation.by));
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

function standing(state: Frame['state'], key: string): Json {
  if (!Object.hasOwn(state, key)) refuse('KeyError', pythonLiteral(key));
  return state[key] as Json;
}

function listIn(state: Frame['state'], key: string): Json[] {
  const list = standing(state, key);
  if (!Array.isArray(list)) refuse('AttributeError', `found ${pythonLiteral(list)}, wanted a list`);
  return list as Json[];
}

/** Python shows the key that was not found. */
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

/** What stands at the dotted `path` of `root`. */
export function atPath(root: unknown, path: string): Json {
  let place: unknown = root;
  for (const key of path.split('.')) place = (place as Record<string, unknown> | undefined)?.[key];
  return (place ?? null) as Json;
}
