import type { EventKind } from '../../engine/model/event.ts';
import type { LogRow } from '../../preload/contract.ts';
import { isTrouble } from '../format/words.ts';
import { laneOf, type Lanes } from './lanes.ts';
import type { TimeScale } from './view.ts';

export const KINDS = [
  'agent',
  'user',
  'environment',
  'condition',
  'validation',
  'agent-validation',
  'stop',
] as const satisfies readonly EventKind[];

const NTH_KIND = Object.fromEntries(KINDS.map((kind, nth) => [kind, nth])) as Record<EventKind, number>;

const BIN = 3; // CSS px
const FRINGE = 4; // bins beyond either edge, so that what is cut off is still clustered alike
const APART = 3; // bins between entries that stand by themselves
const TALLEST_STACK = 3; // entries of one moment that are still drawn one by one

/** Entries of one lane that stand too close together to be told apart by their places. */
interface Cluster {
  readonly id: number;
  readonly count: number;
  readonly heaped: boolean;
}

/** The entries of one lane within one bin. */
interface Heap {
  readonly lane: number;
  readonly x: number;
  readonly width: number;
  readonly count: number;
  readonly trouble: number;
  /** The index of its first entry. */
  readonly first: number;
  /** Entries of each of {@link KINDS}. */
  readonly kinds: Int32Array;
}

/** The visible entries, counted by lane and strip of the picture. */
export interface Bins {
  /** How many clusters are not heaped. */
  readonly sparse: number;
  /** The most entries in one bin. */
  readonly fullest: number;
  clusterAt(lane: number, x: number): Cluster;
  heaps(): Iterable<Heap>;
}

/** Counts rows `first` to `last` into bins and groups neighbouring bins into clusters. */
export function binned(
  rows: readonly LogRow[],
  first: number,
  last: number,
  x: TimeScale,
  lanes: Lanes,
): Bins {
  const columns = Math.ceil((x.range()[1] ?? 0) / BIN) + 2 * FRINGE;
  const size = columns * lanes.names.length;
  const counts = new Int32Array(size);
  const troubles = new Int32Array(size);
  const firsts = new Int32Array(size);
  const kinds = new Int32Array(size * KINDS.length);
  const binAt = (lane: number, px: number): number =>
    lane * columns + Math.max(0, Math.min(columns - 1, Math.floor(px / BIN) + FRINGE));

  // The scale is linear: taken apart once, a hundred thousand rows cost no calls.
  const [left = 0, right = 0] = x.range();
  const [from = 0, to = 1] = x.domain();
  const slope = (right - left) / (to - from);
  const laneByApp = new Map<LogRow['app'], number>();
  for (let index = first; index <= last; index++) {
    const row = rows[index]!;
    let lane = laneByApp.get(row.app);
    if (lane === undefined) laneByApp.set(row.app, (lane = laneOf(lanes, row)));
    if (lane < 0) continue;
    const bin = binAt(lane, left + (row.time - from) * slope);
    if (counts[bin] === 0) firsts[bin] = index;
    counts[bin]!++;
    kinds[bin * KINDS.length + NTH_KIND[row.kind]]!++;
    if (isTrouble(row)) troubles[bin]!++;
  }

  const { clusterOf, clusters } = clustered(counts, columns);
  return {
    sparse: clusters.filter(({ heaped }) => !heaped).length,
    fullest: counts.reduce((most, count) => Math.max(most, count), 1),
    clusterAt: (lane, px) => clusters[clusterOf[binAt(lane, px)]!]!,
    *heaps() {
      for (const [bin, count] of counts.entries()) {
        if (count === 0 || !clusters[clusterOf[bin]!]!.heaped) continue;
        yield {
          lane: Math.floor(bin / columns),
          x: ((bin % columns) - FRINGE) * BIN,
          width: BIN,
          count,
          trouble: troubles[bin]!,
          first: firsts[bin]!,
          kinds: kinds.subarray(bin * KINDS.length, (bin + 1) * KINDS.length),
        };
      }
    },
  };
}

/** Joins occupied bins of one lane that are less than {@link APART} from the one before. */
function clustered(counts: Int32Array, columns: number): { clusterOf: Int32Array; clusters: Cluster[] } {
  const clusterOf = new Int32Array(counts.length);
  const clusters: Cluster[] = [];
  let before = -Infinity;
  for (const [bin, count] of counts.entries()) {
    if (count === 0) continue;
    const joins = bin - before < APART && bin % columns > before % columns;
    const id = joins ? clusters.length - 1 : clusters.length;
    const total = count + (joins ? clusters[id]!.count : 0);
    clusters[id] = { id, count: total, heaped: total > TALLEST_STACK };
    clusterOf[bin] = id;
    before = bin;
  }
  return { clusterOf, clusters };
}
