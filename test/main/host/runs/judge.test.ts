import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importTrace, readTrace } from '../../../../engine/index.ts';
import { RunJudge } from '../../../../main/host/runs/index.ts';
import { emptyStore } from '../../../engine/store/pantry.ts';

const FILE = 'studio_visit_two_turns.trace.json';
const TRACE = readFileSync(join(import.meta.dirname, '../../../fixtures/are-traces', FILE), 'utf8');

it('stores a verdict of another configuration beside the run’s own verdict', async () => {
  const store = emptyStore();
  const recorded = readTrace(TRACE, FILE);
  const run = store.run(importTrace(store, recorded, { startedAt: 0, owner: 'judge', logHash: '' }))!;

  expect(await new RunJudge(store).judge(run)).toMatchObject({ verdict: { outcome: 'passed' } });
  expect(store.run(run.id)).toMatchObject({ verdict: { outcome: 'passed', judge: { outcome: 'passed' } } });
  const strict = { configuration: { arg_checkers: { Mail__send_email: null } } };
  const { verdict, judgement } = await new RunJudge(store, strict).judge(run);
  expect(verdict).toMatchObject({
    outcome: 'not-judged',
    sentence: 'Turn 1: The judge has no rule for calls of Mail__send_email. Give it one in arg_checkers.',
  });
  // Only the scenario's own configuration decides the run's verdict; the other verdict is stored beside it.
  expect(store.run(run.id)?.verdict?.outcome).toBe('passed');
  expect(store.judgement(run.id, judgement!.configuration)).toEqual(judgement);
  expect(store.judgeConfigurations(run.id)).toHaveLength(2);
});
