import type { EventId } from './values/ids.ts';
import type { Path } from './values/paths.ts';
import type { SimTime } from './values/time.ts';

/** The status of an event of a plan right after one entry of a run's log: its outcome, or what it waits for. */
export type EventStatus = OwnStatus | WaitingStatus;

/** A status that does not depend on other events. `entry` is a {@link LogEntry.index}. */
export type OwnStatus =
  | { readonly kind: 'fired'; readonly entry: number }
  /** Waits only for its time, which may be after the end of the run. */
  | { readonly kind: 'scheduled'; readonly time: SimTime; readonly withinRun: boolean }
  /** A condition or validation that was checked last at `entry` and did not hold. */
  | { readonly kind: 'not-held'; readonly entry: number; readonly checked: SimTime; readonly next: SimTime }
  /** Its tool has done its work at `entry`; its caller waits until `until` at the latest. */
  | { readonly kind: 'in-wait'; readonly entry: number; readonly until: SimTime }
  /** An agent validation that has been watching the agent since `entry`. */
  | { readonly kind: 'watching'; readonly entry: number }
  /** The oracle's message to the user: its successors are released when the agent has sent its own message. */
  | { readonly kind: 'awaits-agent' }
  /** Fired or was given up without releasing its successors, and never will. */
  | { readonly kind: 'never-releases'; readonly entry: number; readonly reason: string }
  /** Fires only if it is scheduled during the run. */
  | { readonly kind: 'dormant' }
  /** The plan has no such event. */
  | { readonly kind: 'unknown' };

/** The event waits for others. */
export interface WaitingStatus {
  readonly kind: 'waiting';
  /** The predecessors that have not released the event. */
  readonly waitsFor: readonly EventId[];
  /** The direct and indirect predecessors that have not released their successors and wait for no other event themselves. */
  readonly blockedBy: readonly Blocker[];
}

/** An event that has to release its successors before a later one can fire. */
export interface Blocker {
  readonly event: EventId;
  readonly status: OwnStatus;
}

/** The status of an event that names only its nearest predecessors. */
export type BriefEventStatus =
  | OwnStatus
  | {
      readonly kind: 'waiting';
      readonly waitsFor: readonly EventId[];
      /** Whether a predecessor never releases its successors, so that the event never fires. */
      readonly neverFires: boolean;
    };

/** An event of a plan and its brief status. */
export interface EventStatusSummary {
  readonly event: EventId;
  readonly status: BriefEventStatus;
}

/** An event that has not fired. */
export interface PendingEvent {
  /** The event's index in the plan. */
  readonly nth: number;
  readonly status: BriefEventStatus;
  /** When the event fires or is checked next, if known. */
  readonly time: SimTime | undefined;
}

/** A number of pending events, and the first of them. */
export interface PendingGroup {
  readonly count: number;
  readonly first: readonly PendingEvent[];
}

/** The events that have not fired: the next ones by time, those that wait for others, and those that never fire. */
export interface EventQueue {
  readonly next: PendingGroup;
  readonly waiting: PendingGroup;
  readonly never: PendingGroup;
}

/** The status of an event in one word. An event that `blocks` has fired or was given up, and never releases its successors. */
export const EVENT_MARKS = ['waiting', 'next', 'never', 'fired', 'blocks'] as const;

export type EventMark = (typeof EVENT_MARKS)[number];

/** The statuses of all events of a plan, compact enough to read at each move of the playhead. */
export interface StatusOverview {
  /** For each event of the plan, the index of its mark in {@link EVENT_MARKS}. */
  readonly marks: Uint8Array;
  /** For each event of the plan, the index of the entry that decided its status if it is `fired` or `blocks`; else −1. */
  readonly entries: Int32Array;
  readonly queue: EventQueue;
}

/** A value that a check read: its path, beginning with the name of the app, and its JSON; `undefined` if there was no value. */
export interface ValueRead {
  readonly path: Path;
  readonly value: string | undefined;
}

/** The result of a condition, milestone or minefield at an entry, and the values that the check read. */
export interface CheckedValues {
  readonly name: string;
  readonly kind: 'condition' | 'milestone' | 'minefield';
  readonly answer: 'true' | 'false' | 'error';
  /** The error that the check threw. */
  readonly error?: string;
  readonly reads: readonly ValueRead[];
  /** The number of values that are left out of `reads`. */
  readonly more: number;
  /** Whether the check read the log. */
  readonly readsLog: boolean;
}
