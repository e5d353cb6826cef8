import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AskerCosts } from '../../engine/model/model-costs.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import type { SweepStatistics } from '../../engine/model/sweep.ts';
import type { AskedAgain } from '../../preload/contract.ts';
import { type Asked, chat, modelServer, stream } from '../main/model-agent/model-server.ts';
import { tries } from '../tries.ts';
import { clerk } from './clerk-model.ts';
import { canGoOffline, jsonOf, orreryIn, orreryOfflineIn, startOrrery, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

const SCENARIO = 'scenarios/invoice-by-noon.ts';
const RUN = ['run', SCENARIO, '--db', 'runs.db', '--json'];

type Message = { readonly role: string; readonly content: unknown };
const messagesOf = ({ body }: Asked): readonly Message[] => body['messages'] as readonly Message[];
const answersBefore = (asked: Asked): number =>
  messagesOf(asked).filter(({ role }) => role === 'assistant').length;

/** A clerk who first asks which invoice is meant, and a customer who says it, thanks for the answer and ends. */
function talk(asked: Asked): readonly unknown[] {
  const before = answersBefore(asked);
  if (asked.body['model'] === 'customer')
    return chat({
      text: before === 0 ? 'The one that the printer sends.' : 'Thank you. ###STOP###',
    });
  return before === 0 ? chat({ text: 'Which invoice do you mean?' }) : clerk(asked);
}

const both = (url: string): readonly string[] => [
  ...['--model', `${url}#tiny`, '--user-model', `${url}#customer`],
  ...['--user-prompt', 'prompts/customer.md', '--user-set', 'temperature=0.7'],
];

const workspace = (): string =>
  sampleWorkspace({
    'prompts/customer.md': 'You are Ada, who waits for an invoice.',
    'prices.json':
      '{ "models": { "customer": { "input": 10, "output": 20 }, "tiny": { "input": 1, "output": 2 } } }',
  });

interface Kept {
  readonly run: string;
  readonly turn: number;
  readonly by: string;
  readonly exchange: number;
}

const requestsIn = (folder: string): Promise<readonly Kept[]> =>
  jsonOf(folder, [
    ...['query', 'SELECT run, turn, "by", exchange FROM requests ORDER BY exchange, run', '--json'],
    ...['--db', 'runs.db'],
  ]);

describe('a model that plays the user', () => {
  it('hears the agent, answers, ends the conversation, and is repeated without its server', async () => {
    const folder = workspace();
    const { url, asked, close } = await modelServer((response, one) => {
      stream(response, talk(one));
    });
    const first = await jsonOf<RunReport & { readonly costsByAsker: AskerCosts }>(folder, [
      ...RUN,
      ...both(url),
    ]);
    const customers = asked.filter(({ body }) => body['model'] === 'customer');
    expect(customers[0]!.body).toMatchObject({ temperature: 0.7, stream: true });
    expect(customers[0]!.body).not.toHaveProperty('tools');
    const [system, told] = messagesOf(customers[0]!);
    expect(system).toEqual({ role: 'system', content: 'You are Ada, who waits for an invoice.' });
    expect(told!.content).toMatch(/You wrote:[^]*The assistant wrote:\nWhich invoice/);
    expect(messagesOf(customers[1]!).slice(2)).toEqual([
      { role: 'assistant', content: 'The one that the printer sends.' },
      { role: 'user', content: 'There is no invoice yet.' },
    ]);
    expect(customers).toHaveLength(2);
    // Tokens of each at its own price.
    const { agent, user } = first.costsByAsker;
    expect([agent!.requests, user!.requests]).toEqual([asked.length - 2, 2]);
    expect(user!.price!.amount).toBeCloseTo((2 * (20 * 10 + 4 * 20)) / 1e6, 9);

    close();
    expect((await orreryIn(folder, ['verify', 'r1', '--db', 'runs.db'])).stdout).toContain('identical');
    for (const record of [['--replay', 'r1'], ['--from-library']])
      expect((await jsonOf<RunReport>(folder, [...RUN, ...both(url), ...record])).logHash).toBe(
        first.logHash,
      );
    writeFileSync(join(folder, 'prompts/customer.md'), 'You are Eve, who waits for an invoice.');
    const strict = await orreryIn(folder, [...RUN, ...both(url), '--replay', 'r1']);
    expect(strict.stderr).toContain('around word 3 it was "You are Ada,');
  });

  it('is asked again from a request of its own, with another answer, and in branches of the agent', async () => {
    const folder = workspace();
    const { url, asked } = await modelServer((response, one) => {
      stream(response, talk(one));
    });
    await orreryIn(folder, [...RUN, ...both(url)]);
    const before = asked.length;
    const says = await jsonOf<AskedAgain>(folder, [
      ...[
        'branch',
        'r1',
        '--request',
        '1',
        '--change',
        'answer None. ###STOP###',
        '--json',
        '--db',
        'runs.db',
      ],
    ]);
    expect(says.by).toBe('user');
    expect(says.groups.flatMap(({ runs }) => runs).map(({ run, did }) => [run, did])).toEqual([
      ['r1', '{"content":"The one that the printer sends."}'],
      ['r2', '{"content":"None."}'],
    ]);
    // The customer was not asked, and has left.
    expect(asked.slice(before).map(({ body }) => body['model'])).not.toContain('customer');

    const other = asked.length;
    await orreryIn(folder, ['branch', 'r1', '--at', '2', '--model', `${url}#other`, '--db', 'runs.db']);
    expect(new Set(asked.slice(other).map(({ body }) => body['model']))).toEqual(
      new Set(['other', 'customer']),
    );
  });

  it('is asked nothing twice when its run was killed at any request', async () => {
    const whole = workspace();
    const live = await modelServer((response, one) => {
      stream(response, talk(one));
    });
    const { logHash } = await jsonOf<RunReport>(whole, [...RUN, ...both(live.url)]);
    for (let nth = 0; nth < tries(6, 6); nth += 1) {
      const folder = workspace();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const { url, asked } = await modelServer(async (response, one, at) => {
        if (at >= nth) await held;
        if (!response.destroyed) stream(response, talk(one));
      });
      const program = startOrrery(folder, [...RUN, ...both(url)]);
      const ended = once(program, 'close');
      await vi.waitUntil(() => asked.length > nth, { timeout: 60_000, interval: 5 });
      program.kill('SIGKILL');
      await ended;
      release();
      const before = asked.length;
      const kept = (await requestsIn(folder)).length;
      expect(kept).toBe(nth);
      const [killed] = await jsonOf<readonly RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
      expect(killed?.state).toBe('interrupted');

      const resumed = await jsonOf<RunReport>(folder, [
        ...['resume', 'r1', '--model', `${url}#tiny`, '--db', 'runs.db', '--json'],
      ]);
      expect({ nth, hash: resumed.logHash }).toEqual({ nth, hash: logHash });
      const all = (await requestsIn(folder)).filter(({ run }) => run === 'r2').length;
      expect(asked.length - before).toBe(all - kept);
    }
  });

  it('is repeated with its agent in a network without interfaces: runs, branches and replays', async (context) => {
    context.skip(!canGoOffline(), 'unshare -rn is not permitted here');
    const folder = workspace();
    const { url, asked } = await modelServer((response, one) => {
      stream(response, talk(one));
    });
    const { logHash } = await jsonOf<RunReport>(folder, [...RUN, ...both(url)]);
    await orreryIn(folder, ['ask-again', 'r1', '--request', '1', '--times', '2', '--db', 'runs.db']);
    await orreryIn(folder, ['branch', 'r1', '--at', '2', '--model', `${url}#other`, '--db', 'runs.db']);
    const before = asked.length;

    for (const run of ['r1', 'r2', 'r3', 'r4']) {
      const verified = await orreryOfflineIn(folder, ['verify', run, '--db', 'runs.db']);
      expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('identical')]);
    }
    const replayed = await orreryOfflineIn(folder, [...RUN, ...both(url), '--replay', 'r1']);
    expect((JSON.parse(replayed.stdout) as RunReport).logHash).toBe(logHash);
    expect(asked.length).toBe(before);
  });

  it('needs an agent, and a chat in which it can write', async () => {
    const folder = workspace();
    const alone = await orreryIn(folder, ['run', SCENARIO, '--user-model', 'http://127.0.0.1:9/v1#customer']);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--user-model needs an agent')]);
    const prompt = await orreryIn(folder, ['run', SCENARIO, '--user-prompt', 'prompts/customer.md']);
    expect(prompt.stderr).toContain('--user-prompt needs a model in --user-model');
  });

  it('plays in a sweep, where its costs stand beside those of the agent', async () => {
    const folder = workspace();
    const { url } = await modelServer((response, one) => {
      stream(response, talk(one));
    });
    const user = { model: `${url}#customer`, prompt: 'prompts/customer.md' };
    writeFileSync(
      join(folder, 'two.json'),
      JSON.stringify({
        name: 'two',
        scenarios: [SCENARIO],
        agents: [
          { name: 'tiny', model: `${url}#tiny`, user },
          { name: 'alone', model: `${url}#tiny` },
        ],
      }),
    );
    await orreryIn(folder, ['sweep', 'run', 'two.json', '--workers', '1']);
    const { contenders } = await jsonOf<SweepStatistics>(folder, [
      'sweep',
      'show',
      'two.sweep',
      '--statistics',
    ]);
    expect(contenders.map(({ costs, userCosts }) => [costs!.requests > 0, userCosts?.requests])).toEqual([
      [true, 2],
      [true, undefined],
    ]);
  });
});
