import type { Json } from '../../engine/model/json.ts';

/** `value` as Python's `str` writes it, for the texts that cases put together. */
export function pythonText(value: Json): string {
  return typeof value === 'string' ? value : literal(value);
}

function literal(value: Json): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, field]) => `${literal(key)}: ${literal(field)}`)
    .join(', ')}}`;
}
