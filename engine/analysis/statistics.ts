import {
  countedAs,
  type JobOutcome,
  type PairedComparison,
  type PassRate,
  type PassRates,
  type RateBasis,
  type RunResult,
} from '../model/index.ts';

/** The data of a run that statistics use. */
export interface Sample {
  readonly scenario: string;
  readonly variant: string | undefined;
  readonly agent: string;
  readonly result: RunResult | JobOutcome;
  /** The hash of the log; `undefined` if the log has not ended. */
  readonly log: string | undefined;
  /** The version of the hash; `undefined` without a hash. */
  readonly logVersion: number | undefined;
  /** The number of log entries; `undefined` if there is no log. */
  readonly entries: number | undefined;
}

/** Nested maps. Joining the keys of a hundred thousand runs to texts would take three times as long. */
type Tree = Map<unknown, Tree>;

/**
 * Counts the runs of each observation. Logs whose hashes have different versions are assumed equal as far as possible, the most
 * frequent with the most frequent, so that nothing is overstated.
 */
class Observations {
  readonly #root: Tree = new Map();
  /** The number of runs with each log, by version of the hash, because hashes of different versions cannot be compared. */
  readonly #groups = new Map<Tree, Map<unknown, Map<unknown, number>>>();

  /** Adds a run. `nth` distinguishes it from other runs. */
  add(sample: Sample, nth: number): void {
    this.#count(observationNode(this.#root, sample), sample.logVersion, logKey(sample, nth));
  }

  /** Adds a pair of runs. */
  addPair({ first, second }: Pair, nth: number): void {
    this.#count(
      observationNode(observationNode(this.#root, first), second),
      `${first.logVersion} ${second.logVersion}`,
      `${logKey(first, nth)} ${logKey(second, nth)}`,
    );
  }

  #count(group: Tree, version: unknown, log: unknown): void {
    const versions = getOrAdd(this.#groups, group, () => new Map<unknown, Map<unknown, number>>());
    const logs = getOrAdd(versions, version, () => new Map<unknown, number>());
    logs.set(log, (logs.get(log) ?? 0) + 1);
  }

  /** The number of runs of each observation. `isMixed` says whether different hash versions hide which logs are equal. */
  get summary(): { readonly seen: readonly number[]; readonly isMixed: boolean } {
    const seen: number[] = [];
    let isMixed = false;
    for (const versions of this.#groups.values()) {
      const counts = [...versions.values()].map((logs) => [...logs.values()]);
      const [first = [], ...others] = counts;
      if (others.length > 0) for (const some of counts) some.sort((one, other) => other - one);
      for (const other of others)
        for (const [rank, count] of other.entries()) first[rank] = (first[rank] ?? 0) + count;
      for (const count of first) seen.push(count);
      isMixed ||= others.length > 0;
    }
    return { seen, isMixed };
  }
}

/**
 * The node for the observation of a run: an agent's runs of one scenario and variant with the same log are one observation,
 * however often they are repeated.
 */
function observationNode(root: Tree, { scenario, variant, agent, log, entries = 0 }: Sample): Tree {
  const ofAgent = childNode(childNode(childNode(root, scenario), variant), agent);
  // Equal logs have as many entries.
  return childNode(ofAgent, log === undefined ? 'no hash' : entries);
}

/** The key of a run's log. A run without a hash has a key of its own, because its log may differ; empty logs are equal. */
const logKey = ({ log, entries = 0 }: Sample, nth: number): string | number =>
  log ?? (entries === 0 ? 'empty' : nth);

const childNode = (tree: Tree, key: unknown): Tree => getOrAdd(tree, key, () => new Map() as Tree);

/** The value at `key` of `map`, added if it is missing. */
function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, newValue: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const added = newValue();
  map.set(key, added);
  return added;
}

/** The number of runs that count and that passed, and the effective sample size. */
export type Tally = Pick<PassRate, 'passed' | 'of' | 'distinct' | 'isLowerBound' | 'sampleSize'>;

/** The tally of the runs that count on `basis`; `undefined` if none does. */
export function tally(samples: readonly Sample[], basis: RateBasis): Tally | undefined {
  const observations = new Observations();
  let [passed, of] = [0, 0];
  for (const [index, sample] of samples.entries()) {
    const counted = countedAs(sample.result, basis);
    if (counted === undefined) continue;
    observations.add(sample, index);
    of += 1;
    if (counted === 'passed') passed += 1;
  }
  if (of === 0) return undefined;
  const { seen, isMixed } = observations.summary;
  return {
    passed,
    of,
    distinct: seen.length,
    ...(isMixed && { isLowerBound: true }),
    sampleSize: kishSampleSize(of, seen),
  };
}

