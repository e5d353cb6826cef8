import { counted } from './counted.ts';
import { endOfString } from './repeated-key.ts';

/** A text of JSON without the numbers that only Python writes. */
export interface PlainNumbers {
  readonly text: string;
  /** What was lost. */
  readonly notes: readonly string[];
}

/** Any number of fewer digits is exact. */
const MANY_DIGITS = 16;
const SUSPECT = new RegExp(`\\b(?:NaN|Infinity)\\b|\\d{${MANY_DIGITS}}`);
const TOKEN = /-?(?:NaN|Infinity|\d[\d.eE+-]*)/y;
const [QUOTE, MINUS, ZERO, NINE, I, N] = [34, 45, 48, 57, 73, 78];

/**
 * `text` as Python writes JSON, with null for NaN and infinity, which JSON has not. Notes them, and whole numbers that are
 * too long to be exact.
 */
export function plainNumbers(text: string): PlainNumbers {
  if (!SUSPECT.test(text)) return { text, notes: [] };
  let [plain, taken, words, rounded] = ['', 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) break;
    } else if ((code >= ZERO && code <= NINE) || code === MINUS || code === N || code === I) {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(text)?.[0] ?? text[at]!;
      if (/[Ny]$/.test(token)) {
        plain += `${text.slice(taken, at)}null`;
        taken = at + token.length;
        words += 1;
      } else if (isRounded(token)) rounded += 1;
      at += token.length - 1;
    }
  }
  return { text: plain + text.slice(taken), notes: notesOf(words, rounded) };
}

function isRounded(token: string): boolean {
  if (token.length < MANY_DIGITS || !/^-?\d+$/.test(token)) return false;
  const read = Number(token);
  return Number.isFinite(read) && BigInt(read) !== BigInt(token);
}

const notesOf = (words: number, rounded: number): readonly string[] => [
  ...(words === 0 ? [] : [`${counted(words, 'number')} that JSON has not (NaN, Infinity): null here.`]),
  ...(rounded === 0 ? [] : [`${counted(rounded, 'whole number')} of too many digits: rounded here.`]),
];
