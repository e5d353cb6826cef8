import type { Requests } from './apps/call-result.ts';
import type { World } from './apps/world.ts';
import type { Lookup } from './kernel/results.ts';
import type { Past } from './model/event.ts';
import type { Rehearsal } from './trace/rehearsal.ts';
import type { EventId } from './model/ids.ts';
import type {
  ActionEntry,
  AgentValidationEntry,
  ConditionEntry,
  StopEntry,
  ValidationEntry,
} from './model/log-entry.ts';
import type { RunMode } from './model/run.ts';

/** What an entry says beside where it stands in the log. */
export type Unlogged<Entry> = Omit<Entry, 'index' | 'time' | 'due' | 'event' | 'causes'>;
export type Happened =
  | Unlogged<ActionEntry>
  | Unlogged<ConditionEntry>
  | Unlogged<ValidationEntry>
  | Unlogged<AgentValidationEntry>
  | Unlogged<StopEntry>;

/** What firing an event did, and what follows from it. */
export interface Fired {
  readonly happened: Happened;
  /** Whether the events that wait for it may go on. */
  readonly releases: boolean;
  /** Whether it is looked at again. */
  readonly again: boolean;
  /** Whether the run ends by it: after the tick, or at once as failed. */
  readonly ends: 'no' | 'after-tick' | 'failed';
  /** What the action asks of the run. */
  readonly requests?: Requests;
}

/** What events meet when they fire. */
export interface Scene {
  readonly world: World;
  readonly rehearsal: Rehearsal;
  readonly mode: RunMode;
  readonly past: Past;
  readonly lookup: Lookup;
  /** The entry of a validation's check before this one. */
  readonly before: (validation: EventId) => ValidationEntry | undefined;
}
