import type { Action, Actor } from './event.ts';
import type { Outcome } from './log-entry.ts';
import type { Notification } from './notification.ts';
import type { RunMode } from './run.ts';
import type { TokenCount } from './transcript.ts';
import type { AppName } from './values/ids.ts';
import type { Json, JsonObject } from './values/json.ts';
import type { Path } from './values/paths.ts';
import { formatInstant, type SimSpan, type SimTime } from './values/time.ts';

/** The result of the agent's last call. `tool` is the name by which it called the tool. */
export interface ToolResult {
  readonly tool: string;
  readonly outcome: Outcome;
}

/** The question of a turn: what the agent is told before it answers. */
export interface Question {
  readonly time: SimTime;
  /** The notifications since its last turn, oldest first. */
  readonly messages: readonly Notification[];
  /** `undefined` if its last answer was no call. */
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

/** An answer, and what it cost. */
export interface AgentAnswer {
  readonly act: AgentAct;
  /** The simulated time that passes before the act. */
  readonly thinking: SimSpan;
  /** Empty if the agent sent no thought. */
  readonly thought: string;
  /** Wall clock, whole milliseconds. */
  readonly elapsed: number;
  readonly tokens?: TokenCount;
  /** The exchanges with models that led to it, by their numbers in the run's database. */
  readonly exchanges?: readonly number[];
}

/** One turn of the conversation of the agent, or of the user if a model plays it: a question and its answer. */
export interface AgentTurn extends AgentAnswer {
  readonly by: 'agent' | 'user';
  /** The time of the question. */
  readonly time: SimTime;
  /** The number of log entries before the question. */
  readonly position: number;
  /** The messages of the question: the notifications of the agent, or what the agent and the user said. */
  readonly messages: readonly Notification[];
  /** SHA-256 of the question, in hex; empty for calls that come from a log without questions. */
  readonly question: string;
  /** SHA-256 of the question that the answer was given to. It differs where a branch asks the agent something else. */
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

/** One turn of the person's conversation. */
export interface PersonTurn {
  readonly by: 'person';
  readonly time: SimTime;
  /** The number of log entries before the act. */
  readonly position: number;
  /** The number of events that had fired at this time before the act. `undefined` if nothing more was due then. */
  readonly fired?: number;
  readonly act: PersonAct;
}

/** A call of a tool that something outside of the run answers, such as a server of the Model Context Protocol. */
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
  /** What is known of the state behind the tool afterwards; missing if it was not asked for. */
  readonly state?: JsonObject;
}

/** One turn of the world's conversation: a call and its answer from outside. */
export interface OutsideTurn {
  readonly by: 'world';
  readonly time: SimTime;
  /** The number of log entries before the call. */
  readonly position: number;
  readonly act: { readonly kind: 'outside'; readonly call: OutsideCall; readonly answer: OutsideAnswer };
}

/** A turn of one of a run's conversations. A run is a function of its plan, its seed and these turns. */
export type Turn = AgentTurn | PersonTurn | OutsideTurn;

/** Whether the agent gave the turn's answer to another question than the run asked. */
export const answersOther = ({ question, answered }: AgentTurn): boolean => question !== answered;

/** The question as the agent gets it, as plain JSON. The text of this value is hashed. */
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
  }
}
