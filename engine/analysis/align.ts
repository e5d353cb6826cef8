import { groupBy, type LogEntry, maskGeneratedIds } from '../model/index.ts';

type Entries = readonly LogEntry[];

/** Which entry of B is the counterpart of which of A, by their places. */
export interface Alignment {
  /** By place in A; −1 where there is none. */
  readonly there: Int32Array;
  readonly back: Int32Array;
  /** The places in A of counterparts that stand in one order on both sides. The other counterparts have moved. */
  readonly inOrder: readonly number[];
}

/**
 * Matches the entries of two logs by what they are: first by event, where both are runs of one scenario, then by who did
 * what with which arguments, last by who did what. Each is matched once; what comes earlier in that list is matched
 * wherever it stands, the last only between neighbours that are matched already.
 */
export function align(a: Entries, b: Entries, sameScenario: boolean): Alignment {
  const there = new Int32Array(a.length).fill(-1);
  const back = new Int32Array(b.length).fill(-1);
  const pair = (one: number, other: number): void => {
    there[one] = other;
    back[other] = one;
  };
  const alignment = (): Alignment => ({ there, back, inOrder: inOrderOf(there) });

  for (const tokenOf of sameScenario ? [byEvent, byContent] : [byContent]) {
    matchBetween(a, b, alignment(), tokenOf, pair);
    matchAnywhere(a, b, alignment(), tokenOf, pair);
  }
  matchBetween(a, b, alignment(), byNature, pair);
  return alignment();
}

type Pair = (one: number, other: number) => void;

/** Matches what lies between the counterparts that stand in order. */
function matchBetween(a: Entries, b: Entries, alignment: Alignment, tokenOf: TokenOf, pair: Pair): void {
  const { there, back, inOrder } = alignment;
  const numberOf = numbering(tokenOf);
  let fromA = 0;
  let fromB = 0;
  for (const atA of [...inOrder, a.length]) {
    const atB = atA === a.length ? b.length : there[atA]!;
    const mine = open(a, there, fromA, atA, numberOf);
    const theirs = mine.length === 0 ? [] : open(b, back, fromB, atB, numberOf);
    for (const [one, other] of matchInOrder(mine.map(itsNumber), theirs.map(itsNumber)))
      pair(mine[one]!.at, theirs[other]!.at);
    fromA = atA + 1;
    fromB = atB + 1;
  }
}

interface Open {
  readonly at: number;
  readonly number: number;
}

const itsNumber = ({ number }: Open): number => number;

type NumberOf = (entry: LogEntry) => number | undefined;

/** A number for each token, from 0 on as they come; none for an entry that has no token. */
function numbering(tokenOf: TokenOf): NumberOf {
  const numbers = new Map<string, number>();
  return (entry) => {
    const token = tokenOf(entry);
    if (token === undefined) return undefined;
    const number = numbers.get(token) ?? numbers.size;
    numbers.set(token, number);
    return number;
  };
}

/** The entries from `from` to before `to` that have no counterpart yet, and have a number. */
function open(entries: Entries, matched: Int32Array, from: number, to: number, numberOf: NumberOf): Open[] {
  const found: Open[] = [];
  for (let at = from; at < to; at += 1) {
    const number = matched[at]! < 0 ? numberOf(entries[at]!) : undefined;
    if (number !== undefined) found.push({ at, number });
  }
  return found;
}

/** Matches what has moved: the first left over of a kind with the first of that kind on the other side. */
function matchAnywhere(a: Entries, b: Entries, alignment: Alignment, tokenOf: TokenOf, pair: Pair): void {
  const numberOf = numbering(tokenOf);
  const left = groupBy(open(b, alignment.back, 0, b.length, numberOf), itsNumber);
  const next = new Map<number, number>();
  for (const { at, number } of open(a, alignment.there, 0, a.length, numberOf)) {
    const taken = next.get(number) ?? 0;
    const other = left.get(number)?.[taken];
    if (other === undefined) continue;
    next.set(number, taken + 1);
    pair(at, other.at);
  }
}

function inOrderOf(there: Int32Array): number[] {
  const places: number[] = [];
  for (let at = 0; at < there.length; at += 1) if (there[at]! >= 0) places.push(at);
  return longestIncreasing(places.map((at) => there[at]!)).map((at) => places[at]!);
}

