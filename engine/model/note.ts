import type { Path } from './change.ts';
import type { AppName, RunId } from './ids.ts';

/** What a person wrote about a run, beside its log. */
export interface Note {
  readonly id: number;
  readonly run: RunId;
  readonly text: string;
  readonly tags: readonly string[];
  /** The entries it is about, by index, both included; `undefined` where it is about the whole run. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  /** The value of an app's state it is about, right after the last entry of its range. */
  readonly value: { readonly app: AppName; readonly path: Path } | undefined;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly made: number;
}

/** A note that is not written down yet. */
export type NewNote = Omit<Note, 'id'>;
