import { type AttemptStep, compareCodePoints, groupBy, maskGeneratedIds } from '../model/index.ts';
import { type Alignment, createNumbering, matchInOrder } from './align.ts';

/**
 * Aligns the steps of two attempts by content, wherever the steps are.
 *
 * 1. Two steps are candidates if they are equal, or of one kind and tool with similar words. Rare words weigh more: in attempts
 * that only use a shell, `bash` says nothing.
 * 2. The heaviest chain of candidates with the same order in both attempts is aligned.
 * 3. Of the remaining candidates, the most similar pairs are aligned: these steps have moved.
 * 4. Thoughts and messages next to aligned steps are aligned, whatever their words. A result stays with its call.
 *
 * Aligning B with A gives the transposed alignment.
 */
export function alignSteps(a: readonly AttemptStep[], b: readonly AttemptStep[]): Alignment {
  // Ties are decided by position, so the same attempt must always be the first.
  if (attemptOrder(a, b) > 0) return transposed(alignSteps(b, a));
  const [inA, inB, weights] = numberedActs(a, b);
  const [aToB, bToA] = [new Int32Array(a.length).fill(-1), new Int32Array(b.length).fill(-1)];
  const isFree = (one: Act, other: Act): boolean => aToB[one.at]! < 0 && bToA[other.at]! < 0;
  const inOrder: number[] = [];
  const pair = (one: Act, other: Act, keepsOrder: boolean): void => {
    // The results come right after their calls.
    for (let nth = 0; nth === 0 || (isResult(a, one.at + nth) && isResult(b, other.at + nth)); nth += 1) {
      aToB[one.at + nth] = other.at + nth;
      bToA[other.at + nth] = one.at + nth;
      if (keepsOrder) inOrder.push(one.at + nth);
    }
  };
  const found = candidates(inA, inB, weights);
  const chain = heaviestChain(found, inA, inB);
  for (const { one, other } of chain) pair(inA[one]!, inB[other]!, true);
  for (const { one, other, similarity } of mostAlikeFirst(found))
    if (similarity >= MIN_SIMILARITY_ANYWHERE && isFree(inA[one]!, inB[other]!))
      pair(inA[one]!, inB[other]!, false);
  for (const [one, other] of adjacentPairs(inA, inB, chain, isFree)) pair(one, other, true);
  return { aToB, bToA, inOrder: inOrder.sort(ascending) };
}

const isResult = (steps: readonly AttemptStep[], at: number): boolean => steps[at]?.kind === 'result';

/** The minimum similarity, from 0 to 1, of aligned steps in the same order. {@link MIN_SIMILARITY_ANYWHERE} is for steps that moved. */
const MIN_SIMILARITY_IN_ORDER = 0.5;
const MIN_SIMILARITY_ANYWHERE = 0.75;

/** Compares two attempts in an order that does not depend on which is given first. */
function attemptOrder(a: readonly AttemptStep[], b: readonly AttemptStep[]): number {
  if (a.length !== b.length) return a.length - b.length;
  for (const [index, { kind, tool, text }] of a.entries()) {
    const other = b[index]!;
    const order =
      compareCodePoints(text, other.text) ||
      compareCodePoints(tool, other.tool) ||
      compareCodePoints(kind, other.kind);
    if (order !== 0) return order;
  }
  return 0;
}

const transposed = ({ aToB, bToA, inOrder }: Alignment): Alignment => ({
  aToB: bToA,
  bToA: aToB,
  inOrder: inOrder.map((at) => aToB[at]!),
});

/** A step that is aligned by itself. Results are not: they follow their calls. */
interface Act {
  /** The index among all steps. */
  readonly at: number;
  readonly isCall: boolean;
  /** A number for the kind and tool. Only steps of the same group can be similar. */
  readonly group: number;
  /** A number for the whole content. Equal steps have the same number. */
  readonly content: number;
  /** Numbers of the words, and of every two successive words, ascending. */
  readonly words: readonly number[];
  /** The total weight of the words. */
  readonly weight: number;
}

/** The number of characters, from the beginning of a step, whose words are compared. */
const MAX_COMPARED_CHARACTERS = 400;

const IDEOGRAPH = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
/** A word. Languages written without spaces are compared by characters. */
const WORD = new RegExp(`[${IDEOGRAPH}]|[[\\p{L}\\p{N}]--[${IDEOGRAPH}]]+`, 'gv');

