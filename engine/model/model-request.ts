import type { Json, JsonObject } from './values/json.ts';
import { plural } from './values/text.ts';

/** The model that plays an agent. */
export interface ModelChoice {
  /** Where its server is, up to the version, such as `http://127.0.0.1:8080/v1`; the path of its file, if it runs here. */
  readonly url: string;
  readonly name: string;
  /** OpenAI's chat completions, Anthropic's messages, or a file that runs here. */
  readonly wire: 'chat-completions' | 'messages' | 'gguf';
  /** How it calls tools: in the server's form, or in text as ARE's default agent does. */
  readonly calls: 'native' | 'react';
  /** Added to each request, such as `temperature`. */
  readonly parameters: JsonObject;
  /** The system prompt, with the path of its file in the workspace; ours when left out. */
  readonly prompt?: { readonly path: string; readonly text: string };
  /** What its tokens cost, where the workspace says it. */
  readonly price?: ModelPrice;
  /** What a person changed of the requests, in a branch. */
  readonly edits?: ModelEdits;
}

/** What a person changed of the requests that a model gets from some request on. */
export interface ModelEdits {
  /** In place of the system prompt. */
  readonly system?: string;
  /** The descriptions of tools, by their names for agents. */
  readonly tools?: Readonly<Record<string, string>>;
  /** In place of the messages at these places of a request, counted from 0. */
  readonly messages?: Readonly<Record<string, JsonObject>>;
}

/** What a branch changes at a request to a model, from which on the model is asked again. */
export type RequestChange =
  /** Its text and calls are others. */
  | { readonly kind: 'answer'; readonly answer: Pick<ModelAnswer, 'text' | 'calls'> }
  | { readonly kind: 'message'; readonly place: number; readonly message: JsonObject }
  | { readonly kind: 'system'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly description: string }
  /** Without a value, the parameter is left out. */
  | { readonly kind: 'parameter'; readonly name: string; readonly value?: Json | undefined }
  | ({ readonly kind: 'model' } & Pick<ModelChoice, 'url' | 'name' | 'wire'>);

/** The answer `before` with other texts and calls of a person's. */
export const amendedAnswer = (
  before: ModelAnswer | undefined,
  { text, calls }: Pick<ModelAnswer, 'text' | 'calls'>,
): ModelAnswer => ({ ...(before ?? { reasoning: '', finish: 'stop' }), text, calls });

/** `choice` with `change`. A changed answer is no part of it: it is given to the agent once. */
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

/** What tokens of a model cost, by the million. */
export interface ModelPrice {
  readonly input: number;
  /** Of input that the server had in its cache; that of all input when left out. */
  readonly cached?: number;
  /** Of what the model wrote, its reasoning included. */
  readonly output: number;
  /** Such as `USD`. */
  readonly currency: string;
}

/** What a run may use before it ends. */
export interface RunLimits {
  /** Read and written, of all requests. */
  readonly tokens?: number;
  readonly requests?: number;
  /** Wall clock. */
  readonly minutes?: number;
}

/**
 * What requests to models took. Requests that a run only repeated cost nothing. Tokens are those that servers told: missing where they told
 * none, and those of the cache and of reasoning also where they told them of some requests only.
 */
export interface ModelCosts extends ModelUsage {
  readonly requests: number;
  /** Tries that failed before an answer, or instead of one. */
  readonly failedTries: number;
  /** Requests whose answer came without a count of its tokens. */
  readonly uncounted: number;
  /** Wall clock of the requests, one after the other. */
  readonly thinking: number; // milliseconds
  /** Missing where a price or a count of tokens is not known. */
  readonly price?: { readonly amount: number; readonly currency: string };
}

/** What requests took, by who asked. */
export type AskerCosts = Readonly<Partial<Record<Asker, ModelCosts>>>;

/** What the turn of a run took, also where the run only repeated it. */
export interface TurnCosts extends ModelCosts {
  /** The number of answers that a person replaced. */
  readonly replaced: number;
}

