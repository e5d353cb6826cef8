/** An interval of a clock in which nothing was logged except waiting checks. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** The first entry after its start: a waiting check, or {@link entry}. */
  readonly inside: number;
  /** The first entry after the gap. */
  readonly entry: number;
}

const KEPT = 64;

const STANDS_OUT = 8; // times the average length of the others
const CUT_GAP_SHARE = 1 / 50; // share of the time left after longer gaps are cut
const MIN_OTHERS = 3; // least number of others to compare with

const lengthOf = ({ from, to }: Gap): number => to - from;

/** The longest gaps of a log that grows. */
export class LongestGaps {
  readonly #longest: Gap[] = [];
  #steps = 0;

  /** Longest first. */
  get longest(): readonly Gap[] {
    return this.#longest;
  }

  /** Number of all gaps added. */
  get steps(): number {
    return this.#steps;
  }

  /** Adds the gap between entries `before` and `entry`, which have the given `times`. */
  add(times: ArrayLike<number>, before: number, entry: number): void {
    const [from, to] = [times[before]!, times[entry]!];
    const length = to - from;
    if (length <= 0) return;
    this.#steps += 1;
    if (this.#longest.length === KEPT && length <= lengthOf(this.#longest.at(-1)!)) return;
    const place = this.#longest.findIndex((one) => lengthOf(one) < length);
    const gap = { from, to, inside: before + 1, entry };
    this.#longest.splice(place < 0 ? this.#longest.length : place, 0, gap);
    if (this.#longest.length > KEPT) this.#longest.pop();
  }
}

/** The gaps to cut out of `span`, in order: those far longer than the others. A log with even gaps has none. */
export function gapsToCut(longest: readonly Gap[], steps: number, span: number): readonly Gap[] {
  const cut: Gap[] = [];
  let rest = span;
  for (const gap of longest) {
    const length = lengthOf(gap);
    const others = steps - cut.length - 1;
    const average = (rest - length) / others;
    if (others < MIN_OTHERS || length < STANDS_OUT * average || length < rest * CUT_GAP_SHARE) break;
    cut.push(gap);
    rest -= length;
  }
  return cut.sort((one, other) => one.from - other.from);
}
