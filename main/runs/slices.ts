/** How long the main process may be held at a stretch, with firing, writing and telling: the window must always answer. */
const SLICE_MILLISECONDS = 8;
const SHORTEST_FIRING = 0.5; // milliseconds

/** Shares out the main process's time: so much of a slice may go into firing that what was fired is written and told in it. */
export class Slices {
  /** What was fired takes its time to write, more on one machine than on another. */
  #firing = SHORTEST_FIRING;

  /** Does `work`, which fires events until it is `enough`, and learns from how long all of it takes. */
  spend(work: (enough: () => boolean) => void): void {
    const began = performance.now();
    work(() => performance.now() >= began + this.#firing);
    const stretch = SLICE_MILLISECONDS / (performance.now() - began);
    this.#firing = Math.min(SLICE_MILLISECONDS, Math.max(SHORTEST_FIRING, this.#firing * stretch));
  }
}
