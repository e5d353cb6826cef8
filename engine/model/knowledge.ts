import type { Path } from './values/paths.ts';

/** Whether the agent's knowledge of a record is up to date right after an entry. All numbers are entry indexes. */
export type Awareness =
  | { readonly status: 'unknown' }
  /** Known since the entry `since`, and not changed by anybody else since the agent last saw it. */
  | { readonly status: 'known'; readonly since: number }
  /** Last seen by the agent at `seen`; changed by somebody else at `changed`. */
  | { readonly status: 'stale'; readonly since: number; readonly seen: number; readonly changed: number };

/** A record of an app's state: a letter, an appointment, a file. */
export interface KnownRecord {
  /** The kind of record, such as `letter`. */
  readonly kind: string;
  readonly id: string;
  /** Its path in the state. */
  readonly path: Path;
  readonly awareness: Awareness;
}

/** A record that the agent knows and somebody else has deleted since. */
export interface LostRecord {
  readonly kind: string;
  readonly id: string;
  readonly since: number;
  readonly seen: number;
  readonly gone: number;
}

/** The agent's knowledge of an app right after an entry. */
export interface AppKnowledge {
  /** All records of its state, in the order of the state. */
  readonly records: readonly KnownRecord[];
  readonly lost: readonly LostRecord[];
  /** The last entry in which the agent called a tool of the app with success; missing if it never did. */
  readonly looked?: number;
  /** The last entry after that in which another changed the app. */
  readonly changed?: number;
}
