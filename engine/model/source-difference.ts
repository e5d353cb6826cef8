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
