import type { SimTime } from './time.ts';

/**
 * One thing between the agent and its world: what the user asked of it, what it was told, what it did, what it said to the
 * user, and what the file of a trace has to say about it.
 */
export interface AgentLine {
  readonly kind: 'asked' | 'told' | 'did' | 'said' | 'logged' | 'hint' | 'note';
  readonly time: SimTime;
  /** {@link LogEntry.index} of the entry it came of; nothing of what only a file tells. */
  readonly index: number | undefined;
  /** The tool it called, the kind of log or hint. */
  readonly title: string;
  readonly text: string;
  readonly failed: boolean;
}
