import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeRuns, RunArranger } from '../../../engine/analysis/run-list.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import type { RunLine, RunQuery } from '../../../engine/model/run-query.ts';
import { idsOf, line } from './run-lines.ts';

const arranged = (lines: readonly RunLine[], query: Partial<RunQuery> = {}) =>
  arrangeRuns(lines, { group: 'none', order: 'started', descending: true, ...query }, lines.length).groups;

const linesOf = (groups: ReturnType<typeof arranged>) => groups.flatMap(({ lines }) => lines);

describe('arrangeRuns()', () => {
  it('sorts by a column in either direction', () => {
    const lines = [line(3, { entries: 5 }), line(2, { entries: 50 }), line(1, { entries: 7 })];

    expect(idsOf(linesOf(arranged(lines, { order: 'events', descending: false })))).toBe('r3 r1 r2');
    expect(idsOf(linesOf(arranged(lines, { order: 'events' })))).toBe('r2 r1 r3');
  });

  it('sorts by the scores of the column’s scorer, and runs without one last', () => {
    const scored = (id: number, ...scores: readonly (readonly [string, number])[]): RunLine =>
      line(id, {
        attempt: {
          tool: 'Inspect',
          task: 'soup',
          attempt: 1,
          model: 'm',
          set: 1,
          setName: 'log',
          benchmark: undefined,
          tokens: {},
          errors: 0,
          scores: scores.map(([scorer, value]) => ({ scorer, value, label: String(value) })),
        },
      });
    const lines = [
      line(4),
      scored(3, ['salt', 9], ['taste', 1]),
      scored(2, ['taste', 3]),
      scored(1, ['salt', 8]),
    ];

    expect(idsOf(linesOf(arranged(lines, { order: 'score:taste' })))).toBe('r2 r3 r4 r1');
    expect(idsOf(linesOf(arranged(lines, { order: 'score:salt' })))).toBe('r3 r1 r4 r2');
  });

  it('groups by benchmark, runs of none last', () => {
    const attempt = (benchmark: string | undefined) => ({
      tool: 'Inspect',
      task: 'soup',
      attempt: 1,
      set: 1,
      setName: 'log',
      benchmark,
      tokens: {},
      errors: 0,
      scores: [],
    });
    const lines = [
      line(4, { attempt: attempt(undefined) }),
      line(3, { attempt: attempt('stews') }),
      line(2, { attempt: attempt('broths') }),
      line(1, { attempt: attempt('stews') }),
    ];

    const groups = arranged(lines, { group: 'benchmark' });
    expect(groups.map(({ name, lines: of }) => `${name}: ${idsOf(of)}`)).toEqual([
      'broths: r2',
      'stews: r3 r1',
      'In no benchmark: r4',
    ]);
  });

  it('lists runs with equal values newest first', () => {
    const lines = [line(10), line(9, { mode: 'plain', agent: 'plain' }), line(2)];

    expect(idsOf(linesOf(arranged(lines, { order: 'mode', descending: false })))).toBe('r10 r2 r9');
  });

  it('sorts by start time, or by verdict with regressions first', () => {
    const lines = [line(4), line(3, { outcome: 'failed', regression: true }), line(2, { outcome: 'failed' })];

    expect(idsOf(linesOf(arranged(lines)))).toBe('r4 r3 r2');
    expect(idsOf(linesOf(arranged(lines, { order: 'verdict', descending: false })))).toBe('r3 r2 r4');
  });

  it('keeps to the order of its column, whatever fell behind a baseline', () => {
    const worse = { outcome: 'failed', regression: true } as const;
    const lines = [
      line(4, { scenario: 'lunch', entries: 9 }),
      line(3, { scenario: 'supper', entries: 1, ...worse }),
      line(2, { scenario: 'brunch', entries: 5 }),
    ];
    const ordered = (order: RunQuery['order'], descending: boolean, group: RunQuery['group'] = 'none') =>
      idsOf(linesOf(arranged(lines, { order, descending, group })));

    expect(ordered('started', true)).toBe('r4 r3 r2');
    expect(ordered('started', false)).toBe('r2 r3 r4');
    expect(ordered('events', true)).toBe('r4 r2 r3');
    expect(ordered('scenario', false)).toBe('r2 r4 r3');
    expect(ordered('scenario', false, 'scenario')).toBe('r2 r4 r3');
    expect(ordered('scenario', true, 'scenario')).toBe('r3 r4 r2');
  });

  it('groups by scenario with pass rates, the group with most regressions first', () => {
    const lines = [
      line(4, { scenario: 'lunch', outcome: 'not-judged' }),
      line(3, { outcome: 'failed', regression: true }),
      line(2, { scenario: 'brunch' }),
      line(1),
    ];

    const groups = arranged(lines, { group: 'scenario' });

    expect(groups.map(({ name, runs, regressions }) => [name, runs, regressions])).toEqual([
      ['supper', 2, 1],
      ['brunch', 1, 0],
      ['lunch', 1, 0],
    ]);
    expect(groups[0]!.rates.all).toMatchObject({ passed: 1, of: 2 });
    expect(groups[2]!.rates.all).toBeUndefined();
  });

  it('groups by seed in numeric order', () => {
    const lines = [line(3, { seed: 10 }), line(2, { seed: 9 }), line(1, { seed: 10 })];

    expect(arranged(lines, { group: 'seed' }).map(({ name }) => name)).toEqual(['9', '10']);
  });

  it('lists branches below their parents, and at top level when the parent is not listed', () => {
    const lines = [
      line(6, { parent: runId('r2') }),
      line(5, { parent: runId('r99') }),
      line(4, { parent: runId('r6') }),
      line(3),
      line(2),
    ];

    const [tree] = arranged(lines, { group: 'branches' });

    expect(tree!.lines.map(({ id }) => `${id}:${tree!.depths?.get(id) ?? 0}`)).toEqual([
      'r5:0',
      'r3:0',
      'r2:0',
      'r6:1',
      'r4:2',
    ]);
  });
});

