import type { Path } from './values/paths.ts';

/** Whether the agent's knowledge of a record is up to date right after an entry. All numbers are log indexes. */
export type Awareness =
  | { readonly status: 'unknown' }
  /** Known since the entry `since`, and not changed by anybody else since the agent last saw it. */
  | { readonly status: 'known'; readonly since: number }
  /** Last seen by the agent at `seen`; changed by somebody else at `changed`. */
  | { readonly status: 'stale'; readonly since: number; readonly seen: number; readonly changed: number };

/** A record in an app's state, such as an email, an appointment or a file. */
export interface KnownRecord {
  /** The kind of record, such as `letter`. */
  readonly kind: string;
  readonly id: string;
  /** Its path in the state. */
  readonly path: Path;
  readonly awareness: Awareness;
}

/** A record that the agent has read and somebody else has deleted since. */
export interface LostRecord {
  readonly kind: string;
  readonly id: string;
  readonly since: number;
  readonly seen: number;
  readonly gone: number;
}

/** The agent's knowledge of an app's records right after an entry. */
export interface AppKnowledge {
  /** All records of the app, in the order of the state. */
  readonly records: readonly KnownRecord[];
  readonly lost: readonly LostRecord[];
  /** The log index of the agent's last successful call of the app; missing if there is none. */
  readonly looked?: number;
  /** The log index of the last later entry with which somebody else changed the app. */
  readonly changed?: number;
}
