import type { Json, JsonObject } from './values/json.ts';
import { plural } from './values/text.ts';

/** The model that plays an agent. */
export interface ModelChoice {
  /** The server's address up to the version, such as `http://127.0.0.1:8080/v1`; for a local model, the path of its file. */
  readonly url: string;
  readonly name: string;
  /** The protocol: OpenAI's chat completions, Anthropic's messages, or a local GGUF file. */
  readonly wire: 'chat-completions' | 'messages' | 'gguf';
  /** How the model calls tools: with the server's tool calls, or in text as ARE's default agent does. */
  readonly calls: 'native' | 'react';
  /** Parameters added to each request, such as `temperature`. */
  readonly parameters: JsonObject;
  /** The system prompt, with the path of its file in the workspace; Orrery's own prompt when left out. */
  readonly prompt?: { readonly path: string; readonly text: string };
  /** The price of tokens, if the workspace sets it. */
  readonly price?: ModelPrice;
  /** A branch's changes to the requests. */
  readonly edits?: ModelEdits;
}

/** Changes that a person made to a model's requests in a branch. */
export interface ModelEdits {
  /** Replaces the system prompt. */
  readonly system?: string;
  /** Replacement descriptions of tools, by their names for agents. */
  readonly tools?: Readonly<Record<string, string>>;
  /** Replacement messages, by their index in the request. */
  readonly messages?: Readonly<Record<string, JsonObject>>;
}

/** A branch's change at a request. The model is asked again from this request on. */
export type RequestChange =
  /** Its text and calls are others. */
  | { readonly kind: 'answer'; readonly answer: Pick<ModelAnswer, 'text' | 'calls'> }
  | { readonly kind: 'message'; readonly place: number; readonly message: JsonObject }
  | { readonly kind: 'system'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly description: string }
  /** Without a value, the parameter is left out. */
  | { readonly kind: 'parameter'; readonly name: string; readonly value?: Json | undefined }
  | ({ readonly kind: 'model' } & Pick<ModelChoice, 'url' | 'name' | 'wire'>);

/** The answer `before` with a person's replacement texts and calls. */
export const amendedAnswer = (
  before: ModelAnswer | undefined,
  { text, calls }: Pick<ModelAnswer, 'text' | 'calls'>,
): ModelAnswer => ({ ...(before ?? { reasoning: '', finish: 'stop' }), text, calls });

/** `choice` with `change` applied. A changed answer is not part of the choice: the agent gets it once. */
export function changedModel(choice: ModelChoice, change: RequestChange | undefined): ModelChoice {
  const { edits = {}, parameters } = choice;
  const edited = (more: ModelEdits): ModelChoice => ({ ...choice, edits: { ...edits, ...more } });
  switch (change?.kind) {
    case undefined:
    case 'answer':
      return choice;
    case 'message':
      return edited({ messages: { ...edits.messages, [change.place]: change.message } });
    case 'system':
      return edited({ system: change.text });
    case 'tool':
      return edited({ tools: { ...edits.tools, [change.tool]: change.description } });
    case 'parameter': {
      const others = Object.entries(parameters).filter(([name]) => name !== change.name);
      const set = change.value === undefined ? [] : [[change.name, change.value] as const];
      return { ...choice, parameters: Object.fromEntries([...others, ...set]) };
    }
    case 'model': {
      const { price: _, ...rest } = choice;
      return { ...rest, url: change.url, name: change.name, wire: change.wire };
    }
  }
}

/** The file of a workspace with the prices of models. */
export const PRICES = 'prices.json';

/** The price of a model's tokens, per million. */
export interface ModelPrice {
  readonly input: number;
  /** The price of cached input; that of all input when left out. */
  readonly cached?: number;
  /** The price of output, reasoning included. */
  readonly output: number;
  /** The currency code, such as `USD`. */
  readonly currency: string;
}

/** What an answer costs; `undefined` where its tokens are not known. */
export function priceOf({ input, cached = 0, output }: ModelUsage, price: ModelPrice): number | undefined {
  if (input === undefined || output === undefined) return undefined;
  return (
    ((input - cached) * price.input + cached * (price.cached ?? price.input) + output * price.output) / 1e6
  );
}

/** The limits at which a run ends. */
export interface RunLimits {
  /** The maximum of input and output tokens of all requests. */
  readonly tokens?: number | undefined;
  readonly requests?: number | undefined;
  /** The maximum duration in minutes of wall-clock time. */
  readonly minutes?: number | undefined;
  /** The maximum cost, in the currency of the workspace's prices. */
  readonly cost?: number | undefined;
}

/**
 * Tokens, time and price of requests to models. Repeated requests cost nothing. Token counts are those that servers reported; a count
 * that no server reported is missing. Counts of cached and reasoning tokens may cover only some of the requests.
 */
export interface ModelCosts extends ModelUsage {
  readonly requests: number;
  /** The number of failed tries. */
  readonly failedTries: number;
  /** The number of requests that were answered without token counts. */
  readonly uncounted: number;
  /** The total wall-clock time of the requests. */
  readonly thinking: number; // milliseconds
  /** The price; missing if a price or a token count is unknown. */
  readonly price?: { readonly amount: number; readonly currency: string };
}

/** Costs by asker: agent, user or judge. */
export type AskerCosts = Readonly<Partial<Record<Asker, ModelCosts>>>;

/** The costs of a turn, also where the run only repeated the turn. */
export interface TurnCosts extends ModelCosts {
  /** The number of answers that a person replaced. */
  readonly replaced: number;
}

