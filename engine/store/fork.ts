/** Where ways part, and what is kept there. What follows one another mostly goes the same way, which is found at once. */
export class Fork<Way, Kept> {
  kept: Kept | undefined;
  readonly #ways = new Map<Way, Fork<Way, Kept>>();
  #lastWay: Way | undefined;
  #last: Fork<Way, Kept> | undefined;

  /** Where `way` leads; `undefined` where nothing went it before. */
  known(way: Way): Fork<Way, Kept> | undefined {
    if (way === this.#lastWay && this.#last !== undefined) return this.#last;
    const fork = this.#ways.get(way);
    if (fork !== undefined) this.#took(way, fork);
    return fork;
  }

  /** Where `way` leads: to a new fork where nothing went it before. */
  on(way: Way): Fork<Way, Kept> {
    return this.known(way) ?? this.#open(way);
  }

  #open(way: Way): Fork<Way, Kept> {
    const fork = new Fork<Way, Kept>();
    this.#ways.set(way, fork);
    this.#took(way, fork);
    return fork;
  }

  #took(way: Way, fork: Fork<Way, Kept>): void {
    this.#lastWay = way;
    this.#last = fork;
  }
}
