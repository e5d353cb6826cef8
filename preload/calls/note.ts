import * as z from 'zod';
import type { Note } from '../../engine/model/index.ts';
import { call } from './call.ts';
import { app, keys, position, run, tags } from './values.ts';

const id = z.int().min(1);

/** What a note may say, in characters. */
const text = z.string().max(20_000);

const range = z
  .strictObject({ from: position, to: position })
  .refine(({ from, to }) => from <= to, 'The range ends before it begins.');

/** What people write about runs. */
export const noteCalls = {
  /** Those on a run: what is on all of it, then by entry. */
  'note.list': call(z.strictObject({ run })).answers<readonly Note[]>(),
  /** Writes one, on entries, on a value right after the last of them, or, without either, on the run. */
  'note.add': call(
    z.strictObject({
      ...{ run, text, tags },
      range: range.optional(),
      value: z.strictObject({ app, path: keys }).optional(),
    }),
  ).answers<Note>(),
  'note.change': call(z.strictObject({ id, text, tags })).answers<Note>(),
  'note.remove': call(z.strictObject({ id })).answers<null>(),
};
