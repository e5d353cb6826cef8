/** Milliseconds, a frame: where half comes too late for it, that half costs a second frame and a second layout. */
const PATIENCE = 16;

/**
 * Shows at one time what comes bit by bit: once all that was asked for has come, or {@link PATIENCE} after the first
 * question. What comes later shows as it comes.
 */
export class Together {
  #coming = 0;
  #held: (() => void)[] = [];
  #patience: ReturnType<typeof setTimeout> | undefined;

  /** Shows something that is there. */
  add(show: () => void): void {
    this.#held.push(show);
    if (this.#coming === 0 || this.#patience === undefined) this.#showAll();
  }

  /** Shows what was asked for when it has come; over when it is on show. */
  async when<Found>(coming: Promise<Found>, show: (found: Found) => void): Promise<void> {
    this.#coming += 1;
    this.#patience ??= setTimeout(() => {
      this.#showAll();
    }, PATIENCE);
    const found = await coming;
    this.#coming -= 1;
    await new Promise<void>((shown) => {
      this.add(() => {
        show(found);
        shown();
      });
    });
  }

  #showAll(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    const held = this.#held;
    this.#held = [];
    for (const show of held) show();
  }
}
