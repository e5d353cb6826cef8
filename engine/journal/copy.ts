import type { Json } from '../model/json.ts';
import { originalOf } from './originals.ts';

const DEEPEST = 200;

/**
 * A copy of `value` that shares nothing with it, drafts included. Fields that are undefined are left out, as in JSON.
 *
 * @throws {TypeError} naming `place` and what was found there, when JSON cannot hold it.
 */
export function copyJson(value: unknown, place = 'value', depth = 0): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw unfit(place, String(value));
      return value === 0 ? 0 : value;
    case 'object':
      if (value === null) return null;
      if (depth > DEEPEST) throw unfit(place, `something more than ${DEEPEST} levels deep, or within itself`);
      return copyObject(originalOf(value), place, depth);
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      throw unfit(place, `a value of type ${typeof value}`);
  }
}

function copyObject(value: object, place: string, depth: number): Json {
  if (Array.isArray(value))
    return Array.from(value, (item: unknown, at) => copyJson(item, `${place}[${at}]`, depth + 1));
  if (!isPlain(value)) throw unfit(place, `a ${value.constructor.name}`);

  const copy: Record<string, Json> = {};
  for (const [key, field] of Object.entries(value)) {
    if (key === '__proto__') throw unfit(place, 'a field named __proto__');
    if (field !== undefined) copy[key] = copyJson(field, `${place}.${key}`, depth + 1);
  }
  return copy;
}

/** True for `{…}` of any realm: a scenario's objects have another `Object.prototype` than ours. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function unfit(place: string, found: string): TypeError {
  return new TypeError(`${place}: found ${found}, wanted what JSON can hold`);
}
