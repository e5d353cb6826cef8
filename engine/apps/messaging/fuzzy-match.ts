/** Longer names are like no other: they would take too long to compare. */
const LONGEST = 200; // characters

/** The shorter of two is looked for within the longer from here on, and counts for less beyond there. */
const PARTIAL_FROM = 1.5;
const FAR_BEYOND = 8;

/**
 * How like `one` and `other` are, from 0 to 100: as wholes, in parts, and whatever the order of their words.
 *
 * Symmetric; upper and lower case differ. Source: the weighted ratio of rapidfuzz 3 (`fuzz.WRatio`), made anew from what it
 * is documented to do.
 */
export function likeness(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === '' || long.length > LONGEST) return 0;
  const words = [wordsOf(short), wordsOf(long)] as const;
  const whole = ratio(short, long);
  const times = long.length / short.length;
  if (times < PARTIAL_FROM) return Math.max(whole, 0.95 * inAnyOrder(...words));
  const scale = times <= FAR_BEYOND ? 0.9 : 0.6;
  return Math.max(whole, scale * partialRatio(short, long), 0.95 * scale * partialInAnyOrder(...words));
}

/** Words, each once, in the order of the alphabet, and all of them in that order. */
interface Words {
  readonly once: readonly string[];
  readonly sorted: string;
}

function wordsOf(text: string): Words {
  const all = text.split(/\s+/).filter((word) => word !== '');
  return { once: [...new Set(all)].sort(), sorted: all.sort().join(' ') };
}

/** What is common to both texts in order, as a share of both: 100 where they are the same. */
const ratio = (one: string, other: string): number => share(one.length + other.length, common(one, other));

const share = (length: number, inBoth: number): number => (length === 0 ? 0 : (200 * inBoth) / length);

/** The length of the longest common subsequence, by rows. Source: Wagner & Fischer (1974). */
function common(one: string, other: string): number {
  let row = new Uint16Array(other.length + 1);
  for (const character of one.split('')) {
    const next = new Uint16Array(row.length);
    for (let at = 1; at < row.length; at++)
      next[at] = other[at - 1] === character ? row[at - 1]! + 1 : Math.max(row[at]!, next[at - 1]!);
    row = next;
  }
  return row.at(-1)!;
}

/** The ratio of the shorter text to the part of the longer that is most like it. */
function partialRatio(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let best = 0;
  for (let end = 1; end < long.length + short.length; end++)
    best = Math.max(best, ratio(short, long.slice(Math.max(0, end - short.length), end)));
  return best;
}

/** The ratio of the words in the order of the alphabet, or of those only one text has beside those of both. */
function inAnyOrder(one: Words, other: Words): number {
  const { both, own, others } = compared(one, other);
  if (both !== '' && (own === '' || others === '')) return 100;
  const [first, second] = [joined(both, own), joined(both, others)];
  const apart = share(
    first + second,
    common(own, others) + (first - own.length + second - others.length) / 2,
  );
  const sections =
    both === ''
      ? 0
      : Math.max(share(both.length + first, both.length), share(both.length + second, both.length));
  return Math.max(ratio(one.sorted, other.sorted), apart, sections);
}

/** 100 where a word is in both, else the partial ratio of the words in the order of the alphabet. */
function partialInAnyOrder(one: Words, other: Words): number {
  const { both, own, others } = compared(one, other);
  if (both !== '') return 100;
  return Math.max(partialRatio(one.sorted, other.sorted), partialRatio(own, others));
}

/** The words of both texts, and those of one only, each joined by spaces. */
function compared(one: Words, other: Words): { both: string; own: string; others: string } {
  return {
    both: one.once.filter((word) => other.once.includes(word)).join(' '),
    own: one.once.filter((word) => !other.once.includes(word)).join(' '),
    others: other.once.filter((word) => !one.once.includes(word)).join(' '),
  };
}

/** The length of `one` and `other` with a space between where both are there. */
const joined = (one: string, other: string): number => one.length + other.length + (one !== '' ? 1 : 0);
