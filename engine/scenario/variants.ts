import { seededRandom } from '../kernel/random.ts';
import { scenarioOf, type Scenario, type VariantTable } from './scenario.ts';

/** What may be otherwise from variant to variant: by name, the values it may have. */
type Parameters = Readonly<Record<string, readonly unknown[]>>;

/** One value for each parameter. */
type Values<Given extends Parameters> = { readonly [Name in keyof Given]: Given[Name][number] };

/** Which of all combinations become variants. */
export interface Draw {
  /** So many, drawn by chance; all of them when left out. */
  readonly draw?: number;
  /** What chance is seeded with; 0 when left out. */
  readonly seed?: number;
}

/** A list that people still look through. */
const MOST_VARIANTS = 10_000;

/** As many as chance can tell apart. */
const MOST_COMBINATIONS = 2 ** 32;

/**
 * Declares a scenario in variants: the default export of a scenario file. Each combination of `parameters` is one, made by
 * `make` and named by its values, such as `guests=2,weather=sun`.
 *
 * @throws {RangeError} when there are too many, none, or two of one name.
 */
export function variants<const Given extends Parameters>(
  parameters: Given,
  make: (values: Values<Given>) => Scenario,
  { draw, seed = 0 }: Draw = {},
): Scenario {
  const names = Object.keys(parameters);
  const count = names.reduce((product, name) => product * parameters[name]!.length, 1);
  if (count === 0 || names.length === 0 || count > MOST_COMBINATIONS)
    throw new RangeError(
      `variants: found ${names.length === 0 ? 0 : count} combinations, wanted 1 to ${MOST_COMBINATIONS}`,
    );
  const wanted = draw ?? count;
  if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > Math.min(count, MOST_VARIANTS))
    throw new RangeError(
      `variants: found ${wanted} of ${count} combinations, wanted 1 to ${Math.min(count, MOST_VARIANTS)}`,
    );
  const table = new Map<string, () => Scenario>();
  for (const number of numbersBelow(count, wanted, seed)) {
    const chosen = combination(parameters, number);
    const name = chosen.map(([parameter, at]) => nameOf(parameter, parameters[parameter]![at], at)).join(',');
    if (table.has(name)) throw new RangeError(`variants: found two named ${name}, wanted values that differ`);
    const values = chosen.map(([parameter, at]) => [parameter, parameters[parameter]![at]]);
    table.set(name, () => make(Object.fromEntries(values) as Values<Given>));
  }
  return scenarioOf(table satisfies VariantTable);
}

/** Which value of each parameter the combination `number` has: the last parameter changes first. */
function combination(parameters: Parameters, number: number): readonly (readonly [string, number])[] {
  const chosen: [string, number][] = [];
  let rest = number;
  for (const [name, values] of Object.entries(parameters).reverse()) {
    chosen.unshift([name, rest % values.length]);
    rest = Math.floor(rest / values.length);
  }
  return chosen;
}

/** `wanted` different numbers below `count`, smallest first. */
function numbersBelow(count: number, wanted: number, seed: number): readonly number[] {
  const random = seededRandom(seed, 'variants');
  const numbers = new Set<number>();
  // Floyd's way: a draw that came before gives way to the largest number that cannot have come.
  for (let last = count - wanted; last < count; last++) {
    const number = random.int(0, last);
    numbers.add(numbers.has(number) ? last : number);
  }
  return [...numbers].sort((one, other) => one - other);
}

/** What cannot be read in a line goes by its position. */
const nameOf = (parameter: string, value: unknown, at: number): string =>
  `${parameter}=${typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : at + 1}`;
