import * as z from 'zod';
import type { RunSummary } from '../../engine/model/index.ts';
import { call } from './call.ts';
import { path } from './values.ts';

/** What a trace may weigh, in bytes and in characters: reading more would hold everything up. */
export const LARGEST_TRACE = 100_000_000;

/** How many files are taken in one go when they are dropped on the window. */
const MOST_DROPPED = 100;

const dropped = z.strictObject({
  name: z.string().min(1).max(255),
  text: z.string().max(LARGEST_TRACE),
});

/** Traces from elsewhere. */
export const traceCalls = {
  /**
   * Reads a trace of the workspace, those that were dropped on the window, or, without either, those that the person
   * picks in a dialog. What is none is refused, and the others come in all the same.
   */
  'trace.import': call(
    z.strictObject({ path: path.optional(), dropped: z.array(dropped).max(MOST_DROPPED).optional() }),
  ).answers<readonly RunSummary[]>(),
  /** Calls off the imports that are under way; what is not written whole is not written at all. */
  'trace.cancel': call(z.strictObject({})).answers<null>(),
};
