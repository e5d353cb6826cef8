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
