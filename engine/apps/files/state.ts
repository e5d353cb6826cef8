import * as z from 'zod';
import { type Entry, type FileState, refuse } from '../../world/index.ts';
import { secondsAt, type When } from '../shared/dates.ts';
import { text, time } from '../shared/recordings.ts';
import { type Content, contentOf, fileNamesOf, isBase64, putContent } from './content.ts';
import { entryAt, levelsBelow, makeFolder, namesOf, pathOf, refuseDeeper } from './tree.ts';

/** A file that is there from the start: its text, or its content with more about it. */
export type GivenFile =
  | string
  | { readonly text: string; readonly modified?: When }
  | { readonly base64: string; readonly modified?: When };

/** What a file system begins with. */
export interface GivenFiles {
  /** By path, such as `Documents/plan.txt`; the folders on the way are made. */
  readonly files?: Readonly<Record<string, GivenFile>>;
  /** Folders with nothing in them. */
  readonly folders?: readonly string[];
}

/** @throws {ToolError} when two files have one path, a path is none of a file, or a content is no base64. */
export function filesWith({ files = {}, folders = [] }: GivenFiles): FileState {
  const state: FileState = { files: { name: '', type: 'directory', children: [] }, tmpdir: '/sandbox' };
  for (const path of folders) makeFolder(state, namesOf(path));
  for (const [path, given] of Object.entries(files)) {
    const names = fileNamesOf(path);
    if (entryAt(state, names) !== undefined)
      refuse('FileExistsError', `Two entries have the path "${pathOf(names)}".`);
    makeFolder(state, names.slice(0, -1));
    putContent(state, names, givenContent(path, given), modifiedOf(given));
  }
  return state;
}

function givenContent(path: string, given: GivenFile): Content {
  if (typeof given === 'string') return { text: given };
  return 'text' in given ? { text: given.text } : contentOf(path, given.base64);
}

const modifiedOf = (given: GivenFile): number | undefined =>
  typeof given === 'string' || given.modified === undefined ? undefined : secondsAt(given.modified);

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
      'Two entries have the same name.',
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
