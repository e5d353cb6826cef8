import { isJsonObject, type Json, type JsonObject, truncate } from '../model/index.ts';
import { refuse } from './tool.ts';

declare const holds: unique symbol;

/** One argument of a tool. */
export interface Argument<Value> {
  /** As ARE writes it in Python, such as `str`, `list[str]` or `int | None`. */
  readonly type: string;
  readonly schema: JsonObject;
  readonly accepts: (value: Json) => boolean;
  /** The default. An argument without one is required. */
  readonly fallback?: Json;
  readonly [holds]?: Value;
}

/** An argument that may be left out. */
export interface OptionalArgument<Value> extends Argument<Value> {
  readonly fallback: Json;
}

/** A tool's arguments by name. */
export type Arguments = Readonly<Record<string, Argument<unknown>>>;

type ValueOf<One> = One extends Argument<infer Value> ? Value : never;

/** The arguments that `apply` gets: checked, with defaults filled in. */
export type ValuesOf<All extends Arguments> = { readonly [Name in keyof All]: ValueOf<All[Name]> };

const argument = <Value>(
  type: string,
  schema: JsonObject,
  accepts: (value: Json) => boolean,
): Argument<Value> => ({ type, schema, accepts });

/** Any text. */
export const str = argument<string>('str', { type: 'string' }, (value) => typeof value === 'string');

/** One of `words`. The schema lists them. The tool itself must refuse other texts, with ARE's error. */
export const choice = (words: readonly string[]): Argument<string> => ({
  ...str,
  schema: { type: 'string', description: words.join(', '), enum: words },
});

/** A whole number. */
export const int = argument<number>('int', { type: 'integer' }, (value) => Number.isInteger(value));

/** Any number. */
export const float = argument<number>('float', { type: 'number' }, (value) => typeof value === 'number');

export const bool = argument<boolean>('bool', { type: 'boolean' }, (value) => typeof value === 'boolean');

/** An object of any fields. */
export const dict = argument<JsonObject>('dict', { type: 'object' }, isJsonObject);

/** Any JSON value. */
export const anything = argument<Json>('any', {}, () => true);

/** A list of items that are all an `item`. */
export const list = <Value>(item: Argument<Value>): Argument<readonly Value[]> =>
  argument(
    `list[${item.type}]`,
    { type: 'array', items: item.schema },
    (value) => Array.isArray(value) && value.every(item.accepts),
  );

/** An object whose fields are all an `item`. */
export const dictOf = <Value>(item: Argument<Value>): Argument<Readonly<Record<string, Value>>> =>
  argument(
    `dict[str, ${item.type}]`,
    { type: 'object', additionalProperties: item.schema },
    (value) => isJsonObject(value) && Object.values(value).every(item.accepts),
  );

/** `item` or null. */
export function nullable<Value>(item: Argument<Value>): Argument<Value | null> {
  const { description, ...schema } = item.schema;
  return argument(
    `${item.type} | None`,
    { anyOf: [schema, { type: 'null' }], ...(description === undefined ? {} : { description }) },
    (value) => value === null || item.accepts(value),
  );
}

/** `item` with a description for the agent: `about(str, 'YYYY-MM-DD HH:MM:SS, in UTC')`. */
export const about = <Taken extends Argument<unknown>>(item: Taken, description: string): Taken => ({
  ...item,
  schema: { ...item.schema, description },
});

/** `item`, or `fallback` when it is left out. */
export const optional = <Value>(item: Argument<Value>, fallback: Value & Json): OptionalArgument<Value> => ({
  ...item,
  fallback,
});

/**
 * The arguments of a call: those given, checked, with defaults for the others, in the order of declaration. Answers `given`
 * itself when it is all that already.
 *
 * @throws {ToolError} `TypeError` naming the first argument that does not fit.
 */
export function callArguments(tool: string, declared: Arguments, given: JsonObject): JsonObject {
  const names = Object.keys(given);
  for (const name of names)
    if (!Object.hasOwn(declared, name))
      refuse('TypeError', `${tool} has no argument "${name}". ${takes(declared)}`);

  let at = 0;
  let isComplete = true;
  for (const name in declared) {
    isComplete &&= names[at++] === name;
    const argument = declared[name]!;
    const value = Object.hasOwn(given, name) ? given[name] : argument.fallback;
    if (value === undefined) refuse('TypeError', `${tool} needs the argument ${name}: ${argument.type}.`);
    if (!argument.accepts(value))
      refuse(
        'TypeError',
        `${tool}: ${name} must be ${argument.type}, not ${truncate(JSON.stringify(value), 60)}.`,
      );
  }
  return isComplete ? given : withDefaults(declared, given);
}

const withDefaults = (declared: Arguments, given: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { fallback }]) => [
      name,
      Object.hasOwn(given, name) ? given[name]! : fallback!,
    ]),
  );

function takes(declared: Arguments): string {
  const names = Object.keys(declared);
  return names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
}
