import { join } from 'node:path';
import * as z from 'zod';
import {
  findingsText,
  matchesPattern,
  type ModelChoice,
  type ModelPrice,
  type OutsideAgent,
  readJsonAs,
  type RunChoices,
  PRICES_FILE,
} from '../../../engine/model/index.ts';
import { isMissing, ProblemError, readText } from '../system/index.ts';

const MAX_SIZE = 1_000_000; // bytes

const amount = z.number().min(0);

/** Prices per million tokens, by the name of the model, in which `*` matches any text. */
const prices = z.strictObject({
  currency: z.string().min(1).max(20).default('USD'),
  models: z.record(z.string(), z.strictObject({ input: amount, cached: amount.optional(), output: amount })),
});

/**
 * `choices` with the prices of their models from the workspace `folder`.
 * @throws {ProblemError} when the prices cannot be read.
 */
export async function withPrice(
  folder: string | undefined,
  choices: RunChoices | undefined,
): Promise<RunChoices | undefined> {
  if (folder === undefined || choices === undefined) return choices;
  const priced = async (player: OutsideAgent | undefined): Promise<OutsideAgent | undefined> =>
    player?.model === undefined ? player : { ...player, model: await pricedModel(folder, player.model) };
  const [agent, user] = [await priced(choices.agent), await priced(choices.user)];
  return { ...choices, ...(agent && { agent }), ...(user && { user }) };
}

/**
 * `model` with its price from the workspace `folder`, unless it already has one.
 * @throws {ProblemError} as {@link withPrice}.
 */
export async function pricedModel(folder: string, model: ModelChoice): Promise<ModelChoice> {
  const { price = await findPrice(folder, model.name) } = model;
  return price === undefined ? model : { ...model, price };
}

/** The price of the model `name`; that of the first pattern that fits. @throws {ProblemError} as {@link withPrice}. */
export async function findPrice(folder: string, name: string): Promise<ModelPrice | undefined> {
  const text = await readText(join(folder, PRICES_FILE), { most: MAX_SIZE }).catch((thrown: unknown) => {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  });
  if (text === undefined) return undefined;
  const read = readJsonAs(prices, text);
  if ('findings' in read)
    throw new ProblemError('bad-prices', `${PRICES_FILE}: ${findingsText(read.findings)}`);
  const { currency, models } = read.data;
  const [, found] = Object.entries(models).find(([pattern]) => matchesPattern(name, pattern)) ?? [];
  if (found === undefined) return undefined;
  const { cached, ...price } = found;
  return { ...price, ...(cached === undefined ? {} : { cached }), currency };
}
