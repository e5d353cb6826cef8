import { scaleLinear, type ScaleLinear } from 'd3';
import type { Axis } from './axis.ts';

/** Maps places on the axis to CSS px. */
export type Scale = ScaleLinear<number, number>;

/** The visible part of the axis, by place. */
export interface View {
  readonly from: number;
  readonly to: number;
}

const MIN_SPAN = { simulated: 1_000_000, entry: 8, wall: 10_000 } as const; // least part shown when the whole run is fitted in
const MIN_ZOOMED_SPAN = { simulated: 1000, entry: 4, wall: 1000 } as const; // least part shown at the closest zoom
const MARGIN = 0.03; // share of the whole, left free on either side
const LEAD = 0.15; // share of the view left behind a playhead that has just moved out of it

const widthOf = ({ from, to }: View): number => to - from;

export const scaleOf = ({ from, to }: View, width: number): Scale => scaleLinear([from, to], [0, width]);

/** CSS px per unit of the axis. */
export function slopeOf(x: Scale): number {
  const [from = 0, to = 1] = x.domain();
  const [left = 0, right = 1] = x.range();
  return (right - left) / (to - from);
}

/** A view of the whole axis, at least `longest` long, with a margin. */
export function wholeOf({ clock, end }: Axis, longest = 0): View {
  const width = Math.max(MIN_SPAN[clock], end, longest);
  return { from: -width * MARGIN, to: width * (1 + MARGIN) };
}

/** `view` limited to `whole` and to the closest zoom of the clock. */
export function within(view: View, whole: View, clock: Axis['clock']): View {
  const width = Math.min(widthOf(whole), Math.max(MIN_ZOOMED_SPAN[clock], widthOf(view)));
  const middle = (view.from + view.to) / 2;
  const from = Math.max(whole.from, Math.min(whole.to - width, middle - width / 2));
  return { from, to: from + width };
}

/** `view` zoomed in by `factor` around `place`. */
export const zoomed = ({ from, to }: View, place: number, factor: number): View => ({
  from: place - (place - from) / factor,
  to: place + (to - place) / factor,
});

export const panned = ({ from, to }: View, by: number): View => ({ from: from + by, to: to + by });

const isIn = (place: number, { from, to }: View): boolean => place >= from && place <= to;

/** `view` moved to contain `place`. It moves by pages, not with every step. */
export function following(view: View, place: number): View {
  if (isIn(place, view)) return view;
  const width = widthOf(view);
  const from = place > view.to ? place - LEAD * width : place - (1 - LEAD) * width;
  return { from, to: from + width };
}

/** The view along axis `after` of the part of the run that `view` shows along `before`. */
export function toAxis({ from, to }: View, before: Axis, after: Axis): View {
  if (before.clock === after.clock)
    return { from: after.placeAt(before.valueAt(from)), to: after.placeAt(before.valueAt(to)) };
  return { from: after.placeOf(before.entryFrom(from)), to: after.placeOf(before.entryAt(to)) };
}

/** The visible part of the axis, and whether it is fitted to the whole run. */
export class Camera {
  readonly #tell: (fitted: boolean) => void;
  #axis: Axis | undefined;
  #view: View = { from: 0, to: 1 };
  #fitted = true;

  /** Calls `tell` when the view starts or stops being fitted to the whole run. */
  constructor(tell: (fitted: boolean) => void) {
    this.#tell = tell;
  }

  get view(): View {
    return this.#view;
  }

  /** Shows the whole run, also as it grows. */
  fit(): void {
    this.#become(true);
    if (this.#axis !== undefined) this.#view = wholeOf(this.#axis);
  }

  look(view: View): void {
    if (this.#axis === undefined) return;
    const whole = wholeOf(this.#axis);
    this.#view = within(view, whole, this.#axis.clock);
    this.#become(this.#view.from <= whole.from && this.#view.to >= whole.to);
  }

  /** Shows the same part of the run along another axis. */
  take(axis: Axis): void {
    const before = this.#axis;
    this.#axis = axis;
    if (this.#fitted || before === undefined) this.#view = wholeOf(axis);
    else this.#view = within(toAxis(this.#view, before, axis), wholeOf(axis), axis.clock);
  }

  /** Follows a playhead that was visible, or that the person moved by hand. Returns whether the view changed. */
  follow(from: number, to: number, byHand: boolean): boolean {
    if (this.#fitted || isIn(to, this.#view) || !(byHand || isIn(from, this.#view))) return false;
    this.look(following(this.#view, to));
    return true;
  }

  #become(fitted: boolean): void {
    if (fitted !== this.#fitted) this.#tell(fitted);
    this.#fitted = fitted;
  }
}
