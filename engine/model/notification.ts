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
