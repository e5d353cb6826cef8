import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Environment, isScenario, planOf, ScenarioError } from '../../../engine/index.ts';
import * as orrery from '../../../engine/scenario/index.ts';
import { compileScenario } from '../../../main/scenario/compile-scenario.ts';
import { declarations } from '../../../main/scenario/declarations.ts';
import { loadScenario } from '../../../main/scenario/load-scenario.ts';
import { TypeChecker } from '../../../main/scenario/type-checker.ts';
import { workspace } from './kitchen.ts';

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

async function environmentOf(body: string): Promise<Environment> {
  const compiled = await compileScenario(await workspace({ 'post.ts': post(body) }), 'post.ts');
  const { scenario, surroundings } = loadScenario(compiled, { orrery, isScenario, laps: 10_000 });
  return new Environment(planOf(scenario, { surroundings }), { mode: 'oracle', surroundings });
}

describe('a scenario file and the engine', () => {
  it('tell where each event was declared', async () => {
    const compiled = await compileScenario(
      await workspace({
        'post.ts': post(`    const one = condition('one', () => true);
    for (const _ of [1]) condition('two', () => true).after(one, seconds(1));`),
      }),
      'post.ts',
    );
    const { scenario, surroundings } = loadScenario(compiled, { orrery, isScenario });

    const { events } = planOf(scenario, { surroundings });

    expect(events.map(({ place }) => place)).toEqual([
      { file: 'post.ts', line: 8, column: 17 },
      { file: 'post.ts', line: 9, column: 26 },
    ]);
  });

  it('fail an event whose check never ends, with its line, and go on', async () => {
    const environment = await environmentOf(`    condition('endless', () => {
      while (true);
    });`);

    environment.run();

    expect(environment.log[0]?.outcome).toMatchObject({
      status: 'failed',
      error: {
        message: 'a loop ran 10,000 times without end, wanted one that ends',
        stack: 'Error: a loop ran 10,000 times without end, wanted one that ends\n    at post.ts:9:7',
      },
    });
  });

  it('say where declaring events went wrong', async () => {
    const wrong = environmentOf(`\n    throw new Error('no stamps');`);

    await expect(wrong).rejects.toThrow(ScenarioError);
    await expect(wrong).rejects.toThrow('post.ts:9:11: events: Error: no stamps');
  });

  it('are typed: the built declarations know every tool', async () => {
    const body = `    mail.send_email({ recipients: ['a@example.org'], subject: 'Tea', content: 'Now?' });
    mail.send_pigeon();
    mail.send_email({ subject: 7 });`;
    const built = path.resolve(import.meta.dirname, '../../../out/types/engine');
    const checker = new TypeChecker(await workspace({ 'post.ts': post(body) }), await declarations(built));

    expect(checker.check('post.ts').map(({ message, place }) => [place?.line, message])).toEqual([
      [9, expect.stringContaining("Property 'send_pigeon' does not exist")],
      [10, expect.stringContaining("Type 'number' is not assignable to type")],
    ]);
  });
});