describe('arrangeRuns() groups', () => {
  it('count runs by result, and those that broke as not passed', () => {
    const lines = [
      line(1),
      line(2, { outcome: 'failed' }),
      line(3, { state: 'interrupted', outcome: undefined, ending: 'agent' }),
      line(4, { state: 'interrupted', outcome: undefined, ending: 'agent-timeout' }),
      line(5, { state: 'interrupted', outcome: undefined, ending: 'bug' }),
      line(6, { state: 'stopped', outcome: 'not-judged', ending: 'person' }),
      line(7, { state: 'running', outcome: undefined }),
      line(8, { outcome: 'not-judged' }),
    ];

    const [group] = arrangeRuns(lines, { group: 'scenario', order: 'started', descending: true }, 8).groups;

    expect(group!.counts).toEqual({
      passed: 1,
      failed: 1,
      crashed: 1,
      'timed-out': 1,
      interrupted: 1,
      'not-judged': 1,
      stopped: 1,
      active: 1,
    });
    expect(group!.rates.all).toMatchObject({ passed: 1, of: 5 });
    expect(group!.rates.judged).toMatchObject({ passed: 1, of: 2 });
  });

  it('keep imported traces out of the group of seed 0', () => {
    const lines = [line(1, { seed: 0 }), line(2, { seed: 0, mode: 'trace' })];

    const { groups } = arrangeRuns(lines, { group: 'seed', order: 'started', descending: true }, 2);

    expect(groups.map(({ name }) => name)).toEqual(['0', 'Imported traces']);
  });
});

describe('RunArranger', () => {
  const changed = fc.record({
    number: fc.integer({ min: 1, max: 15 }),
    isGone: fc.boolean(),
    fields: fc.record({
      scenario: fc.constantFrom('supper', 'lunch', 'lunch 10', 'lunch 9'),
      seed: fc.integer({ min: 0, max: 3 }),
      outcome: fc.constantFrom('passed', 'failed', undefined),
      entries: fc.integer({ min: 0, max: 3 }),
      parent: fc.constantFrom(undefined, runId('r1'), runId('r3')),
    }),
  });
  const view = fc.record({
    group: fc.constantFrom('none', 'scenario', 'seed', 'branches'),
    order: fc.constantFrom('started', 'scenario', 'verdict', 'events'),
    descending: fc.boolean(),
  });

  it('arranges a list that changes as it would a new one', () => {
    fc.assert(
      fc.property(view, fc.array(fc.array(changed, { maxLength: 4 }), { maxLength: 8 }), (shown, steps) => {
        const arranger = new RunArranger();
        const runs = new Map<number, RunLine>();
        for (const step of steps) {
          for (const { number, isGone, fields } of step)
            if (isGone) runs.delete(number);
            else runs.set(number, line(number, fields));
          const lines = [...runs.values()].sort((one, other) => other.startedAt - one.startedAt);
          expect(arranger.arrange(lines, shown)).toEqual(new RunArranger().arrange(lines, shown));
        }
      }),
    );
  });

  it('counts only the groups in which a run has changed', () => {
    const arranger = new RunArranger();
    const lines = [4, 3, 2, 1].map((number) => line(number, { scenario: number > 2 ? 'lunch' : 'supper' }));
    const shown = { group: 'scenario', order: 'started', descending: true } as const;
    const before = arranger.arrange(lines, shown);

    const after = arranger.arrange(lines.with(1, line(3, { scenario: 'lunch', outcome: 'failed' })), shown);

    expect(after.map(({ name }) => name)).toEqual(['lunch', 'supper']);
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(arranger.arrange(lines, shown)).not.toBe(after);
  });
});
