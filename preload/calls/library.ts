import * as z from 'zod';
import {
  RUN_NUMBERS,
  RUN_WORDS,
  type RunLibrary,
  type RunQuery,
  type RunSummary,
} from '../../engine/model/index.ts';
import { call } from './call.ts';
import { run, runs, tags } from './values.ts';

const words = z.string().max(1000);

const test = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('word'),
    key: z.enum(Object.keys(RUN_WORDS) as (keyof typeof RUN_WORDS)[]),
    values: z.array(words).max(100).readonly(),
    within: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('number'),
    key: z.enum(RUN_NUMBERS),
    is: z.enum(['=', '<', '<=', '>', '>=']),
    value: z.number(),
  }),
  z.strictObject({ kind: z.literal('note'), text: words }),
  z.strictObject({ kind: z.literal('text'), text: words }),
]);

const query = z.strictObject({
  terms: z
    .array(z.strictObject({ test, not: z.boolean() }))
    .max(50)
    .readonly(),
  group: z.enum(['none', 'scenario', 'seed', 'branches']),
  order: z.enum(['started', 'scenario', 'seed', 'mode', 'verdict', 'events', 'simulated', 'wall']),
  descending: z.boolean(),
}) satisfies z.ZodType<RunQuery>;

/** All runs of the workspace, however many. */
export const libraryCalls = {
  'library.find': call(query).answers<RunLibrary>(),
  /** The newest runs, a few, that have all of `words` in what they are called, where they are from or their tags. */
  'library.named': call(z.strictObject({ words: z.array(words.min(1)).min(1).max(20) })).answers<
    readonly RunSummary[]
  >(),
  /** A run that lists may not show. */
  'library.read': call(z.strictObject({ run })).answers<RunSummary>(),
  /** The run that `run` is most usefully held against: its parent, else the one of its scenario before it. */
  'library.counterpart': call(z.strictObject({ run })).answers<RunSummary | null>(),
  /** Puts tags on runs and takes others off. */
  'library.tag': call(z.strictObject({ runs, add: tags, remove: tags })).answers<null>(),
  /** Holds the runs of its scenario against `run`, in the place of the one before; or no more. */
  'library.pin': call(z.strictObject({ run, pinned: z.boolean() })).answers<null>(),
};