/** The acts of both attempts, with a number for each text. */
function numberedActs(
  a: readonly AttemptStep[],
  b: readonly AttemptStep[],
): readonly [readonly Act[], readonly Act[], WordWeights] {
  const [groups, contents, words] = [createNumbering(), createNumbering(), createNumbering()];
  const [inA, inB] = [a, b].map((steps) =>
    steps.flatMap(({ kind, tool, text }, index): readonly Omit<Act, 'weight'>[] => {
      if (kind === 'result') return [];
      const masked = maskGeneratedIds(text);
      const found = `${tool} ${masked.slice(0, MAX_COMPARED_CHARACTERS)}`.toLowerCase().match(WORD) ?? [];
      return [
        {
          at: index,
          isCall: kind === 'call',
          group: groups(`${kind} ${toolNameWithoutApp(tool)}`),
          content: contents(`${kind} ${tool}\n${masked}`),
          words: [...new Set([...found, ...wordPairs(found)].map(words))].sort(ascending),
        },
      ];
    }),
  );
  const weights = wordWeights([...inA!, ...inB!]);
  const weighed = (acts: readonly Omit<Act, 'weight'>[]): readonly Act[] =>
    acts.map((act) => ({ ...act, weight: act.words.reduce((sum, word) => sum + weights[word]!, 0) }));
  return [weighed(inA!), weighed(inB!), weights];
}

/** Every two successive words: commands often have the same words in another order. */
const wordPairs = (words: readonly string[]): readonly string[] =>
  words.slice(1).map((word, index) => `${words[index]!} ${word}`);

const ascending = (one: number, other: number): number => one - other;

/** The name of a tool without its app, because worlds and other programs name the apps of the same tools differently. */
const toolNameWithoutApp = (tool: string): string => tool.slice(tool.lastIndexOf('.') + 1);

/** The weight of each word: the logarithm of its rarity among the steps. */
type WordWeights = readonly number[];

function wordWeights(acts: readonly Pick<Act, 'words'>[]): WordWeights {
  const counts: number[] = [];
  for (const { words } of acts) for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts.map((count) => Math.log1p(acts.length / count));
}

/** Steps of A and B that may be aligned, by their indexes among the acts, and their similarity from 0 to 1. */
interface Candidate {
  readonly one: number;
  readonly other: number;
  readonly similarity: number;
}

/** The number of rarest words by which similar steps are looked up. */
const MAX_LOOKUP_WORDS = 6;
/** The maximum number of steps with the same word that are compared: those nearest to the expected position. */
const MAX_CANDIDATES_PER_WORD = 6;

/** The candidates, sorted by their index in A. */
function candidates(a: readonly Act[], b: readonly Act[], weights: WordWeights): readonly Candidate[] {
  const expected = expectedPositions(a, b);
  const byContent = positionsBy(b, ({ content }) => [content]);
  const byWord = new Map(
    [...groupBy([...b.keys()], (at) => b[at]!.group)].map(([group, ats]) => [
      group,
      positionsBy(b, ({ words }) => words, ats),
    ]),
  );
  return a.flatMap((act, one) => {
    const found = new Set(nearestPositions(byContent.get(act.content) ?? [], expected[one]!));
    const ofGroup = byWord.get(act.group);
    const sought =
      ofGroup === undefined
        ? []
        : act.words.filter((word) => ofGroup.has(word)).sort((x, y) => weights[y]! - weights[x]! || x - y);
    for (const word of sought.slice(0, MAX_LOOKUP_WORDS))
      for (const other of nearestPositions(ofGroup!.get(word)!, expected[one]!)) found.add(other);
    return [...found].sort(ascending).flatMap((other): readonly Candidate[] => {
      const similarity = wordSimilarity(act, b[other]!, weights);
      return similarity < MIN_SIMILARITY_IN_ORDER ? [] : [{ one, other, similarity }];
    });
  });
}

/** The expected position in B of each act of A, from the preceding equal acts that have the same order in both. */
function expectedPositions(a: readonly Act[], b: readonly Act[]): readonly number[] {
  const equal = new Map(
    matchInOrder(
      a.map(({ content }) => content),
      b.map(({ content }) => content),
    ),
  );
  let next = 0;
  return a.map((_act, index) => {
    const position = equal.get(index) ?? next;
    next = position + 1;
    return position;
  });
}

/** The indexes of acts by each of their keys, ascending. */
function positionsBy(
  acts: readonly Act[],
  keysOf: (act: Act) => readonly number[],
  ats: Iterable<number> = acts.keys(),
): ReadonlyMap<number, readonly number[]> {
  const positions = new Map<number, number[]>();
  for (const at of ats)
    for (const key of keysOf(acts[at]!)) {
      const known = positions.get(key);
      if (known === undefined) positions.set(key, [at]);
      else known.push(at);
    }
  return positions;
}

/** The few of the ascending `positions` that are nearest to `wanted`. */
function nearestPositions(positions: readonly number[], wanted: number): readonly number[] {
  if (positions.length <= MAX_CANDIDATES_PER_WORD) return positions;
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  let from = low;
  for (let to = low; to - from < MAX_CANDIDATES_PER_WORD;) {
    const isBefore =
      to >= positions.length || (from > 0 && wanted - positions[from - 1]! <= positions[to]! - wanted);
    if (isBefore) from -= 1;
    else to += 1;
  }
  return positions.slice(from, from + MAX_CANDIDATES_PER_WORD);
}

