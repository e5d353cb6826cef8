import * as z from 'zod';
import type { LogEntry } from '../engine/model/index.ts';
import type { RowBatch, SummaryBatch } from './answers.ts';
import { LIMITS } from './limits.ts';
import { app, call, position, run } from './values.ts';

const words = z.string().min(1).max(LIMITS.lineCharacters);

/** Conditions on the arguments, values and errors of entries. An entry must meet all of them, or, with `not`, not meet them. */
const search = z
  .array(
    z.strictObject({
      term: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('text'), text: words }),
        z.strictObject({
          kind: z.literal('argument'),
          name: z.string().regex(/^[\w-]{1,200}$/),
          test: z.enum(['has', 'is']),
          value: z.string().max(LIMITS.lineCharacters),
        }),
      ]),
      not: z.boolean(),
    }),
  )
  .max(LIMITS.searchTerms)
  .readonly();

export type LogSearch = z.output<typeof search>;

/** Calls for a run's log and states. */
export const logCalls = {
  /** At most `LIMITS.rows` rows from position `from` on. */
  'log.rows': call(z.strictObject({ run, from: position }), {
    untrusted: 'allowed',
    atMost: 'Read the log of a run.',
  }).answers<RowBatch>(),
  /** The summaries of at most `LIMITS.summaries` rows from position `from` on. */
  'log.summaries': call(z.strictObject({ run, from: position }), {
    untrusted: 'allowed',
    atMost: 'Read the log of a run.',
  }).answers<SummaryBatch>(),
  /** Indexes of the entries from position `from` on that match `search`, ascending. */
  'log.find': call(z.strictObject({ run, search, from: position }), {
    untrusted: 'allowed',
    atMost: 'Search the log of a run.',
  }).answers<Uint32Array>(),
  /** Indexes a run for search in the background, so that its first search is as fast as later ones. */
  'log.index': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Have the log of a run indexed for search.',
  }).answers<null>(),
  'log.entry': call(z.strictObject({ run, index: position }), {
    untrusted: 'allowed',
    atMost: 'Read an entry of a run.',
  }).answers<LogEntry>(),
  /** The first entry after entry `at` that changed `app`, or the last before it; null if there is none. */
  'log.change': call(z.strictObject({ run, app, at: z.int().min(-1), way: z.enum(['on', 'back']) }), {
    untrusted: 'allowed',
    atMost: 'Read where an app of a run changed.',
  }).answers<number | null>(),
  /**
   * An app's state right after entry `at`, as JSON text, because the bridge copies objects field by field; −1 is before the
   * first.
   */
  'state.read': call(z.strictObject({ run, app, at: z.int().min(-1) }), {
    untrusted: 'allowed',
    atMost: 'Read the state of an app in a run.',
  }).answers<string>(),
};
