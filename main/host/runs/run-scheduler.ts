const LONGEST_REST = 60_000; // milliseconds
/** Paced events that are due sooner one after the other than this are fired together: nobody sees them singly. */
const SHORTEST_REST = 16; // milliseconds

/** Says when it is a run's turn again: after all else that waits for the main process, or in a while. */
export class RunScheduler {
  readonly #take: () => void;
  #next: NodeJS.Immediate | undefined;
  #alarm: NodeJS.Timeout | undefined;

  /** `take` is called each time. */
  constructor(take: () => void) {
    this.#take = take;
  }

  soon(): void {
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.#take();
    });
  }

  /** Takes the next turn in so many milliseconds; never, when that is no number. */
  wakeIn(milliseconds: number): void {
    clearTimeout(this.#alarm);
    if (!Number.isFinite(milliseconds)) return;
    this.#alarm = setTimeout(
      () => {
        this.soon();
      },
      Math.max(SHORTEST_REST, Math.min(LONGEST_REST, milliseconds)),
    );
  }

  stop(): void {
    clearImmediate(this.#next);
    clearTimeout(this.#alarm);
  }
}

/** How long the main process may be held at a stretch, with firing, writing and telling: the window must always answer. */
const SLICE_MILLISECONDS = 8;
const SHORTEST_FIRING = 0.5; // milliseconds

/** Shares out the main process's time: so much of a slice may go into firing that what was fired is written and told in it. */
export class TimeBudget {
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
