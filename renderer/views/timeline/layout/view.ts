import { scaleLinear, type ScaleLinear } from 'd3';
import type { Axis } from './axis.ts';

/** From places on the axis to CSS px. */
export type Scale = ScaleLinear<number, number>;

/** The part of the axis that is on show, by place. */
export interface View {
  readonly from: number;
  readonly to: number;
}

const SHORTEST = { simulated: 1_000_000, entry: 8, wall: 10_000 } as const; // shown at least when everything is fitted in
const CLOSEST = { simulated: 1000, entry: 4, wall: 1000 } as const; // shown at least
const MARGIN = 0.03; // of the whole, left free on either side
const LEAD = 0.15; // of the view, behind a playhead that has just left it

const widthOf = ({ from, to }: View): number => to - from;

export const scaleOf = ({ from, to }: View, width: number): Scale => scaleLinear([from, to], [0, width]);

/** CSS px for each unit of the axis. */
export function slopeOf(x: Scale): number {
  const [from = 0, to = 1] = x.domain();
  const [left = 0, right = 1] = x.range();
  return (right - left) / (to - from);
}

/** All of the axis, or as much as one that is `longest`, with a margin. */
export function wholeOf({ clock, end }: Axis, longest = 0): View {
  const width = Math.max(SHORTEST[clock], end, longest);
  return { from: -width * MARGIN, to: width * (1 + MARGIN) };
}

/** `view` with its edges within `whole`, no narrower than the clock allows. */
export function within(view: View, whole: View, clock: Axis['clock']): View {
  const width = Math.min(widthOf(whole), Math.max(CLOSEST[clock], widthOf(view)));
  const middle = (view.from + view.to) / 2;
  const from = Math.max(whole.from, Math.min(whole.to - width, middle - width / 2));
  return { from, to: from + width };
}

/** `view` made `factor` times as close; what stands at `place` stays where it is. */
export const zoomed = ({ from, to }: View, place: number, factor: number): View => ({
  from: place - (place - from) / factor,
  to: place + (to - place) / factor,
});

export const panned = ({ from, to }: View, by: number): View => ({ from: from + by, to: to + by });

const isIn = (place: number, { from, to }: View): boolean => place >= from && place <= to;

/** `view` taken along so far that `place` is in it: turned as a page is, rather than moved with every step. */
export function following(view: View, place: number): View {
  if (isIn(place, view)) return view;
  const width = widthOf(view);
  const from = place > view.to ? place - LEAD * width : place - (1 - LEAD) * width;
  return { from, to: from + width };
}

/** What `view` shows of the run along one axis, along another. */
export function toAxis({ from, to }: View, before: Axis, after: Axis): View {
  if (before.clock === after.clock)
    return { from: after.placeAt(before.valueAt(from)), to: after.placeAt(before.valueAt(to)) };
  return { from: after.placeOf(before.entryFrom(from)), to: after.placeOf(before.entryAt(to)) };
}

/** Which part of the axis is on show. */
export class Camera {
  readonly #tell: (fitted: boolean) => void;
  #axis: Axis | undefined;
  #view: View = { from: 0, to: 1 };
  #fitted = true;

  /** Calls `tell` when the whole run comes into sight, to stay so as it grows, or does no longer. */
  constructor(tell: (fitted: boolean) => void) {
    this.#tell = tell;
  }

  get view(): View {
    return this.#view;
  }

  /** Brings the whole run into sight, and keeps it there while it grows. */
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

  /** Shows the same of the run along another axis. */
  take(axis: Axis): void {
    const before = this.#axis;
    this.#axis = axis;
    if (this.#fitted || before === undefined) this.#view = wholeOf(axis);
    else this.#view = within(toAxis(this.#view, before, axis), wholeOf(axis), axis.clock);
  }

  /**
   * Goes along with a playhead that was in sight; one that was not is brought there only where the person put it there.
   * Answers whether it shows something else now.
   */
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
