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

/** Two entries that correspond to each other, or one entry without a counterpart, by index. */
export interface ComparedRow {
  /** A `moved` row stands at the earlier of its two places; its entries may differ as well. */
  readonly kind: 'equal' | 'changed' | 'moved' | 'only-a' | 'only-b';
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly differences: readonly EntryDifference[];
}

/** Where two runs diverge. */
export interface Divergence {
  /** Position among the rows; −1 where the apps' first states differ. */
  readonly row: number;
  /** What differs there, as a sentence. */
  readonly sentence: string;
  /** The entries that released it, on both sides. */
  readonly causes: { readonly a: readonly number[]; readonly b: readonly number[] };
  /** How many rows after it are not equal, and how many of those it released, directly or not. */
  readonly laterRows: number;
  readonly dependentRows: number;
}

/** Two runs laid side by side. */
export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** How the apps' first states differ, by app. */
  readonly initialStates: readonly { readonly app: AppName; readonly differences: readonly Difference[] }[];
  /** Generated ids of A, each with the id of B that corresponds to it, where the two are not equal. */
  readonly ids: readonly (readonly [string, string])[];
  /** `undefined` when nothing differs. */
  readonly divergence: Divergence | undefined;
}

/** A line of two texts: in both (`' '`), only in the first (`-`) or only in the second (`+`). */
export interface DifferingLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** A place where two texts differ, with a few equal lines around it. */
export interface Hunk {
  /** The number of its first line in each text, from 1. */
  readonly a: number;
  readonly b: number;
  readonly lines: readonly DifferingLine[];
}

/** How a source file of two runs differs. A missing file counts as empty. */
export interface FileDifference {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}
