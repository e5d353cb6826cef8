import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePairs, compareSweeps, countJobs, sweepStatistics } from '../../../engine/analysis/index.ts';
import {
  binomialP,
  passRates,
  type Sample,
  tallyPairs,
  wilsonInterval,
} from '../../../engine/analysis/statistics.ts';
import { RATE_BASES, type JobOutcome, type JobResult } from '../../../engine/model/index.ts';

const sample = (more: Partial<Sample> = {}): Sample => ({
  scenario: 'supper',
  variant: undefined,
  agent: 'oracle',
  result: 'passed',
  log: undefined,
  logVersion: undefined,
  entries: 5,
  ...more,
});

const distinctOf = (samples: readonly Sample[]): number => passRates(samples).all!.distinct;

describe('one observation', () => {
  it('is what runs of one scenario, variant and agent with the same log are', () => {
    const one = sample({ log: 'a' });

    expect(distinctOf([one, one, one])).toBe(1);
    expect(distinctOf([one, { ...one, log: 'b' }])).toBe(2);
    expect(distinctOf([one, { ...one, scenario: 'lunch' }])).toBe(2);
    expect(distinctOf([one, { ...one, variant: 'late' }])).toBe(2);
    expect(distinctOf([one, { ...one, agent: 'nobody' }])).toBe(2);
  });

  it('is each run without a hash, unless nothing was logged', () => {
    const crashed = sample({ result: 'crashed' });

    expect(distinctOf([crashed, crashed, crashed])).toBe(3);
    expect(
      distinctOf([
        { ...crashed, entries: 0 },
        { ...crashed, entries: 0 },
      ]),
    ).toBe(1);
    expect(
      distinctOf([
        { ...crashed, entries: undefined },
        { ...crashed, entries: 0 },
      ]),
    ).toBe(1);
  });

  it('weighs as much in the rate as it has runs, and so the sample of the interval is smaller', () => {
    const runs = [...Array.from({ length: 98 }, () => 'a'), 'b', 'c'].map((log) =>
      sample({ log, result: log === 'a' ? 'passed' : 'failed' }),
    );
    const { all } = passRates(runs);

    expect(all).toMatchObject({ passed: 98, of: 100, distinct: 3 });
    expect(all!.sampleSize).toBeCloseTo(100 ** 2 / (98 ** 2 + 1 + 1), 12);
    expect(all).toMatchObject(wilsonInterval(0.98, all!.sampleSize));
  });

  /** Runs with their true log, of which only a hash of one of two versions is known. */
  const hashed = fc.array(
    fc.record({
      log: fc.nat(4),
      version: fc.constantFrom(1, 2),
      result: fc.constantFrom('passed', 'failed', 'crashed'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const known = ({ log, version, result }: { log: number; version: number; result: JobOutcome }): Sample =>
    sample({ log: `${version}-${log}`, logVersion: version, result, entries: log % 2 });
  const truth = (run: { log: number; version: number; result: JobOutcome }): Sample =>
    known({ ...run, version: 1 });

  it('is never overstated where hashes are of different versions, and that is told', () => {
    fc.assert(
      fc.property(hashed, (runs) => {
        const isMixed = runs.some(({ log, version }) =>
          runs.some((other) => other.log % 2 === log % 2 && other.version !== version),
        );
        const { all } = passRates(runs.map(known));
        const { all: right } = passRates(runs.map(truth));

        expect(all!.distinct).toBeLessThanOrEqual(right!.distinct);
        expect(all!.sampleSize).toBeLessThanOrEqual(right!.sampleSize + 1e-9);
        expect(all!.isLowerBound ?? false).toBe(isMixed);
        if (!isMixed) expect(all).toEqual(right);
      }),
    );
  });

  it('is a log that was judged both ways', () => {
    const one = sample({ log: 'a' });

    expect(passRates([one, one, { ...one, result: 'failed' }]).all).toMatchObject({
      passed: 2,
      of: 3,
      distinct: 1,
    });
  });
});

it('pairs of runs are told apart no better than the hashes of their logs allow', () => {
  const pair = (versions: readonly [number, number], logs: readonly [string, string]) => {
    const [first, second] = logs.map((log, at) =>
      sample({ log: `${versions[at]} ${log}`, logVersion: versions[at]!, agent: `agent ${at}` }),
    );
    return { first: first!, second: second! };
  };
  const pairs = [pair([1, 1], ['a', 'x']), pair([2, 2], ['a', 'x']), pair([2, 2], ['b', 'x'])];

  expect(tallyPairs(pairs, 'all')).toMatchObject({ pairs: 3, distinct: 2, both: 2, isLowerBound: true });
  expect(tallyPairs(pairs.slice(1), 'all')).not.toHaveProperty('isLowerBound');
});

it('binomialP() is the share of coin tosses that are at least as uneven', () => {
  for (let tosses = 1; tosses <= 12; tosses++) {
    const heads = Array.from(
      { length: 2 ** tosses },
      (_, toss) => toss.toString(2).replaceAll('0', '').length,
    );
    for (let first = 0; first <= tosses; first++) {
      const uneven = heads.filter((count) => Math.abs(count - tosses / 2) >= Math.abs(first - tosses / 2));
      expect(binomialP(first, tosses - first)).toBeCloseTo(uneven.length / heads.length, 12);
    }
  }
  expect(binomialP(0, 0)).toBe(1);
});

it('wilsonInterval() holds the chances from which the observed share is no more than 1.96 deviations away', () => {
  // Searched by halving, without the solved formula.
  const border = (share: number, size: number, outside: number): number => {
    let [out, inside] = [outside, share];
    for (let step = 0; step < 100; step++) {
      const chance = (out + inside) / 2;
      const isNear =
        Math.abs(share - chance) <= 1.959963984540054 * Math.sqrt((chance * (1 - chance)) / size);
      if (isNear) inside = chance;
      else out = chance;
    }
    return inside;
  };
  for (const size of [1, 2, 3, 7, 20, 100, 10_000])
    for (const passed of [0, 1, Math.floor(size / 3), size - 1, size]) {
      const { low, high } = wilsonInterval(passed / size, size);
      expect(low).toBeCloseTo(border(passed / size, size, 0), 9);
      expect(high).toBeCloseTo(border(passed / size, size, 1), 9);
    }
});

const OUTCOMES = ['passed', 'failed', 'crashed', 'timed-out', 'interrupted'] as const;
const UNCOUNTED = ['not-judged', 'stopped', 'missing'] as const;

/** Runs of two agents, some with equal logs. The log decides about the outcome. */
const sweeps = fc
  .array(
    fc.record({
      scenario: fc.constantFrom('supper', 'lunch'),
      agents: fc.constant(['one', 'two'] as const),
      logs: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((cells) =>
    cells.flatMap(({ scenario, agents, logs }, seed) =>
      agents.map((agent, nth) => job({ scenario, agent, seed, ...judgedAs(logs[nth]!) })),
    ),
  );

const judgedAs = (log: number): Pick<JobResult, 'logHash' | 'outcome'> => ({
  logHash: `log ${log}`,
  outcome: log % 3 === 0 ? 'failed' : 'passed',
});

const job = (more: Partial<JobResult>): JobResult => ({
  job: 's-1',
  scenario: 'supper',
  variant: undefined,
  seed: 0,
  agent: 'one',
  settings: 'default',
  repeat: 0,
  run: undefined,
  outcome: 'passed',
  logHash: undefined,
  logHashVersion: undefined,
  reason: undefined,
  entries: 5,
  ...more,
});

const ofAgent = (results: readonly JobResult[], agent: string): readonly JobResult[] =>
  results.filter((result) => result.agent === agent);

/** A test without the number of pairs of runs, which repeating changes. */
const withoutRuns = <Test extends { readonly pairs: number }>(test: Test): Test => ({ ...test, pairs: 0 });

/** Everything with an uncertainty that the results say. */
const uncertain = (results: readonly JobResult[]): unknown => {
  const { contenders, pairs } = sweepStatistics(results);
  return {
    intervals: contenders.map(({ name, counts, attempts }) => {
      const { distinct, low, high } = counts.rates.all!;
      return [
        name,
        distinct,
        ...[low, high, ...attempts.slice(0, 1).flatMap(({ all }) => [all.low, all.high])].map(rounded),
      ];
    }),
    tests: pairs.map(withoutRuns),
  };
};

/** Sums over tasks depend on their order in the last digit. */
const rounded = (value: number): number => Number(value.toFixed(12));

/** The runs, and each `times` more of both agents with other seeds. */
const repeated = (results: readonly JobResult[], times: (seed: number) => number): readonly JobResult[] =>
  results.flatMap((result) =>
    Array.from({ length: 1 + times(result.seed!) }, (_, nth) => ({
      ...result,
      seed: result.seed! + 1_000 * nth,
    })),
  );

describe('repeated runs', () => {
  it('change nothing when all are repeated equally often', () => {
    fc.assert(
      fc.property(sweeps, fc.integer({ min: 1, max: 3 }), (results, times) => {
        const shares = (some: readonly JobResult[]): unknown =>
          sweepStatistics(some).contenders.map(({ counts: { rates } }) => rates.all!.passed / rates.all!.of);
        const more = repeated(results, () => times);

        expect(uncertain(more)).toEqual(uncertain(results));
        expect(shares(more)).toEqual(shares(results));
      }),
    );
  });

  it('change no p-value and add no distinct log when some are repeated', () => {
    fc.assert(
      fc.property(sweeps, fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 9 }), (results, times) => {
        const more = repeated(results, (seed) => times[seed % times.length]!);
        const [before, after] = [sweepStatistics(results), sweepStatistics(more)];

        expect(after.pairs.map(withoutRuns)).toEqual(before.pairs.map(withoutRuns));
        for (const [nth, { counts }] of after.contenders.entries()) {
          const { distinct, sampleSize } = counts.rates.all!;
          expect(distinct).toBe(before.contenders[nth]!.counts.rates.all!.distinct);
          expect(sampleSize).toBeLessThan(distinct + 1e-9);
        }
      }),
    );
  });

  it('change no comparison with an earlier sweep', () => {
    fc.assert(
      fc.property(sweeps, (results) => {
        const [was, is] = [
          ofAgent(results, 'one'),
          ofAgent(results, 'two').map((two) => ({ ...two, agent: 'one' })),
        ];
        const again = (some: readonly JobResult[]): readonly JobResult[] =>
          repeated(some, (seed) => seed % 3);
        const tests = (...two: readonly [readonly JobResult[], readonly JobResult[]]): unknown =>
          compareSweeps(...two, 'task', 'contender').contenders.map(({ paired }) => withoutRuns(paired));

        expect(tests(again(was), again(is))).toEqual(tests(was, is));
      }),
    );
  });
});

it('the order of the runs changes nothing', () => {
  fc.assert(
    fc.property(sweeps, fc.func(fc.nat()), (results, rank) => {
      const byAgent = (some: readonly JobResult[]): readonly JobResult[] => [
        ...ofAgent(some, 'one'),
        ...ofAgent(some, 'two'),
      ];
      const shuffled = byAgent(results.toSorted((one, other) => rank(one.seed) - rank(other.seed)));

      expect(uncertain(shuffled)).toEqual(uncertain(byAgent(results)));
    }),
  );
});

describe('runs that broke', () => {
  const outcomes = fc.array(fc.constantFrom(...OUTCOMES, ...UNCOUNTED), { minLength: 1, maxLength: 20 });
  const jobs = (some: readonly JobOutcome[]): readonly JobResult[] =>
    some.map((outcome, seed) =>
      job({ outcome, seed, logHash: outcome === 'crashed' ? undefined : `log ${seed}` }),
    );

  it('never raise a rate', () => {
    fc.assert(
      fc.property(
        outcomes,
        fc.constantFrom('crashed', 'timed-out', 'interrupted', 'lost' as const),
        (some, broken) => {
          const [before, after] = [countJobs(jobs(some)).rates, countJobs(jobs([...some, broken])).rates];
          const share = ({ passed, of } = before.all ?? { passed: 1, of: 1 }): number => passed / of;

          expect(share(after.all)).toBeLessThanOrEqual(share());
          expect(after.judged).toEqual(before.judged);
        },
      ),
    );
  });

  it('and runs that do not count change nothing that is of judged runs', () => {
    fc.assert(
      fc.property(outcomes, fc.constantFrom(...UNCOUNTED), (some, uncounted) => {
        expect(countJobs(jobs([...some, uncounted])).rates).toEqual(countJobs(jobs(some)).rates);
      }),
    );
  });

  it('make two agents differ, unless only judged runs are compared', () => {
    const one = jobs(Array.from({ length: 20 }, () => 'passed'));
    const other = one.map((passed, seed) => (seed < 2 ? passed : job({ outcome: 'crashed', seed })));

    expect(comparePairs(one, other)).toMatchObject({ distinct: 20, onlyFirst: 18, onlySecond: 0 });
    expect(comparePairs(one, other).p).toBeCloseTo(2 ** -17, 12);
    expect(comparePairs(one, other, 'judged')).toMatchObject({ distinct: 2, onlyFirst: 0, p: 1 });
    expect(
      RATE_BASES.map((basis) => sweepStatistics(other, basis).contenders[0]!.attempts.at(-1)!.k),
    ).toEqual([10, 2]);
  });
});
