import type { ProbeValue } from '../../../../preload/contract.ts';
import {
  columnsOf,
  type Extent,
  nthAt,
  type ProbeSeries,
  streaksOf,
  type ProbeTone,
  probeTone,
} from '../../../ui/format/probe-series.ts';
import { isGap, valueWords } from '../../../ui/format/words.ts';
import type { Ground } from './bins.ts';

export const PROBE_PADDING = 4; // CSS px, left free above and below

/** A probe with its values. */
export interface ProbeLane {
  readonly name: string;
  /** The expression; also used as name when the person gave none. */
  readonly expression: string;
  readonly series: ProbeSeries;
  /** Smallest and largest number of the series. */
  readonly extent: Extent | undefined;
}

interface Stretch {
  readonly x: number;
  readonly width: number;
}

/** A value that is not a number. Sizes here and below in CSS px. */
export interface ProbeBand extends Stretch {
  readonly words: string;
  readonly tone: ProbeTone;
}

/** A number, drawn at `y` after a vertical line from `low` to `high`. */
export interface ProbeStep extends Stretch {
  readonly y: number;
  readonly low: number;
  readonly high: number;
}

/** The drawing of a probe: numbers as a line, other values as bands, missing values as gaps. */
export interface ProbePicture {
  /** The top of the lane. */
  readonly y: number;
  readonly height: number;
  /** Left and right edge of all lanes. */
  readonly across: readonly number[];
  readonly steps: readonly ProbeStep[];
  readonly bands: readonly ProbeBand[];
  readonly gaps: readonly Stretch[];
}

/** The value under the pointer in a probe's lane, and since when it has held. */
export interface ProbeSpot {
  readonly form: 'probe';
  readonly name: string;
  readonly value: ProbeValue;
  /** Index of the entry at which it took that value; −1 is before the first. */
  readonly index: number;
}

/** Lays out the lanes of probes, above all others. Pure; linear in the pixels and in the visible values. */
export const layOutProbes = (lanes: readonly ProbeLane[], ground: Ground): readonly ProbePicture[] =>
  lanes.map((lane, index) =>
    layOut(lane, firstTop(lanes, ground) + index * ground.lanes.heights.probe, ground),
  );

function layOut({ series, extent }: ProbeLane, y: number, { axis, x, lanes }: Ground): ProbePicture {
  const height = lanes.heights.probe;
  const across = x.range();
  // Nothing is drawn before the start of the axis or after its end.
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
    } else bands.push({ ...place, words: valueWords(value), tone: probeTone(value) });
  }
  return { y, height, across, steps, bands, gaps };
}

/** Height of a number within `room` CSS px; the middle when all numbers are equal. */
function shareOf(
  value: number,
  [least, most]: readonly [number, number] = [value, value],
  room: number,
): number {
  return room * (most === least ? 0.5 : (value - least) / (most - least));
}

const firstTop = (lanes: readonly ProbeLane[], ground: Ground): number =>
  ground.lanes.top - lanes.length * ground.lanes.heights.probe;

/** The probe value at a point, if any. */
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
