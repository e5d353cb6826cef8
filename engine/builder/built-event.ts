import type { JsonObject } from '../model/json.ts';

/** Kinds of events that scenario files hold, in the field's words. */
export type BuiltType = 'AGENT' | 'ENV' | 'USER' | 'CONDITION' | 'STOP';

/** An event as a scenario file describes it. Times are seconds. */
export interface BuiltEvent {
  readonly id: string;
  readonly type: BuiltType;
  readonly app: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** After the latest of those it waits for, or after the start. */
  relative: number | undefined;
  readonly at: number | undefined;
  readonly comparator: string | undefined;
  /** Ids, in the order in which they were linked. */
  dependencies: string[];
  successors: string[];
}

/** A reminder to the author to write a hint for an event. */
export interface Hint {
  readonly type: 'TASK_HINT' | 'ENVIRONMENT_HINT';
  content: string;
  readonly event: string;
}

/** The class that the reference gives events of a type. */
export const classes = {
  AGENT: 'OracleEvent',
  ENV: 'Event',
  USER: 'Event',
  CONDITION: 'ConditionCheckEvent',
  STOP: 'StopEvent',
} as const satisfies Record<BuiltType, string>;

/** True for the agent's message that ends a turn. */
export const endsTurn = ({ type, app, tool }: BuiltEvent): boolean =>
  type === 'AGENT' && app === 'AgentUserInterface' && tool === 'send_message_to_user';
