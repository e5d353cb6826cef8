import type { PlanOutline } from '../model/event-outline.ts';
import type { LogEntry } from '../model/log-entry.ts';
import type { NewNote } from '../model/note.ts';
import type { RunSummary } from '../model/run.ts';
import type { RunExtras } from '../model/run-extras.ts';
import type { Writing } from '../model/writing.ts';
import type { Json } from '../model/json.ts';
import type { AppName } from '../model/ids.ts';

/** The version of the format, which the first line of a file names. */
export const FORMAT = 1;

/** A run as a portable file holds it: it has no id, for ids are a database's own. */
export interface PortableRun {
  /** The parent of a branch goes by the hash of its log, or is `unknown`. */
  readonly run: Omit<RunSummary, 'id'>;
  /** The scenario's file first, then what it imports. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly plan: PlanOutline | undefined;
  readonly extras: RunExtras | undefined;
  /** Every app's state before the first entry; the entries' changes give all others. */
  readonly states: readonly { readonly app: AppName; readonly value: Json }[];
  readonly writings: readonly Writing[];
  readonly entries: readonly LogEntry[];
  readonly notes: readonly Omit<NewNote, 'run'>[];
}

/** SHA-256 of the texts that are added, in hex: the engine has none of its own. */
export interface Hash {
  add(text: string): void;
  end(): string;
}

export type NewHash = () => Hash;
