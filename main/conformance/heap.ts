/**
 * A queue by time that keeps equals in the reference's order: that of a binary heap as Python has it, which cases hold
 * where several things are of one instant.
 */
export class Heap<Item extends { readonly time: number }> {
  readonly #items: Item[] = [];

  push(item: Item): void {
    this.#items.push(item);
    this.#rise(this.#items.length - 1);
  }

  /** Takes out all up to `time`. One beyond it is looked at, and put in anew. */
  takeUntil(time: number): readonly Item[] {
    const taken: Item[] = [];
    while (this.#items.length > 0) {
      const first = this.#pop();
      if (first.time > time) {
        this.push(first);
        break;
      }
      taken.push(first);
    }
    return taken;
  }

  /** All that is in it, by time. */
  list(): readonly Item[] {
    return this.#items.toSorted((one, other) => one.time - other.time);
  }

  #pop(): Item {
    const items = this.#items;
    const last = items.pop()!;
    const [first] = items;
    if (first === undefined) return last;
    items[0] = last;
    this.#sink();
    return first;
  }

  /** Of two equal children the right one goes up, down to a leaf, and only then what sank finds its place. */
  #sink(): void {
    const items = this.#items;
    const sinking = items[0]!;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && items[child]!.time >= items[child + 1]!.time) child += 1;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = sinking;
    this.#rise(at);
  }

  #rise(from: number): void {
    const items = this.#items;
    const rising = items[from]!;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent]!.time <= rising.time) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = rising;
  }
}
