/** Chromium draws no element higher than some 33 million px: a longer list is scrolled through in less than its height. */
const HIGHEST = 30_000_000; // CSS px

interface Look {
  readonly lines: number;
  /** Of each line, CSS px. */
  readonly height: number;
  /** How much is in sight, CSS px, and how far it is scrolled. */
  readonly view: number;
  readonly top: number;
  /** How many lines are drawn beyond either edge. */
  readonly around: number;
}

/** What stands where in a list that is looked at. */
export class Space {
  /** Of what is scrolled through, CSS px. */
  readonly height: number;
  readonly #lines: number;
  /** Of each line, CSS px. */
  readonly #line: number;
  readonly #view: number;
  readonly #top: number;
  readonly #around: number;
  /** How far the list goes for each px of scrolling. */
  readonly #stretch: number;

  constructor({ lines, height, view, top, around }: Look) {
    const whole = lines * height;
    this.height = Math.min(whole, HIGHEST);
    this.#lines = lines;
    this.#line = height;
    this.#view = view;
    this.#around = around;
    this.#top = Math.max(0, Math.min(top, this.height - view));
    this.#stretch = whole > HIGHEST ? (whole - view) / (HIGHEST - view) : 1;
  }

  /** The lines to draw: the first, and how many. */
  get drawn(): { readonly first: number; readonly count: number } {
    const first = Math.max(0, Math.floor(this.#offset / this.#line) - this.#around);
    const end = Math.min(this.#lines, Math.ceil((this.#offset + this.#view) / this.#line) + this.#around);
    return { first, count: Math.max(0, end - first) };
  }

  /** Where a drawn line stands, CSS px from the top of what is scrolled through. */
  topOf(line: number): number {
    return this.#top + line * this.#line - this.#offset;
  }

  /** To where to scroll so that `line` is in sight, which is no way where it is. */
  reaching(line: number): number {
    const top = line * this.#line;
    const offset = Math.max(top + this.#line - this.#view, Math.min(this.#offset, top));
    return offset === this.#offset ? this.#top : offset / this.#stretch;
  }

  /** CSS px of the list above the upper edge. */
  get #offset(): number {
    return this.#top * this.#stretch;
  }
}