/** The mean of `values`, with half of its 95 % interval for `size` observations; `margin` is `undefined` without an interval. */
export function meanEstimate(
  values: readonly number[],
  size: number,
): { readonly mean: number; readonly margin: number | undefined } {
  const of = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / of;
  if (size < 2) return { mean, margin: undefined };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (of - 1);
  return { mean, margin: Z_95 * Math.sqrt(variance / size) };
}

/** The effective sample size: runs with equal logs are one observation, weighted by their number. */
export function effectiveSize(samples: readonly Sample[]): number {
  const observations = new Observations();
  for (const [index, sample] of samples.entries()) observations.add(sample, index);
  return kishSampleSize(samples.length, observations.summary.seen);
}

/** Kish's effective sample size of `of` runs, where `seen` has the number of runs of each observation. */
const kishSampleSize = (of: number, seen: readonly number[]): number =>
  of ** 2 / seen.reduce((sum, runs) => sum + runs ** 2, 0);

/** The pass rate of runs on each basis. */
export function passRates(samples: readonly Sample[]): PassRates {
  const passRate = (basis: RateBasis): PassRate | undefined => {
    const counted = tally(samples, basis);
    return counted && { ...counted, ...wilsonInterval(counted.passed / counted.of, counted.sampleSize) };
  };
  return { all: passRate('all'), judged: passRate('judged') };
}

/** Two runs that are compared. */
export interface Pair {
  readonly first: Sample;
  readonly second: Sample;
}

/** The number of pairs in which only one, both or neither of two runs passed, counting pairs with equal logs once. */
export function tallyPairs(
  pairs: readonly Pair[],
  basis: RateBasis,
): Pick<PairedComparison, 'pairs' | 'distinct' | 'isLowerBound' | PairOutcome> {
  const byOutcome = new Map(PAIR_OUTCOMES.map((outcome) => [outcome, new Observations()]));
  const count = { pairs: 0, distinct: 0, both: 0, neither: 0, onlyFirst: 0, onlySecond: 0 };
  for (const [index, pair] of pairs.entries()) {
    const [one, other] = [countedAs(pair.first.result, basis), countedAs(pair.second.result, basis)];
    if (one === undefined || other === undefined) continue;
    count.pairs += 1;
    const outcome =
      one === other ? (one === 'passed' ? 'both' : 'neither') : one === 'passed' ? 'onlyFirst' : 'onlySecond';
    byOutcome.get(outcome)!.addPair(pair, index);
  }
  let isLowerBound = false;
  for (const [outcome, { summary }] of byOutcome) {
    count[outcome] = summary.seen.length;
    count.distinct += summary.seen.length;
    isLowerBound ||= summary.isMixed;
  }
  return { ...count, ...(isLowerBound && { isLowerBound }) };
}

const PAIR_OUTCOMES = ['both', 'neither', 'onlyFirst', 'onlySecond'] as const;
type PairOutcome = (typeof PAIR_OUTCOMES)[number];

/** The quantile of the normal distribution for a two-sided 95 % interval. */
const Z_95 = 1.959963984540054;

/** Wilson's 95 % score interval of `share`, observed in a sample of `size`. */
export function wilsonInterval(share: number, size: number): { readonly low: number; readonly high: number } {
  const spread = Z_95 ** 2 / size;
  const middle = (share + spread / 2) / (1 + spread);
  const reach = (Z_95 * Math.sqrt((share * (1 - share)) / size + spread / (4 * size))) / (1 + spread);
  return {
    low: share === 0 ? 0 : Math.max(0, middle - reach),
    high: share === 1 ? 1 : Math.min(1, middle + reach),
  };
}

/** The two-sided exact p-value of `a` against `b` successes under equal chances. */
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

/** The chance that at least one of `k` attempts passes, estimated without bias from `of` attempts of which `passed` did. */
export const anyPasses = (passed: number, of: number, k: number): number =>
  1 - drawProbability(of - passed, of, k);

/** The chance that all of `k` attempts pass, estimated in the same way. */
export const allPass = (passed: number, of: number, k: number): number => drawProbability(passed, of, k);

/** C(c, k) / C(n, k): the probability that k items drawn at random from n are all among c of them. */
function drawProbability(c: number, n: number, k: number): number {
  if (c < k) return 0;
  let share = 1;
  for (let drawn = 0; drawn < k; drawn++) share *= (c - drawn) / (n - drawn);
  return share;
}

/** Corrects several p-values by Holm's method. */
export function holm(values: readonly number[]): readonly number[] {
  const corrected = values.map(() => 1);
  let largest = 0;
  const ascending = values.map((p, index) => ({ p, at: index })).sort((one, other) => one.p - other.p);
  for (const [rank, { p, at }] of ascending.entries()) {
    largest = Math.max(largest, Math.min(1, p * (values.length - rank)));
    corrected[at] = largest;
  }
  return corrected;
}
