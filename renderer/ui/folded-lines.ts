/** Display options of the list. */
export interface FoldOptions {
  /** Indices of the rows to show, ascending; may grow with the rows. `undefined` shows all. */
  readonly only: readonly number[] | undefined;
  /** Whether consecutive waiting checks are folded into one line. */
  readonly folding: boolean;
  /** Open folds, by their first row. */
  readonly opened: ReadonlySet<number>;
}

/** Lines of a growing list of rows: line n covers the rows `from[n]` to `to[n]`, more than one only for folds. */
export class FoldedLines {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly #rows: readonly unknown[];
  readonly #waits: (index: number) => boolean;
  readonly #wanted: FoldOptions;
  /** Number of rows laid out. */
  #done = 0;
  /** First row of the waiting checks that the last row belongs to. */
  #wait: number | undefined;

  /** `waits` tells whether a row is a waiting check. */
  constructor(rows: readonly unknown[], waits: (index: number) => boolean, wanted: FoldOptions) {
    this.#rows = rows;
    this.#waits = waits;
    this.#wanted = wanted;
  }

  /** Lays out the rows added since the last call; costs only their number. Returns the number of lines. */
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

/** The line of row `index`, or the last one before it; −1 if it is before the first. */
export function lineOfRow({ from }: Pick<FoldedLines, 'from'>, index: number): number {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= index) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
