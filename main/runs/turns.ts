const LONGEST_REST = 60_000; // milliseconds
/** Paced events that are due sooner one after the other than this are fired together: nobody sees them singly. */
const SHORTEST_REST = 16; // milliseconds

/** Says when it is a run's turn again: after all else that waits for the main process, or in a while. */
export class Turns {
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
  rest(milliseconds: number): void {
    clearTimeout(this.#alarm);
    if (!Number.isFinite(milliseconds)) return;
    this.#alarm = setTimeout(
      () => {
        this.soon();
      },
      Math.max(SHORTEST_REST, Math.min(LONGEST_REST, milliseconds)),
    );
  }

  end(): void {
    clearImmediate(this.#next);
    clearTimeout(this.#alarm);
  }
}
