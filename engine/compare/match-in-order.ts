import { longestIncreasing } from './longest-increasing.ts';
import { shortestEdit } from './shortest-edit.ts';

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
