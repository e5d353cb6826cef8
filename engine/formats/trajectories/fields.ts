import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseInstant,
  type SimTime,
  type TokenCount,
} from '../../model/index.ts';

// Files of other tools are read leniently: a field that is missing or of another type is read as empty.

/** An object; an empty one when `value` is none. */
export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

/** The objects in a list; none when `value` is no list. */
export const objectsOf = (value: Json | readonly Json[] | undefined): readonly JsonObject[] =>
  listOf(value).filter(isJsonObject);

/** A list; an empty one when `value` is none. */
export const listOf = (value: Json | readonly Json[] | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** A text; empty when `value` is none. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** A text as it is, anything else as JSON. */
export const shown = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** A number; `undefined` when `value` is none. */
export const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** An ISO 8601 time; `undefined` when `value` is none. */
export function timeOf(value: Json | undefined): SimTime | undefined {
  try {
    return typeof value === 'string' ? parseInstant(value) : undefined;
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** What a text holds as JSON, if that is an object or a list; any other value as it is. */
export function parsedOf(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** The tokens that a model read and wrote, as far as the file has them. */
export function tokensOf(read: Json | undefined, written: Json | undefined): TokenCount {
  const [input, output] = [numberOf(read), numberOf(written)];
  return { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) };
}
