import {
  hasNamedFields,
  isJsonObject,
  type Json,
  type JsonObject,
  refuseGiven,
  truncate,
} from '../model/index.ts';
import { copyJson, refuseNegativeZero } from '../state/index.ts';
import { refuse } from './tool.ts';

declare const argumentBrand: unique symbol;

/** One argument of a tool. */
export interface Argument<Value> {
  /** A Python type as ARE writes it, such as `str`, `list[str]` or `int | None`. */
  readonly type: string;
  readonly schema: JsonObject;
  readonly accepts: (value: Json) => boolean;
  /** The default. An argument without one is required. */
  readonly fallback?: Json;
  readonly [argumentBrand]?: Value;
}

/** An argument that may be left out. */
export interface OptionalArgument<Value> extends Argument<Value> {
  readonly fallback: Json;
}

/** A tool's arguments by name. */
export type Arguments = Readonly<Record<string, Argument<unknown>>>;

type ValueOf<One> = One extends Argument<infer Value> ? Value : never;

/** The arguments for `apply`: checked, with defaults filled in. */
export type ValuesOf<All extends Arguments> = { readonly [Name in keyof All]: ValueOf<All[Name]> };

/** Whether `value` was created by the functions and constants below. */
export const isArgument = (value: unknown): value is Argument<unknown> =>
  hasNamedFields(value) &&
  typeof (value as Partial<Argument<unknown>>).type === 'string' &&
  typeof (value as Partial<Argument<unknown>>).accepts === 'function' &&
  hasNamedFields((value as Partial<Argument<unknown>>).schema);

/**
 * `item`, checked. `place` names the author's call in the error.
 * @throws {TypeError} when it is not an argument.
 */
function givenItem<Item extends Argument<unknown>>(place: string, item: Item): Item {
  if (!isArgument(item)) refuseGiven(place, item, 'the type of an argument such as str');
  return item;
}

const argument = <Value>(
  type: string,
  schema: JsonObject,
  accepts: (value: Json) => boolean,
): Argument<Value> => ({ type, schema, accepts });

/** Any text. */
export const str = argument<string>('str', { type: 'string' }, (value) => typeof value === 'string');

/** One of `words`, which the schema lists. The tool itself must refuse other texts, with ARE's error. */
export function choice(words: readonly string[]): Argument<string> {
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
    refuseGiven('choice(words)', words, 'a list of texts');
  return { ...str, schema: { type: 'string', description: words.join(', '), enum: words } };
}

/** A whole number. */
export const int = argument<number>('int', { type: 'integer' }, (value) => Number.isInteger(value));

/** Any number. */
export const float = argument<number>('float', { type: 'number' }, (value) => typeof value === 'number');

export const bool = argument<boolean>('bool', { type: 'boolean' }, (value) => typeof value === 'boolean');

/** An object of any fields. */
export const dict = argument<JsonObject>('dict', { type: 'object' }, isJsonObject);

/** Any JSON value. */
export const anything = argument<Json>('any', {}, () => true);

/** A list whose items are all described by `item`. */
export function list<Value>(item: Argument<Value>): Argument<readonly Value[]> {
  const { type, schema, accepts } = givenItem('list(item)', item);
  return argument(
    `list[${type}]`,
    { type: 'array', items: schema },
    (value) => Array.isArray(value) && value.every(accepts),
  );
}

/** An object whose fields are all described by `item`. */
export function dictOf<Value>(item: Argument<Value>): Argument<Readonly<Record<string, Value>>> {
  const { type, schema, accepts } = givenItem('dictOf(item)', item);
  return argument(
    `dict[str, ${type}]`,
    { type: 'object', additionalProperties: schema },
    (value) => isJsonObject(value) && Object.values(value).every(accepts),
  );
}

/** `item` or null. */
export function nullable<Value>(item: Argument<Value>): Argument<Value | null> {
  const { description, ...schema } = givenItem('nullable(item)', item).schema;
  return argument(
    `${item.type} | None`,
    { anyOf: [schema, { type: 'null' }], ...(description === undefined ? {} : { description }) },
    (value) => value === null || item.accepts(value),
  );
}

/** `item` with a description for the agent: `about(str, 'YYYY-MM-DD HH:MM:SS, in UTC')`. */
export function about<Taken extends Argument<unknown>>(item: Taken, description: string): Taken {
  givenItem('about(item, description)', item);
  if (typeof description !== 'string') refuseGiven('about(item, description)', description, 'a text');
  return { ...item, schema: { ...item.schema, description } };
}

/** `item`, or `fallback` when it is left out. */
export function optional<Value>(item: Argument<Value>, fallback: Value & Json): OptionalArgument<Value> {
  const { type, accepts } = givenItem('optional(item, fallback)', item);
  const value = copyJson(fallback, 'optional(item, fallback): fallback', refuseNegativeZero) as Value & Json;
  if (!accepts(value)) refuseGiven('optional(item, fallback)', fallback, type);
  return { ...item, fallback: value };
}

/**
 * The arguments of a call in the order of declaration: the given ones, checked, and defaults for the others. Returns `given`
 * itself if it is complete and in order.
 * @throws {ToolError} `TypeError` naming the first argument that does not fit.
 */
export function callArguments(tool: string, declared: Arguments, given: JsonObject): JsonObject {
  const names = Object.keys(given);
  for (const name of names)
    if (!Object.hasOwn(declared, name))
      refuse('TypeError', `${tool} has no argument "${name}". ${argumentsText(declared)}`);

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

function argumentsText(declared: Arguments): string {
  const names = Object.keys(declared);
  return names.length === 0 ? 'It takes none.' : `It takes ${names.join(', ')}.`;
}