/** What runs or turns took in all; `undefined` of none. Without a price where one is unknown or in another currency. */
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

/** A price with its currency. Small amounts have enough digits to see them. */
export const priceText = ({ amount, currency }: NonNullable<ModelCosts['price']>): string =>
  `${amount.toLocaleString('en-US', amount >= 1 || amount === 0 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 })} ${currency}`;

/** A model's address and name, or the path of its file. */
export const modelLabel = ({ url, name, wire }: Pick<ModelChoice, 'url' | 'name' | 'wire'>): string =>
  wire === 'gguf' ? url : `${url}#${name}`;

/** The ending of files with models. */
const GGUF = '.gguf';

/** The address and the name in a text such as `http://127.0.0.1:8080/v1#qwen3`, or the path of a GGUF file; `undefined` otherwise. */
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

/** A request to a model as it was sent: the messages of its body, and the rest of the body. */
export interface ModelRequest {
  readonly messages: readonly JsonObject[];
  /** Model, tools, parameters. */
  readonly body: JsonObject;
}

/** A tool call in a model's answer. Its arguments are the text that the model wrote. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** What a model answered, put together from the parts in which it came. */
export interface ModelAnswer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelCall[];
  /** Why the model stopped, in the server's word; empty if it did not say. */
  readonly finish: string;
  /** What the server wants back in the next request, besides text and calls: fields of the model's message. */
  readonly sendBack?: JsonObject;
}

/** Tokens, where the server counts them. Cached ones are among those of the input, and those of reasoning among the output. */
export interface ModelUsage {
  readonly input?: number;
  readonly cached?: number;
  readonly output?: number;
  readonly reasoning?: number;
}

/** A try to get an answer that failed. */
export interface FailedTry {
  readonly error: string;
  readonly elapsed: number; // milliseconds
}

/** Who asks models: the model that plays the agent or the user, and the judge. */
export const ASKERS = ['agent', 'user', 'judge'] as const;

export type Asker = (typeof ASKERS)[number];

/** Their models, as people read it. */
export const ASKER_LABELS = {
  agent: 'model',
  user: 'model of the user',
  judge: 'model of the judge',
} as const satisfies Record<Asker, string>;

/** One request to a model and what came of it. */
export interface ModelExchange {
  readonly by: Asker;
  /** What the model cost then, where that is known. */
  readonly price?: ModelPrice | undefined;
  readonly request: ModelRequest;
  /** SHA-256 of {@link requestText}, in hex. */
  readonly hash: string;
  /** `undefined` if no try got an answer. */
  readonly answer: ModelAnswer | undefined;
  /** The model's own answer, where a person replaced it. */
  readonly original?: ModelAnswer | undefined;
  readonly usage: ModelUsage;
  /** The answer as it came from the server. */
  readonly raw: string;
  /** What the server says of itself: its address, version and models. */
  readonly server: JsonObject;
  readonly askedAt: number; // milliseconds since the Unix epoch
  /** Wall clock from the request to the end of the answer. */
  readonly elapsed: number; // milliseconds
  readonly failed: readonly FailedTry[];
}

/** In place of a turn's number, of the exchanges of a judge. */
export const JUDGE_TURN = -1;

/** An exchange of a run, by its number, that none of its turns names: the judge's, and those of a turn that was not answered. */
export interface ExchangeBeside {
  readonly turn: number;
  readonly exchange: number;
}

/** Those of a run with so many `turns`, from the exchanges of each turn. */
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

/** What a test of a model's server came to. */
export interface ModelTest {
  /** What the server says of itself: its models, and its version where it tells. */
  readonly server: JsonObject;
  /** The answer to a question with a tool to call; `undefined` if none came. */
  readonly answer: ModelAnswer | undefined;
  /** The answer to the same question, asked again. */
  readonly again: ModelAnswer | undefined;
  /** Whether the two answers are equal, apart from ids. */
  readonly isEqual: boolean;
  /** Why an answer did not come. */
  readonly error: string | undefined;
  /** Wall clock of the first answer. */
  readonly elapsed: number; // milliseconds
}
