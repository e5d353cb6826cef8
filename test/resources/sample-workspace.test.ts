import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canonicalLine, openStore } from '../../engine/index.ts';
import { runId } from '../../engine/model/values/ids.ts';
import { ProcessParticipant } from '../../main/host/agents/process-participant.ts';
import { judgeEnded } from '../../main/host/runs/judge.ts';
import { LiveRun } from '../../main/host/runs/live-run.ts';
import { prepareRun, prepareScenario } from '../../main/host/runs/prepare-run.ts';
import type { RunEnvironment } from '../../main/host/runs/realm-environment.ts';
import { driveAlone } from '../../main/host/runs/run-driver.ts';
import { compileScenario } from '../../main/host/scenarios/compile-cache.ts';
import { declarations } from '../../main/host/scenarios/declarations.ts';
import { TypeChecker } from '../../main/host/scenarios/type-checker.ts';
import { openDatabase, packing } from '../open-database.ts';
import { runToEnd } from '../run-to-end.ts';

const root = path.resolve(import.meta.dirname, '../..');
const workspace = path.join(root, 'resources/sample-workspace');
const scenarios = readdirSync(path.join(workspace, 'scenarios'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `scenarios/${file}`);

let checker: TypeChecker | undefined;

async function run(file: string, mode: 'oracle' | 'plain', seed?: number): Promise<RunEnvironment> {
  const compiled = await compileScenario(workspace, file);
  return runToEnd(prepareScenario(compiled, { mode, seed })).environment;
}

const linesOf = ({ log }: RunEnvironment): string[] => log.map(canonicalLine);

describe.each(scenarios)('the sample scenario %s', (file) => {
  it('passes when the oracle plays the agent', async () => {
    const environment = await run(file, 'oracle');
    const { shortfalls, checks } = environment.verdict();
    const { state, log } = environment;

    expect(shortfalls).toEqual([]);
    expect(checks.length).toBeGreaterThan(2);
    expect(state).toBe('completed');
    expect(log.filter(({ outcome }) => outcome.status === 'failed')).toEqual([]);
  });

  it('does not pass without an agent', async () => {
    expect((await run(file, 'plain')).verdict().passed).toBe(false);
  });

  it('produces the same log for the same seed', async () => {
    expect(linesOf(await run(file, 'oracle', 3))).toEqual(linesOf(await run(file, 'oracle', 3)));
  });
});

it.each(scenarios)('the sample scenario %s has no type errors', async (file) => {
  checker ??= new TypeChecker(workspace, await declarations(path.join(root, 'out/types/engine')));

  expect(checker.check(file)).toEqual([]);
});

describe('the sample scenario phishing-or-not', () => {
  it('produces a different log for each seed and passes with all of them', async () => {
    const logs = await Promise.all(
      [1, 2, 3].map((seed) => run('scenarios/phishing-or-not.ts', 'oracle', seed)),
    );

    expect(new Set(logs.map((environment) => linesOf(environment).join('\n'))).size).toBe(3);
    expect(logs.every((environment) => environment.verdict().passed)).toBe(true);
  });
});

describe('the sample agent script hasty.json', () => {
  it('completes its two calls in invoice-by-noon and fails the scenario', async () => {
    const script = 'agents/hasty.json';
    const interventions = [{ kind: 'agent', at: 0, script }] as const;
    const prepared = await prepareRun(
      {
        folder: workspace,
        path: 'scenarios/invoice-by-noon.ts',
        mode: 'plain',
        origin: { parent: runId('r1'), at: 0, interventions },
        scripts: new Map([[script, readFileSync(path.join(workspace, script), 'utf8')]]),
      },
      () => Promise.resolve([]),
    );

    const { environment } = runToEnd(prepared);

    const calls = environment.log.filter((entry) => entry.kind === 'agent' && !entry.oracle);
    expect(calls.map(({ outcome }) => outcome.status)).toEqual(['done', 'done']);
    expect(environment.verdict().passed).toBe(false);
  });
});

describe('the sample agent forwarder.mjs', () => {
  it.each([
    ['by itself', {}],
    ['where a third of its calls fail', { augmentation: { toolFailures: 0.34 } }],
  ])('passes invoice-by-noon %s', async (_how, choices) => {
    const db = openDatabase();
    onTestFinished(() => void db.close());
    const store = openStore(db, packing);
    const request = { folder: workspace, path: 'scenarios/invoice-by-noon.ts', mode: 'plain' } as const;
    const turns = { agent: { from: 0, turns: 50, isOther: false } };
    const prepared = await prepareRun({ ...request, choices, turns }, () => Promise.resolve([]));
    const live = new LiveRun(prepared, store);
    const quitting = new AbortController().signal;

    const agent = new ProcessParticipant(prepared.plan, {
      command: `"${process.execPath}" agents/forwarder.mjs`,
      thinking: 'frozen',
      agentTimeout: 30,
      folder: workspace,
    });
    let why: string | undefined;
    await driveAlone(live, {
      agent,
      quitting,
      onLeft: (_by, left) => {
        why = left;
      },
    });
    await judgeEnded(store, live.id);

    expect(why).toBe('it has finished');
    expect(store.run(live.id)).toMatchObject({ state: 'completed', verdict: { outcome: 'passed' } });
  });
});
