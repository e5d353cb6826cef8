import { scaleLinear, scaleUtc, utcTickInterval } from 'd3';
import { instant, isClockTime, NO_CLOCK } from '../../../../engine/model/index.ts';
import { formatSpan } from '../../../ui/format/clock.ts';
import type { Axis } from './axis.ts';
import { scaleOf, type View } from './view.ts';

/** A line of the ruler. */
export interface Tick {
  readonly x: number;
  /** Empty when there is no room for a label. */
  readonly label: string;
}

/** The label with the length of a cut. Label and gaps reach `reach` CSS px to either side of `x`. */
export interface Length {
  readonly x: number;
  readonly reach: number;
  readonly label: string;
}

const LABEL_WIDTH = 8.7; // font sizes, for each label of an instant
const ROOM_FOR_NUMBER = 6.5;
const DAY = 86_400_000_000; // microseconds
const LABEL = { before: 6, after: 4.2 }; // room for a label: CSS px before its line, font sizes after it
const LENGTH = { letter: 0.56, gap: 8 }; // width of a letter, roughly, in font sizes; gap in CSS px

/** Labels of the visible cuts that fit: over the cut, or at the edge that the cut crosses. */
export function lengthsOf(axis: Axis, view: View, width: number, font: number): readonly Length[] {
  const x = scaleOf(view, width);
  const lengths: Length[] = [];
  let free = 0;
  for (const cut of axis.cuts) {
    const [left, right] = [x(cut.from), x(cut.to)];
    if (right < 0 || left > width) continue;
    const label = formatSpan(cut.gap.to - cut.gap.from);
    const reach = (label.length * LENGTH.letter * font) / 2 + LENGTH.gap;
    const middle = Math.max(reach, Math.min((left + right) / 2, width - reach));
    if (middle - reach < free) continue;
    free = middle + reach;
    lengths.push({ x: middle, reach, label });
  }
  return lengths;
}

/** Lines of the ruler over `width` CSS px, at round instants or entries, with labels of `font` CSS px. */
export const ticksOf = (axis: Axis, view: View, width: number, font: number): readonly Tick[] =>
  axis.clock === 'entry' ? entryTicks(axis, view, width, font) : instantTicks(axis, view, width, font);

function entryTicks(axis: Axis, view: View, width: number, font: number): readonly Tick[] {
  const x = scaleOf(view, width);
  const entries = scaleLinear([axis.valueAt(view.from), axis.valueAt(view.to)], [0, width]);
  return entries
    .ticks(Math.max(2, Math.floor(width / (ROOM_FOR_NUMBER * font))))
    .filter((entry) => Number.isInteger(entry) && entry >= 0)
    .map((entry) => ({ x: x(axis.placeAt(entry)), label: `#${entry}` }));
}

/** One interval for the whole ruler: the smallest whose labels stand apart. Between cuts, only labels that fit. */
function instantTicks(axis: Axis, view: View, width: number, font: number): readonly Tick[] {
  const lengths = lengthsOf(axis, view, width, font);
  const isTaken = (at: number): boolean =>
    lengths.some(
      (length) =>
        at + LABEL.after * font > length.x - length.reach && at - LABEL.before < length.x + length.reach,
    );
  for (let count = Math.max(2, Math.floor(width / (LABEL_WIDTH * font))); ; count--) {
    const ticks = labelledTicks(axis, view, width, count);
    const letters = Math.max(0, ...ticks.map(({ label }) => label.length));
    const room = letters * LENGTH.letter * font + LENGTH.gap;
    const apart = standingApart(ticks, room);
    if (axis.cuts.length > 0 || apart.length === ticks.length || count === 1)
      return apart.map(({ x, label }) => ({ x, label: isTaken(x) ? '' : label }));
  }
}

/** Lines at about `count` round instants. */
function labelledTicks(axis: Axis, view: View, width: number, count: number): readonly Tick[] {
  const x = scaleOf(view, width);
  const micros = view.to - view.from;
  const start = (axis.origin + axis.valueAt(view.from)) / 1000;
  const span = [new Date(start), new Date(start + micros / 1000)] as const;
  const interval = utcTickInterval(...span, count)!;
  const dates = [...shownParts(axis, view)].flatMap((part) =>
    interval.range(dateOf(axis, part.from), new Date(+dateOf(axis, part.to) + 1)),
  );
  const label = !isClockTime(instant(axis.origin + Math.floor(axis.valueAt(0))))
    ? (date: Date) => `+${formatSpan(date.getTime() * 1000 - NO_CLOCK)}`
    : micros / count < DAY
      ? clockLabels(dates)
      : scaleUtc(span, [0, width]).tickFormat(count);
  return dates.map((date) => ({
    x: x(axis.placeAt(date.getTime() * 1000 - axis.origin)),
    label: label(date),
  }));
}

/** The ticks without those that are less than `room` CSS px after another. */
function standingApart(ticks: readonly Tick[], room: number): readonly Tick[] {
  let free = -Infinity;
  return ticks.filter(({ x }) => {
    if (x < free) return false;
    free = x + room;
    return true;
  });
}

const dateOf = ({ origin }: Axis, value: number): Date => new Date((origin + value) / 1000);

/** The visible values, without the cuts. */
function* shownParts(axis: Axis, view: View): Generator<{ from: number; to: number }> {
  let from = axis.valueAt(view.from);
  const to = axis.valueAt(view.to);
  for (const { gap } of axis.cuts) {
    if (gap.to <= from || gap.from >= to) continue;
    if (gap.from > from) yield { from, to: gap.from };
    from = gap.to;
  }
  if (from < to) yield { from, to };
}

/**
 * Formats `09:00`, `09:00:05` or `09:00:05.25`, all with the precision that the finest needs; the first label of a day is its
 * date.
 */
function clockLabels(dates: readonly Date[]): (date: Date) => string {
  const clocks = dates.map((date) =>
    clockOf(date)
      .replace(/(:00)?\.0+$/, '')
      .replace(/(\.\d*[1-9])0+$/, '$1'),
  );
  const length = Math.max(0, ...clocks.map((clock) => clock.length));
  return (date) => {
    const clock = clockOf(date);
    return clock === MIDNIGHT ? date.toISOString().slice(0, 10) : clock.slice(0, length);
  };
}

const MIDNIGHT = '00:00:00.000';

const clockOf = (date: Date): string => date.toISOString().slice(11, -1);
