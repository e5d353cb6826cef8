import type { Path } from './paths.ts';

/** Where a record stands with the agent right after an entry. All numbers are {@link LogEntry.index}. */
export type Awareness =
  | { readonly status: 'unknown' }
  /** It knows it `since` then, and nobody else has changed it after the agent saw it last. */
  | { readonly status: 'known'; readonly since: number }
  /** It saw it last at `seen`; at `changed` somebody else changed it. */
  | { readonly status: 'stale'; readonly since: number; readonly seen: number; readonly changed: number };

/** A record of an app's state: a letter, an appointment, a file. */
export interface KnownRecord {
  /** What one of its kind is called: `letter`. */
  readonly kind: string;
  readonly id: string;
  /** Where it stands in the state. */
  readonly path: Path;
  readonly awareness: Awareness;
}

/** A record that the agent knows and somebody else has taken away: it does not know that. */
export interface LostRecord {
  readonly kind: string;
  readonly id: string;
  readonly since: number;
  readonly seen: number;
  readonly gone: number;
}

/** What the agent knows of an app right after an entry. */
export interface AppKnowledge {
  /** All records of its state, in the order of the state. */
  readonly records: readonly KnownRecord[];
  readonly lost: readonly LostRecord[];
}