/** The sum of costs; `undefined` for an empty list. Has no price if one is unknown or in another currency. */
export function sumCosts(all: readonly ModelCosts[]): ModelCosts | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const sum = (field: 'requests' | 'failedTries' | 'uncounted' | 'thinking'): number =>
    all.reduce((before, one) => before + one[field], 0);
  const currency = first.price?.currency;
  const isPriced = all.every(({ price }) => price !== undefined && price.currency === currency);
  const amount = all.reduce((before, { price }) => before + (price?.amount ?? 0), 0);
  return {
    requests: sum('requests'),
    failedTries: sum('failedTries'),
    uncounted: sum('uncounted'),
    ...sumUsage(all),
    thinking: sum('thinking'),
    ...(isPriced && currency !== undefined ? { price: { amount, currency } } : {}),
  };
}

/** The sums of what is known; of tokens that are part of others only if they are known of all these. */
function sumUsage(all: readonly ModelUsage[]): ModelUsage {
  const sum = (field: keyof ModelUsage, whole = field): ModelUsage => {
    const known = all.flatMap((one) => one[field] ?? []);
    const isWhole =
      field === whole || all.every((one) => (one[field] === undefined) === (one[whole] === undefined));
    return known.length === 0 || !isWhole ? {} : { [field]: known.reduce((before, one) => before + one, 0) };
  };
  return { ...sum('input'), ...sum('cached', 'input'), ...sum('output'), ...sum('reasoning', 'output') };
}

/** All tokens of a request or of several; `undefined` unless those read and those written are known. */
export const totalTokens = ({ input, output }: Pick<ModelUsage, 'input' | 'output'>): number | undefined =>
  input === undefined || output === undefined ? undefined : input + output;

/** `3 requests, 16,553 tokens in (10,766 cached), 135 out, 5.8 s, 0.0123 USD`. */
export function costsText(costs: ModelCosts): string {
  const { requests, failedTries, input, cached = 0, output, reasoning = 0, thinking, price } = costs;
  const of = (tokens: number, what: string): string =>
    tokens === 0 ? '' : ` (${tokens.toLocaleString('en-US')} ${what})`;
  const uncounted = uncountedText(costs);
  return [
    plural(requests, 'request'),
    ...(failedTries === 0 ? [] : [plural(failedTries, 'failed try', 'failed tries')]),
    ...(input === undefined ? [] : [`${input.toLocaleString('en-US')} tokens in${of(cached, 'cached')}`]),
    ...(output === undefined
      ? []
      : [
          `${output.toLocaleString('en-US')}${input === undefined ? ' tokens' : ''} out${of(reasoning, 'reasoning')}`,
        ]),
    ...(uncounted === undefined ? [] : [uncounted]),
    `${(thinking / 1000).toFixed(1)} s`,
    ...(price === undefined ? [] : [priceText(price)]),
  ].join(', ');
}

/** How many requests the tokens leave out; `undefined` for none. */
export const uncountedText = ({ requests, uncounted }: ModelCosts): string | undefined =>
  uncounted === 0
    ? undefined
    : uncounted === requests
      ? 'tokens not told by the server'
      : `tokens of ${plural(uncounted, 'request')} not told by the server`;

/** An amount of money. Small amounts have enough digits to see them. */
export const moneyText = (amount: number): string =>
  amount.toLocaleString(
    'en-US',
    amount >= 1 || amount === 0
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 3 },
  );

/** A price with its currency. */
export const priceText = ({ amount, currency }: NonNullable<ModelCosts['price']>): string =>
  `${moneyText(amount)} ${currency}`;

/** A model's address and name, or the path of its file. */
export const modelLabel = ({ url, name, wire }: Pick<ModelChoice, 'url' | 'name' | 'wire'>): string =>
  wire === 'gguf' ? url : `${url}#${name}`;

/** The file extension of model files. */
const GGUF = '.gguf';

/** The address and name in a text such as `http://127.0.0.1:8080/v1#qwen3`, or the path of a GGUF file; `undefined` for other texts. */
export function modelAddress(
  text: string,
): (Pick<ModelChoice, 'url' | 'name'> & { readonly isFile: boolean }) | undefined {
  if (text.endsWith(GGUF)) {
    const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1, -GGUF.length);
    return { url: text, name, isFile: true };
  }
  const [, url, name] = /^((?:https?:\/\/|unix:\/)\S+?)\/?#(.+)$/.exec(text) ?? [];
  return url === undefined || name === undefined ? undefined : { url, name, isFile: false };
}

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

/** Token counts, if the server reports them. `cached` is part of `input`, and `reasoning` is part of `output`. */
export interface ModelUsage {
  readonly input?: number;
  readonly cached?: number;
  readonly output?: number;
  readonly reasoning?: number;
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

/** The result of testing a model's server. */
export interface ModelTest {
  /** The models and version that the server reports. */
  readonly server: JsonObject;
  /** The answer to a question that asks for a tool call; `undefined` if there was none. */
  readonly answer: ModelAnswer | undefined;
  /** The answer to the same question, asked again. */
  readonly again: ModelAnswer | undefined;
  /** Whether the two answers are equal, apart from ids. */
  readonly isEqual: boolean;
  /** The reason why an answer is missing. */
  readonly error: string | undefined;
  /** Wall-clock time of the first answer. */
  readonly elapsed: number; // milliseconds
}
