import { describe, expect, it } from 'vitest';
import type { Store } from '../../../engine/index.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import type { RunTest } from '../../../engine/model/run-query.ts';
import { idsOf } from '../analysis/run-lines.ts';
import { emptyStore, minute, supper } from './pantry.ts';

/** Writes a run that ended with the given verdict and run state. */
function end(
  store: Store,
  passed: boolean,
  run: Parameters<typeof supper>[0] = {},
  state: 'completed' | 'stopped' = 'completed',
) {
  const writer = store.begin(supper(run));
  const shortfalls = passed ? [] : [{ message: 'the soup was cold', entry: undefined }];
  writer.finish({
    state,
    now: minute(9),
    logHash: undefined,
    notes: [],
    endedAt: 1_795_000_000_250,
    verdict: {
      outcome: passed ? 'passed' : state === 'stopped' ? 'not-judged' : 'failed',
      sentence: 'The soup was cold.',
      checks: [],
      shortfalls,
    },
  });
  return writer.id;
}

const find = (store: Store, test: RunTest, not = false) => idsOf(store.findRuns([{ test, not }]));

const word = (key: (RunTest & { kind: 'word' })['key'], ...values: string[]): RunTest => ({
  kind: 'word',
  key,
  values,
  within: false,
});

const part = (key: (RunTest & { kind: 'word' })['key'], value: string): RunTest =>
  ({ ...word(key, value), within: true }) as RunTest;

/** r1 passed, r2 failed, r3 is running, r4 is a branch of r1 with another scenario name. */
function house(): Store {
  const store = emptyStore();
  end(store, true);
  end(store, false, { seed: 8 });
  store.begin(supper({ mode: 'plain' }));
  const origin = { parent: runId('r1'), at: 3, interventions: [] };
  end(store, true, { scenario: 'supper_100%', source: 'scenarios/late.ts', origin });
  return store;
}

describe('Store.findRuns()', () => {
  it('returns the fields that lists of runs show', () => {
    const [, , cold] = house().findRuns([]);

    expect(cold).toEqual({
      id: 'r2',
      scenario: 'supper',
      source: 'scenarios/supper.ts',
      state: 'completed',
      mode: 'oracle',
      seed: 8,
      startedAt: 1_795_000_000_000,
      endedAt: 1_795_000_000_250,
      start: minute(0),
      now: minute(9),
      entries: 0,
      tags: [],
      scenarioTags: [],
      outcome: 'failed',
      shortfall: 'the soup was cold',
      ending: undefined,
      agent: 'oracle',
      variant: undefined,
      failures: 0,
      noise: 0,
      log: undefined,
      parent: undefined,
      notes: 0,
      baseline: false,
      regression: false,
    });
  });

  it('does not count a stopped run as failed or as a regression', () => {
    const store = house();
    store.setBaseline(runId('r1'), true);
    end(store, false, {}, 'stopped');
    end(store, true, {}, 'stopped');

    expect(store.findRuns([]).map(({ id, outcome, regression }) => [id, outcome, regression])).toEqual([
      ['r6', 'passed', false],
      ['r5', 'not-judged', false],
      ['r4', 'passed', false],
      ['r3', undefined, false],
      ['r2', 'failed', true],
      ['r1', 'passed', false],
    ]);
    expect(find(store, word('verdict', 'not-judged'))).toBe('r5 r3');
  });

  it.each<[string, RunTest, string]>([
    ['a name, capitals aside', word('scenario', 'SUPPER'), 'r3 r2 r1'],
    ['one of several', word('id', 'r1', 'r4'), 'r4 r1'],
    ['a beginning', word('scenario', 'supper*'), 'r4 r3 r2 r1'],
    ['what means something in SQL', word('scenario', 'supper_100%'), 'r4'],
    ['a part', part('file', 'late'), 'r4'],
    ['the verdict', word('verdict', 'failed', 'not-judged'), 'r3 r2'],
    ['the state', word('state', 'running'), 'r3'],
    ['who acts', word('mode', 'plain'), 'r3'],
    ['branches', word('is', 'branch'), 'r4'],
    ['a number', { kind: 'number', key: 'seed', is: '>', value: 7 }, 'r2'],
    ['words anywhere', { kind: 'text', text: 'soup was' }, 'r2'],
  ])('finds runs by %s', (_, test, found) => {
    expect(find(house(), test)).toBe(found);
  });

  it('finds the runs that do not match a negated term', () => {
    expect(find(house(), { kind: 'text', text: 'soup' }, true)).toBe('r4 r3 r1');
    expect(find(house(), word('is', 'regression'), true)).toBe('r4 r3 r2 r1');
  });

  it('finds no run by an unknown flag, even if it is named like an object property', () => {
    const flag = word('is', 'constructor');

    expect(find(house(), flag)).toBe('');
  });

  it('finds runs by tags and by notes', () => {
    const store = house();
    store.setTags(runId('r2'), ['paper', 'keep it']);
    store.addNote({
      run: runId('r3'),
      text: 'Waits for the bread',
      tags: ['why'],
      made: 0,
      range: undefined,
      value: undefined,
    });

    expect(find(store, word('tag', 'keep*'))).toBe('r2');
    expect(find(store, word('tag', 'keep'))).toBe('');
    expect(find(store, { kind: 'note', text: 'the bre' })).toBe('r3');
    expect(find(store, { kind: 'note', text: 'why' })).toBe('r3');
    expect(find(store, { kind: 'note', text: '*' })).toBe('r3');
    expect(store.findRuns([])[1]!.notes).toBe(1);
  });

  it('finds runs by the tags of the scenario and by those of people', () => {
    const store = house();
    end(store, true, { scenarioTags: ['search', 'unit-test'] });
    store.setTags(runId('r1'), ['search']);

    expect(find(store, word('tag', 'search'))).toBe('r5 r1');
    expect(find(store, word('tag', 'search'), true)).toBe('r4 r3 r2');
    expect(find(store, { kind: 'text', text: 'unit-te' })).toBe('r5');
    expect(store.findRuns([])[0]).toMatchObject({ tags: [], scenarioTags: ['search', 'unit-test'] });
  });

  it('finds runs that match all terms', () => {
    const terms = [
      { test: word('scenario', 'supper'), not: false },
      { test: word('verdict', 'not-judged'), not: true },
    ];

    expect(idsOf(house().findRuns(terms))).toBe('r2 r1');
  });
});

