import type { Json } from './json.ts';

/** `value` as Python's `str` writes it. */
export const pythonText = (value: Json): string => (typeof value === 'string' ? value : pythonLiteral(value));

/** `value` as a Python literal. */
export function pythonLiteral(value: Json): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, field]) => `${quoted(key)}: ${pythonLiteral(field)}`)
    .join(', ')}}`;
}

/** Python writes numbers below 0.0001 with an exponent, which has two digits or more. */
function numberText(value: number): string {
  const size = Math.abs(value);
  const text = size > 0 && size < 0.0001 ? value.toExponential() : String(value);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const plain = text.replace(/[\\\p{C}\p{Z}]/gu, escaped);
  return quote + (quote === "'" ? plain.replaceAll("'", "\\'") : plain) + quote;
}

const named: Readonly<Record<string, string>> = {
  ' ': ' ',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Unprintable characters as Python escapes them: the code point in two, four or eight digits. */
function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  const [letter, digits] = code > 0xffff ? ['U', 8] : code > 0xff ? ['u', 4] : ['x', 2];
  return named[character] ?? `\\${letter}${code.toString(16).padStart(digits, '0')}`;
}
