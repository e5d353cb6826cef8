import type { Json } from '../../engine/model/index.ts';
import type { Relation } from '../../preload/contract.ts';

/**
 * What stands at `path` in `state`: keys and positions with dots between. `length` counts what a list, an object or a
 * text holds, where there is no key of that name. `undefined` where the path leads nowhere.
 */
export function valueAt(state: Json | undefined, path: string): Json | undefined {
  let value = state;
  for (const key of path.split('.').filter((part) => part !== '')) value = stepInto(value, key);
  return value;
}

function stepInto(value: Json | undefined, key: string): Json | undefined {
  if (typeof value === 'string') return key === 'length' ? value.length : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, key)) return (value as Readonly<Record<string, Json>>)[key];
  return key === 'length' ? Object.keys(value).length : undefined;
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
