/** What may be between two repetitions: a quantifier without an upper bound, or with a large one. */
const REPEATED = /^(?:[*+]|\{\d*,\}|\{\d*,?\d{2,}\})/;

/** Longer ones are no pattern that somebody thought of. */
const LONGEST = 500; // characters

/** How often a pattern may repeat something without a bound: each more multiplies the work by the length of the text. */
const MOST_REPETITIONS = 4;

/**
 * Why `pattern` might take longer to match than anybody waits, `undefined` where it cannot: it is very long, repeats too many
 * things, or repeats a group that repeats or chooses in turn, as `(a+)+` and `(a|a)*` do.
 */
export function endlessBy(pattern: string): string | undefined {
  if (pattern.length > LONGEST) return `${pattern.length} characters, wanted at most ${LONGEST}`;
  const open: boolean[] = [];
  let isLoose = false;
  let repetitions = 0;
  for (let at = 0; at < pattern.length; at++) {
    const mark = pattern.charAt(at);
    if (mark === '\\') at += 1;
    else if (mark === '[') at = endOfClass(pattern, at);
    else if (mark === '(') {
      open.push(isLoose);
      isLoose = false;
    } else if (mark === ')') {
      const isRepeated = REPEATED.test(pattern.slice(at + 1, at + 12));
      if (isRepeated && isLoose) return 'a repetition within a repetition, wanted one at most';
      isLoose = open.pop() === true || isLoose;
    } else if (mark === '|' || (mark === '?' && pattern[at - 1] !== '(')) isLoose = true;
    else if (REPEATED.test(pattern.slice(at, at + 11))) {
      isLoose = true;
      repetitions += 1;
    }
  }
  return repetitions > MOST_REPETITIONS
    ? `${repetitions} repetitions without a bound, wanted at most ${MOST_REPETITIONS}`
    : undefined;
}

/** Where the class of characters ends that begins at `start`. */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
