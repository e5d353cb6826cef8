import { diffArrays } from 'diff';
import { groupBy, type LogEntry, maskGeneratedIds } from '../model/index.ts';

/** The entries of a log by index: a list, or a reader that keeps only some of them in memory. */
export interface IndexedEntries {
  readonly length: number;
  at(position: number): LogEntry | undefined;
}

/** The pairs of counterparts in two logs, by position. */
export interface Alignment {
  /** The position in B of each entry of A; −1 if it has no counterpart. */
  readonly aToB: Int32Array;
  /** The position in A of each entry of B; −1 if it has no counterpart. */
  readonly bToA: Int32Array;
  /** Positions in A of the counterparts that have the same order in both logs. The other counterparts have moved. */
  readonly inOrder: readonly number[];
}

/**
 * Finds the counterpart of each entry of log A in log B: first by event, if both are runs of the same scenario, then by actor,
 * tool and arguments, last by actor and tool. Entries are matched by event or by arguments at any position, by tool only
 * between neighbours that are matched already.
 */
export function alignLogs(a: IndexedEntries, b: IndexedEntries, sameScenario: boolean): Alignment {
  const alignment = new GrowingAlignment(a, b);
  alignment.matchEnds(sameScenario ? eventKey : contentKey);
  for (const keyOf of sameScenario ? [eventKey, contentKey] : [contentKey]) {
    alignment.matchBetweenCounterparts(keyOf);
    alignment.matchAnywhere(keyOf);
  }
  alignment.matchBetweenCounterparts(kindKey);
  return alignment;
}

/** An aligned pair of entries or steps, or one without a counterpart, by index. */
interface AlignedRow {
  readonly a: number | undefined;
  readonly b: number | undefined;
  /** Whether the counterparts have a different order in the other log. */
  readonly moved: boolean;
}

/**
 * The rows of an alignment, in order. A moved pair has one row, at the earlier of its positions.
 * @param isBefore whether position `a` of A comes before position `b` of B, where no counterparts determine it
 */
export function* alignedRows(
  { aToB, bToA, inOrder }: Alignment,
  isBefore: (a: number, b: number) => boolean,
): Generator<AlignedRow> {
  let nextA = 0;
  let nextB = 0;
  for (const [index, one] of [...inOrder, aToB.length].entries()) {
    const other = index === inOrder.length ? bToA.length : aToB[one]!;
    while (nextA < one || nextB < other)
      if (nextB >= other || (nextA < one && isBefore(nextA, nextB))) {
        const a = nextA++;
        const b = aToB[a]!;
        if (b < 0) yield { a, b: undefined, moved: false };
        else if (b >= nextB) yield { a, b, moved: true };
      } else {
        const b = nextB++;
        const a = bToA[b]!;
        if (a < 0) yield { a: undefined, b, moved: false };
        else if (a >= nextA) yield { a, b, moved: true };
      }
    if (index < inOrder.length) yield { a: one, b: other, moved: false };
    nextA = one + 1;
    nextB = other + 1;
  }
}

/** Computes the key by which entries are matched. An entry without a key is not matched. */
type KeyOf = (entry: LogEntry) => string | undefined;

/** The key by the scenario's event. Only runs of the same scenario share events. */
const eventKey: KeyOf = (entry) =>
  isPlanned(entry) ? `${entry.event} ${'attempt' in entry ? entry.attempt : entry.kind}` : undefined;

/** The key by actor, tool and arguments, or by check and verdict. */
const contentKey: KeyOf = (entry) => {
  if (!('action' in entry)) return `${kindKey(entry)!} ${'verdict' in entry ? entry.verdict : ''}`;
  const { args, resolved = args } = entry.action;
  return `${kindKey(entry)!} ${maskGeneratedIds(JSON.stringify(resolved))}`;
};

/** The key by actor and tool, or by check. */
const kindKey: KeyOf = (entry) => {
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return `${entry.kind} ${entry.action.app} ${entry.action.tool}`;
    case 'condition':
      return `condition ${entry.name}`;
    case 'validation':
      return `validation ${[...entry.achieved, ...entry.open].sort().join(', ')}`;
    case 'agent-validation':
      return `agent-validation ${[...entry.milestones, ...entry.minefields].join(', ')}`;
    case 'stop':
      return 'stop';
    case 'wait':
      return `wait ${entry.call.action.app} ${entry.call.action.tool}`;
  }
};

/** Whether the scenario planned the entry's event. The event ids of other calls contain their log positions. */
const isPlanned = ({ event, index, ...entry }: LogEntry): boolean =>
  !('direct' in entry) && !(entry.causes.length === 0 && event.endsWith(`-${index}`));

/** An entry without a counterpart, and the number of its key. */
interface Unmatched {
  readonly at: number;
  readonly token: number;
}

const tokenOf = ({ token }: Unmatched): number => token;

