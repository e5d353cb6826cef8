import { copyJson } from '../journal/copy.ts';
import { grown } from '../model/grown.ts';
import type { Json, JsonObject } from '../model/json.ts';

declare const answers: unique symbol;

/** What an event will have answered with by the time it is needed: an argument for later events. */
export interface ResultOf<Value> {
  readonly [answers]: Value;
}

/** What an event will have answered, or a part of it: its fields are results too. */
export type Result<Value> = ResultOf<Value> &
  (Value extends object ? { readonly [Key in keyof Value]: Result<Value[Key]> } : unknown);

/** `Value`, or the result of an event in its place or anywhere within. */
export type OrResult<Value> = JsonObject extends Value
  ? Value | ResultOf<unknown> | JsonFields | (Json extends Value ? JsonOrResult : never)
  : | Value
    | Result<Value>
    | (Value extends readonly (infer Item)[]
        ? readonly OrResult<Item>[]
        : Value extends object
          ? { readonly [Key in keyof Value]: OrResult<Value[Key]> }
          : never);

/** Any JSON may be of any depth, which the compiler cannot take apart: there, all results are alike. */
type JsonOrResult = Exclude<Json, object> | ResultOf<unknown> | readonly JsonOrResult[] | JsonFields;

interface JsonFields {
  readonly [key: string]: JsonOrResult;
}

/** Where a result comes from: an event's declaration and the path into its value. */
interface Origin {
  readonly declaration: object;
  readonly path: readonly string[];
}

/** Never written to: the first that is found makes another list. */
const NONE: object[] = [];

const origins = new WeakMap<object, Origin>();

/** Stands for the result of the event that `declaration` declares. */
export function resultOf<Value>(declaration: object, path: readonly string[] = []): Result<Value> {
  const stand = new Proxy(
    {},
    {
      get(_target, key) {
        if (key === Symbol.toPrimitive) return noText;
        return typeof key === 'string' ? resultOf<unknown>(declaration, [...path, key]) : undefined;
      },
    },
  );
  origins.set(stand, { declaration, path });
  return stand as Result<Value>;
}

/** What a result does that is put into a text or reckoned with: it is not there yet. */
function noText(): never {
  throw new TypeError(
    'found the result of an event in a text or a sum, wanted it as a whole argument: it is known only when the event has fired',
  );
}

/**
 * `args` with every one of its `results` written as data: `{ $result: id, path }`.
 *
 * @throws {TypeError} when something else in it is not JSON.
 */
export function settle(
  args: object,
  results: readonly object[],
  idOf: (declaration: object) => string,
): JsonObject {
  return copyJson(results.length === 0 ? args : withIds(args, idOf), 'arguments') as JsonObject;
}

function withIds(value: unknown, idOf: (declaration: object) => string): unknown {
  if (!isObject(value)) return value;
  const origin = origins.get(value);
  if (origin !== undefined) return { $result: idOf(origin.declaration), path: origin.path };
  if (Array.isArray(value)) return value.map((item) => withIds(item, idOf));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withIds(field, idOf)]));
}

/** The declarations whose results stand in `value`. */
export const resultsIn = (value: unknown): readonly object[] => withResultsIn(value, NONE);

/** `found`, and what is found in `value`. In loops, for this is asked of all arguments of all events. */
function withResultsIn(value: unknown, found: object[]): object[] {
  if (!isObject(value)) return found;
  const origin = origins.get(value);
  if (origin !== undefined) return grown(found, origin.declaration);
  let all = found;
  if (Array.isArray(value)) for (const item of value) all = withResultsIn(item, all);
  else for (const key in value) all = withResultsIn((value as Record<string, unknown>)[key], all);
  return all;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
