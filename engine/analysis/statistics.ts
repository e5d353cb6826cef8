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

/** Something seen once or more: the same if `of` and `log` are. */
interface Observed {
  /** What it must share with others to be the same. */
  readonly of: string;
  /** One hash, or those of a pair. */
  readonly log: string;
  /** The versions of the hashes. Hashes of different versions tell nothing about each other. */
  readonly version: string;
}

/**
 * What runs have in common that are one observation: an agent's runs of one scenario and variant with the same log, however often
 * they are repeated. A run without a hash is an observation of its own, because nobody can tell that its log equals another; but
 * all runs that logged nothing are one. `nth` tells the run from the others.
 */
function observed({ scenario, variant, agent, log, logVersion, entries = 0 }: Sample, nth: number): Observed {
  const task = JSON.stringify([scenario, variant, agent]);
  if (log === undefined) return { of: `${task}\n${entries === 0 ? 'empty' : nth}`, log: '', version: '' };
  // Equal logs have as many entries.
  return { of: `${task}\n${entries} entries`, log, version: String(logVersion) };
}

/** Observations that were told apart. */
interface Observations {
  /** How many were seen of each observation. */
  readonly seen: readonly number[];
  /** Whether hashes of different versions hide which are the same. */
  readonly isMixed: boolean;
}

/**
 * Counts what was seen of each observation. Where the hashes are of different versions, as many logs as possible are taken for the
 * same, the most frequent of one version for the most frequent of the other: so nothing is overstated.
 */
function observations(all: readonly Observed[]): Observations {
  /** How many had each log, for each of the versions. */
  const groups = new Map<string, Map<string, Map<string, number>>>();
  for (const { of, version, log } of all) {
    const versions = groups.get(of) ?? new Map<string, Map<string, number>>();
    const logs = versions.get(version) ?? new Map<string, number>();
    groups.set(of, versions.set(version, logs.set(log, (logs.get(log) ?? 0) + 1)));
  }
  const seen: number[] = [];
  let isMixed = false;
  for (const versions of groups.values()) {
    const counts = [...versions.values()].map((logs) => [...logs.values()]);
    if (counts.length > 1) for (const some of counts) some.sort((one, other) => other - one);
    isMixed ||= counts.length > 1;
    const most = Math.max(...counts.map(({ length }) => length));
    for (let rank = 0; rank < most; rank++)
      seen.push(counts.reduce((sum, some) => sum + (some[rank] ?? 0), 0));
  }
  return { seen, isMixed };
}

/** How many runs count and passed, and how much they say. */
export type Tally = Pick<PassRate, 'passed' | 'of' | 'distinct' | 'isLowerBound' | 'sampleSize'>;

/** The runs that count on `basis`; `undefined` if none does. */
export function tally(samples: readonly Sample[], basis: RateBasis): Tally | undefined {
  const counted = samples.filter(({ result }) => countedAs(result, basis) !== undefined);
  const of = counted.length;
  if (of === 0) return undefined;
  const passed = counted.filter(({ result }) => countedAs(result, basis) === 'passed').length;
  const { seen, isMixed } = observations(counted.map(observed));
  // Kish's effective sample size: an observation weighs as much as it has runs.
  const squares = seen.reduce((sum, runs) => sum + runs ** 2, 0);
  return {
    passed,
    of,
    distinct: seen.length,
    ...(isMixed && { isLowerBound: true }),
    sampleSize: of ** 2 / squares,
  };
}

/** How often runs passed. */
export function passRates(samples: readonly Sample[]): PassRates {
  const passRate = (basis: RateBasis): PassRate | undefined => {
    const counted = tally(samples, basis);
    return counted && { ...counted, ...wilsonInterval(counted.passed / counted.of, counted.sampleSize) };
  };
  const all = passRate('all');
  const judged = samples.filter(({ result }) => countedAs(result, 'judged') !== undefined).length;
  // Every run that is judged counts among all.
  return { all, judged: judged === all?.of ? all : passRate('judged') };
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
  const byOutcome: Record<PairOutcome, Observed[]> = { both: [], neither: [], onlyFirst: [], onlySecond: [] };
  for (const [nth, { first, second }] of pairs.entries()) {
    const [one, other] = [countedAs(first.result, basis), countedAs(second.result, basis)];
    if (one === undefined || other === undefined) continue;
    const outcome =
      one === other ? (one === 'passed' ? 'both' : 'neither') : one === 'passed' ? 'onlyFirst' : 'onlySecond';
    const [left, right] = [observed(first, nth), observed(second, nth)];
    byOutcome[outcome].push({
      of: `${left.of} ${right.of}`,
      log: `${left.log} ${right.log}`,
      version: `${left.version} ${right.version}`,
    });
  }
  const count = { pairs: 0, distinct: 0, both: 0, neither: 0, onlyFirst: 0, onlySecond: 0 };
  let isLowerBound = false;
  for (const outcome of PAIR_OUTCOMES) {
    const { seen, isMixed } = observations(byOutcome[outcome]);
    count.pairs += byOutcome[outcome].length;
    count.distinct += seen.length;
    count[outcome] = seen.length;
    isLowerBound ||= isMixed;
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
