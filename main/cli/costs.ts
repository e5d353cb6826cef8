import type { Store } from '../../engine/index.ts';
import type { ModelCosts, RunId } from '../../engine/model/index.ts';
import { counted } from './print.ts';

/** What runs asked of models, in all; `undefined` where none asked. Without a price where one is unknown or in another currency. */
export function costsOf(store: Store, runs: readonly RunId[]): ModelCosts | undefined {
  const all = runs.flatMap((run) => store.modelCosts(run) ?? []);
  const [first] = all;
  if (first === undefined) return undefined;
  const sum = (field: Exclude<keyof ModelCosts, 'price'>): number =>
    all.reduce((before, one) => before + one[field], 0);
  const currency = first.price?.currency;
  const isPriced = all.every(({ price }) => price !== undefined && price.currency === currency);
  const amount = all.reduce((before, { price }) => before + (price?.amount ?? 0), 0);
  return {
    requests: sum('requests'),
    failedTries: sum('failedTries'),
    input: sum('input'),
    cached: sum('cached'),
    output: sum('output'),
    reasoning: sum('reasoning'),
    thinking: sum('thinking'),
    ...(isPriced && currency !== undefined ? { price: { amount, currency } } : {}),
  };
}

/** `3 requests, 16,553 tokens in (10,766 cached), 135 out, 5.8 s, 0.0123 USD`. */
export function costsText({
  requests,
  failedTries,
  input,
  cached,
  output,
  reasoning,
  thinking,
  price,
}: ModelCosts): string {
  const of = (tokens: number, what: string): string =>
    tokens === 0 ? '' : ` (${tokens.toLocaleString('en-US')} ${what})`;
  return [
    counted(requests, 'request'),
    ...(failedTries === 0 ? [] : [counted(failedTries, 'failed try', 'failed tries')]),
    `${input.toLocaleString('en-US')} tokens in${of(cached, 'cached')}`,
    `${output.toLocaleString('en-US')} out${of(reasoning, 'reasoning')}`,
    `${(thinking / 1000).toFixed(1)} s`,
    ...(price === undefined ? [] : [priceText(price)]),
  ].join(', ');
}

/** Small amounts with enough digits to see them. */
const priceText = ({ amount, currency }: NonNullable<ModelCosts['price']>): string =>
  `${amount.toLocaleString('en-US', amount >= 1 || amount === 0 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 })} ${currency}`;
