import type { Path } from './values/paths.ts';
import type { AppName } from './values/ids.ts';
import type { Json } from './values/json.ts';

/** A path at which two values differ. A side without a value at the path leaves it out. */
export interface Difference {
  readonly path: Path;
  readonly a?: Json;
  readonly b?: Json;
}

/** The aspects in which two entries can differ. `effect` is their writes to the apps' states. */
export type Aspect = 'action' | 'argument' | 'outcome' | 'result' | 'check' | 'time' | 'effect';

export interface EntryDifference extends Difference {
  readonly aspect: Aspect;
}

/** Two entries that correspond to each other, or one entry without a counterpart, by index. */
export interface ComparedRow {
  /** A `moved` row is at the earlier of its two positions; its entries may differ as well. */
  readonly kind: 'equal' | 'changed' | 'moved' | 'only-a' | 'only-b';
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly differences: readonly EntryDifference[];
}

/** Rows as columns, for sending: a million equal rows as objects take several times the memory and time. */
interface PackedRows {
  /** An index of {@link ROW_KINDS} for each row. */
  readonly kinds: Uint8Array;
  /** Positions of the entries; −1 where there is none. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** The differences of rows that have any, by row index. */
  readonly differences: readonly (readonly [row: number, differences: readonly EntryDifference[]])[];
}

export const ROW_KINDS = ['equal', 'changed', 'moved', 'only-a', 'only-b'] as const;
const NO_DIFFERENCES: readonly EntryDifference[] = [];

const packRows = (rows: readonly ComparedRow[]): PackedRows => ({
  kinds: Uint8Array.from(rows, ({ kind }) => ROW_KINDS.indexOf(kind)),
  a: Int32Array.from(rows, ({ a = -1 }) => a),
  b: Int32Array.from(rows, ({ b = -1 }) => b),
  differences: rows.flatMap(({ differences }, row) => (differences.length === 0 ? [] : [[row, differences]])),
});

function unpackRows({ kinds, a, b, differences }: PackedRows): readonly ComparedRow[] {
  const byRow = new Map(differences);
  const position = (at: number): number | undefined => (at < 0 ? undefined : at);
  return Array.from(kinds, (kind, row) => ({
    kind: ROW_KINDS[kind]!,
    a: position(a[row]!),
    b: position(b[row]!),
    differences: byRow.get(row) ?? NO_DIFFERENCES,
  }));
}

/** The first point at which two runs differ. */
export interface Divergence {
  /** Index of the row; −1 if the apps' initial states differ. */
  readonly row: number;
  /** The difference, as a sentence. */
  readonly sentence: string;
  /** The log indexes of the entries that released the diverging entries, in both runs. */
  readonly causes: { readonly a: readonly number[]; readonly b: readonly number[] };
  /** The number of later rows that are not equal, and the number of those that this row released, directly or indirectly. */
  readonly laterRows: number;
  readonly dependentRows: number;
  /** The number of later rows whose answer was recorded for a different question, so that the agent's own answer is unknown. */
  readonly otherAnswers: number;
}

/** The comparison of two runs. */
export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** Differences of the apps' initial states, by app. */
  readonly initialStates: readonly { readonly app: AppName; readonly differences: readonly Difference[] }[];
  /** Pairs of equivalent generated ids in A and B that are not equal. */
  readonly ids: readonly (readonly [string, string])[];
  /** The first difference; `undefined` when the runs are equal. */
  readonly divergence: Divergence | undefined;
}

/** A comparison as it is sent between processes. */
export interface PackedComparison extends Omit<Comparison, 'rows'> {
  readonly rows: PackedRows;
}

export const packComparison = ({ rows, ...rest }: Comparison): PackedComparison => ({
  ...rest,
  rows: packRows(rows),
});

export const unpackComparison = ({ rows, ...rest }: PackedComparison): Comparison => ({
  ...rest,
  rows: unpackRows(rows),
});

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

/** The differences of a source file in two runs. A missing file counts as empty. */
export interface FileDifference {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}
