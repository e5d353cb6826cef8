import * as z from 'zod';
import { text, time } from '../recorded.ts';
import { isBase64 } from './bytes.ts';
import { levelsBelow } from './entries.ts';
import type { Entry, FileState } from './file-tree.ts';
import { refuseDeeper } from './path.ts';

const name = text.refine(
  (said) => !['', '.', '..'].includes(said) && !said.includes('/'),
  'the name of a file',
);

const dates = () => ({ created: time.optional(), modified: time.optional() });

const file = () =>
  z.object({
    name,
    type: z.literal('file'),
    text: text.optional(),
    base64: text.refine(isBase64, 'base64').optional(),
    ...dates(),
  });

const children = () =>
  z
    .array(entry)
    .refine(
      (all) => new Set(all.map((one) => one.name)).size === all.length,
      'a name of its own for each entry',
    );

const folder = (name: z.ZodType<string>) =>
  z.object({ name, type: z.literal('directory'), children: children(), ...dates() });

const entry: z.ZodType<Entry> = z.lazy(
  () => z.discriminatedUnion('type', [file(), folder(name)]) as unknown as z.ZodType<Entry>,
);

const state = z.lazy(() => z.object({ files: folder(text), tmpdir: text.default('/sandbox') }));

/**
 * Recordings of the field hold names only, so their files are placeholders.
 *
 * @throws {ZodError | ToolError} when it is no state of a file system.
 */
export function recordedFiles(recorded: unknown): FileState {
  const read = state.parse(recorded) as FileState;
  refuseDeeper(levelsBelow(read.files));
  return read;
}
