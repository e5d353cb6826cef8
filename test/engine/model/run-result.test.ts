import { describe, expect, it } from 'vitest';
import { countedAs, RUN_RESULTS, type RunEvidence, runResult } from '../../../engine/model/run-result.ts';
import { ENDING_CAUSES } from '../../../engine/model/run.ts';

const ended = (more: Partial<RunEvidence> = {}): RunEvidence => ({
  state: 'completed',
  outcome: undefined,
  ending: undefined,
  ...more,
});

describe('runResult()', () => {
  it('is the verdict of a run that came to its end', () => {
    for (const state of ['completed', 'failed', 'recorded'] as const) {
      expect(runResult(ended({ state, outcome: 'passed' }))).toBe('passed');
      expect(runResult(ended({ state, outcome: 'failed' }))).toBe('failed');
      expect(runResult(ended({ state, outcome: 'not-judged' }))).toBe('not-judged');
      expect(runResult(ended({ state }))).toBe('not-judged');
    }
  });

  it('is the cause of an early end', () => {
    const results = ENDING_CAUSES.map((ending) => [
      ending,
      runResult(ended({ state: 'interrupted', ending })),
    ]);

    expect(Object.fromEntries(results)).toEqual({
      person: 'stopped',
      judge: 'failed',
      closed: 'stopped',
      lost: 'interrupted',
      agent: 'crashed',
      'agent-answer': 'crashed',
      'agent-timeout': 'timed-out',
      limit: 'timed-out',
      model: 'interrupted',
      replay: 'interrupted',
      problem: 'interrupted',
      bug: 'interrupted',
    });
    expect(runResult(ended({ state: 'interrupted' }))).toBe('interrupted');
  });

  it('is no pass of a run that broke or that a person stopped, whatever was reached by then', () => {
    expect(runResult(ended({ state: 'interrupted', outcome: 'passed', ending: 'agent' }))).toBe('crashed');
    expect(runResult(ended({ state: 'stopped', outcome: 'passed', ending: 'person' }))).toBe('stopped');
    expect(runResult(ended({ state: 'stopped', outcome: 'passed' }))).toBe('stopped');
  });

  it('is interrupted where a run without an end only waited, unless it passed', () => {
    const waited = ended({ state: 'stopped', ending: 'problem', outcome: 'not-judged' });

    expect(runResult(waited)).toBe('interrupted');
    expect(runResult({ ...waited, outcome: 'passed' })).toBe('passed');
  });

  it('is active until the run ends', () => {
    expect(runResult(ended({ state: 'running', outcome: 'failed' }))).toBe('active');
    expect(runResult(ended({ state: 'paused' }))).toBe('active');
  });
});

it('countedAs() counts broken runs as not passed, or leaves them out of rates of judged runs', () => {
  const table = [...RUN_RESULTS, 'lost' as const, 'missing' as const].map((result) => [
    result,
    countedAs(result, 'all'),
    countedAs(result, 'judged'),
  ]);

  expect(table).toEqual([
    ['passed', 'passed', 'passed'],
    ['failed', 'not-passed', 'not-passed'],
    ['crashed', 'not-passed', undefined],
    ['timed-out', 'not-passed', undefined],
    ['interrupted', 'not-passed', undefined],
    ['not-judged', undefined, undefined],
    ['stopped', undefined, undefined],
    ['active', undefined, undefined],
    ['lost', 'not-passed', undefined],
    ['missing', undefined, undefined],
  ]);
});
