import type { Action } from './action.ts';
import type { Path } from './change.ts';
import type { Actor } from './event.ts';
import type { AppName, EventId, RunId } from './ids.ts';
import type { Json } from './json.ts';
import type { RunMode } from './run.ts';
import type { SimTime } from './time.ts';

/** What is made otherwise in a run than its scenario has it. `at` counts the entries before it. */
export type Amendment =
  /** A planned action is called with another value of one argument. */
  | { readonly kind: 'argument'; readonly event: EventId; readonly name: string; readonly value: Json }
  /** A planned action is not carried out. What waits for it goes on. */
  | { readonly kind: 'leave-out'; readonly event: EventId }
  /** A tool is called between two entries; where `time` is later than the entry before it, time goes on so far. */
  | {
      readonly kind: 'act';
      readonly at: number;
      readonly time?: SimTime | undefined;
      readonly actor: Actor;
      readonly action: Action;
    }
  /** A value of an app's state is another. */
  | {
      readonly kind: 'set';
      readonly at: number;
      readonly app: AppName;
      readonly path: Path;
      readonly value: Json;
    }
  /** Somebody else does the agent's part. */
  | { readonly kind: 'mode'; readonly at: number; readonly mode: RunMode }
  /** From here on the agent makes the calls of a script, by its path among the run's files; before `till`, where it is said. */
  | {
      readonly kind: 'agent';
      readonly at: number;
      readonly script: string;
      readonly till?: SimTime | undefined;
    };

/** Where a run comes from that was branched off another. */
export interface Origin {
  readonly parent: RunId;
  /** The parent's entry before which it parts, by index. */
  readonly at: number;
  /** All that makes it another run than its scenario's, the parent's amendments first. */
  readonly amendments: readonly Amendment[];
  /** Of branches of recorded traces: how many of its entries are as they were recorded, and did not run. */
  readonly recorded?: number;
}

/** The script, asked for by name, of what the agent of the run that is branched did from there on. */
export const RECORDED_AGENT = 'recorded';
