/** The maximum length of compared names, because the time grows with the cube of the length. */
const MAX_LENGTH = 200; // characters

/** The length ratio from which the shorter text is searched in the longer one. Above the second ratio, a match counts less. */
const MIN_PARTIAL_LENGTH_RATIO = 1.5;
const MAX_CLOSE_LENGTH_RATIO = 8;

/**
 * Similarity of two names, from 0 to 100: as a whole, in part, and with their words in any order.
 *
 * Symmetric and case-sensitive. Reimplements rapidfuzz's `fuzz.WRatio` from its documentation, and is tested against recorded
 * values.
 */
export function weightedRatio(one: string, other: string): number {
  const [short, long] = byLength(charactersOf(one), charactersOf(other));
  if (short.length === 0 || long.length > MAX_LENGTH) return 0;
  const words = [wordsOf(one), wordsOf(other)] as const;
  const whole = ratio(short, long);
  const times = long.length / short.length;
  if (times < MIN_PARTIAL_LENGTH_RATIO) return Math.max(whole, 0.95 * tokenRatio(...words));
  const scale = times <= MAX_CLOSE_LENGTH_RATIO ? 0.9 : 0.6;
  return Math.max(whole, scale * partialRatio(short, long), 0.95 * scale * partialTokenRatio(...words));
}

/** A text as its code points, which Python counts. */
type Characters = readonly string[];

const charactersOf = (text: string): Characters => Array.from(text);

const byLength = (one: Characters, other: Characters): readonly [Characters, Characters] =>
  one.length <= other.length ? [one, other] : [other, one];

/** The characters that both texts share in the same order, as a percentage of both. */
const ratio = (one: Characters, other: Characters): number =>
  percentage(commonLength(one, other), one.length + other.length);

const percentage = (common: number, length: number): number => (length === 0 ? 0 : (200 * common) / length);

/** The length of the longest common subsequence, row by row. Source: Wagner & Fischer (1974). */
function commonLength(one: Characters, other: Characters): number {
  let row = new Uint16Array(other.length + 1);
  for (const character of one) {
    const next = new Uint16Array(row.length);
    for (let at = 1; at < row.length; at++)
      next[at] = other[at - 1] === character ? row[at - 1]! + 1 : Math.max(row[at]!, next[at - 1]!);
    row = next;
  }
  return row.at(-1)!;
}

/** The best ratio of the shorter text to a part of the longer one. Of texts of equal length, each is searched in the other. */
function partialRatio(one: Characters, other: Characters): number {
  const [short, long] = byLength(one, other);
  const best = bestWindow(short, long);
  return short.length === long.length ? Math.max(best, bestWindow(long, short)) : best;
}

function bestWindow(short: Characters, long: Characters): number {
  let best = 0;
  for (let end = 1; end < long.length + short.length; end++)
    best = Math.max(best, ratio(short, long.slice(Math.max(0, end - short.length), end)));
  return best;
}

/** The words of a text in alphabetical order: without repetitions, and all of them. */
interface Words {
  readonly unique: readonly string[];
  readonly sorted: Characters;
}

function wordsOf(text: string): Words {
  const all = text.split(/\s+/).filter((word) => word !== '');
  return { unique: [...new Set(all)].sort(), sorted: charactersOf(all.sort().join(' ')) };
}

/** The words that two texts share, and the words that only one of them has, each joined by spaces. */
interface SharedWords {
  readonly both: Characters;
  readonly onlyOne: Characters;
  readonly onlyOther: Characters;
}

function sharedWords({ unique: one }: Words, { unique: other }: Words): SharedWords {
  return {
    both: charactersOf(one.filter((word) => other.includes(word)).join(' ')),
    onlyOne: charactersOf(one.filter((word) => !other.includes(word)).join(' ')),
    onlyOther: charactersOf(other.filter((word) => !one.includes(word)).join(' ')),
  };
}

/** The best ratio of the sorted words, or of the shared words followed by the other words of each text. */
function tokenRatio(one: Words, other: Words): number {
  const { both, onlyOne, onlyOther } = sharedWords(one, other);
  if (both.length > 0 && (onlyOne.length === 0 || onlyOther.length === 0)) return 100;
  const space = both.length > 0 ? 1 : 0;
  const first = both.length + space + onlyOne.length;
  const second = both.length + space + onlyOther.length;
  const withShared = commonLength(onlyOne, onlyOther) + both.length + space;
  return Math.max(
    ratio(one.sorted, other.sorted),
    percentage(withShared, first + second),
    percentage(both.length, both.length + Math.min(first, second)),
  );
}

/** 100 when the texts share a word, otherwise the best partial ratio of their words. */
function partialTokenRatio(one: Words, other: Words): number {
  const { both, onlyOne, onlyOther } = sharedWords(one, other);
  if (both.length > 0) return 100;
  return Math.max(partialRatio(one.sorted, other.sorted), partialRatio(onlyOne, onlyOther));
}
