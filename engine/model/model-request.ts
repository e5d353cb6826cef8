import type { JsonObject } from './values/json.ts';
import type { ModelPrice, ModelUsage } from './model-costs.ts';

/** A request to a model: the messages of its body, and the rest of the body. */
export interface ModelRequest {
  readonly messages: readonly JsonObject[];
  /** The model, tools and parameters. */
  readonly body: JsonObject;
}

/** A tool call in a model's answer. Its arguments are the text that the model wrote. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** A model's answer, assembled from its streamed parts. */
export interface ModelAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelCall[];
  /** The reason why the model stopped, as the server named it; empty if unknown. */
  readonly finish: string;
  /** Further fields of the model's message that the server expects back in the next request. */
  readonly sendBack?: JsonObject;
}

/** A failed attempt to get an answer. */
export interface FailedTry {
  readonly error: string;
  readonly elapsed: number; // milliseconds
}

/** Who asks models: the model that plays the agent or the user, and the judge. */
export const ASKERS = ['agent', 'user', 'judge'] as const;

export type Asker = (typeof ASKERS)[number];

/** The labels of askers' models, as shown to people. */
export const ASKER_LABELS = {
  agent: 'model',
  user: 'model of the user',
  judge: 'model of the judge',
} as const satisfies Record<Asker, string>;

/** One request to a model, and its answer. */
export interface ModelExchange {
  readonly by: Asker;
  /** The price of the model at that time, if known. */
  readonly price?: ModelPrice | undefined;
  readonly request: ModelRequest;
  /** SHA-256 of {@link requestText}, in hex. */
  readonly hash: string;
  /** The answer; `undefined` if all tries failed. */
  readonly answer: ModelAnswer | undefined;
  /** The model's own answer, if a person replaced it. */
  readonly original?: ModelAnswer | undefined;
  readonly usage: ModelUsage;
  /** The server's unparsed answer. */
  readonly raw: string;
  /** What the server reports about itself: address, version and models. */
  readonly server: JsonObject;
  readonly askedAt: number; // milliseconds since the Unix epoch
  /** Wall-clock time from the request to the end of the answer. */
  readonly elapsed: number; // milliseconds
  readonly failed: readonly FailedTry[];
}

/** Stands for the turn number in exchanges of a judge. */
export const JUDGE_TURN = -1;

/** An exchange of a run that belongs to none of its turns: of the judge, or of a turn that was not answered. */
export interface ExchangeBeside {
  readonly turn: number;
  readonly exchange: number;
}

/** The exchanges of a run with `turns` turns that belong to none of them. */
export const exchangesBeside = (
  ofTurns: ReadonlyMap<number, readonly number[]>,
  turns: number,
): readonly ExchangeBeside[] =>
  [...ofTurns].flatMap(([turn, made]) =>
    turn < 0 || turn >= turns ? made.map((exchange) => ({ turn, exchange })) : [],
  );

/** The canonical text of a request. */
export const requestText = ({ messages, body }: ModelRequest): string =>
  JSON.stringify({ ...body, messages });
