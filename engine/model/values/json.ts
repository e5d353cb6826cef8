/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** The maximum depth of JSON. Deeper values are refused, because checking, copying and printing are recursive. */
export const MAX_JSON_DEPTH = 200; // levels

/** True for objects of JSON, as opposed to lists, texts, numbers, booleans and null. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether `value` is an object or a list. */
export const isObjectOrList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** A text as it is, any other value as JSON. */
export const textOrJson = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Freezes `value` and its parts. A part that is already frozen is skipped with all its parts. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

/** The list at `key` of `object`; an empty list if there is none. */
export function listAt(object: JsonObject, key: string): readonly Json[] {
  const value = object[key];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Whether two values have the same JSON text: the order of keys counts. */
export function isSameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  const others = Object.keys(other);
  if (keys.length !== others.length) return false;
  // A loop: this runs once for every call.
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (key !== others[at] || !isSameJson((one as JsonObject)[key]!, (other as JsonObject)[key]!))
      return false;
  }
  return true;
}

/**
 * A copy of data from another realm, which may be hostile: the data is only read, and gets no object of this realm. Fields that
 * are not JSON are left out.
 */
export function copyFromRealm(value: unknown): Json | undefined {
  if (typeof value !== 'object' || value === null) return isPrimitive(value) ? value : undefined;
  if (Array.isArray(value)) {
    const list: Json[] = [];
    const { length } = value;
    for (let at = 0; at < length; at++) list.push(copyFromRealm(value[at]) ?? null);
    return list;
  }
  const fields: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const field = copyFromRealm((value as Readonly<Record<string, unknown>>)[key]);
    if (field !== undefined && key !== '__proto__') fields[key] = field;
  }
  return fields;
}

const isPrimitive = (value: unknown): value is string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;

/** The maximum line width of {@link jsonLines}. */
const LINE_WIDTH = 80; // characters

/** JSON formatted for people: a list or object is on one line if it fits, otherwise on several. */
export function jsonLines(value: Json, indent = ''): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const within = `${indent} `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item: Json) => jsonLines(item, within))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${jsonLines(item, within)}`);
  const [begin, end] = isList ? ['[', ']'] : ['{', '}'];
  const line = items.join(', ');
  if (indent.length + line.length <= LINE_WIDTH && !line.includes('\n')) return `${begin}${line}${end}`;
  return `${begin}\n${items.map((item) => within + item).join(',\n')}\n${indent}${end}`;
}
