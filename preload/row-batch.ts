import type { LogRow } from './answers.ts';

/** What many rows of a log say alike. */
export type RowFace = Omit<LogRow, 'index' | 'time' | 'due' | 'event' | 'causes' | 'gist' | 'written'>;

/**
 * Rows of a log that follow one another, as columns: objects would cost the bridge, which copies them field by field,
 * many times as much, and the page as much again to keep.
 */
export interface RowBatch {
  /** The index of the first. */
  readonly from: number;
  readonly times: Float64Array;
  readonly dues: Float64Array;
  /** NaN where it was not kept. */
  readonly written: Float64Array;
  /** Each once, and which of them each row has. */
  readonly faces: readonly RowFace[];
  readonly faceOf: Uint32Array;
  /** The event and the gist of the first row, of the second and so on, and where in the text each of them ends. */
  readonly text: string;
  readonly textEnds: Uint32Array;
  /** The causes of the first row, of the second and so on, and where those of each row end. */
  readonly causes: Uint32Array;
  readonly causeEnds: Uint32Array;
}
