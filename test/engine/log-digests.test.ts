import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunChoices } from '../../engine/model/index.ts';
import { prepareScenario } from '../../main/host/runs/prepare-run.ts';
import { compileScenario } from '../../main/host/scenarios/compile-cache.ts';
import { useTimers } from '../../main/host/scenarios/gate.ts';
import { RealmPool, variantsIn } from '../../main/host/scenarios/load-scenario.ts';
import { runToEnd } from '../run-to-end.ts';
import { areFilesIn, digestOfRun, digestsOfTrace, type LogDigest } from './log-digests.ts';

// The digests of the logs of all included scenarios and traces, compared with a snapshot. When a digest differs,
// the snapshot's name is the case; each line begins with the index of its first entry and has a mark for each ten entries.
// After an intended change: npx vitest run --config test/vitest.config.ts test/engine/log-digests.test.ts -u

const root = path.resolve(import.meta.dirname, '../..');
const workspace = 'resources/sample-workspace';
const templates = 'resources/templates';
const traces = path.join(root, 'test/fixtures/are-traces');

const scenarios = [
  ...readdirSync(path.join(root, workspace, 'scenarios'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [workspace, `scenarios/${file}`] as const),
  ...readdirSync(path.join(root, templates)).map((file) => [templates, file] as const),
];

// A timer for each call takes longer than the call.
beforeAll(() => {
  useTimers(false);
});
afterAll(() => {
  useTimers(true);
});

describe.each(scenarios)('the logs of %s/%s', (folder, file) => {
  it.each([0, 1, 2, 3, 4])('are as they were, with seed %i', async (seed) => {
    const compiled = await compileScenario(path.join(root, folder), file);
    const variants = variantsIn(compiled);
    for (const variant of variants.length === 0 ? [undefined] : variants)
      for (const mode of ['oracle', 'plain'] as const)
        expect(run(compiled, mode, { seed, variant })).toMatchSnapshot(
          [mode, ...(variant === undefined ? [] : [variant])].join(', '),
        );
  });

  it('are as they were, with noise and tools that fail', async () => {
    const augmentation = { toolFailures: 0.3, noise: { perMinute: 3, seed: 1 } };

    expect(
      run(await compileScenario(path.join(root, folder), file), 'oracle', { seed: 0, augmentation }),
    ).toMatchSnapshot();
  });
});

it('the log of an agent that follows a script is as it was', async () => {
  const compiled = await compileScenario(path.join(root, workspace), 'scenarios/invoice-by-noon.ts');
  const script = readFileSync(path.join(root, workspace, 'agents/hasty.json'), 'utf8');

  expect(run(compiled, 'plain', { seed: 0 }, script)).toMatchSnapshot();
});

it.each(areFilesIn(traces))('the logs of %s are as they were', (file) => {
  for (const [name, digest] of Object.entries(digestsOfTrace(path.join(traces, file))))
    expect(digest).toMatchSnapshot(name);
});

type Compiled = Awaited<ReturnType<typeof compileScenario>>;

// All runs of a scenario share a realm.
const realms = new RealmPool();

function run(
  compiled: Compiled,
  mode: 'oracle' | 'plain',
  { seed, ...choices }: RunChoices & { readonly seed: number },
  script?: string,
): LogDigest {
  const scripts = new Map(script === undefined ? [] : [['agent.json', script]]);
  const asked = { ...choices, ...(script === undefined ? {} : { script: 'agent.json' }) };
  const prepared = runToEnd(prepareScenario(compiled, { mode, seed, choices: asked, scripts }, realms));
  const digest = digestOfRun(prepared.environment, prepared.plan);
  prepared.release();
  return digest;
}
