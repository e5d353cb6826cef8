import type { Action, ActionEntry, EventId, LogEntry } from '../model/index.ts';
import type { CallOptions, CallResult, World, WorldContext } from './world.ts';

/** A recorded run that an environment continues. */
export interface Recording {
  /** Entries that stand as they were recorded; the environment continues after the last of them. */
  readonly past: readonly LogEntry[];
  /** For recordings that do not say what their calls changed. Without it the changes of the entries are made again. */
  readonly replayer?: CallReplayer;
}

/** Repeats the calls of a recorded run, so that a tool that makes the same call again answers with the recorded ids. */
export interface CallReplayer {
  /** What the world must be made with: tools of it get recorded ids and answers. */
  readonly worldContext: Required<Pick<WorldContext, 'newId' | 'recorded'>>;

  /**
   * Repeats the call of a recorded entry to find what it changed. Answers the entry with its changes; `undefined` when the call
   * failed here and did not fail in the recording, or the other way round. Such a call changes nothing.
   */
  replay(world: World, entry: ActionEntry): ActionEntry | undefined;

  /** Calls `action` for `event`. Where the recording has a later call of this tool for the event, its ids are used again. */
  call(world: World, event: EventId, action: Action, options: CallOptions): CallResult;
}
