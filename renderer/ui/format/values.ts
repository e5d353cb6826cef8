import {
  fromSeconds,
  isJsonObject,
  type Json,
  type JsonObject,
  type SimTime,
} from '../../../engine/model/index.ts';
import { formatCount } from './numbers.ts';

const LAST_SECOND = 253_402_300_799; // seconds since the Unix epoch at the end of the year 9999

/** The value if it is a list. */
export const asList = (value: Json | undefined): readonly Json[] | undefined =>
  Array.isArray(value) ? (value as readonly Json[]) : undefined;

/** The value of an own key: a state may have a key named `constructor`. */
export const fieldAt = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

export function textAt(object: JsonObject, key: string): string | undefined {
  const value = fieldAt(object, key);
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = fieldAt(object, key);
  return typeof value === 'number' ? value : undefined;
}

/** The objects in a dictionary or list, by key; `undefined` if the value is neither or has other items. */
export function objectsIn(
  value: Json | undefined,
): readonly (readonly [string | number, JsonObject])[] | undefined {
  const entries = asList(value)?.entries() ?? (isJsonObject(value) ? Object.entries(value) : undefined);
  if (entries === undefined) return undefined;
  const objects: [string | number, JsonObject][] = [];
  for (const [key, one] of entries) {
    if (!isJsonObject(one)) return undefined;
    objects.push([key, one]);
  }
  return objects;
}

/** The texts in a list; other items are skipped. */
export const textsAt = (object: JsonObject, key: string): readonly string[] =>
  (asList(fieldAt(object, key)) ?? []).filter((item): item is string => typeof item === 'string');

export function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = fieldAt(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** A field with seconds since the Unix epoch, as simulated time; `undefined` if out of the calendar's range. */
export function timeAt(object: JsonObject, key: string): SimTime | undefined {
  const value = fieldAt(object, key);
  return typeof value === 'number' && Math.abs(value) <= LAST_SECOND ? fromSeconds(value) : undefined;
}

const IDENTIFYING_FIELDS = ['subject', 'title', 'name', 'content', 'description'] as const;

/** A short text for a value: texts and numbers unchanged, objects by a field that identifies them. */
export function shortValueText(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `"${value}"`;
  const list = asList(value);
  if (list !== undefined) return `[ ${formatCount(list.length)} ]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  for (const key of IDENTIFYING_FIELDS) {
    const text = textAt(value, key);
    if (text !== undefined && text !== '') return `{ ${key}: "${text}" … }`;
  }
  return `{ ${formatCount(Object.keys(value).length)} }`;
}
