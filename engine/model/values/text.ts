/** `text`, or its beginning and `…` when it has more than `limit` characters. */
export const truncate = (text: string, limit: number): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text;

/** `text` with a capital letter at its beginning. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 condition`, `12,000 conditions`, `0.00001 minutes`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** A number with all its digits. With options, V8 makes a formatter for each call: 38 µs in place of 0.4. */
const numberText = (number: number): string =>
  number.toLocaleString('en-US', Number.isInteger(number) ? undefined : { maximumFractionDigits: 20 });

/** `value` with at most three significant digits: `0.0123`, `1230`. */
export const threeSignificantDigits = (value: number): string => String(Number(value.toPrecision(3)));

/** `All 2 conditions`, `The only condition`. */
export const allOf = (count: number, one: string): string =>
  count === 1 ? `The only ${one}` : `All ${plural(count, one)}`;

/** `"a", "b", "c" and 7 more`: the first `limit` of `names`. */
export function quotedList(names: readonly string[], limit = Infinity): string {
  const quoted = names.slice(0, limit).map((name) => `"${name}"`);
  const left = names.length - quoted.length;
  return left === 0 ? quoted.join(', ') : `${quoted.join(', ')} and ${left} more`;
}

/** `text` with escapes such as `\u001b` for the characters that match `which`. JSON keeps its meaning. */
export const withCodes = (text: string, which: RegExp): string =>
  text.replace(which, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Control characters, and characters that change the direction of the text after them. */
const DIRECTION_CHARACTERS = String.raw`(?![\n\r\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]`;

/** Joiners, and variation selectors. */
const JOINING_CHARACTERS = String.raw`\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}`;

/** Invisible characters, with which two different names look the same. */
const INVISIBLE_CHARACTERS = String.raw`(?![\u061c\u200e\u200f${JOINING_CHARACTERS}])\p{DI}`;

/** Joiners and variation selectors in ASCII text or at the beginning, where they belong to no letter or emoji such as 👩‍🔬 and 1️⃣. */
const MISPLACED_JOINERS = String.raw`(?<!(?!\p{DI})[^\0-\x7f]\ufe0f?)[${JOINING_CHARACTERS}](?!\u20e3)`;

const DISGUISING_CHARACTERS = new RegExp(
  [DIRECTION_CHARACTERS, INVISIBLE_CHARACTERS, MISPLACED_JOINERS].join('|'),
  'gu',
);

const isPlain = (text: string): boolean => !/[^\n\r\t\x20-\x7e]/.test(text);

/**
 * Untrusted `text`, with escapes for characters that could disguise it: without escapes, `\u202egnp.exe` looks like `exe.png`,
 * and `a\u200b.ts` like `a.ts`.
 */
export const legible = (text: string): string =>
  isPlain(text) ? text : withCodes(text, DISGUISING_CHARACTERS);

/** `text` without its final full stop, to continue the sentence. */
export const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

/**
 * Whether `text` matches `pattern`, in which each `*` stands for any characters, including line breaks. Unlike a RegExp, it stays
 * fast with many `*`.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const piece of pieces) {
    const index = text.indexOf(piece, end);
    if (index < 0) return false;
    end = index + piece.length;
  }
  return text.length >= end + last.length && text.endsWith(last);
}
