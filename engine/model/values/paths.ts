import type { Json } from './json.ts';

/** A path in a JSON value: keys of objects and indexes of lists, outermost first. */
export type Path = readonly (string | number)[];

type Container = Record<string | number, Json>;

/** The value at `path` within `root`; `undefined` when there is none. Positions in lists may be given as texts. */
export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!Object.hasOwn(value, step) || (step === 'length' && Array.isArray(value))) return undefined;
    value = (value as Container)[step]!;
  }
  return value;
}

/**
 * Puts `value` at `path` within `root`, in place: replaces a value, or adds a new field of an object.
 *
 * Returns false, and changes nothing, when `path` leads to no such place.
 */
export function setAt(root: Json, path: Path, value: Json): boolean {
  const last = path.at(-1);
  const parent = valueAt(root, path.slice(0, -1));
  if (last === undefined || typeof parent !== 'object' || parent === null) return false;
  const isNewField = !Array.isArray(parent) && typeof last === 'string';
  if (!isNewField && valueAt(parent, [last]) === undefined) return false;
  (parent as Container)[last] = value;
  return true;
}

/** Whether `path` is `outer` or leads into it. */
export const isAtOrBelow = (path: Path, outer: Path): boolean =>
  path.length >= outer.length && outer.every((step, depth) => String(step) === String(path[depth]));

/** `folders.INBOX.emails[3].subject`; keys that need quotes are quoted, as in `contacts["7"]`. */
export const printPath = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      const key = String(step);
      return /^\d*$|[.[\]"]/.test(key) ? `[${JSON.stringify(key)}]` : `.${key}`;
    })
    .join('')
    .replace(/^\./, '');

const STEP = /\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g;

/** Parses a path that {@link printPath} wrote. Indexes may also be written between dots: `folders.INBOX.emails.3.subject`. */
export const parsePath = (text: string): Path =>
  [...text.matchAll(STEP)].map(([, quoted, step = '']) => {
    if (quoted !== undefined) return unquoted(quoted);
    return /^\d+$/.test(step) ? Number(step) : step;
  });

/** A quoted key without its quotes: JSON, or text that somebody typed. */
function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted.slice(1, -1);
  }
}
