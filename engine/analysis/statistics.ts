import {
  countedAs,
  type JobOutcome,
  type PairedComparison,
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
  /** The version of the hash; `undefined` without a hash. */
  readonly logVersion: number | undefined;
  /** How many entries its log has; `undefined` if it left none. */
  readonly entries: number | undefined;
}

/** Maps in maps: joined to one text, the keys of a hundred thousand runs would take three times as long. */
type Tree = Map<unknown, Tree>;

/**
 * Counts what was seen of each observation. Where the hashes are of different versions, as many logs as possible are taken for the
 * same, the most frequent of one version for the most frequent of the other: so nothing is overstated.
 */
class Observations {
  readonly #root: Tree = new Map();
  /** How many had each log, for each version of the hash: hashes of different versions tell nothing about each other. */
  readonly #groups = new Map<Tree, Map<unknown, Map<unknown, number>>>();

  /** Adds a run, which `nth` tells from the others. */
  add(sample: Sample, nth: number): void {
    this.#count(groupOf(this.#root, sample), sample.logVersion, logOf(sample, nth));
  }

  /** Adds a pair of runs. */
  addPair({ first, second }: Pair, nth: number): void {
    this.#count(
      groupOf(groupOf(this.#root, first), second),
      `${first.logVersion} ${second.logVersion}`,
      `${logOf(first, nth)} ${logOf(second, nth)}`,
    );
  }

  #count(group: Tree, version: unknown, log: unknown): void {
    const versions = addedTo(this.#groups, group, () => new Map<unknown, Map<unknown, number>>());
    const logs = addedTo(versions, version, () => new Map<unknown, number>());
    logs.set(log, (logs.get(log) ?? 0) + 1);
  }

  /** How many were seen of each observation, and whether versions of hashes hide which are the same. */
  get told(): { readonly seen: readonly number[]; readonly isMixed: boolean } {
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
 * What runs must share to be one observation, besides their log: an agent's runs of one scenario and variant with the same log are
 * one, however often they are repeated.
 */
function groupOf(root: Tree, { scenario, variant, agent, log, entries = 0 }: Sample): Tree {
  const ofAgent = grown(grown(grown(root, scenario), variant), agent);
  // Equal logs have as many entries.
  return grown(ofAgent, log === undefined ? 'no hash' : entries);
}

/** A run without a hash is one of its own, because nobody can tell that its log equals another; but empty logs are equal. */
const logOf = ({ log, entries = 0 }: Sample, nth: number): string | number =>
  log ?? (entries === 0 ? 'empty' : nth);

const grown = (tree: Tree, key: unknown): Tree => addedTo(tree, key, () => new Map() as Tree);

/** The value at `key`, which is added to `map` if it is missing. */
function addedTo<Key, Value>(map: Map<Key, Value>, key: Key, newValue: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const added = newValue();
  map.set(key, added);
  return added;
}

/** How many runs count and passed, and how much they say. */
export type Tally = Pick<PassRate, 'passed' | 'of' | 'distinct' | 'isLowerBound' | 'sampleSize'>;

/** The runs that count on `basis`; `undefined` if none does. */
export function tally(samples: readonly Sample[], basis: RateBasis): Tally | undefined {
  const observations = new Observations();
  let [passed, of] = [0, 0];
  for (const [nth, sample] of samples.entries()) {
    const counted = countedAs(sample.result, basis);
    if (counted === undefined) continue;
    observations.add(sample, nth);
    of += 1;
    if (counted === 'passed') passed += 1;
  }
  if (of === 0) return undefined;
  const { seen, isMixed } = observations.told;
  return {
    passed,
    of,
    distinct: seen.length,
    ...(isMixed && { isLowerBound: true }),
    sampleSize: kish(of, seen),
  };
}

/**
 * The mean of `values`, with half of its 95 % interval for a sample of `size`; `undefined` without an interval.
 */
export function meanEstimate(
  values: readonly number[],
  size: number,
): { readonly mean: number; readonly margin: number | undefined } {
  const of = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / of;
  if (size < 2) return { mean, margin: undefined };
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (of - 1);
  return { mean, margin: Z * Math.sqrt(variance / size) };
}

/** The size of a sample that says as much as `samples`: runs with equal logs are one observation, which weighs as much as it has runs. */
export function effectiveSize(samples: readonly Sample[]): number {
  const observations = new Observations();
  for (const [nth, sample] of samples.entries()) observations.add(sample, nth);
  return kish(samples.length, observations.told.seen);
}

/** Kish's effective sample size of `of` runs in observations that were `seen` so often. */
const kish = (of: number, seen: readonly number[]): number =>
  of ** 2 / seen.reduce((sum, runs) => sum + runs ** 2, 0);

/** How often runs passed. */
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

/** How often only one of two runs passed, or both, or neither, in different pairs of logs. */
export function tallyPairs(
  pairs: readonly Pair[],
  basis: RateBasis,
): Pick<PairedComparison, 'pairs' | 'distinct' | 'isLowerBound' | PairOutcome> {
  const byOutcome = new Map(PAIR_OUTCOMES.map((outcome) => [outcome, new Observations()]));
  const count = { pairs: 0, distinct: 0, both: 0, neither: 0, onlyFirst: 0, onlySecond: 0 };
  for (const [nth, pair] of pairs.entries()) {
    const [one, other] = [countedAs(pair.first.result, basis), countedAs(pair.second.result, basis)];
    if (one === undefined || other === undefined) continue;
    count.pairs += 1;
    const outcome =
      one === other ? (one === 'passed' ? 'both' : 'neither') : one === 'passed' ? 'onlyFirst' : 'onlySecond';
    byOutcome.get(outcome)!.addPair(pair, nth);
  }
  let isLowerBound = false;
  for (const [outcome, { told }] of byOutcome) {
    count[outcome] = told.seen.length;
    count.distinct += told.seen.length;
    isLowerBound ||= told.isMixed;
  }
  return { ...count, ...(isLowerBound && { isLowerBound }) };
}

const PAIR_OUTCOMES = ['both', 'neither', 'onlyFirst', 'onlySecond'] as const;
type PairOutcome = (typeof PAIR_OUTCOMES)[number];

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
