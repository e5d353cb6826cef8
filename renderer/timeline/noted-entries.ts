import type { Note } from '../../engine/model/note.ts';

/** The entries that `notes` begin at, by index. */
export const notedEntries = (notes: readonly Note[]): readonly number[] =>
  notes.flatMap(({ range }) => (range === undefined ? [] : [range.from]));