class GrowingAlignment implements Alignment {
  readonly aToB: Int32Array;
  readonly bToA: Int32Array;
  readonly #a: IndexedEntries;
  readonly #b: IndexedEntries;

  constructor(a: IndexedEntries, b: IndexedEntries) {
    this.#a = a;
    this.#b = b;
    this.aToB = new Int32Array(a.length).fill(-1);
    this.bToA = new Int32Array(b.length).fill(-1);
  }

  get inOrder(): readonly number[] {
    const matched: number[] = [];
    for (let at = 0; at < this.aToB.length; at += 1) if (this.aToB[at]! >= 0) matched.push(at);
    return longestIncreasing(matched.map((at) => this.aToB[at]!)).map((nth) => matched[nth]!);
  }

  /**
   * Matches entries with the same keys at both ends of the logs. {@link matchBetweenCounterparts} would find the same pairs, but
   * needs memory for every entry.
   */
  matchEnds(keyOf: KeyOf): void {
    const [a, b] = [this.#a, this.#b];
    const key = (entries: IndexedEntries, at: number): string | undefined => keyOf(entries.at(at)!);
    const shorter = Math.min(a.length, b.length);
    let head = 0;
    for (; head < shorter; head += 1) {
      const known = key(a, head);
      if (known !== key(b, head)) break;
      if (known !== undefined) this.#addPair(head, head);
    }
    for (let tail = 1; tail <= shorter - head; tail += 1) {
      const [atA, atB] = [a.length - tail, b.length - tail];
      const known = key(a, atA);
      if (known !== key(b, atB)) break;
      if (known !== undefined) this.#addPair(atA, atB);
    }
  }

  /** Matches entries between counterparts that have the same order in both logs, in order. */
  matchBetweenCounterparts(keyOf: KeyOf): void {
    const tokens = tokensOf(keyOf);
    let fromA = 0;
    let fromB = 0;
    for (const atA of [...this.inOrder, this.#a.length]) {
      const atB = atA === this.#a.length ? this.#b.length : this.aToB[atA]!;
      const inA = unmatched(this.#a, this.aToB, fromA, atA, tokens);
      const inB = inA.length === 0 ? [] : unmatched(this.#b, this.bToA, fromB, atB, tokens);
      if (inB.length > 0)
        for (const [one, other] of matchInOrder(inA.map(tokenOf), inB.map(tokenOf)))
          this.#addPair(inA[one]!.at, inB[other]!.at);
      fromA = atA + 1;
      fromB = atB + 1;
    }
  }

  /** Matches entries that have moved: of several with the same key, the first of A with the first of B. */
  matchAnywhere(keyOf: KeyOf): void {
    const tokens = tokensOf(keyOf);
    const inB = groupBy(unmatched(this.#b, this.bToA, 0, this.#b.length, tokens), tokenOf);
    const taken = new Map<number, number>();
    for (const { at, token } of unmatched(this.#a, this.aToB, 0, this.#a.length, tokens)) {
      const nth = taken.get(token) ?? 0;
      const counterpart = inB.get(token)?.[nth];
      if (counterpart === undefined) continue;
      taken.set(token, nth + 1);
      this.#addPair(at, counterpart.at);
    }
  }

  #addPair(atA: number, atB: number): void {
    this.aToB[atA] = atB;
    this.bToA[atB] = atA;
  }
}

/** Creates a function that numbers texts in the order of their first use, because numbers compare faster. */
export function createNumbering(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
}

/** Numbers the keys of entries. */
function tokensOf(keyOf: KeyOf): (entry: LogEntry) => number | undefined {
  const numberOf = createNumbering();
  return (entry) => {
    const key = keyOf(entry);
    return key === undefined ? undefined : numberOf(key);
  };
}

/** The entries from `from` up to but excluding `to` that have a key and no counterpart. */
function unmatched(
  entries: IndexedEntries,
  counterparts: Int32Array,
  from: number,
  to: number,
  tokenFor: (entry: LogEntry) => number | undefined,
): readonly Unmatched[] {
  const found: Unmatched[] = [];
  for (let at = from; at < to; at += 1) {
    const token = counterparts[at]! < 0 ? tokenFor(entries.at(at)!) : undefined;
    if (token !== undefined) found.push({ at, token });
  }
  return found;
}

type Tokens = readonly number[];
type Pairs = [number, number][];

/** A part of each list, from its first index up to but excluding its second. */
interface Part {
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}

/**
 * Pairs equal tokens of two lists, in order on both sides. As in patience diff, tokens that occur once on both sides are paired
 * first, then the tokens between them: for similar lists that takes little longer than reading them.
 */
export function matchInOrder(a: Tokens, b: Tokens): Pairs {
  const pairs: Pairs = [];
  const open: Part[] = [{ a: [0, a.length], b: [0, b.length] }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const inner = withoutEqualEnds(a, b, part, pairs);
    if (inner.a[0] === inner.a[1] || inner.b[0] === inner.b[1]) continue;
    const anchors = uniqueMatches(a, b, inner);
    // One by one: `push(...pairs)` would overflow the stack with many pairs.
    for (const pair of anchors.length > 0 ? anchors : matchRepeatedTokens(a, b, inner)) pairs.push(pair);
    if (anchors.length > 0) for (const next of partsBetween(anchors, inner)) open.push(next);
  }
  return pairs.sort(([one], [other]) => one - other);
}

/** `part` without the equal tokens at its ends, which are added to `pairs`. */
function withoutEqualEnds(a: Tokens, b: Tokens, part: Part, pairs: Pairs): Part {
  let [fromA, toA] = part.a;
  let [fromB, toB] = part.b;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push([fromA++, fromB++]);
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) pairs.push([(toA -= 1), (toB -= 1)]);
  return { a: [fromA, toA], b: [fromB, toB] };
}

/** Pairs of tokens that occur once on both sides of `part`, as many as have the same order. */
function uniqueMatches(a: Tokens, b: Tokens, part: Part): Pairs {
  const inB = uniquePositions(b, part.b);
  const pairs: Pairs = [];
  for (const [token, at] of uniquePositions(a, part.a)) {
    const other = inB.get(token);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  pairs.sort(([one], [other]) => one - other);
  return longestIncreasing(pairs.map(([, other]) => other)).map((nth) => pairs[nth]!);
}

/** The index of each token that occurs once; −1 for tokens that occur again. */
function uniquePositions(tokens: Tokens, [from, to]: readonly [number, number]): ReadonlyMap<number, number> {
  const positions = new Map<number, number>();
  for (let at = from; at < to; at += 1) positions.set(tokens[at]!, positions.has(tokens[at]!) ? -1 : at);
  return positions;
}

function partsBetween(anchors: Pairs, { a, b }: Part): readonly Part[] {
  const parts: Part[] = [];
  let [fromA] = a;
  let [fromB] = b;
  for (const [atA, atB] of [...anchors, [a[1], b[1]] as const]) {
    if (atA > fromA && atB > fromB) parts.push({ a: [fromA, atA], b: [fromB, atB] });
    fromA = atA + 1;
    fromB = atB + 1;
  }
  return parts;
}

/** Pairs the tokens that both sides of a part share, when every token occurs more than once. */
function matchRepeatedTokens(a: Tokens, b: Tokens, part: Part): Pairs {
  const inA = new Set(a.slice(...part.a));
  const inB = new Set(b.slice(...part.b));
  const shared = (tokens: Tokens, [from, to]: readonly [number, number], other: ReadonlySet<number>) =>
    Array.from({ length: to - from }, (_, index) => from + index).filter((at) => other.has(tokens[at]!));
  const sharedA = shared(a, part.a, inB);
  const sharedB = shared(b, part.b, inA);
  return longestCommonSubsequence(
    sharedA.map((at) => a[at]!),
    sharedB.map((at) => b[at]!),
  ).map(([one, other]) => [sharedA[one]!, sharedB[other]!]);
}

/** The number of insertions and deletions beyond which an exact match takes too long and tells too little. */
const MAX_EDITS = 1_000;

/** Pairs equal tokens of two lists in order: as many as possible, or at least many if the lists are very different. */
export function longestCommonSubsequence(a: Tokens, b: Tokens): Pairs {
  const chunks = diffArrays([...a], [...b], { maxEditLength: MAX_EDITS });
  if (chunks === undefined) return greedilyMatched(a, b);
  const pairs: Pairs = [];
  let atA = 0;
  let atB = 0;
  for (const { count, added, removed } of chunks)
    if (added) atB += count;
    else if (removed) atA += count;
    else for (let nth = 0; nth < count; nth += 1) pairs.push([atA++, atB++]);
  return pairs;
}

/** Pairs each token of `a` with the next equal one of `b`, unless that is too far ahead. */
function greedilyMatched(a: Tokens, b: Tokens): Pairs {
  const positions = new Map<number, number[]>();
  for (let at = b.length - 1; at >= 0; at -= 1) {
    const known = positions.get(b[at]!);
    if (known === undefined) positions.set(b[at]!, [at]);
    else known.push(at);
  }
  const pairs: Pairs = [];
  let next = 0;
  for (let at = 0; at < a.length; at += 1) {
    const ahead = positions.get(a[at]!);
    while (ahead !== undefined && ahead.length > 0 && ahead.at(-1)! < next) ahead.pop();
    const position = ahead?.at(-1);
    if (position === undefined || position - next > MAX_EDITS) continue;
    pairs.push([at, position]);
    next = position + 1;
  }
  return pairs;
}

/** Indexes of a longest increasing subsequence of `values`. */
export function longestIncreasing(values: readonly number[]): number[] {
  /** For each length, the index of the smallest value that ends an increasing subsequence of that length. */
  const ends: number[] = [];
  const previous = new Int32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < values[at]!) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = at;
  }
  const longest: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) longest.push(at);
  return longest.reverse();
}
