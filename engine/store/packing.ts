import { DamageError } from './store-error.ts';

/** Makes texts short, and long again. The engine knows no such method of its own: who opens the database brings one. */
export interface Packing {
  /** What `text` has in common with `like` takes no room. */
  pack(text: string, like?: string): Uint8Array;
  /** Wants the same `like`, which may be packed itself. Throws on what {@link pack} never answered. */
  unpack(packed: Uint8Array, like?: Stored): string;
}

/** A text in a column of any type: as it is, or packed. */
export type Stored = string | Uint8Array;

/** To pack a shorter text takes longer than to write it. */
const WORTH_PACKING = 1_000; // characters

/** `text` as a column should hold it that is always read together with `like`. */
export const stored = (packing: Packing, text: string, like = ''): Stored =>
  text.length < WORTH_PACKING ? text : packing.pack(text, like);

/** The text that a column holds. @throws {DamageError} when it was packed and cannot be unpacked. */
export function textOf(packing: Packing, column: Stored, like: Stored = ''): string {
  if (typeof column === 'string') return column;
  try {
    return packing.unpack(column, like);
  } catch (thrown) {
    throw new DamageError('a packed text cannot be unpacked', { cause: thrown });
  }
}
