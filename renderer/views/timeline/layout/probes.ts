import type { ProbeValue } from '../../../../preload/contract.ts';
import {
  columnsOf,
  type Extent,
  nthAt,
  type ProbeSeries,
  streaksOf,
  type Tone,
  toneOf,
} from '../../../ui/format/probe-series.ts';
import { isGap, valueWords } from '../../../ui/format/words.ts';
import type { Ground } from './bins.ts';

export const PROBE_PADDING = 4; // CSS px left free above and below

/** A probe, by what it goes by. */
export interface ProbeLane {
  readonly name: string;
  /** Also the name, where a person gave it none. */
  readonly expression: string;
  readonly series: ProbeSeries;
  /** Of its numbers. */
  readonly extent: Extent | undefined;
}

interface Stretch {
  readonly x: number;
  readonly width: number;
}

/** A value that is no number. CSS px, as all that follow. */
export interface ProbeBand extends Stretch {
  readonly words: string;
  readonly tone: Tone;
}

/** A number on its way: at `y`, after an upright line from `low` up to `high`. */
export interface ProbeStep extends Stretch {
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** What is drawn of a probe: a line where it is numbers, else bands; and where it comes to nothing. */
export interface ProbePicture {
  /** The top of the lane. */
  readonly y: number;
  readonly height: number;
  /** Where all lanes begin and end. */
  readonly across: readonly number[];
  readonly steps: readonly ProbeStep[];
  readonly bands: readonly ProbeBand[];
  readonly gaps: readonly Stretch[];
}

/** What the pointer is over in the lane of a probe: its value there, and since when that is so. */
export interface ProbeSpot {
  readonly form: 'probe';
  readonly name: string;
  readonly value: ProbeValue;
  /** The entry it came to that value at; −1 is before the first. */
  readonly index: number;
}

/** Lays out the lanes of probes, over all others. Pure; linear in the pixels, and in the values on show. */
export const layOutProbes = (lanes: readonly ProbeLane[], ground: Ground): readonly ProbePicture[] =>
  lanes.map((lane, nth) => layOut(lane, firstTop(lanes, ground) + nth * ground.lanes.heights.probe, ground));

function layOut({ series, extent }: ProbeLane, y: number, { axis, x, lanes }: Ground): ProbePicture {
  const height = lanes.heights.probe;
  const across = x.range();
  // Before the axis begins there is nothing, and after its end.
  const from = Math.max(0, Math.floor(x(0)));
  const to = Math.max(from, Math.min(Math.ceil(across[1] ?? 0), Math.ceil(x(axis.end)) + 1));
  const columns = columnsOf(series, to - from, (column) => axis.entryAt(x.invert(from + column + 0.5)));
  const heightOf = (value: number): number =>
    y + height - PROBE_PADDING - shareOf(value, extent, height - 2 * PROBE_PADDING);
  const steps: ProbeStep[] = [];
  const bands: ProbeBand[] = [];
  const gaps: Stretch[] = [];
  for (const streak of streaksOf(columns)) {
    const value = series.values[streak.nth];
    const place = { x: from + streak.from, width: streak.to - streak.from };
    if (value === undefined) continue;
    if (isGap(value)) gaps.push(place);
    else if (typeof value === 'number' && extent !== undefined) {
      const { low, high } = columns[streak.from]!;
      steps.push({ ...place, y: heightOf(value), low: heightOf(low), high: heightOf(high) });
    } else bands.push({ ...place, words: valueWords(value), tone: toneOf(value) });
  }
  return { y, height, across, steps, bands, gaps };
}

/** How high a number stands in `room` CSS px; in the middle where all are the same. */
function shareOf(
  value: number,
  [least, most]: readonly [number, number] = [value, value],
  room: number,
): number {
  return room * (most === least ? 0.5 : (value - least) / (most - least));
}

const firstTop = (lanes: readonly ProbeLane[], ground: Ground): number =>
  ground.lanes.top - lanes.length * ground.lanes.heights.probe;

/** What is at a place in the lanes of probes, if anything is. */
export function probeAt(
  lanes: readonly ProbeLane[],
  ground: Ground,
  { x, y }: { readonly x: number; readonly y: number },
): ProbeSpot | undefined {
  const lane = lanes[Math.floor((y - firstTop(lanes, ground)) / ground.lanes.heights.probe)];
  if (lane === undefined) return undefined;
  const nth = nthAt(lane.series, ground.axis.entryAt(ground.x.invert(x + 0.5)));
  const value = lane.series.values[nth];
  return value === undefined
    ? undefined
    : { form: 'probe', name: lane.name, value, index: lane.series.entries[nth]! };
}
