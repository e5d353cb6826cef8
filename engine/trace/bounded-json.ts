import type { Json } from '../model/json.ts';
import { pathOf, type Finding } from './trace-error.ts';

const DEEPEST = 200;
const LONGEST_LIST = 1_000_000;

/** What a text holds, or why it is not taken. */
export type Bounded = { readonly value: Json } | { readonly finding: Finding };

/** Reads JSON that a stranger wrote: not too deep, not too long, and no key that objects take for their prototype. */
export function boundedJson(text: string): Bounded {
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch (thrown) {
    const found = `no JSON (${(thrown as SyntaxError).message})`;
    return { finding: { path: '', found, wanted: 'a whole JSON text' } };
  }
  const finding = beyondBounds(value, []);
  return finding === undefined ? { value } : { finding };
}

function beyondBounds(value: Json, keys: (string | number)[]): Finding | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    return { path: pathOf(keys), found: 'a number too large', wanted: 'one of at most 1.7e308' };
  if (typeof value !== 'object' || value === null) return undefined;
  if (keys.length >= DEEPEST)
    return {
      path: pathOf(keys.slice(0, 3)),
      found: 'something too deep',
      wanted: `at most ${DEEPEST} levels`,
    };
  if (Array.isArray(value) && value.length > LONGEST_LIST)
    return { path: pathOf(keys), found: `${value.length} items`, wanted: `at most ${LONGEST_LIST}` };

  for (const [key, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (key === '__proto__')
      return {
        path: pathOf(keys),
        found: 'a field named __proto__',
        wanted: 'a name without a meaning of its own',
      };
    keys.push(key);
    const finding = beyondBounds(part as Json, keys);
    if (finding !== undefined) return finding;
    keys.pop();
  }
  return undefined;
}
