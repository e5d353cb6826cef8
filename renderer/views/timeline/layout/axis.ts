import { bisector } from 'd3';
import type { SimTime } from '../../../../engine/model/index.ts';
import type { Preferences } from '../../../../preload/contract.ts';
import { localMicros } from '../../../ui/format/clock.ts';
import { type Columns, ensureCapacity } from './columns.ts';
import type { LongestGaps } from './gaps.ts';
import { type Gap, gapsToCut } from './gaps.ts';

/** The quantity that the timeline is drawn along. */
export type Clock = Preferences['timeline']['clock'];

/** A gap that is drawn shortened, with its place on the axis. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly gap: Gap;
}

/**
 * A linear piece of the axis: it starts at `value` on the clock and at `place` on the axis, with `slope` units of the axis
 * per unit of the clock.
 */
interface Piece {
  readonly value: number;
  readonly place: number;
  readonly slope: number;
  /** The first entry of the piece. */
  readonly entry: number;
}

/** Entries between two cuts or within one. The place of each is `slope` times its value minus `shift`. */
export interface AxisSegment {
  readonly first: number;
  readonly last: number;
  readonly slope: number;
  readonly shift: number;
}

const CUT_SHARE = 1 / 32; // width of each cut, as a share of the uncut time

const pieceByValue = bisector((piece: Piece) => piece.value);
const pieceByPlace = bisector((piece: Piece) => piece.place);
const pieceByEntry = bisector((piece: Piece) => piece.entry);

/**
 * Maps entries to places along the timeline, by one of the clocks. A place is the distance from the moment before the first
 * entry, in microseconds or entries. Without cuts, places equal clock values.
 */
export class Axis {
  readonly clock: Clock;
  readonly cuts: readonly Cut[];
  /** Place of the end of the run so far. */
  readonly end: number;
  readonly values: Float64Array;
  readonly count: number;
  /** Clock time at value 0, in microseconds, such that formatting it as UTC gives the time to show. */
  readonly origin: number;
  readonly #pieces: readonly Piece[];

  constructor(
    clock: Clock,
    values: Float64Array,
    count: number,
    [from, to]: Range,
    gaps: readonly Gap[],
    origin = 0,
  ) {
    this.clock = clock;
    this.origin = origin;
    this.values = values;
    this.count = count;
    const left = gaps.reduce((rest, gap) => rest - (gap.to - gap.from), to - from);
    const short = Math.ceil(left * CUT_SHARE);
    const pieces: Piece[] = [{ value: from, place: 0, slope: 1, entry: 0 }];
    const cuts: Cut[] = [];
    for (const gap of gaps) {
      const before = pieces.at(-1)!;
      const place = before.place + gap.from - before.value;
      cuts.push({ from: place, to: place + short, gap });
      pieces.push({ value: gap.from, place, slope: short / (gap.to - gap.from), entry: gap.inside });
      pieces.push({ value: gap.to, place: place + short, slope: 1, entry: gap.entry });
    }
    this.#pieces = pieces;
    this.cuts = cuts;
    this.end = this.placeAt(to);
  }

  placeAt(value: number): number {
    const piece = this.#pieces[Math.max(0, pieceByValue.right(this.#pieces, value) - 1)]!;
    return piece.place + (value - piece.value) * piece.slope;
  }

  valueAt(place: number): number {
    const piece = this.#pieces[Math.max(0, pieceByPlace.right(this.#pieces, place) - 1)]!;
    return piece.value + (place - piece.place) / piece.slope;
  }

  /** The place of an entry; −1 is the moment before the first. */
  placeOf(index: number): number {
    return index < 0 ? 0 : this.placeAt(this.values[Math.min(index, this.count - 1)] ?? 0);
  }

  /** The last entry at or before `place`; −1 when there is none. */
  entryAt(place: number): number {
    const value = this.valueAt(place);
    return this.#bisect((one) => one <= value) - 1;
  }

  /** The first entry at or after `place`; the number of entries when there is none. */
  entryFrom(place: number): number {
    const value = this.valueAt(place);
    return this.#bisect((one) => one < value);
  }

  /** Entries `first` to `last`, split where the axis has cuts. */
  *stretches(first: number, last: number): Iterable<AxisSegment> {
    for (let from = first; from <= last;) {
      const nth = pieceByEntry.right(this.#pieces, from);
      const { value, place, slope } = this.#pieces[nth - 1]!;
      const to = Math.min(last, (this.#pieces[nth]?.entry ?? Infinity) - 1);
      yield { first: from, last: to, slope, shift: value * slope - place };
      from = to + 1;
    }
  }

  /** Number of leading entries whose value is `before`. */
  #bisect(before: (value: number) => boolean): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.values[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

type Range = readonly [number, number];

/** The axis of simulated time, from the start of the run to its current time or last entry. */
export function timeAxis(
  columns: Columns,
  { start, now }: { readonly start: SimTime; readonly now: SimTime },
  skipGaps: boolean,
): Axis {
  const { times, count } = columns;
  const end = Math.max(start, now, times[count - 1] ?? start);
  const cut = skipGaps ? gapsOfRange(columns, times, columns.gaps, [start, end]) : [];
  return new Axis('simulated', times, count, [start, end], cut);
}

/** The axis of the local wall clock, from the start of the run to its last entry. */
export function wallAxis(columns: Columns, startedAt: number, skipGaps: boolean): Axis {
  const { written, count } = columns;
  const range = [0, written[count - 1] ?? 0] as const;
  const cut = skipGaps ? gapsOfRange(columns, written, columns.writtenGaps, range) : [];
  return new Axis('wall', written, count, range, cut, localMicros(startedAt));
}

/** The gaps to cut out of `range`, including the time before the first change and after the last. */
function gapsOfRange(
  { firstChange, lastChange, count }: Columns,
  values: Float64Array,
  gaps: LongestGaps,
  [start, end]: Range,
): readonly Gap[] {
  if (firstChange === undefined || lastChange === undefined) return [];
  const edges = [
    { from: start, to: values[firstChange]!, inside: 0, entry: firstChange },
    { from: values[lastChange]!, to: end, inside: lastChange + 1, entry: count },
  ].filter(({ from, to }) => to > from);
  const longest = [...gaps.longest, ...edges].sort((one, other) => other.to - other.from - one.to + one.from);
  return gapsToCut(longest, gaps.steps + edges.length, end - start);
}

let ramp = new Float64Array(0);

/** The numbers 0, 1, 2 …; at least `count` of them. */
function rampTo(count: number): Float64Array {
  const known = ramp.length;
  ramp = ensureCapacity(ramp, count);
  for (let index = known; index < ramp.length; index++) ramp[index] = index;
  return ramp;
}

/** The axis on which all entries have the same width. */
export const entryAxis = ({ count }: Columns): Axis =>
  new Axis('entry', rampTo(count), count, [-1, count - 1], []);
