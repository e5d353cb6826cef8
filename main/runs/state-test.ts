import { type Json, parsePath, valueAt } from '../../engine/model/index.ts';
import type { Relation } from '../../preload/contract.ts';

/**
 * The value at `path` in `state`, such as `folders.INBOX.emails[3].subject`. A last step `length` counts the items, fields or
 * characters of the value before it, where it has no field of that name. `undefined` where the path leads nowhere.
 */
export function probedValue(state: Json | undefined, path: string): Json | undefined {
  const steps = parsePath(path);
  const value = valueAt(state, steps);
  return value === undefined && steps.at(-1) === 'length'
    ? lengthOf(valueAt(state, steps.slice(0, -1)))
    : value;
}

function lengthOf(value: Json | undefined): number | undefined {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** Whether `found` compares to `wanted` as `is` says. Values of different kinds are never larger or smaller. */
export function holdsFor(
  found: Json | undefined,
  is: Relation,
  wanted: string | number | boolean | null,
): boolean {
  if (is === '=') return found === wanted;
  if (is === '≠') return found !== wanted;
  if (is === 'contains') return holds(found, wanted);
  const comparable =
    (typeof found === 'number' && typeof wanted === 'number') ||
    (typeof found === 'string' && typeof wanted === 'string');
  if (!comparable) return false;
  switch (is) {
    case '<':
      return found < wanted;
    case '≤':
      return found <= wanted;
    case '>':
      return found > wanted;
    case '≥':
      return found >= wanted;
  }
}

/** A text holds its parts, a list its items, an object its keys. */
function holds(found: Json | undefined, wanted: string | number | boolean | null): boolean {
  if (typeof found === 'string') return found.includes(String(wanted));
  if (Array.isArray(found)) return found.includes(wanted);
  return typeof found === 'object' && found !== null && Object.hasOwn(found, String(wanted));
}
