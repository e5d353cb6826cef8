/** A stretch of a clock in which nothing happened: nothing was logged but checks that waited. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** The first entry after its beginning: a check that waited, or {@link entry}. */
  readonly inside: number;
  /** The first entry after it. */
  readonly entry: number;
}

const KEPT = 64;

const STANDS_OUT = 8; // times as long as the others are on average
const SHARE = 1 / 50; // of what is left once the longer ones are cut
const FEWEST = 3; // others there must be to compare with

const lengthOf = ({ from, to }: Gap): number => to - from;

/** The longest gaps of a log that grows. */
export class LongestGaps {
  readonly #longest: Gap[] = [];
  #steps = 0;

  /** The longest first. */
  get longest(): readonly Gap[] {
    return this.#longest;
  }

  /** How many there were in all. */
  get steps(): number {
    return this.#steps;
  }

  add(gap: Gap): void {
    const length = lengthOf(gap);
    if (length <= 0) return;
    this.#steps += 1;
    if (this.#longest.length === KEPT && length <= lengthOf(this.#longest.at(-1)!)) return;
    const before = this.#longest.findIndex((one) => lengthOf(one) < length);
    this.#longest.splice(before < 0 ? this.#longest.length : before, 0, gap);
    if (this.#longest.length > KEPT) this.#longest.pop();
  }
}

/** The gaps worth cutting out of `span`, in order: those far longer than the others. A log that is even has none. */
export function outliers(longest: readonly Gap[], steps: number, span: number): readonly Gap[] {
  const cut: Gap[] = [];
  let rest = span;
  for (const gap of longest) {
    const length = lengthOf(gap);
    const others = steps - cut.length - 1;
    const average = (rest - length) / others;
    if (others < FEWEST || length < STANDS_OUT * average || length < rest * SHARE) break;
    cut.push(gap);
    rest -= length;
  }
  return cut.sort((one, other) => one.from - other.from);
}
