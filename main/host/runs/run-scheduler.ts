const MAX_REST = 60_000; // milliseconds
/** Paced events closer together than this fire together: nobody could see them one by one. */
const MIN_REST = 16; // milliseconds

/** Schedules the turns of runs, after other pending work of the main process or after a delay. */
export class RunScheduler {
  readonly #take: () => void;
  #next: NodeJS.Immediate | undefined;
  #alarm: NodeJS.Timeout | undefined;

  /** `take` is called for each turn. */
  constructor(take: () => void) {
    this.#take = take;
  }

  soon(): void {
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.#take();
    });
  }

  /** Schedules a turn in `milliseconds`; none if the number is not finite. */
  wakeIn(milliseconds: number): void {
    clearTimeout(this.#alarm);
    if (!Number.isFinite(milliseconds)) return;
    this.#alarm = setTimeout(
      () => {
        this.soon();
      },
      Math.max(MIN_REST, Math.min(MAX_REST, milliseconds)),
    );
  }

  stop(): void {
    clearImmediate(this.#next);
    clearTimeout(this.#alarm);
  }
}

/** The longest a turn may take, including writing and notifying, so that the window stays responsive. */
const SLICE_MILLISECONDS = 8;
const MIN_FIRING = 0.5; // milliseconds

/** Divides a turn between firing and the rest, so that all fired events are written and reported within the turn. */
export class TimeBudget {
  /** Milliseconds for firing; adapted because the time to write differs between machines. */
  #firing = MIN_FIRING;

  /** Runs `work`, which fires events until `enough` returns true, and adapts to the total time it took. */
  spend(work: (enough: () => boolean) => void): void {
    const began = performance.now();
    work(() => performance.now() >= began + this.#firing);
    const stretch = SLICE_MILLISECONDS / (performance.now() - began);
    this.#firing = Math.min(SLICE_MILLISECONDS, Math.max(MIN_FIRING, this.#firing * stretch));
  }
}
