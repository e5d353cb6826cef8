import type { JsonObject, ModelAnswer, ModelChoice } from '../../engine/model/index.ts';

/** A tool as the first line describes it. */
export interface DescribedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly returns: string;
}

/** A question of the run, from a line or among the earlier turns. */
export interface Told {
  readonly time: string;
  readonly messages: readonly {
    readonly kind: 'user-message' | 'agent-message' | 'environment-notification' | 'environment-stop';
    readonly time: string;
    readonly text: string;
    readonly attachments: readonly string[];
  }[];
  readonly answer:
    | { readonly tool: string; readonly status: 'done'; readonly value: unknown }
    | {
        readonly tool: string;
        readonly status: 'failed';
        readonly error: { readonly type: string; readonly message: string };
      }
    | null;
}

/** An action of the agent's. */
export type AgentReply =
  | { readonly do: 'call'; readonly tool: string; readonly args: JsonObject }
  | { readonly do: 'wait' }
  | { readonly do: 'finish' };

/** An earlier turn of the run. */
export type EarlierTurn = Told & { readonly reply: AgentReply & { readonly thought?: string } };

/** What the first line says. */
export interface Start {
  /** Whom the model plays, if not the agent. */
  readonly role?: 'user';
  readonly time: string;
  readonly tools: readonly DescribedTool[];
  readonly turns?: readonly EarlierTurn[];
  readonly model: ModelChoice;
}

/** What the run says to a request or an answer: the answer to carry out, or to ask the model. */
export type Permission =
  { readonly kind: 'recorded'; readonly answer: ModelAnswer } | { readonly kind: 'ask' };