describe('a baseline', () => {
  it('makes failed runs of the same scenario regressions until the baseline is removed', () => {
    const store = house();
    store.setBaseline(runId('r1'), true);
    expect(find(store, word('is', 'regression'))).toBe('r2');
    expect(find(store, word('is', 'baseline'))).toBe('r1');

    store.setBaseline(runId('r1'), false);

    expect(find(store, word('is', 'regression'))).toBe('');
  });

  it('replaces the previous baseline and marks no regressions when it has failed itself', () => {
    const store = house();
    store.setBaseline(runId('r1'), true);
    store.setBaseline(runId('r2'), true);

    expect(find(store, word('is', 'baseline'))).toBe('r2');
    expect(find(store, word('is', 'regression'))).toBe('');
  });

  it('is removed with its run', () => {
    const store = house();
    store.setBaseline(runId('r1'), true);
    store.remove(runId('r1'));

    expect(find(store, word('is', 'regression'))).toBe('');
  });
});

describe('Store.previousRun()', () => {
  it('returns the previous run of the same scenario', () => {
    const store = house();

    expect(store.previousRun(runId('r3'))?.id).toBe('r2');
    expect(store.previousRun(runId('r4'))).toBeUndefined();
  });
});

describe('Store.findRuns() with agents and settings', () => {
  const augmentation = { toolFailures: 0.3, noise: {} };
  const agent = { command: 'node agents/forwarder.mjs', thinking: 'frozen' } as const;

  it('finds runs by agent, variant, tool failures and noise', () => {
    const store = emptyStore();
    const oracle = end(store, true);
    const process = end(store, true, { mode: 'plain', choices: { agent, augmentation, variant: 'late' } });
    const script = end(store, true, { mode: 'plain', choices: { script: 'agents/hasty.json' } });

    expect(find(store, word('agent', 'oracle'))).toBe(oracle);
    expect(find(store, part('agent', 'forwarder'))).toBe(process);
    expect(find(store, part('agent', 'hasty.json'))).toBe(script);
    expect(find(store, word('variant', 'late'))).toBe(process);
    expect(find(store, { kind: 'number', key: 'failures', is: '>', value: 0.2 })).toBe(process);
    expect(find(store, { kind: 'number', key: 'noise', is: '=', value: 10 })).toBe(process);
    expect(store.findRuns([]).map(({ agent: name }) => name)).toEqual([
      'agents/hasty.json',
      'node agents/forwarder.mjs',
      'oracle',
    ]);
  });

  it('returns the last agent of a branch in which the agent changes', () => {
    const store = emptyStore();
    const interventions = [
      { kind: 'agent', at: 1, script: 'agents/hasty.json' },
      { kind: 'mode', at: 2, mode: 'oracle' },
    ] as const;
    end(store, true, { mode: 'plain', origin: { parent: runId('r1'), at: 1, interventions } });

    expect(store.findRuns([])[0]!.agent).toBe('oracle');
  });

  it('finds runs that broke by how they did, as regressions where the baseline passed', () => {
    const store = emptyStore();
    store.setBaseline(end(store, true), true);
    const broken = (['agent', 'agent-answer', 'agent-timeout', 'bug', 'person'] as const).map((cause) => {
      const writer = store.begin(supper());
      writer.finish({
        state: 'interrupted',
        now: minute(9),
        logHash: undefined,
        verdict: undefined,
        endedAt: 7,
        notes: [{ kind: 'ending', cause, text: 'It ended.' }],
      });
      return writer.id;
    });

    expect(broken).toEqual(['r2', 'r3', 'r4', 'r5', 'r6']);
    expect(find(store, word('is', 'crashed'))).toBe('r3 r2');
    expect(find(store, word('is', 'timed-out'))).toBe('r4');
    expect(find(store, word('is', 'interrupted'))).toBe('r5');
    expect(find(store, word('is', 'regression'))).toBe('r5 r4 r3 r2');
    expect(store.findRuns([], 3).map(({ regression }) => regression)).toEqual([false, true, true]);
    expect(store.findRuns([])[4]).toMatchObject({ ending: 'agent', outcome: undefined });
  });
});
