import { instant, later, type SimTime } from '../../engine/model/index.ts';
import type { RunPace } from '../../preload/contract.ts';

/** What people do is timed to a tenth of a second, which reads well in a scenario and is no less exact than they are. */
const GRAIN = 100_000; // microseconds

/** Keeps simulated time in step with the wall clock, where a run is not to go as fast as it can. */
export class Pacing {
  readonly #wall: () => number;
  #pace: RunPace = 'fastest';
  #from: { readonly wall: number; readonly sim: SimTime } | undefined;

  /** `wall` answers milliseconds. */
  constructor(wall: () => number) {
    this.#wall = wall;
  }

  /** Goes on at `pace` from the next question on. */
  set(pace: RunPace): void {
    this.#pace = pace;
    this.#from = undefined;
  }

  /** Forgets the time that passed: to be called when the run stood still. */
  rest(): void {
    this.#from = undefined;
  }

  /** Goes on from `sim`, whatever passed since it was that. */
  goOnFrom(sim: SimTime): void {
    if (this.#pace !== 'fastest') this.#from = { wall: this.#wall(), sim };
  }

  /** What simulated time is by now in a run whose clock stands at `now`, its last event. */
  read(now: SimTime): SimTime {
    if (this.#pace === 'fastest' || this.#from === undefined) return now;
    const { wall, sim } = this.#from;
    const passed = (this.#wall() - wall) * 1000 * this.#pace;
    return later(now, instant(sim + Math.floor(passed / GRAIN) * GRAIN));
  }

  /** Milliseconds from now until something due at `due` may fire in a run whose clock says `now`. */
  waitFor(due: SimTime | undefined, now: SimTime): number {
    if (this.#pace === 'fastest') return 0;
    this.#from ??= { wall: this.#wall(), sim: now };
    const { wall, sim } = this.#from;
    return due === undefined ? 0 : Math.max(0, wall + (due - sim) / (1000 * this.#pace) - this.#wall());
  }
}
