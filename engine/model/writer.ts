import type { Json } from './json.ts';

/** How an entry came to change a value: itself, with something in it, or by putting it in or taking it out. */
export type Write = 'set' | 'inserted' | 'deleted' | 'within';

/** An entry that changed a value. */
export interface Writer {
  /** {@link LogEntry.index}. */
  readonly index: number;
  readonly how: Write;
  /** What it was then; nothing where that was deleted, or is not written down in one piece. */
  readonly value: Json | undefined;
}
