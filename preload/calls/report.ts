import * as z from 'zod';
import { call } from './call.ts';
import { run } from './values.ts';

/** Pages that show runs to others. */
export const reportCalls = {
  /**
   * Writes a page about a run, or about how the run `beside` differs from it, where the person says in a dialog. Answers
   * the file; null when they change their mind.
   */
  'report.save': call(z.strictObject({ run, beside: run.optional() })).answers<string | null>(),
};
