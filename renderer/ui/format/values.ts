import {
  fromSeconds,
  isJsonObject,
  type Json,
  type JsonObject,
  type SimTime,
} from '../../../engine/model/index.ts';
import { formatCount } from './numbers.ts';

const LAST_SECOND = 253_402_300_799; // the end of the year 9999

export const listIn = (value: Json | undefined): readonly Json[] | undefined =>
  Array.isArray(value) ? (value as readonly Json[]) : undefined;

/** The value of a key of its own: a state may well have a key named `constructor`. */
export const fieldOf = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

export function textOf(object: JsonObject, key: string): string | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(object: JsonObject, key: string): number | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'number' ? value : undefined;
}

/** The objects that a dictionary or a list holds, by their keys; nothing where it is neither or holds something else. */
export function objectsIn(
  value: Json | undefined,
): readonly (readonly [string | number, JsonObject])[] | undefined {
  const entries = listIn(value)?.entries() ?? (isJsonObject(value) ? Object.entries(value) : undefined);
  if (entries === undefined) return undefined;
  const objects: [string | number, JsonObject][] = [];
  for (const [key, one] of entries) {
    if (!isJsonObject(one)) return undefined;
    objects.push([key, one]);
  }
  return objects;
}

/** The texts of a list, whatever else it holds left out. */
export const textsOf = (object: JsonObject, key: string): readonly string[] =>
  (listIn(fieldOf(object, key)) ?? []).filter((item): item is string => typeof item === 'string');

export function objectOf(object: JsonObject, key: string): JsonObject | undefined {
  const value = fieldOf(object, key);
  return isJsonObject(value) ? value : undefined;
}

/** An instant written as seconds since the Unix epoch, where a calendar has it. */
export function timeOf(object: JsonObject, key: string): SimTime | undefined {
  const value = fieldOf(object, key);
  return typeof value === 'number' && Math.abs(value) <= LAST_SECOND ? fromSeconds(value) : undefined;
}

const TELLING = ['subject', 'title', 'name', 'content', 'description'] as const;

/** A value in a few words: texts and numbers as they are, objects by a field that tells them apart. */
export function shortOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `"${value}"`;
  const list = listIn(value);
  if (list !== undefined) return `[ ${formatCount(list.length)} ]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  for (const key of TELLING) {
    const text = textOf(value, key);
    if (text !== undefined && text !== '') return `{ ${key}: "${text}" … }`;
  }
  return `{ ${formatCount(Object.keys(value).length)} }`;
}
