import * as z from 'zod';
import type { Problem, RunSummary, SimTime } from '../engine/model/index.ts';
import type { RowBatch } from './answers.ts';
import { choices, seed } from './run-choices.ts';
import { call, path, run, unsaved } from './values.ts';

/** What a preview changed against the one before. */
export interface PreviewChanges {
  readonly before: RunSummary;
  /** Where the two diverge, as a sentence; `undefined` when their logs are the same. */
  readonly sentence: string | undefined;
  /** An index of {@link ROW_KINDS} for each entry. */
  readonly kinds: Uint8Array;
  /** For each entry the last entry of the one before that is not after it; −1 if there is none. */
  readonly counterparts: Int32Array;
  /** Number of entries of the one before that are gone. */
  readonly removed: number;
}

/** What an edit came to: a preview with its first rows, or what is wrong; nothing if there was a newer edit before it ran. */
export type PreviewAnswer =
  | {
      readonly kind: 'ran';
      readonly run: RunSummary;
      readonly changes: PreviewChanges | undefined;
      readonly rows: RowBatch;
    }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] }
  | { readonly kind: 'replaced' };

/** Calls for previews: runs of the text that somebody edits, which are not stored. */
export const previewCalls = {
  /** Runs a scenario as edited, up to `until` or to its end. Ends the run of an earlier edit. */
  'preview.run': call(
    z.strictObject({
      scenario: path,
      unsaved,
      mode: z.enum(['oracle', 'plain']),
      seed,
      choices: choices.omit({ agent: true, user: true }).optional(),
      until: z
        .int()
        .transform((micros) => micros as SimTime)
        .optional(),
    }),
    {
      untrusted: 'refused',
      atMost: 'Run a scenario of a trusted folder, as edited, in a worker process. Nothing is stored.',
    },
  ).answers<PreviewAnswer>(),
  /** Stores a preview as a run. */
  'preview.keep': call(z.strictObject({ run }), {
    untrusted: 'refused',
    atMost: 'Store a preview as a run.',
  }).answers<RunSummary>(),
  /** Starts the worker processes of previews early. */
  'preview.warm': call(z.strictObject({}), {
    untrusted: 'refused',
    atMost: 'Start two worker processes.',
  }).answers<null>(),
  /** Forgets all previews. */
  'preview.end': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Forget the previews.',
  }).answers<null>(),
};
