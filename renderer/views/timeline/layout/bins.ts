import type { Axis } from './axis.ts';
import { type Columns, FLAG_FAILED, FLAG_WAITS } from './columns.ts';
import { KINDS, type Lanes } from './lanes.ts';
import { type Scale, slopeOf, type View } from './view.ts';

const BIN_WIDTH = 3; // CSS px
const BINS_BEYOND_EDGE = 4; // bins beyond either edge, so that clusters do not change at the edge
const MIN_BINS_BETWEEN_CLUSTERS = 3; // least bins between separate clusters
const TALLEST_STACK = 3; // entries of one moment that are still drawn individually

/** The visible entries and how they map to the screen. */
export interface Ground {
  readonly columns: Columns;
  readonly axis: Axis;
  readonly lanes: Lanes;
  readonly x: Scale;
  /** First and last visible entry. */
  readonly first: number;
  readonly last: number;
}

/** Entries of one lane that are too close together to be distinguished by position. */
interface Cluster {
  readonly id: number;
  readonly count: number;
  readonly heaped: boolean;
}

/** The entries of one lane within one bin. */
interface Stack {
  readonly lane: number;
  readonly x: number;
  readonly width: number;
  readonly count: number;
  readonly failure: number;
  /** The index of its first entry. */
  readonly first: number;
  /** Entries of each of {@link KINDS}. */
  readonly kinds: Int32Array;
}

/** Consecutive waiting checks of one lane. */
interface Wait {
  readonly lane: number;
  /** CSS px. */
  readonly from: number;
  to: number;
  /** First and last of these entries. */
  readonly first: number;
  last: number;
  count: number;
}

/** The visible entries, counted by lane and bin; waiting checks are kept apart. */
export interface Bins {
  readonly waits: readonly Wait[];
  /** Number of clusters that are not heaped. */
  readonly sparse: number;
  /** Largest number of entries in a bin. */
  readonly fullest: number;
  clusterAt(lane: number, x: number): Cluster;
  heaps(): Iterable<Stack>;
}

/** Counts the visible entries into bins and groups neighbouring bins into clusters. */
export function binned({ columns, axis, lanes, x, first, last }: Ground): Bins {
  const across = Math.ceil((x.range()[1] ?? 0) / BIN_WIDTH) + 2 * BINS_BEYOND_EDGE;
  const size = across * lanes.names.length;
  const counts = new Int32Array(size);
  const failures = new Int32Array(size);
  const firsts = new Int32Array(size);
  const kinds = new Int32Array(size * KINDS.length);

  const { flags, groupOf, kinds: kindOf } = columns;
  const laneOf = Int32Array.from(lanes.ofGroup);
  // The scale is linear. Computing it inline saves a call for each of perhaps a million entries.
  const [from = 0] = x.domain();
  const scale = slopeOf(x);
  const { values } = axis;
  const waits: Wait[] = [];
  /** The last wait of each lane, and in `over` whether another entry came after it. */
  const latest: (Wait | undefined)[] = [];
  const over: boolean[] = [];
  for (const { first: begin, last: end, slope, shift } of axis.stretches(first, last)) {
    const before = shift + from;
    for (let index = begin; index <= end; index++) {
      const lane = laneOf[groupOf[index]!]!;
      if (lane < 0) continue;
      const at = (values[index]! * slope - before) * scale;
      if ((flags[index]! & FLAG_WAITS) !== 0) {
        const wait = latest[lane];
        if (wait !== undefined && (!over[lane] || at - wait.to < 1)) {
          wait.to = at;
          wait.last = index;
          wait.count += 1;
        } else {
          latest[lane] = { lane, from: at, to: at, first: index, last: index, count: 1 };
          waits.push(latest[lane]);
        }
        over[lane] = false;
        continue;
      }
      // The entry that ended the wait also ends its line.
      if (over[lane] === false) latest[lane]!.to = at;
      over[lane] = true;
      const column = Math.floor(at / BIN_WIDTH + BINS_BEYOND_EDGE);
      const bin = lane * across + Math.max(0, Math.min(across - 1, column));
      if (counts[bin] === 0) firsts[bin] = index;
      counts[bin]!++;
      kinds[bin * KINDS.length + kindOf[index]!]!++;
      if ((flags[index]! & FLAG_FAILED) !== 0) failures[bin]!++;
    }
  }

  const { clusterOf, clusters } = clustered(counts, across);
  return {
    waits,
    sparse: clusters.filter(({ heaped }) => !heaped).length,
    fullest: counts.reduce((most, count) => Math.max(most, count), 1),
    clusterAt: (lane, px) => {
      const column = Math.max(0, Math.min(across - 1, Math.floor(px / BIN_WIDTH + BINS_BEYOND_EDGE)));
      return clusters[clusterOf[lane * across + column]!]!;
    },
    *heaps() {
      for (const [bin, count] of counts.entries()) {
        if (count === 0 || !clusters[clusterOf[bin]!]!.heaped) continue;
        yield {
          lane: Math.floor(bin / across),
          x: ((bin % across) - BINS_BEYOND_EDGE) * BIN_WIDTH,
          width: BIN_WIDTH,
          count,
          failure: failures[bin]!,
          first: firsts[bin]!,
          kinds: kinds.subarray(bin * KINDS.length, (bin + 1) * KINDS.length),
        };
      }
    },
  };
}

/** Joins occupied bins of one lane that are less than {@link MIN_BINS_BETWEEN_CLUSTERS} apart. */
function clustered(counts: Int32Array, across: number): { clusterOf: Int32Array; clusters: Cluster[] } {
  const clusterOf = new Int32Array(counts.length);
  const clusters: Cluster[] = [];
  let before = -Infinity;
  for (const [bin, count] of counts.entries()) {
    if (count === 0) continue;
    const joins = bin - before < MIN_BINS_BETWEEN_CLUSTERS && bin % across > before % across;
    const id = joins ? clusters.length - 1 : clusters.length;
    const total = count + (joins ? clusters[id]!.count : 0);
    clusters[id] = { id, count: total, heaped: total > TALLEST_STACK };
    clusterOf[bin] = id;
    before = bin;
  }
  return { clusterOf, clusters };
}

/** Number of entries of the whole run in each of `width` strips, without waiting checks, and the number of failures. */
export interface Density {
  readonly counts: Int32Array;
  readonly failures: Int32Array;
  readonly most: number;
}

export function densityOf({ flags }: Columns, axis: Axis, { from, to }: View, width: number): Density {
  const counts = new Int32Array(Math.max(1, width));
  const failures = new Int32Array(counts.length);
  const scale = width / (to - from);
  for (const { first, last, slope, shift } of axis.stretches(0, axis.count - 1))
    for (let index = first; index <= last; index++) {
      if ((flags[index]! & FLAG_WAITS) !== 0) continue;
      const strip = Math.floor((axis.values[index]! * slope - shift - from) * scale);
      counts[strip]!++;
      if ((flags[index]! & FLAG_FAILED) !== 0) failures[strip]!++;
    }
  return { counts, failures, most: counts.reduce((most, count) => Math.max(most, count), 1) };
}
