import type { Action, ActionEntry, EventId, LogEntry } from '../model/index.ts';
import type { CallOptions, CallResult, World, WorldContext } from './world.ts';

/** A recorded run that an environment continues. */
export interface Recording {
  /** Entries that stay as they were recorded; the environment continues after the last of them. */
  readonly past: readonly LogEntry[];
  /** For recordings without the changes of their calls. If left out, the recorded changes are applied again. */
  readonly replayer?: CallReplayer;
}

/** Repeats the calls of a recorded run, so that a tool that makes the same call again returns the recorded ids. */
export interface CallReplayer {
  /** The part of the world's context that gives tools the recorded ids and results. */
  readonly worldContext: Required<Pick<WorldContext, 'newId' | 'recorded'>>;

  /**
   * Repeats the call of a recorded entry to find its changes. Returns the entry with its changes; `undefined` when the call
   * failed either here or in the recording, but not in both. Such a call changes nothing.
   */
  replay(world: World, entry: ActionEntry): ActionEntry | undefined;

  /** Calls `action` for `event`. If the recording has a later call of this tool for the event, its ids are used again. */
  call(world: World, event: EventId, action: Action, options: CallOptions): CallResult;
}
