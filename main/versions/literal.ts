import type { Json } from '../../engine/model/index.ts';

/** `value` as an author writes it in TypeScript. */
export function literal(value: Json): string {
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map(literal).join(', ')}]`;
  const fields = Object.entries(value).map(([key, inner]) => `${keyOf(key)}: ${literal(inner)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** In single quotes, unless something in it would have to be escaped for that. */
function text(value: string): string {
  const quoted = JSON.stringify(value);
  return /['"\\]/.test(quoted.slice(1, -1)) ? quoted : `'${value}'`;
}

export const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

/** A computed key, where a plain one would set the object's prototype. */
const keyOf = (key: string): string =>
  key === '__proto__' ? "['__proto__']" : isName(key) ? key : text(key);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
