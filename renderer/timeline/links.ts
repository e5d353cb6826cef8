import { roomier } from './roomier.ts';

const NONE = -1;

/** Which entries each entry released: the log's causes, the other way round. Grows with the log. */
export class Links {
  /** The last link of each entry. */
  #last = new Int32Array(0);
  /** Where each link leads, and the link of the same entry before it. */
  #to = new Int32Array(0);
  #before = new Int32Array(0);
  #count = 0;

  /** Notes what released entry `effect`; to be called for every entry in turn. */
  add(effect: number, causes: readonly number[]): void {
    this.#last = roomier(this.#last, effect + 1);
    this.#last[effect] = NONE;
    for (const cause of causes) {
      if (cause < 0 || cause >= effect) continue;
      const link = this.#count++;
      this.#to = roomier(this.#to, this.#count);
      this.#before = roomier(this.#before, this.#count);
      this.#to[link] = effect;
      this.#before[link] = this.#last[cause]!;
      this.#last[cause] = link;
    }
  }

  /** The first `most` entries that `cause` released, ascending. */
  effectsOf(cause: number, most = Infinity): readonly number[] {
    const effects: number[] = [];
    for (let link = this.#last[cause] ?? NONE; link !== NONE; link = this.#before[link]!)
      effects.push(this.#to[link]!);
    return effects.reverse().slice(0, most);
  }
}
