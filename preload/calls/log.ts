import * as z from 'zod';
import type { LogEntry } from '../../engine/model/index.ts';
import type { RowBatch } from '../row-batch.ts';
import { search } from '../search.ts';
import { call } from './call.ts';
import { run, app, position } from './values.ts';

/** The most log rows one call answers; ask again from where it ended. */
export const ROWS_PER_CALL = 20_000;

/** What a run has logged, and the states it came to. */
export const logCalls = {
  /** At most {@link ROWS_PER_CALL} rows from position `from` on. */
  'log.rows': call(z.strictObject({ run, from: position })).answers<RowBatch>(),
  /** The entries from position `from` on that meet `search`, by index, ascending. */
  'log.find': call(z.strictObject({ run, search, from: position })).answers<Uint32Array>(),
  /** Makes a run known to the search in the background, so that its first search is as quick as others. */
  'log.index': call(z.strictObject({ run })).answers<null>(),
  'log.entry': call(z.strictObject({ run, index: position })).answers<LogEntry>(),
  /** The first entry after entry `at` that wrote to `app`, or the last before it; null when there is none. */
  'log.change': call(z.strictObject({ run, app, at: z.int().min(-1), way: z.enum(['on', 'back']) })).answers<
    number | null
  >(),
  /**
   * An app's state right after entry `at`, as JSON; −1 is the state before the first. As text, for the bridge copies
   * objects field by field.
   */
  'state.read': call(z.strictObject({ run, app, at: z.int().min(-1) })).answers<string>(),
};
