import type { Note } from '../../engine/model/index.ts';

/** The entries that `notes` begin at, by index. */
export const notedEntries = (notes: readonly Note[]): readonly number[] =>
  notes.flatMap(({ range }) => (range === undefined ? [] : [range.from]));
