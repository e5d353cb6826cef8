const WORD_START = /[\s._\-/:#]/;

/**
 * How well `text` fits what was typed: every character in order, the better the more of them stand together or begin a
 * word. `undefined` where it does not. Capitals do not count.
 */
export function fit(typed: string, text: string): number | undefined {
  const wanted = typed.toLowerCase().replace(/\s+/g, '');
  const lower = text.toLowerCase();
  let score = 0;
  let from = 0;
  let before = -2;
  for (const character of wanted) {
    const at = bestAt(lower, character, from, before);
    if (at < 0) return undefined;
    const begins = at > 0 && WORD_START.test(lower[at - 1]!);
    score += at === before + 1 ? 3 : at === 0 ? 3 : begins ? 2 : 0;
    before = at;
    from = at + 1;
  }
  // Of two that fit as well, the shorter is more of what was typed.
  return score - lower.length / 200;
}

/** Where `character` goes on best: right after the one before, else at the next beginning of a word, else next. */
function bestAt(text: string, character: string, from: number, before: number): number {
  const next = text.indexOf(character, from);
  if (next === before + 1 || next < 0) return next;
  for (let at = next; at >= 0; at = text.indexOf(character, at + 1))
    if (at === 0 || WORD_START.test(text[at - 1]!)) return at;
  return next;
}

/** The items that fit, best first; as they came while nothing is typed. */
export function ranked<Item>(
  typed: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
): readonly Item[] {
  if (typed.trim() === '') return items;
  return items
    .flatMap((item) => {
      const score = fit(typed, textOf(item));
      return score === undefined ? [] : [{ item, score }];
    })
    .sort((one, other) => other.score - one.score)
    .map(({ item }) => item);
}
