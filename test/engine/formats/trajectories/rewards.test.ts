import { describe, expect, it } from 'vitest';
import { onlyRun } from './recordings.ts';

const SAID = [{ role: 'user', content: 'Soup!' }];

/** A file of each format in which a number is the verdict. */
const FILES: Readonly<Record<string, (reward: number) => unknown>> = {
  'plain messages': (reward) => ({ messages: SAID, reward }),
  'tau-bench': (reward) => [{ task_id: 1, trial: 0, reward, traj: SAID }],
  'tau2-bench': (reward) => ({
    task_id: '1',
    termination_reason: 'user_stop',
    messages: SAID,
    reward_info: { reward },
  }),
  Harbor: (reward) => ({
    'result.json': { task_name: 'soup', trial_name: 's1', verifier_result: { rewards: { reward } } },
    'agent/trajectory.json': {
      schema_version: 'ATIF-v1.6',
      session_id: 's',
      agent: { name: 'cook', version: '1' },
      steps: [{ step_id: 1, source: 'user', message: 'Soup!' }],
    },
  }),
  Inspect: (reward) => ({
    version: 2,
    status: 'success',
    eval: { task: 'soup', model: 'm' },
    samples: [
      { id: 1, epoch: 1, input: 'Soup!', target: '', messages: SAID, scores: { taste: { value: reward } } },
    ],
  }),
};

describe.each(Object.keys(FILES))('a reward in %s', (format) => {
  it.each([
    [1, 'passed', true],
    [1 - 1e-9, 'passed', true],
    [0, 'failed', false],
    [0.5, 'not-judged', undefined],
    [-1, 'not-judged', undefined],
    [2, 'not-judged', undefined],
  ])('of %d: %s', (reward, outcome, passed) => {
    const run = onlyRun(FILES[format]!(reward));

    expect(run.verdict).toMatchObject({ outcome });
    expect(run.verdict?.sentence).toContain(String(reward));
    expect(run.attempt?.scores).toMatchObject([{ label: String(reward), value: reward }]);
    expect(run.attempt?.scores[0]?.passed).toBe(passed);
  });
});
