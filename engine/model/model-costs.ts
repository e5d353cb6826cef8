import { plural } from './values/text.ts';
import type { Asker } from './model-request.ts';

/** The file of a workspace with the prices of models. */
export const PRICES_FILE = 'prices.json';

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

/** An amount of money with two decimals: `0.10`. Small amounts have enough digits to see them: `0.00042`. */
export const moneyText = (amount: number): string =>
  amount.toLocaleString(
    'en-US',
    amount >= 1 || amount === 0
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { minimumSignificantDigits: amount < 0.1 ? 1 : 2, maximumSignificantDigits: 3 },
  );

/** A price with its currency. */
export const priceText = ({ amount, currency }: NonNullable<ModelCosts['price']>): string =>
  `${moneyText(amount)} ${currency}`;

/** Token counts, if the server reports them. `cached` is part of `input`, and `reasoning` is part of `output`. */
export interface ModelUsage {
  readonly input?: number;
  readonly cached?: number;
  readonly output?: number;
  readonly reasoning?: number;
}
