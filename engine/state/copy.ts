import type { Json } from '../model/index.ts';

const DEEPEST = 200;

/**
 * A copy of `value` that shares nothing with it, drafts included. Fields that are undefined are left out, as in JSON.
 *
 * @throws {TypeError} when JSON cannot hold it, naming where in it, from `place` on, and what was found there.
 */
export function copyJson(value: unknown, place: string | (() => string) = 'value'): Json {
  try {
    return copy(value, 0);
  } catch (thrown) {
    if (!(thrown instanceof Misfit)) throw thrown;
    const whole = typeof place === 'string' ? place : place();
    throw new TypeError(`${whole}${thrown.path}: found ${thrown.message}, wanted what JSON can hold`, {
      cause: thrown,
    });
  }
}

/** What does not fit, and the way to it, which grows from the inside out while the copying is given up. */
class Misfit extends Error {
  path = '';
}

function copy(value: unknown, depth: number): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new Misfit(String(value));
      return value === 0 ? 0 : value;
    case 'object':
      if (value === null) return null;
      if (depth > DEEPEST) throw new Misfit(`something more than ${DEEPEST} levels deep, or within itself`);
      return Array.isArray(value)
        ? copyList(originalOf(value) as unknown[], depth)
        : copyFields(originalOf(value) as Record<string, unknown>, depth);
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      throw new Misfit(`a value of type ${typeof value}`);
  }
}

function copyList(list: readonly unknown[], depth: number): Json {
  const items: Json[] = [];
  // By position, for a hole is a misfit too.
  for (let at = 0; at < list.length; at++)
    try {
      items.push(copy(list[at], depth + 1));
    } catch (thrown) {
      throw within(thrown, `[${at}]`);
    }
  return items;
}

function copyFields(value: Record<string, unknown>, depth: number): Json {
  if (!isPlain(value)) throw new Misfit(`a ${value.constructor.name}`);
  const fields: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw new Misfit('a field named __proto__');
    const field = value[key];
    if (field === undefined) continue;
    try {
      fields[key] = copy(field, depth + 1);
    } catch (thrown) {
      throw within(thrown, `.${key}`);
    }
  }
  return fields;
}

function within(thrown: unknown, step: string): unknown {
  if (thrown instanceof Misfit) thrown.path = step + thrown.path;
  return thrown;
}

/** True for `{…}` of any realm: a scenario's objects have another `Object.prototype` than ours. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const originals = new WeakMap<object, object>();

/** Notes that `draft` stands for `original`. */
export function standsFor(draft: object, original: object): void {
  originals.set(draft, original);
}

/** What `value` stands for when it is a draft, else `value` itself. */
export const originalOf = (value: object): object => originals.get(value) ?? value;
