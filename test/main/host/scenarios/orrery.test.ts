import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../../../engine/index.ts';
import { appName } from '../../../../engine/model/values/ids.ts';
import { type PreparedRun, prepareScenario } from '../../../../main/host/runs/prepare-run.ts';
import { compileScenario } from '../../../../main/host/scenarios/compile-cache.ts';
import { declarations } from '../../../../main/host/scenarios/declarations.ts';
import { RealmPool } from '../../../../main/host/scenarios/load-scenario.ts';
import { TypeChecker } from '../../../../main/host/scenarios/type-checker.ts';
import { runToEnd } from '../../../run-to-end.ts';
import { limitedTo, workspace } from './kitchen.ts';

const BUILT = path.resolve(import.meta.dirname, '../../../../out/types/engine');

/** A scenario with a mailbox whose events are `body`, from line 8 on. */
const post = (body: string): string =>
  `import { emailClient, scenario, seconds } from 'orrery';

export default scenario({
  name: 'post',
  start: '2026-01-05T09:00:00Z',
  apps: () => ({ mail: emailClient() }),
  events({ mail }, { condition, oracle }) {
${body}
  },
});
`;

async function runOf(body: string): Promise<PreparedRun> {
  const compiled = await compileScenario(await workspace({ 'post.ts': post(body) }), 'post.ts');
  return prepareScenario(compiled, { mode: 'oracle' }, new RealmPool(limitedTo({ rounds: 10_000 }).limits));
}

/** A scenario with a tool of its own that does `body`, in line 12, as its only event. */
async function ownTool(body: string): Promise<PreparedRun> {
  const text = `import { app, scenario, toolOf } from 'orrery';
const counter = app({
  class: 'Counter',
  initial: () => ({ turns: 0 }),
  tools: {
    count: toolOf<{ turns: number }>()({
      summary: 'Counts.',
      effect: 'write',
      callers: ['environment'],
      args: {},
      apply(state) { state.turns += 1;
        ${body} },
    }),
  },
});
export default scenario({
  name: 'own',
  apps: () => ({ counter: counter() }),
  events: ({ counter }) => void counter.count(),
});`;
  const compiled = await compileScenario(await workspace({ 'own.ts': text }), 'own.ts');
  return prepareScenario(compiled, { mode: 'oracle' }, new RealmPool(limitedTo({ time: 200 }).limits));
}

describe('a scenario file in the engine', () => {
  it('records where each event was declared', async () => {
    const { plan } = await runOf(`    const one = condition('one', () => true);
    for (const _ of [1]) condition('two', () => true).after(one, seconds(1));`);

    const { events } = plan.outline;

    expect(events.map(({ place }) => place)).toEqual([
      { file: 'post.ts', line: 8, column: 17 },
      { file: 'post.ts', line: 9, column: 26 },
    ]);
  });

  it('logs an event whose check never ends as failed, with the line', async () => {
    const { environment } = runToEnd(
      await runOf(`    condition('endless', () => {
      while (true);
    });`),
    );

    expect(environment.log[0]?.outcome).toMatchObject({
      status: 'failed',
      error: {
        message: 'Scenario code timed out: it ran a loop 10,000 times and was stopped.',
        stack:
          'TimedOut: Scenario code timed out: it ran a loop 10,000 times and was stopped.\n    at post.ts:9:7',
      },
    });
  });

  it.each([
    ['loops without end', 'for (;;) state.turns += 1;'],
    ['has no loop and never ends', "/^(a+)+$/.test('a'.repeat(40) + 'b');"],
  ])('undoes the changes of a tool that %s, and the run does not pass', async (_what, body) => {
    const { environment } = runToEnd(await ownTool(body));

    const [entry] = environment.log;
    expect(entry).toMatchObject({ action: { effect: 'write' }, changes: [] });
    expect(entry?.outcome).toMatchObject({ status: 'failed', error: { type: 'TimedOut' } });
    expect(JSON.stringify(entry?.outcome)).toContain('own.ts:12:9');
    expect(environment.appState(appName('counter'))).toEqual({ turns: 0 });
    expect(environment.verdict()).toMatchObject({ passed: false, shortfalls: [{ entry: 0 }] });
  });

  it('reports the line at which events() threw', async () => {
    const wrong = runOf(`\n    throw new Error('no stamps');`);

    await expect(wrong).rejects.toThrow(ScenarioError);
    await expect(wrong).rejects.toThrow('post.ts:9:11: events: Error: no stamps');
  });

  it('is type-checked against the built declarations of every tool', async () => {
    const body = `    mail.send_email({ recipients: ['a@example.org'], subject: 'Tea', content: 'Now?' });
    mail.send_pigeon();
    mail.send_email({ subject: 7 });`;
    const checker = new TypeChecker(await workspace({ 'post.ts': post(body) }), await declarations(BUILT));

    expect(checker.check('post.ts').map(({ message, place }) => [place?.line, message])).toEqual([
      [9, expect.stringContaining("Property 'send_pigeon' does not exist")],
      [10, expect.stringContaining("Type 'number' is not assignable to type")],
    ]);
  });

  it('loads the types of scenarios, apps and the world only', async () => {
    const { files } = await declarations(BUILT);
    const folders = new Set(Object.keys(files).map((file) => file.split('/')[1]));

    expect([...folders].sort()).toEqual(['apps', 'globals.d.ts', 'model', 'scenario', 'state', 'world']);
  });
});