type Tokens = readonly number[];
type Pairs = [number, number][];

/** A stretch of both lists, ends left out. */
interface Stretch {
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}

/**
 * Pairs equal tokens of two lists in order on both sides. What occurs once on both sides is matched first, then what lies
 * between, so that it takes little more than reading where the lists are alike.
 */
export function matchInOrder(a: Tokens, b: Tokens): Pairs {
  const pairs: Pairs = [];
  const open: Stretch[] = [{ a: [0, a.length], b: [0, b.length] }];
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const inner = trimmed(a, b, stretch, pairs);
    if (inner.a[0] === inner.a[1] || inner.b[0] === inner.b[1]) continue;
    const anchors = anchorsIn(a, b, inner);
    // One by one: a call takes no more arguments than the stack has room for.
    for (const pair of anchors.length === 0 ? edited(a, b, inner) : anchors) pairs.push(pair);
    if (anchors.length > 0) for (const one of between(anchors, inner)) open.push(one);
  }
  return pairs.sort(([one], [other]) => one - other);
}

/** `stretch` without the equal tokens at its ends, which are added to `pairs`. */
function trimmed(a: Tokens, b: Tokens, stretch: Stretch, pairs: Pairs): Stretch {
  let [fromA, toA] = stretch.a;
  let [fromB, toB] = stretch.b;
  while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push([fromA++, fromB++]);
  while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) pairs.push([(toA -= 1), (toB -= 1)]);
  return { a: [fromA, toA], b: [fromB, toB] };
}

/** What occurs once on both sides of `stretch`, as far as it is in one order. */
function anchorsIn(a: Tokens, b: Tokens, stretch: Stretch): Pairs {
  const theirs = onceIn(b, stretch.b);
  const pairs: Pairs = [];
  for (const [token, at] of onceIn(a, stretch.a)) {
    const other = theirs.get(token);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  pairs.sort(([one], [other]) => one - other);
  return longestIncreasing(pairs.map(([, other]) => other)).map((at) => pairs[at]!);
}

/** Where each token is; −1 for those that occur again. */
function onceIn(tokens: Tokens, [from, to]: readonly [number, number]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) places.set(tokens[at]!, places.has(tokens[at]!) ? -1 : at);
  return places;
}

function between(anchors: Pairs, { a, b }: Stretch): Stretch[] {
  const stretches: Stretch[] = [];
  let [fromA] = a;
  let [fromB] = b;
  for (const [atA, atB] of [...anchors, [a[1], b[1]] as const]) {
    if (atA > fromA && atB > fromB) stretches.push({ a: [fromA, atA], b: [fromB, atB] });
    fromA = atA + 1;
    fromB = atB + 1;
  }
  return stretches;
}

/** Pairs what is on both sides of a stretch where everything repeats. */
function edited(a: Tokens, b: Tokens, stretch: Stretch): Pairs {
  const mine = new Set(a.slice(...stretch.a));
  const theirs = new Set(b.slice(...stretch.b));
  const shared = (tokens: Tokens, [from, to]: readonly [number, number], other: ReadonlySet<number>) =>
    Array.from({ length: to - from }, (_, at) => from + at).filter((at) => other.has(tokens[at]!));
  const placesA = shared(a, stretch.a, theirs);
  const placesB = shared(b, stretch.b, mine);
  return shortestEdit(
    placesA.map((at) => a[at]!),
    placesB.map((at) => b[at]!),
  ).map(([one, other]) => [placesA[one]!, placesB[other]!]);
}

/** What an entry is recognised by; `undefined` where this way of looking says nothing of it. */
export type TokenOf = (entry: LogEntry) => string | undefined;

/** By the event of the scenario that it is. Only runs of one scenario have the same events. */
const byEvent: TokenOf = (entry) =>
  isPlanned(entry) ? `${entry.event} ${'attempt' in entry ? entry.attempt : ''}` : undefined;

