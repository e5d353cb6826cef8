/** `text`, or its beginning and `…` when it has more than `limit` characters. */
export const truncate = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text;

/** `text` with a capital letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 condition`, `2 conditions`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** `All 2 conditions`, `The only condition`. */
export const allOf = (count: number, one: string): string =>
  count === 1 ? `The only ${one}` : `All ${plural(count, one)}`;

/** `"a", "b", "c" and 7 more`: the first `limit` of `names`. */
export function quotedList(names: readonly string[], limit = Infinity): string {
  const quoted = names.slice(0, limit).map((name) => `"${name}"`);
  const left = names.length - quoted.length;
  return left === 0 ? quoted.join(', ') : `${quoted.join(', ')} and ${left} more`;
}

/** How texts that a spreadsheet would run stand in a table with commas: behind an apostrophe, or as they are. */
export type CsvFormulas = 'as-text' | 'raw';

/** A row of a table with commas. By default no text is a formula: spreadsheets run `=HYPERLINK(…)`, but a number is one. */
export const csvLine = (fields: readonly string[], formulas: CsvFormulas = 'as-text'): string =>
  fields
    .map((field) => (formulas === 'as-text' && isFormula(field) ? `'${field}` : field))
    .map((field) => (/[",\n\r]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',');

/** Signs that begin a formula, also in full width, and blanks that spreadsheets skip. */
const FORMULA = /^[=+\-@\t\n\r\uff0b\uff0d\uff1d\uff20]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const isFormula = (field: string): boolean => FORMULA.test(field) && !NUMBER.test(field);

/** `text` with codes such as `\u001b` for the characters that `which` finds. JSON keeps its meaning. */
export const withCodes = (text: string, which: RegExp): string =>
  text.replace(which, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Control characters, and characters that turn the direction of the text after them; not marks, which turn nothing. */
const STEERING = String.raw`(?![\n\r\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]`;

/** Joiners, and selectors of another form of the character before them. */
const JOINING = String.raw`\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;

/** Characters without a shape, with which two different names look the same; not marks of direction. */
const INVISIBLE = String.raw`(?![\u061c\u200e\u200f${JOINING}])\p{DI}`;

/** Joiners and selectors in a text of ASCII or after others, where they do not belong to letters or pictures such as 👩‍🔬 and 1️⃣. */
const MISPLACED = String.raw`(?<!(?!\p{DI})[^\0-\x7f]\ufe0f?)[${JOINING}](?!\u20e3)`;

const DISGUISING = new RegExp([STEERING, INVISIBLE, MISPLACED].join('|'), 'gu');

const isPlain = (text: string): boolean => !/[^\n\r\t\x20-\x7e]/.test(text);

/**
 * `text` from elsewhere, with codes for the characters that could disguise it: without the code, `\u202egnp.exe` reads as
 * `exe.png`, and `a\u200b.ts` as `a.ts`.
 */
export const legible = (text: string): string => (isPlain(text) ? text : withCodes(text, DISGUISING));

/** The text without the full stop at its end, for a sentence that goes on. */
export const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

/**
 * Whether `text` is `pattern`, in which each `*` stands for any characters, also line breaks. Many `*` take no longer: with a
 * RegExp, 200 of them can take forever.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const piece of pieces) {
    const at = text.indexOf(piece, end);
    if (at < 0) return false;
    end = at + piece.length;
  }
  return text.length >= end + last.length && text.endsWith(last);
}
