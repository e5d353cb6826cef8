import type { Axis } from './axis.ts';
import { carriedOver, following, isIn, wholeOf, within, type View } from './view.ts';

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
    else this.#view = within(carriedOver(this.#view, before, axis), wholeOf(axis), axis.clock);
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
