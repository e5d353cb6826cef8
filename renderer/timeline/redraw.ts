/** Draws once a frame, however often it is asked to. */
export class Redraw {
  readonly #paint: () => void;
  #frame = 0;

  constructor(paint: () => void) {
    this.#paint = paint;
  }

  request(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  cancel(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}
