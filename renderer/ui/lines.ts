/** How the list is to be shown. */
export interface Wanted {
  /** Rows by index, ascending, that may grow as the rows do; `undefined` shows all. */
  readonly only: readonly number[] | undefined;
  /** Whether checks that did nothing but wait, one after the other, make one line. */
  readonly folding: boolean;
  /** The folds that are open, by their first row. */
  readonly opened: ReadonlySet<number>;
}

/** What a list shows of rows that grow: line n stands for the rows `from[n]` to `to[n]`, which is one but for folds. */
export class Lines {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly #rows: readonly unknown[];
  readonly #waits: (index: number) => boolean;
  readonly #wanted: Wanted;
  /** How many rows are laid out. */
  #done = 0;
  /** The first row of the waiting checks that the last one belongs to. */
  #wait: number | undefined;

  /** `waits` says of which rows checks did nothing but wait. */
  constructor(rows: readonly unknown[], waits: (index: number) => boolean, wanted: Wanted) {
    this.#rows = rows;
    this.#waits = waits;
    this.#wanted = wanted;
  }

  /** Lays out what has come since it was asked last; a batch costs what it is long. Answers how many lines there are. */
  grow(): number {
    const { only, folding, opened } = this.#wanted;
    const count = only?.length ?? this.#rows.length;
    for (; this.#done < count; this.#done++) {
      const index = only === undefined ? this.#done : only[this.#done]!;
      const waits = folding && this.#waits(index);
      if (waits && this.#wait !== undefined && !opened.has(this.#wait)) {
        this.to[this.to.length - 1] = index;
        continue;
      }
      this.#wait = waits ? (this.#wait ?? index) : undefined;
      this.from.push(index);
      this.to.push(index);
    }
    return this.from.length;
  }
}

/** The line that row `index` is in, or the last before it; −1 where it is before the first. */
export function lineOf({ from }: Pick<Lines, 'from'>, index: number): number {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
