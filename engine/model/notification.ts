import type { SimTime } from './time.ts';

/** How much of what happens in the world the agent is told unasked. */
export type Verbosity = 'low' | 'medium' | 'high';

/** What agents are told where nothing else was asked for. Traces and runs of an older Orrery do not say: it is assumed. */
export const USUAL_VERBOSITY: Verbosity = 'medium';

/** One message to the agent. */
export interface Notification {
  readonly kind: 'user-message' | 'environment-notification' | 'environment-stop';
  readonly time: SimTime;
  readonly text: string;
  /** Files that came with a user's message, by name. */
  readonly attachments?: readonly string[];
}

/** The tool that a reminder app calls of itself when reminders fall due; it answers their texts. */
export const REMINDING = 'notify_due_reminders';

/**
 * One thing between the agent and its world: what the user asked of it, what it was told, what it did, what it said to the
 * user, and what the file of a trace has to say about it.
 */
export interface TranscriptLine {
  readonly kind: 'asked' | 'told' | 'did' | 'said' | 'logged' | 'hint' | 'note';
  readonly time: SimTime;
  /** {@link LogEntry.index} of the entry it came of; nothing of what only a file tells. */
  readonly index: number | undefined;
  /** The tool it called, the kind of log or hint. */
  readonly title: string;
  readonly text: string;
  readonly failed: boolean;
}
