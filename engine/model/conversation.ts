import type { Action, Actor } from './event.ts';
import type { Outcome } from './outcome.ts';
import type { Notification } from './notification.ts';
import type { RunMode } from './run.ts';
import type { TokenCount } from './transcript.ts';
import type { AppName } from './values/ids.ts';
import type { Json, JsonObject } from './values/json.ts';
import type { Path } from './values/paths.ts';
import { formatInstant, type SimSpan, type SimTime } from './values/time.ts';

/** The result of the agent's last call. `tool` is the name that the agent used. */
export interface ToolResult {
  readonly tool: string;
  readonly outcome: Outcome;
}

/** The question of a turn: everything the agent is given before it answers. */
export interface Question {
  readonly time: SimTime;
  /** The notifications since the agent's last turn, oldest first. */
  readonly messages: readonly Notification[];
  /** `undefined` if the agent's last answer was no call. */
  readonly result: ToolResult | undefined;
}

/** The agent's answer to a question. */
export type AgentAct =
  /** `tool` is the tool's name for agents. */
  | { readonly kind: 'call'; readonly tool: string; readonly args: JsonObject }
  /** Waits for a message, for `span` at most. Without a span, it waits as long as anything can happen. */
  | { readonly kind: 'wait'; readonly span?: SimSpan }
  /** Leaves the run, which goes on without it. */
  | { readonly kind: 'finish' };

/** An answer, with its thinking time and tokens. */
export interface AgentAnswer {
  readonly act: AgentAct;
  /** The simulated time that passes before the act. */
  readonly thinking: SimSpan;
  /** Empty if the agent sent no thought. */
  readonly thought: string;
  /** Wall clock, whole milliseconds. */
  readonly elapsed: number;
  readonly tokens?: TokenCount;
  /** The ids of the exchanges with models that led to the answer, in the run's database. */
  readonly exchanges?: readonly number[];
}

/** One turn of the agent, or of the user if a model plays the user: a question and its answer. */
export interface AgentTurn extends AgentAnswer {
  readonly by: 'agent' | 'user';
  /** The time of the question. */
  readonly time: SimTime;
  /** The number of log entries before the question. */
  readonly position: number;
  /** The messages of the question: the agent's notifications, or the chat messages of agent and user. */
  readonly messages: readonly Notification[];
  /** SHA-256 of the question, in hex; empty for calls that come from a log without questions. */
  readonly question: string;
  /** SHA-256 of the question for which the answer was recorded. It differs from `question` if a branch asks something else. */
  readonly answered: string;
  /** The time at which the act was carried out, and the number of log entries before it. */
  readonly actTime?: SimTime;
  readonly acted?: number;
  /** The index of the call's entry. A call of an unknown tool has none. */
  readonly entry?: number;
}

/** An act of a person in a run. */
export type PersonAct =
  | { readonly kind: 'call'; readonly actor: Actor; readonly action: Action }
  /** Replaces a value in an app's state. */
  | { readonly kind: 'set'; readonly app: AppName; readonly path: Path; readonly value: Json }
  /** Lets the oracle start or stop playing the agent. Whoever played it so far plays no more. */
  | { readonly kind: 'mode'; readonly mode: RunMode };

/** One act of a person in a run. */
export interface PersonTurn {
  readonly by: 'person';
  readonly time: SimTime;
  /** The number of log entries before the act. */
  readonly position: number;
  /** The number of events that had fired at this time before the act; `undefined` if no more events were due at this time. */
  readonly fired?: number;
  readonly act: PersonAct;
}

/** A call of a tool that a program outside of the run answers, such as a server of the Model Context Protocol. */
export interface OutsideCall {
  readonly app: AppName;
  readonly tool: string;
  readonly args: JsonObject;
}

/** The answer to a call from outside. */
export interface OutsideAnswer {
  readonly outcome:
    | { readonly status: 'done'; readonly value: Json }
    /** The text for the caller. */
    | { readonly status: 'failed'; readonly message: string };
  /** The server's state after the call; missing if it was not requested. */
  readonly state?: JsonObject;
}

/** One call to a server outside of the run, with its answer. */
export interface OutsideTurn {
  readonly by: 'world';
  readonly time: SimTime;
  /** The number of log entries before the call. */
  readonly position: number;
  readonly act: { readonly kind: 'outside'; readonly call: OutsideCall; readonly answer: OutsideAnswer };
}

/** A recorded input of a run, by participant. A run is a function of its plan, its seed and its turns. */
export type Turn = AgentTurn | PersonTurn | OutsideTurn;

/** Whether the turn's answer was recorded for a different question. */
export const answersOther = ({ question, answered }: AgentTurn): boolean => question !== answered;

/** The question as JSON, as the agent receives it. This text is hashed. */
export const questionJson = ({ time, messages, result }: Question): JsonObject => ({
  time: formatInstant(time),
  messages: messages.map(({ kind, time: sent, text, attachments = [] }) => ({
    kind,
    time: formatInstant(sent),
    text,
    attachments: [...attachments],
  })),
  answer: result === undefined ? null : resultJson(result),
});

function resultJson({ tool, outcome }: ToolResult): JsonObject {
  switch (outcome.status) {
    case 'done':
      return { tool, status: 'done', value: outcome.value };
    case 'failed':
      return { tool, status: 'failed', error: { type: outcome.error.type, message: outcome.error.message } };
    case 'skipped':
      return { tool, status: 'skipped', reason: outcome.reason };
    case 'no-result':
      return { tool, status: 'no-result' };
  }
}
