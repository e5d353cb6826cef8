import {
  countedAs,
  type JobOutcome,
  type PassRate,
  type PassRates,
  type RateBasis,
  type RunResult,
} from '../model/index.ts';

/** What statistics need to know of a run. */
export interface Sample {
  readonly scenario: string;
  readonly variant: string | undefined;
  readonly agent: string;
  readonly result: RunResult | JobOutcome;
  /** The hash of its log; `undefined` if its log has no end. */
  readonly log: string | undefined;
  /** How many entries its log has; `undefined` if it left none. */
  readonly entries: number | undefined;
}

/**
 * What runs have in common that are one observation: an agent's runs of one scenario and variant with the same log, however often
 * they are repeated. A run without a hash is an observation of its own, because nobody can tell that its log equals another; but
 * all runs that logged nothing are one. `nth` tells the run from the others.
 */
const observationOf = ({ scenario, variant, agent, log, entries }: Sample, nth: number): string =>
  JSON.stringify([scenario, variant, agent, log ?? ((entries ?? 0) === 0 ? 'empty' : nth)]);

/** How many runs count and passed, and how much they say. */
export type Tally = Pick<PassRate, 'passed' | 'of' | 'distinct' | 'sampleSize'>;

/** The runs that count on `basis`; `undefined` if none does. */
export function tally(
  samples: readonly Sample[],
  basis: RateBasis,
  observations = samples.map(observationOf),
): Tally | undefined {
  const runsOf = new Map<string, number>();
  let [passed, of] = [0, 0];
  for (const [nth, sample] of samples.entries()) {
    const counted = countedAs(sample.result, basis);
    if (counted === undefined) continue;
    const observation = observations[nth]!;
    runsOf.set(observation, (runsOf.get(observation) ?? 0) + 1);
    of += 1;
    if (counted === 'passed') passed += 1;
  }
  if (of === 0) return undefined;
  // Kish's effective sample size: an observation weighs as much as it has runs.
  const squares = [...runsOf.values()].reduce((sum, runs) => sum + runs ** 2, 0);
  return { passed, of, distinct: runsOf.size, sampleSize: of ** 2 / squares };
}

/** How often runs passed. */
export function passRates(samples: readonly Sample[]): PassRates {
  const observations = samples.map(observationOf);
  const passRate = (basis: RateBasis): PassRate | undefined => {
    const counted = tally(samples, basis, observations);
    return counted && { ...counted, ...wilsonInterval(counted.passed / counted.of, counted.sampleSize) };
  };
  return { all: passRate('all'), judged: passRate('judged') };
}

/** Two runs that are compared, as observations. */
export interface Pair {
  readonly first: Sample;
  readonly second: Sample;
}

/** How often only one of two runs passed, or both, or neither, in different pairs of logs. */
export function tallyPairs(
  pairs: readonly Pair[],
  basis: RateBasis,
): Readonly<Record<'pairs' | 'distinct' | 'both' | 'neither' | 'onlyFirst' | 'onlySecond', number>> {
  const count = { both: 0, neither: 0, onlyFirst: 0, onlySecond: 0 };
  const observations = new Set<string>();
  let counted = 0;
  for (const [nth, { first, second }] of pairs.entries()) {
    const [one, other] = [countedAs(first.result, basis), countedAs(second.result, basis)];
    if (one === undefined || other === undefined) continue;
    counted += 1;
    const outcome =
      one === other ? (one === 'passed' ? 'both' : 'neither') : one === 'passed' ? 'onlyFirst' : 'onlySecond';
    const observation = `${outcome} ${observationOf(first, nth)} ${observationOf(second, nth)}`;
    if (observations.has(observation)) continue;
    observations.add(observation);
    count[outcome] += 1;
  }
  return { pairs: counted, distinct: observations.size, ...count };
}

/** Quantile of the normal distribution for a two-sided 95 % interval. */
const Z = 1.959963984540054;

/** Wilson's 95 % score interval of `share`, observed in a sample of `size`. */
export function wilsonInterval(share: number, size: number): { readonly low: number; readonly high: number } {
  const spread = Z ** 2 / size;
  const middle = (share + spread / 2) / (1 + spread);
  const reach = (Z * Math.sqrt((share * (1 - share)) / size + spread / (4 * size))) / (1 + spread);
  return {
    low: share === 0 ? 0 : Math.max(0, middle - reach),
    high: share === 1 ? 1 : Math.min(1, middle + reach),
  };
}

/** The two-sided exact p-value of `a` against `b` under a fair coin. */
export function binomialP(a: number, b: number): number {
  const n = a + b;
  // By logarithms: the terms of thousands of pairs are too small for numbers.
  let term = -n * Math.LN2;
  let tail = 0;
  for (let at = 0; at <= Math.min(a, b); at++) {
    if (at > 0) term += Math.log(n - at + 1) - Math.log(at);
    tail += Math.exp(term);
  }
  return Math.min(1, 2 * tail);
}

/** Corrects p-values for being several, by Holm's method. */
export function holm(values: readonly number[]): readonly number[] {
  const corrected = values.map(() => 1);
  let largest = 0;
  const ascending = values.map((p, at) => ({ p, at })).sort((one, other) => one.p - other.p);
  for (const [rank, { p, at }] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, p * (values.length - rank)));
    corrected[at] = largest;
  }
  return corrected;
}