/** The similarity of two acts: the share of their word weight that is common to both. */
function wordSimilarity(a: Act, b: Act, weights: WordWeights): number {
  if (a.content === b.content) return 1;
  const all = a.weight + b.weight;
  if (2 * Math.min(a.weight, b.weight) < MIN_SIMILARITY_IN_ORDER * all) return 0;
  let [common, inA, inB] = [0, 0, 0];
  while (inA < a.words.length && inB < b.words.length) {
    const order = a.words[inA]! - b.words[inB]!;
    if (order === 0) common += weights[a.words[inA]!]!;
    if (order <= 0) inA += 1;
    if (order >= 0) inB += 1;
  }
  return all === 0 ? 0 : (2 * common) / all;
}

/** The candidates of the heaviest chain with the same order in both attempts, in order. */
function heaviestChain(
  found: readonly Candidate[],
  a: readonly Act[],
  b: readonly Act[],
): readonly Candidate[] {
  const gainOf = ({ one, other, similarity }: Candidate): number =>
    similarity ** 2 * (1 + Math.log1p((a[one]!.weight + b[other]!.weight) / 2));
  const best = new HeaviestBefore(b.length);
  const totals: number[] = [];
  const previous: number[] = [];
  for (let from = 0; from < found.length;) {
    let to = from;
    // Those of one act of A exclude each other: all look only at those of acts before it.
    for (; found[to]?.one === found[from]!.one; to += 1) {
      const before = best.before(found[to]!.other);
      previous[to] = before;
      totals[to] = gainOf(found[to]!) + (totals[before] ?? 0);
    }
    for (let nth = from; nth < to; nth += 1) best.add(found[nth]!.other, nth, totals);
    from = to;
  }
  const chain: Candidate[] = [];
  for (let at = best.before(b.length); at >= 0; at = previous[at]!) chain.push(found[at]!);
  return chain.reverse();
}

/** A Fenwick tree of the heaviest chain that ends before each position in B. */
class HeaviestBefore {
  readonly #tree: Int32Array;
  #totals: readonly number[] = [];

  constructor(length: number) {
    this.#tree = new Int32Array(length + 1).fill(-1);
  }

  /** The index of the last candidate of the heaviest chain that lies before `position`; −1 if there is none. */
  before(position: number): number {
    let heaviest = -1;
    for (let at = position; at > 0; at -= at & -at) heaviest = this.#heavier(heaviest, this.#tree[at]!);
    return heaviest;
  }

  /** Adds candidate `nth`, at `position` in B. `totals` has the weights of the chains that end with each candidate. */
  add(position: number, nth: number, totals: readonly number[]): void {
    this.#totals = totals;
    for (let at = position + 1; at < this.#tree.length; at += at & -at)
      this.#tree[at] = this.#heavier(this.#tree[at]!, nth);
  }

  #heavier(one: number, other: number): number {
    return other >= 0 && (one < 0 || this.#totals[other]! > this.#totals[one]!) ? other : one;
  }
}

/** The candidates, the most similar first; among equally similar ones, the nearest to each other. */
const mostAlikeFirst = (found: readonly Candidate[]): readonly Candidate[] =>
  found.toSorted(
    (x, y) =>
      y.similarity - x.similarity ||
      Math.abs(x.one - x.other) - Math.abs(y.one - y.other) ||
      x.one - y.one ||
      x.other - y.other,
  );

/** Pairs of thoughts or messages next to aligned acts, and at both ends, in both attempts. */
function* adjacentPairs(
  a: readonly Act[],
  b: readonly Act[],
  chain: readonly Candidate[],
  isFree: (one: Act, other: Act) => boolean,
): Generator<readonly [Act, Act]> {
  let [fromA, fromB] = [0, 0];
  for (const { one: toA, other: toB } of [...chain, { one: a.length, other: b.length }]) {
    let [firstA, firstB, lastA, lastB] = [fromA, fromB, toA - 1, toB - 1];
    const goesWith = (one: number, other: number): boolean =>
      firstA <= lastA &&
      firstB <= lastB &&
      !a[one]!.isCall &&
      a[one]!.group === b[other]!.group &&
      isFree(a[one]!, b[other]!);
    // What leads to an act comes before it.
    for (; goesWith(lastA, lastB); lastA -= 1, lastB -= 1) yield [a[lastA]!, b[lastB]!];
    for (; goesWith(firstA, firstB); firstA += 1, firstB += 1) yield [a[firstA]!, b[firstB]!];
    [fromA, fromB] = [toA + 1, toB + 1];
  }
}
