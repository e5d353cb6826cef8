import type { SimTime } from './values/time.ts';

/** How many notifications the agent gets. */
export type Verbosity = 'low' | 'medium' | 'high';

/** The default verbosity; also assumed for traces, which do not record it. */
export const USUAL_VERBOSITY: Verbosity = 'medium';

/** A message to the agent. An `agent-message` is from the agent to the user. */
export interface Notification {
  readonly kind: 'user-message' | 'agent-message' | 'environment-notification' | 'environment-stop';
  readonly time: SimTime;
  readonly text: string;
  /** Files that came with a user's message, by name. */
  readonly attachments?: readonly string[];
}

/** The tool that a reminder app's alarm calls when reminders are due; it returns their texts. */
export const REMINDER_TOOL = 'notify_due_reminders';
