import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importTrace, readTrace } from '../../../../engine/index.ts';
import { type JudgedVerdict, RunJudge } from '../../../../main/host/runs/judge.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareScenario } from '../../../../main/host/runs/prepare-run.ts';
import { compileStoredSources } from '../../../../main/host/scenarios/index.ts';
import { trustOwnCode } from '../../../../main/host/system/index.ts';
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

/** Plays a scenario with an agent that files `x` at +2 s, or with the oracle, and asks for the judge's verdict. */
async function judgedRun(lines: string, mode: 'oracle' | 'plain'): Promise<JudgedVerdict> {
  const text = `import { agentUserInterface, fileSystem, scenario, seconds } from 'orrery';
export default scenario({
  name: 'files',
  duration: seconds(20),
  apps: () => ({ files: fileSystem(), user: agentUserInterface() }),
  events({ files, user }, { condition, oracle }) {
    oracle(files.mkdir({ path: '/x' })).at(seconds(2));
    ${lines}
  },
});
`;
  const store = emptyStore();
  const compiled = await compileStoredSources(new Map([['files.ts', text]]), 'files.ts');
  trustOwnCode(compiled.files);
  const call = { at: 2, app: 'files', tool: 'mkdir', args: { path: '/x' } };
  const live = new LiveRun(
    prepareScenario(compiled, {
      mode,
      ...(mode === 'oracle'
        ? {}
        : {
            choices: { script: 'agent.json' },
            scripts: new Map([['agent.json', JSON.stringify({ agent: [call] })]]),
          }),
    }),
    store,
  );
  while (!live.over) live.advance(() => true);
  const judged = await new RunJudge(store).judge(store.run(live.id)!);
  expect(store.run(live.id)?.verdict).toEqual(judged.verdict);
  return judged;
}

it('judges the oracle’s own run when somebody asks for it', async () => {
  const sentence = 'The only event of the oracle’s run happened in this one.';
  expect(await judgedRun('', 'oracle')).toMatchObject({
    verdict: { outcome: 'passed', sentence, judge: { outcome: 'passed' } },
    judgement: { evidence: { oracle: [{ status: 'matched' }] } },
  });
});

it('does not judge by an oracle whose run broke', async () => {
  const breaks = `condition('egg', () => { throw new Error('no pan'); }).at(seconds(5));`;
  for (const mode of ['oracle', 'plain'] as const)
    expect((await judgedRun(breaks, mode)).verdict.judge).toEqual({
      outcome: 'not-judged',
      sentence:
        'The oracle cannot play this scenario: its run fails at +5 s: condition 2-egg broke: Error: no pan.',
    });
});

it('says which part of a run that broke it saw, and does not pass it', async () => {
  const breaks = `condition('too full', ({ files }, { log }) => {
    if (log.some(({ event }) => event === 'agent-0')) throw new Error('full');
    return false;
  }).at(seconds(4));`;
  expect((await judgedRun(breaks, 'plain')).verdict.judge).toMatchObject({
    outcome: 'not-judged',
    sentence:
      'The only event of the oracle’s run happened in this one. But the run ended early, at +4 s, and the judge saw only the part until then.',
  });
});
