import type { SimTime } from '../model/time.ts';

/** How many times have room from the start. */
const FEW = 64;

/** A binary heap: things by time, those of one time in no order. */
export class TimeHeap<Item> {
  readonly #items: Item[] = [];
  /** Of the items. They lie side by side, for a heap that asks its items spends its time on fetching those. */
  #times = new Float64Array(FEW);

  /** All of them; below the one at place n are those at 2n + 1 and 2n + 2, which are not earlier. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** The same with their times. */
  list(): readonly { readonly time: SimTime; readonly item: Item }[] {
    return this.#items.map((item, at) => ({ time: this.#times[at] as SimTime, item }));
  }

  /** The earliest time, `undefined` when nothing is left. */
  get firstTime(): SimTime | undefined {
    return this.#items.length === 0 ? undefined : (this.#times[0] as SimTime);
  }

  /** Whether one of them is due by `now`. */
  isDue(now: SimTime): boolean {
    return this.#items.length > 0 && this.#times[0]! <= now;
  }

  push(time: SimTime, item: Item): void {
    let at = this.#items.length;
    if (at === this.#times.length) this.#times = longer(this.#times);
    this.#items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#times[above]! <= time) break;
      this.#move(above, at);
      at = above;
    }
    this.#put(at, time, item);
  }

  /** Takes out one of the earliest time. There must be one. */
  pop(): Item {
    const first = this.#items[0]!;
    const last = this.#items.pop()!;
    const { length } = this.#items;
    if (length > 0) this.#sink(this.#times[length]!, last, length);
    return first;
  }

  #sink(time: number, item: Item, length: number): void {
    let at = 0;
    for (let below = 1; below < length; below = 2 * at + 1) {
      const other = below + 1;
      if (other < length && this.#times[other]! < this.#times[below]!) below = other;
      if (this.#times[below]! >= time) break;
      this.#move(below, at);
      at = below;
    }
    this.#put(at, time, item);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#times[from]!, this.#items[from]!);
  }

  #put(at: number, time: number, item: Item): void {
    this.#times[at] = time;
    this.#items[at] = item;
  }
}

function longer(times: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * times.length);
  more.set(times);
  return more;
}
