import type { Path } from './paths.ts';
import type { AppName } from './ids.ts';
import type { Json } from './json.ts';

/** One place where two values differ. A side that has nothing there leaves it out. */
export interface Difference {
  readonly path: Path;
  readonly a?: Json;
  readonly b?: Json;
}

/** What two entries can differ in. `effect` is what they wrote to the apps' states. */
export type Aspect = 'action' | 'argument' | 'outcome' | 'result' | 'check' | 'time' | 'effect';

export interface EntryDifference extends Difference {
  readonly aspect: Aspect;
}

/** Two entries that are one another's counterpart, or an entry that has none, by their indexes. */
export interface ComparedRow {
  /** `moved` stands where it comes first, on either side; it may differ as well. */
  readonly kind: 'equal' | 'changed' | 'moved' | 'only-a' | 'only-b';
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly differences: readonly EntryDifference[];
}

/** Where two runs part. */
export interface Divergence {
  /** Position among the rows; −1 where the apps' first states differ. */
  readonly row: number;
  /** What differs there, in words to quote. */
  readonly sentence: string;
  /** The entries that released it, on both sides. */
  readonly causes: { readonly a: readonly number[]; readonly b: readonly number[] };
  /** How many rows after it are not equal, and how many of those it released, directly or not. */
  readonly later: number;
  readonly following: number;
}

/** Two runs laid side by side. */
export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** How the apps' first states differ, by app. */
  readonly first: readonly { readonly app: AppName; readonly differences: readonly Difference[] }[];
  /** Made-up ids of A with those of B that stand for them, where they are not the same. */
  readonly ids: readonly (readonly [string, string])[];
  /** `undefined` when nothing differs. */
  readonly divergence: Divergence | undefined;
}

/** A line of a text that another text has too (`' '`), or only the first (`-`), or only the second (`+`). */
export interface DifferingLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** A stretch in which two texts differ, with a few lines around it that do not. */
export interface Hunk {
  /** The number of its first line in each text, from 1. */
  readonly a: number;
  readonly b: number;
  readonly lines: readonly DifferingLine[];
}

/** How a file of one run's scenario differs from that of another's. One that is missing is empty. */
export interface FileDifference {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}