/** By who did what with which arguments, or what was checked and came out. */
const byContent: TokenOf = (entry) => {
  if (!('action' in entry)) return `${byNature(entry)!} ${'verdict' in entry ? entry.verdict : ''}`;
  const { args, resolved = args } = entry.action;
  return `${byNature(entry)!} ${maskGeneratedIds(JSON.stringify(resolved))}`;
};

/** By who called which tool, or what was checked. */
const byNature: TokenOf = (entry) => {
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
  }
};

/** What nobody planned is named by its place in the log, which tells nothing. */
const isPlanned = ({ event, index, ...entry }: LogEntry): boolean =>
  !('direct' in entry) && !(entry.causes.length === 0 && event.endsWith(`-${index}`));

/** Beyond this many insertions and deletions, exact matching costs more than it tells. */
const FARTHEST = 1_000;

/**
 * Pairs equal tokens of two lists in order, as many as can be; where the lists are very different, many at least.
 * Source: E. Myers, An O(ND) difference algorithm and its variations, 1986.
 */
export function shortestEdit(a: ArrayLike<number>, b: ArrayLike<number>): [number, number][] {
  const trace = search(a, b);
  return trace === undefined ? greedy(a, b) : backtrack(trace, a.length, b.length);
}

/** The farthest reach on each diagonal after each number of edits. */
function search(a: ArrayLike<number>, b: ArrayLike<number>): readonly Int32Array[] | undefined {
  const trace: Int32Array[] = [];
  let reach = new Int32Array(3);
  for (let edits = 0; edits <= Math.min(FARTHEST, a.length + b.length); edits += 1) {
    const next = new Int32Array(2 * edits + 3);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = edits === 0 ? 0 : stepOn(reach, edits, diagonal);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      next[diagonal + edits + 1] = x;
      if (x >= a.length && x - diagonal >= b.length) return [...trace, next];
    }
    trace.push(next);
    reach = next;
  }
  return undefined;
}

/** Where one more edit leads on `diagonal`: down from the one above, or right from the one below. */
function stepOn(reach: Int32Array, edits: number, diagonal: number): number {
  const below = reach[diagonal - 1 + edits] ?? 0;
  const above = reach[diagonal + 1 + edits] ?? 0;
  return comesDown(reach, edits, diagonal) ? above : below + 1;
}

const comesDown = (reach: Int32Array, edits: number, diagonal: number): boolean =>
  diagonal === -edits || (diagonal !== edits && reach[diagonal - 1 + edits]! < reach[diagonal + 1 + edits]!);

function backtrack(trace: readonly Int32Array[], lengthA: number, lengthB: number): [number, number][] {
  const pairs: [number, number][] = [];
  let x = lengthA;
  let y = lengthB;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const diagonal = x - y;
    let fromX = 0;
    let fromY = 0;
    if (edits > 0) {
      const reach = trace[edits - 1]!;
      const previous = comesDown(reach, edits, diagonal) ? diagonal + 1 : diagonal - 1;
      fromX = reach[previous + edits]!;
      fromY = fromX - previous;
    }
    while (x > fromX && y > fromY) pairs.push([(x -= 1), (y -= 1)]);
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

/** Each token of `a` with the next equal one of `b`, unless that lies too far ahead to leave room for others. */
function greedy(a: ArrayLike<number>, b: ArrayLike<number>): [number, number][] {
  const places = new Map<number, number[]>();
  for (let at = b.length - 1; at >= 0; at -= 1) {
    const known = places.get(b[at]!);
    if (known === undefined) places.set(b[at]!, [at]);
    else known.push(at);
  }
  const pairs: [number, number][] = [];
  let next = 0;
  for (let at = 0; at < a.length; at += 1) {
    const left = places.get(a[at]!);
    while (left !== undefined && left.length > 0 && left.at(-1)! < next) left.pop();
    const place = left?.at(-1);
    if (place === undefined || place - next > FARTHEST) continue;
    pairs.push([at, place]);
    next = place + 1;
  }
  return pairs;
}

/** Positions of a longest increasing run of `values`, not necessarily neighbours. */
export function longestIncreasing(values: ArrayLike<number>): number[] {
  /** The position of the smallest value that a run of each length can end with. */
  const ends: number[] = [];
  const before = new Int32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < values[at]!) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) run.push(at);
  return run.reverse();
}
