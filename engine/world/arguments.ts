import { isJsonObject, type Json, type JsonObject, truncate } from '../model/index.ts';
import { refuse } from './tool.ts';

declare const holds: unique symbol;

/** What a tool takes under one name. */
export interface Argument<Value> {
  /** In the field's own words, such as `str`, `list[str]` or `int | None`. */
  readonly type: string;
  readonly schema: JsonObject;
  readonly accepts: (value: Json) => boolean;
  /** Stands in when the argument is left out; without one it is required. */
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

/** What `apply` gets: every argument, checked, with defaults filled in. */
export type ValuesOf<All extends Arguments> = { readonly [Name in keyof All]: ValueOf<All[Name]> };

const argument = <Value>(
  type: string,
  schema: JsonObject,
  accepts: (value: Json) => boolean,
): Argument<Value> => ({ type, schema, accepts });

/** Any text. */
export const str = argument<string>('str', { type: 'string' }, (value) => typeof value === 'string');

/** One of `words`. Which they are, callers are told; the tool itself refuses others, in its own words. */
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

/** Whatever JSON can hold. */
export const anything = argument<Json>('any', {}, () => true);

/** A list of `item`s. */
export const list = <Value>(item: Argument<Value>): Argument<readonly Value[]> =>
  argument(
    `list[${item.type}]`,
    { type: 'array', items: item.schema },
    (value) => Array.isArray(value) && value.every(item.accepts),
  );

/** An object of `item`s by any names. */
export const dictOf = <Value>(item: Argument<Value>): Argument<Readonly<Record<string, Value>>> =>
  argument(
    `dict[str, ${item.type}]`,
    { type: 'object', additionalProperties: item.schema },
    (value) => isJsonObject(value) && Object.values(value).every(item.accepts),
  );

/** `item` or null. What is said about the item is said about both. */
export function nullable<Value>(item: Argument<Value>): Argument<Value | null> {
  const { description, ...schema } = item.schema;
  return argument(
    `${item.type} | None`,
    { anyOf: [schema, { type: 'null' }], ...(description === undefined ? {} : { description }) },
    (value) => value === null || item.accepts(value),
  );
}

/** `item` with a word for the agent on what it means: `about(str, 'YYYY-MM-DD HH:MM:SS, in UTC')`. */
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
 * The arguments a tool is called with: those given, checked, and the defaults of those left out. Where that is what was
 * given, in the order in which the tool declares it, the answer is `given` itself.
 *
 * @throws {ToolError} of type `TypeError` naming the argument, what was found and what was wanted.
 */
export function callArguments(tool: string, declared: Arguments, given: JsonObject): JsonObject {
  const names = Object.keys(given);
  for (const name of names)
    if (!Object.hasOwn(declared, name))
      refuse('TypeError', `${tool}: found an argument "${name}", wanted ${namesOf(declared)}`);

  let at = 0;
  let asGiven = true;
  for (const name in declared) {
    asGiven &&= names[at++] === name;
    const argument = declared[name]!;
    const value = Object.hasOwn(given, name) ? given[name] : argument.fallback;
    if (value === undefined) refuse('TypeError', `${tool}: ${name} is missing, wanted ${argument.type}`);
    if (!argument.accepts(value))
      refuse(
        'TypeError',
        `${tool}: ${name}: found ${truncate(JSON.stringify(value), 60)}, wanted ${argument.type}`,
      );
  }
  return asGiven ? given : inOrder(declared, given);
}

/** What is `given`, in the order in which it is declared, and the defaults of what is left out. */
const inOrder = (declared: Arguments, given: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { fallback }]) => [
      name,
      Object.hasOwn(given, name) ? given[name]! : fallback!,
    ]),
  );

function namesOf(declared: Arguments): string {
  const names = Object.keys(declared);
  return names.length === 0 ? 'none' : names.join(', ');
}
