import type { Outcome } from './log-entry.ts';
import type { SimTime } from './time.ts';

/** How many tokens a model read and wrote for an answer, where that is known. */
export interface TokenCount {
  readonly input?: number;
  readonly output?: number;
}

/** One answer of an agent process: what it thought, and what the answer cost. */
export interface AgentTurn {
  /** How many entries the log had by then: the turn comes before the entry of this index. */
  readonly position: number;
  readonly time: SimTime;
  /** Empty where it said nothing of its thoughts. */
  readonly thought: string;
  /** Wall clock, whole milliseconds. */
  readonly elapsed: number;
  readonly tokens?: TokenCount;
}

/**
 * What a step of the transcript is: a user's message, a notification, a thought of the agent's, a tool call, a reply to the user;
 * of traces also what a model was given (`prompt`), other logs of the agent, and what annotators wrote (`hint`, `note`).
 */
export type StepKind =
  'user' | 'notification' | 'thought' | 'call' | 'reply' | 'prompt' | 'log' | 'hint' | 'note';

/** One step of an agent's transcript. */
export interface TranscriptStep {
  readonly kind: StepKind;
  readonly time: SimTime;
  /** The entry that it comes from; of a thought, the entry that it comes before; `undefined` for what only a trace file has. */
  readonly index: number | undefined;
  /** The called tool, or the kind of log or hint. */
  readonly title: string;
  /** What was said; of a call, its arguments in short. */
  readonly text: string;
  /** How many characters of the text are left out. */
  readonly cut?: number;
  /** Its place among the steps that only a trace file has. */
  readonly log?: number;
  /** Of a call: what it came to, in short. */
  readonly result?: string;
  readonly status: Outcome['status'];
  /** Wall clock that the agent took for it, milliseconds. */
  readonly elapsed?: number;
  readonly tokens?: TokenCount;
}
