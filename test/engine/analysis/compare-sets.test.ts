import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSets } from '../../../engine/analysis/index.ts';
import { attemptsToCompare, runId, type RunLine } from '../../../engine/model/index.ts';
import { line } from './run-lines.ts';

let last = 0;

const attempted = (
  model: string,
  task: string,
  passed: boolean,
  { attempt = 1, log = undefined as string | undefined, set = 1, benchmark = 'soup' } = {},
): RunLine => {
  last += 1;
  return line(last, {
    id: runId(`r${last}`),
    state: 'recorded',
    outcome: passed ? 'passed' : 'failed',
    scenario: `${benchmark} ${task}`,
    log,
    logVersion: log === undefined ? undefined : 1,
    entries: 4,
    attempt: {
      tool: 'Inspect',
      task,
      attempt,
      model,
      set,
      setName: 'soup',
      benchmark: undefined,
      tokens: {},
      errors: 0,
      scores: [{ scorer: 'taste', value: passed ? 1 : 0, label: passed ? 'C' : 'I' }],
    },
  });
};

const compared = (lines: readonly RunLine[]) => compareSets(lines, 'model', 'old', 'new').comparison!;

describe('attemptsToCompare()', () => {
  it('takes as many of each group as there is room for', () => {
    const outcome = (from: number, runs: number) => ({
      passed: 0,
      of: runs,
      runs: Array.from({ length: runs }, (_, nth) => runId(`r${from + nth}`)),
    });
    const chosen = (first: number, second: number): readonly number[] => {
      const task = { task: 'leek', first: outcome(1, first), second: outcome(101, second) };
      const runs = attemptsToCompare(task, 12).map((id) => Number(id.slice(1)));
      return [runs.filter((run) => run < 100).length, runs.filter((run) => run > 100).length];
    };

    expect([chosen(3, 4), chosen(20, 20), chosen(20, 2), chosen(2, 20)]).toEqual([
      [3, 4],
      [6, 6],
      [10, 2],
      [2, 10],
    ]);
  });
});

describe('compareSets()', () => {
  it('tells which tasks flipped, and counts pairs of attempts', () => {
    const lines = [
      ...['a-1', 'a-2', 'b-1', 'b-2'].map((task) => attempted('old', task, task !== 'b-2')),
      ...['a-1', 'a-2', 'b-1', 'c-1'].map((task) => attempted('new', task, task === 'a-1')),
      attempted('new', 'b-2', true),
    ];
    const { tasks, worse, better, same, unmatched, paired, families, scores } = compared(lines);

    expect({ tasks, same, unmatched }).toEqual({ tasks: 4, same: 1, unmatched: { first: 0, second: 1 } });
    expect(worse.map(({ task }) => task)).toEqual(['soup a-2', 'soup b-1']);
    expect(better).toMatchObject([
      { task: 'soup b-2', first: { passed: 0, of: 1 }, second: { passed: 1, of: 1 } },
    ]);
    expect(paired).toMatchObject({ pairs: 4, both: 1, neither: 0, onlyFirst: 2, onlySecond: 1, p: 1 });
    expect(families).toMatchObject([
      { name: 'soup a', tasks: 2, first: { passed: 2, of: 2 }, second: { passed: 1, of: 2 } },
      { name: 'soup b', tasks: 2, first: { passed: 1, of: 2 }, second: { passed: 1, of: 2 } },
    ]);
    expect(scores[0]).toMatchObject({ scorer: 'taste', difference: -0.25, tasks: 4 });
  });

  it('counts identical logs once, however often they are repeated', () => {
    const repeated = (model: string, passed: boolean) =>
      [1, 2, 3, 4].map((attempt) => attempted(model, 'a-1', passed, { attempt, log: `${model} log` }));

    expect(compared([...repeated('old', true), ...repeated('new', false)]).paired).toMatchObject({
      pairs: 4,
      distinct: 1,
      onlyFirst: 1,
      p: 1,
    });
  });

  it('says the opposite of two groups the other way round', () => {
    const some = fc.array(
      fc.record({
        model: fc.constantFrom('old', 'new'),
        task: fc.constantFrom('a', 'b', 'c'),
        passed: fc.boolean(),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(some, (attempts) => {
        const lines = [
          attempted('old', 'd', true),
          attempted('new', 'd', true),
          ...attempts.map(({ model, task, passed }, nth) => attempted(model, task, passed, { attempt: nth })),
        ];
        const [there, back] = [compared(lines), compareSets(lines, 'model', 'new', 'old').comparison!];
        const names = (flips: typeof there.worse) => flips.map(({ task }) => task);

        expect(names(back.better)).toEqual(names(there.worse));
        expect(names(back.worse)).toEqual(names(there.better));
        expect(back.paired.p).toBe(there.paired.p);
        expect(back.paired.onlyFirst).toBe(there.paired.onlySecond);
      }),
    );
  });

  it('tells logs of one name apart, and compares the two with most runs by default', () => {
    const lines = [attempted('old', 'a', true, { set: 1 }), attempted('new', 'a', true, { set: 2 })];
    const { groups, first, second } = compareSets(lines, 'set');

    expect(groups.map(({ label }) => label)).toEqual(['soup, new, set 2', 'soup, old, set 1']);
    expect([first, second]).toEqual(['2', '1']);
  });

  it('takes tasks of two benchmarks for one by their names, but not by their numbers', () => {
    const lines = [
      ...['1', 'leek'].map((task) => attempted('old', task, true)),
      ...['1', 'leek'].map((task) => attempted('new', task, false, { benchmark: 'stew' })),
    ];
    expect(compared(lines)).toMatchObject({
      tasks: 1,
      matchedBy: 'own name',
      worse: [{ task: 'leek' }],
      unmatched: { first: 1, second: 1 },
    });
    expect(compared([...lines, attempted('new', '1', true)])).toMatchObject({
      tasks: 1,
      matchedBy: 'whole name',
    });
  });

  it('compares two groups with a task in common by default, even if others have more runs', () => {
    const lines = [
      ...['1', '2', '3'].map((task) => attempted('large', task, true, { benchmark: 'stew' })),
      ...['1', '2'].map((task) => attempted('old', task, true)),
      attempted('new', '2', true),
    ];
    const chosen = (first?: string, second?: string) => {
      const compared = compareSets(lines, 'model', first, second);
      return [compared.first, compared.second];
    };
    expect(chosen()).toEqual(['old', 'new']);
    expect(chosen('new')).toEqual(['new', 'old']);
    expect(chosen(undefined, 'new')).toEqual(['old', 'new']);
    expect(chosen('large')).toEqual(['large', 'old']);
  });
});
