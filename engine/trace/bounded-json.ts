import type { Json } from '../model/json.ts';
import { keysIn, repeatedKey } from './repeated-key.ts';
import { pathOf, type Finding } from '../model/finding.ts';

const DEEPEST = 200;
const LONGEST_LIST = 1_000_000;

/** What a text holds, or why it is not taken. */
export type Bounded = { readonly value: Json } | { readonly finding: Finding };

/**
 * Reads JSON that a stranger wrote: not too deep, not too long, no key that objects take for their prototype, and none
 * that an object has twice, of which readers take one or the other.
 */
export function boundedJson(text: string): Bounded {
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, '')) as Json;
  } catch (thrown) {
    // It quotes what it stumbled over, line ends and all.
    const why = (thrown as SyntaxError).message.replaceAll(/\s+/g, ' ');
    const found = `no JSON (${why})`;
    return { finding: { path: '', found, wanted: 'a whole JSON text' } };
  }
  const tally = { keys: 0 };
  const finding = beyondBounds(value, [], tally) ?? repetition(text, tally.keys);
  return finding === undefined ? { value } : { finding };
}

/** A key that is there twice is once in what was read: then `text` has more of them than the `kept`. */
function repetition(text: string, kept: number): Finding | undefined {
  if (keysIn(text) === kept) return undefined;
  const path = repeatedKey(text) ?? [];
  return { path: pathOf(path), found: 'this field twice', wanted: 'it once' };
}

function beyondBounds(value: Json, keys: (string | number)[], tally: { keys: number }): Finding | undefined {
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

  const isList = Array.isArray(value);
  for (const [key, part] of isList ? value.entries() : Object.entries(value)) {
    if (key === '__proto__')
      return {
        path: pathOf(keys),
        found: 'a field named __proto__',
        wanted: 'a name without a meaning of its own',
      };
    if (!isList) tally.keys += 1;
    keys.push(key);
    const finding = beyondBounds(part as Json, keys, tally);
    if (finding !== undefined) return finding;
    keys.pop();
  }
  return undefined;
}
