import type { Json } from './json.ts';

/** `value` as the field's texts have it: as Python's `str` writes it. */
export const pythonText = (value: Json): string => (typeof value === 'string' ? value : pythonLiteral(value));

/** `value` as it stands in a Python program. */
export function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, field]) => `${quoted(key)}: ${pythonLiteral(field)}`)
    .join(', ')}}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  // eslint-disable-next-line no-control-regex -- they are what is written otherwise
  const plain = text.replace(/[\\\u0000-\u001f\u007f-\u00a0\u00ad]/g, escaped);
  return quote + (quote === "'" ? plain.replaceAll("'", "\\'") : plain) + quote;
}

const named: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escaped = (character: string): string =>
  named[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
