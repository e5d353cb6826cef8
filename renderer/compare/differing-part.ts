/** A text in three: what another begins with as well, what is its own, and what both end with. */
export interface Parts {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

/** Half a character counts as one, so that none is cut in two. */
const IN_WORD = /[\p{L}\p{N}_\uD800-\uDFFF]/u;

/** Which words of `text` are not those of `other`; all of it is its own where too little of the two is the same. */
export function differingPart(text: string, other: string): Parts {
  const shorter = Math.min(text.length, other.length);
  let head = 0;
  while (head < shorter && text[head] === other[head]) head += 1;
  while (head > 0 && isWithinWord(text, head, other, head)) head -= 1;
  let tail = 0;
  while (tail < shorter - head && text.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  while (tail > 0 && isWithinWord(text, text.length - tail, other, other.length - tail)) tail -= 1;
  if ((head + tail) * 2 < shorter) return { before: '', own: text, after: '' };
  return {
    before: text.slice(0, head),
    own: text.slice(head, text.length - tail),
    after: text.slice(text.length - tail),
  };
}

/** Whether a word goes on across the place `at` of `text`, or across its counterpart in `other`. */
const isWithinWord = (text: string, at: number, other: string, otherAt: number): boolean =>
  goesOn(text, at) || goesOn(other, otherAt);

const goesOn = (text: string, at: number): boolean =>
  at > 0 && at < text.length && IN_WORD.test(text[at - 1]!) && IN_WORD.test(text[at]!);
