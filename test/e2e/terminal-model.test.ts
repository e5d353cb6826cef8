import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { ModelCosts } from '../../engine/model/model-costs.ts';
import type { JudgedRun } from '../../engine/model/judge.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { installedEngine } from '../main/model-agent/model-engine.ts';
import { type Asked, chat, modelServer, stream } from '../main/model-agent/model-server.ts';
import { writeTinyModel } from '../main/model-agent/tiny-gguf.ts';
import { tries } from '../tries.ts';
import { clerk } from './clerk-model.ts';
import { type Answer, jsonOf, orreryIn, startOrrery, type RunReport } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';

const SCENARIO = 'scenarios/invoice-by-noon.ts';
const RUN = ['run', SCENARIO, '--db', 'runs.db', '--json'];

const server = () =>
  modelServer((response, asked) => {
    stream(response, clerk(asked));
  });

/** Asks a model of its own: itself. The first time it never acts on the answer. */
const ASKING = `
  import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  const say = (line) => console.log(JSON.stringify(line));
  let asks = 0;
  const request = { do: 'request', messages: [{ role: 'user', content: 'What now?' }], body: { model: 'own' } };
  for await (const line of createInterface({ input: process.stdin })) {
    const { kind, answer } = JSON.parse(line);
    if (kind === 'start') say({ do: 'ready' });
    if (kind === 'turn') say(request);
    if (kind === 'ask' || kind === 'recorded') appendFileSync('told.txt', (kind + ' ' + (answer?.text ?? '')).trim() + '\\n');
    if (kind === 'ask') asks += 1;
    if (kind === 'ask' && asks === 1) {
      say({ do: 'answered', answer: { text: 'Wait.' } });
      say({ ...request, body: { model: 'other' } });
    } else if (kind === 'ask') writeFileSync('answered', '');
    if (kind === 'recorded') say({ do: 'finish' });
  }`;

interface Request {
  readonly run: string;
  readonly turn: number;
  readonly exchange: number;
}

const requestOf = ({ messages, ...body }: Asked['body']): object => ({ messages, body });

const requestsIn = (folder: string): Promise<readonly Request[]> =>
  jsonOf(folder, [
    'query',
    'SELECT run, turn, exchange FROM requests ORDER BY 1, 2, nth',
    '--json',
    '--db',
    'runs.db',
  ]);

/** The processes of models that run in `folder`. Linux only. */
const agentsIn = (folder: string): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isAgentIn(name, folder))
    .map(Number);

function isAgentIn(pid: string, folder: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('model-agent.js\0') &&
      readlinkSync(`/proc/${pid}/cwd`) === folder
    );
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

describe('a model that plays the agent', () => {
  it('is asked, and its answers play it again without it: by turn, by request, and from the library', async () => {
    const folder = sampleWorkspace();
    const { url, asked, close } = await server();
    const model = ['--model', `${url}#tiny`, '--model-set', 'temperature=0'];
    const first = await jsonOf<RunReport>(folder, [...RUN, ...model]);
    const made = await requestsIn(folder);
    expect([asked.length, made.length]).toEqual([made.length, asked.length]);
    expect(asked[0]!.body).toMatchObject({ model: 'tiny', temperature: 0, stream: true });
    const shown = await orreryIn(folder, ['run', SCENARIO, ...model, '--first-request']);
    expect(JSON.parse(shown.stdout)).toEqual(requestOf(asked[0]!.body));
    expect(asked.length).toBe(made.length);
    close();

    const verified = await orreryIn(folder, ['verify', 'r1', '--db', 'runs.db']);
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('identical')]);
    for (const record of [['--replay', 'r1'], ['--from-library'], ['--replay', 'r1', '--then-live']]) {
      const again = await jsonOf<RunReport>(folder, [...RUN, ...model, ...record]);
      expect(again.logHash).toBe(first.logHash);
    }
    const shared = (await requestsIn(folder))
      .filter(({ run }) => run !== 'r1')
      .map(({ exchange }) => exchange);
    expect(new Set(shared)).toEqual(new Set(made.map(({ exchange }) => exchange)));
  });

  it('is not asked again when a word of the prompt has changed: the run stops at the request and names the word', async () => {
    const folder = sampleWorkspace();
    const { url } = await server();
    const prompt = (text: string): readonly string[] => {
      writeFileSync(join(folder, 'prompt.md'), text);
      return ['--model', `${url}#tiny`, '--prompt', 'prompt.md'];
    };
    await jsonOf<RunReport>(folder, [...RUN, ...prompt('You are a clerk. Be quick.')]);

    const { code, stderr } = await orreryIn(folder, [
      ...RUN,
      ...prompt('You are a cook. Be quick.'),
      '--replay',
      'r1',
    ]);

    expect(code).toBe(1);
    expect(stderr).toContain(
      'Request 0 to the model is not the recorded one. Message 1, of the system, differs: around word 4 it was "You are a clerk. Be quick." and is "You are a cook. Be quick.".',
    );
  });

  it('is amended at a request: what was before is identical, the branch names the change, and nothing before is asked again', async () => {
    const folder = sampleWorkspace();
    const { url, asked } = await server();
    await jsonOf<RunReport>(folder, [...RUN, '--model', `${url}#tiny`]);
    const before = asked.length;
    const branch = async (change: string): Promise<{ readonly origin: string; readonly differs: number }> => {
      const args = ['branch', 'r1', '--request', '3', '--change', change, '--db', 'runs.db'];
      const { stdout, stderr } = await orreryIn(folder, args);
      const id = /^run (r\d+) in/m.exec(stdout)?.[1];
      if (id === undefined) throw new Error(`${stdout}\n${stderr}`);
      const log = await jsonOf<readonly object[]>(folder, ['log', id, '--json', '--db', 'runs.db']);
      const runs = await jsonOf<readonly RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
      const { origin } = runs.find((run) => run.id === id)!;
      const parent = await jsonOf<readonly object[]>(folder, ['log', 'r1', '--json', '--db', 'runs.db']);
      const differs = parent.findIndex((entry, at) => JSON.stringify(entry) !== JSON.stringify(log[at]));
      return { origin: JSON.stringify(origin), differs };
    };
    const answered = await branch('answer I give up.');
    expect(answered.origin).toContain('"kind":"answer"');
    const { at } = JSON.parse(answered.origin) as { readonly at: number };
    expect(answered.differs).toBe(at);

    const warmer = await branch('parameter temperature=1');
    expect(warmer.differs).toBe(-1);
    expect(asked.at(-1)?.body['temperature']).toBe(1);
    const prompted = await branch('system You are a cook.');
    expect(prompted.origin).toContain('You are a cook.');
    expect((asked.at(-1)!.body['messages'] as readonly object[])[0]).toEqual({
      role: 'system',
      content: 'You are a cook.',
    });
    await branch('tool mail__list_emails=Lists nothing.');
    expect(JSON.stringify(asked.at(-1)?.body['tools'])).toContain('Lists nothing.');
    await branch('message 2=Do it twice.');
    expect((asked.at(-1)!.body['messages'] as readonly { content: string }[])[1]?.content).toBe(
      'Do it twice.',
    );
    // Requests 0 to 2 came from the record each time.
    expect(asked.slice(before).every(({ body }) => (body['messages'] as readonly object[]).length > 5)).toBe(
      true,
    );

    for (const id of ['r2', 'r3', 'r4', 'r5', 'r6']) {
      const verified = await orreryIn(folder, ['verify', id, '--db', 'runs.db']);
      expect([id, verified.code, verified.stdout]).toEqual([id, 0, expect.stringContaining('identical')]);
    }
  });

  it('is asked again several times, and what the agent did next is counted', async () => {
    const folder = sampleWorkspace();
    let length = Infinity;
    let times = 0;
    const { url, asked } = await modelServer((response, one) => {
      const messages = one.body['messages'] as readonly unknown[];
      if (messages.length === length) times += 1;
      // Every other time it gives up.
      if (messages.length === length && times % 2 === 0) stream(response, chat({ text: 'I give up.' }));
      else stream(response, clerk(one));
    });
    await jsonOf<RunReport>(folder, [...RUN, '--model', `${url}#tiny`]);
    ({ length } = asked[2]!.body['messages'] as readonly unknown[]);

    const again = await jsonOf<{
      readonly groups: readonly {
        readonly next: string;
        readonly runs: readonly { readonly run: string }[];
      }[];
    }>(folder, ['ask-again', 'r1', '--request', '2', '--times', '4', '--db', 'runs.db', '--json']);

    expect(again.groups.flatMap(({ runs }) => runs.map(({ run }) => run)).toSorted()).toEqual([
      ...['r1', 'r2', 'r3', 'r4', 'r5'],
    ]);
    expect(again.groups.map(({ runs }) => runs.length)).toEqual([3, 2]);
  });

  it('is asked nothing twice when its run was killed', async () => {
    const { logHash } = await jsonOf<RunReport>(sampleWorkspace(), [
      ...RUN,
      '--model',
      `${(await server()).url}#tiny`,
    ]);
    for (let nth = 0; nth < tries(12); nth += 1) {
      const folder = sampleWorkspace();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const { url, asked } = await modelServer(async (response, one, at) => {
        if (at > nth % 5) await held;
        if (!response.destroyed) stream(response, clerk(one));
      });
      const model = ['--model', `${url}#tiny`];
      const program = startOrrery(folder, [...RUN, ...model]);
      const ended = once(program, 'close');
      // The answer before the one that is held is on disk: the next request comes after it was kept.
      await vi.waitUntil(() => asked.length > (nth % 5) + 1, { timeout: 60_000, interval: 5 });
      program.kill('SIGKILL');
      await ended;
      release();
      const before = asked.length;
      const [killed] = await jsonOf<readonly RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
      expect(killed?.state).toBe('interrupted');
      const kept = (await requestsIn(folder)).length;

      const resumed = await jsonOf<RunReport>(folder, [
        'resume',
        'r1',
        ...model,
        '--db',
        'runs.db',
        '--json',
      ]);

      expect({ nth, hash: resumed.logHash }).toEqual({ nth, hash: logHash });
      const all = (await requestsIn(folder)).filter(({ run }) => run === 'r2').length;
      expect(asked.length - before).toBe(all - kept);
    }
  });

  it('counts the requests of its killed run towards the limits', async () => {
    const folder = sampleWorkspace();
    const { url, asked } = await modelServer(async (response, one, at) => {
      if (at === 3) await new Promise((resolve) => response.once('close', resolve));
      else stream(response, clerk(one));
    });
    const model = ['--model', `${url}#tiny`];
    const program = startOrrery(folder, [...RUN, ...model]);
    const ended = once(program, 'close');
    await vi.waitUntil(() => asked.length > 3, { timeout: 60_000, interval: 5 });
    program.kill('SIGKILL');
    await ended;

    const { stdout } = await orreryIn(folder, [
      ...['resume', 'r1', ...model, '--max-requests', '4', '--db', 'runs.db'],
    ]);

    expect(stdout).toContain('4 requests');
    expect((await requestsIn(folder)).filter(({ run }) => run === 'r2')).toHaveLength(4);
  });

  it('goes on from its record when its own process was killed at any moment', async () => {
    for (let nth = 0; nth < tries(20, 10); nth += 1) {
      const folder = sampleWorkspace();
      const { url, asked } = await modelServer(async (response, one) => {
        await sleep(20);
        if (!response.destroyed) stream(response, clerk(one));
      });
      const model = ['--model', `${url}#tiny`];
      const ran = orreryIn(folder, [...RUN, ...model]);
      await vi.waitUntil(() => asked.length > nth % 6, { timeout: 60_000, interval: 1 });
      await sleep((nth * 7) % 23);
      for (const pid of agentsIn(folder)) process.kill(pid, 'SIGKILL');
      const { state } = JSON.parse((await ran).stdout) as RunReport;
      // It may have ended just before.
      if (state !== 'interrupted') continue;

      const { code } = await orreryIn(folder, ['resume', 'r1', ...model, '--db', 'runs.db']);

      const kept = (await requestsIn(folder)).filter(({ run }) => run === 'r2').length;
      // The one that was under way.
      expect({ nth, code, lost: asked.length - kept <= 1 }).toEqual({ nth, code: 0, lost: true });
    }
  });

  it("answers from the record a request whose turn was not answered any more, also for an agent of one's own", async () => {
    const folder = sampleWorkspace({ 'agents/asking.mjs': ASKING });
    const agent = ['--agent', 'node agents/asking.mjs', '--db', 'runs.db'];
    const program = startOrrery(folder, ['run', SCENARIO, ...agent]);
    const ended = once(program, 'close');
    await vi.waitUntil(() => existsSync(join(folder, 'answered')), { timeout: 60_000, interval: 5 });
    program.kill('SIGKILL');
    await ended;

    await orreryIn(folder, ['resume', 'r1', ...agent]);

    expect(readFileSync(join(folder, 'told.txt'), 'utf8')).toBe('ask\nask\nrecorded Wait.\n');
    expect((await requestsIn(folder)).map(({ run, turn, exchange }) => [run, turn, exchange])).toEqual([
      ['r1', 0, 1],
      ['r2', 0, 1],
    ]);
  });

  it('costs what its tokens cost in the workspace, and ends its run at a limit', async () => {
    const folder = sampleWorkspace({
      'prices.json':
        '{ "currency": "EUR", "models": { "tin*": { "input": 2, "cached": 0.5, "output": 10 } } }',
    });
    const usage = {
      prompt_tokens: 1_000,
      prompt_tokens_details: { cached_tokens: 600 },
      completion_tokens: 50,
    };
    const { url } = await modelServer((response, asked) => {
      stream(response, [...clerk(asked).slice(0, -2), { choices: [], usage }, '[DONE]']);
    });
    const model = ['--model', `${url}#tiny`];
    const { costs } = await jsonOf<{ readonly costs: ModelCosts }>(folder, [...RUN, ...model]);
    const each = (400 * 2 + 600 * 0.5 + 50 * 10) / 1e6;
    const { requests, price } = costs;
    expect(costs).toMatchObject({ input: 1_000 * requests, cached: 600 * requests, output: 50 * requests });
    expect([price!.currency, price!.amount]).toEqual(['EUR', expect.closeTo(each * requests, 9)]);

    for (const [option, limit, asked, said] of [
      ['--max-requests', '2', 2, '2 requests'],
      ['--max-tokens', '2000', 2, '2,000 tokens: it has used 2,100'],
      ['--max-minutes', '0.00001', 0, '0.00001 minutes'],
    ] as const) {
      const limited = await orreryIn(folder, [...RUN.slice(0, -1), ...model, option, limit]);
      expect(limited.stdout).toContain(`The run was ended at its limit of ${said}.`);
      expect(limited.stdout).toMatch(/simulated seconds, stopped/);
      if (asked > 0)
        expect(limited.stdout).toContain(`model: ${asked} requests, 2,000 tokens in (1,200 cached), 100 out`);
    }
    // A repeated run costs nothing.
    await orreryIn(folder, [...RUN, ...model, '--replay', 'r1']);
    const [, ...sums] = (
      await orreryIn(folder, ['query', 'SELECT run, requests FROM run_costs', '--db', 'runs.db'])
    ).stdout
      .trim()
      .split('\n');
    expect(sums.slice(1).map((line) => line.trim().split(/ +/))).toEqual([
      ['r1', String(requests)],
      ['r2', '2'],
      ['r3', '2'],
    ]);
    const listed = await orreryIn(folder, ['runs', '--db', 'runs.db', '--group', 'scenario']);
    expect(listed.stdout).toContain(`${requests + 4} requests`);
  });

  it('plays from a file to the end by valid calls, and is repeated without the file', async () => {
    const folder = sampleWorkspace();
    const env = await installedEngine();
    const [tool, message] = ['"tool":"', 'user__send_message_to_user'];
    writeTinyModel(join(folder, 'tiny.gguf'), {
      pieces: [tool, message],
      likes: { [tool]: 20, '"': 8, '}': 4 },
      pairs: { [tool]: { [message]: 20 } },
    });
    const model = ['--model', './tiny.gguf', '--model-set', 'seed=3', '--model-set', 'temperature=1'];

    const { stdout } = await orreryIn(folder, [...RUN, ...model, '--model-set', 'threads=1'], env);

    const { state, logHash, log } = JSON.parse(stdout) as RunReport;
    expect(state).toBe('failed');
    const calls = log.filter((entry) => entry.kind === 'agent');
    expect(calls.filter((entry) => 'error' in entry)).toEqual([]);
    expect((await requestsIn(folder)).map(({ turn }) => turn)).toEqual([0, 2, 4]);
    const [{ file, sha256 }] = await jsonOf<readonly [Record<string, string>]>(folder, [
      ...['query', "SELECT server ->> 'file' file, server ->> 'sha256' sha256 FROM requests LIMIT 1"],
      ...['--json', '--db', 'runs.db'],
    ]);
    expect([file, sha256]).toEqual(['./tiny.gguf', expect.stringMatching(/^[0-9a-f]{64}$/)]);

    rmSync(join(folder, 'tiny.gguf'));
    expect((await orreryIn(folder, ['verify', 'r1', '--db', 'runs.db'])).stdout).toContain('identical');
    const again = await jsonOf<RunReport>(folder, [...RUN, ...model, '--replay', 'r1']);
    expect(again.logHash).toBe(logHash);
    const without = await orreryIn(folder, [...RUN, ...model], env);
    expect(without.stderr).toContain('The model gave no answer. There is no model at ./tiny.gguf.');
  });

  it('has a key that is kept nowhere: in no file, export or message, also when the server repeats it', async () => {
    const folder = sampleWorkspace();
    const key = 'sk-"77"-not-for-you';
    const { url, asked } = await modelServer((response, one, nth) => {
      if (nth === 0)
        response
          .writeHead(429, { 'retry-after': '0' })
          .end(`{"message":"${JSON.stringify(key).slice(1, -1)} is busy"}`);
      else if (nth < 4) stream(response, clerk(one));
      else response.writeHead(401).end(`Wrong key: ${key}`);
    });
    const printed: Answer[] = [];
    const run = async (...args: readonly string[]): Promise<void> => {
      printed.push(await orreryIn(folder, [...args, '--db', 'runs.db'], { ORRERY_MODEL_KEY: key }));
    };
    await run('run', SCENARIO, '--model', `${url}#tiny`);
    await run('export', 'r1', '--format', 'orrery', '-o', 'run.orrery');
    await run('export', 'r1', '--format', 'are', '-o', 'run.json');
    await run('report', 'r1', '-o', 'run.html');
    await run('query', 'SELECT * FROM requests', '--json');
    await run('runs', '--json');
    expect(asked[0]!.headers.authorization).toBe(`Bearer ${key}`);
    expect(printed[0]!.stderr).toContain('Wrong key: …');
    expect(printed[2]!.stdout).toContain('requests to the agent’s model. ARE’s format has no place for them');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      statSync(join(folder, name)).isFile(),
    );
    expect(files).toEqual(expect.arrayContaining(['runs.db', 'run.orrery', 'run.json', 'run.html']));
    const texts = [
      ...files.map((name) => readFileSync(join(folder, name), 'latin1')),
      ...printed.flatMap(({ stdout, stderr }) => [stdout, stderr]),
    ];
    for (const text of texts) expect(text.includes('not-for-you')).toBe(false);

    const { stderr } = await orreryIn(folder, [
      'run',
      SCENARIO,
      '--model',
      'http://me:secret@127.0.0.1:1/v1#tiny',
    ]);
    expect(stderr).toContain('an address without a key in it');
  });

  it('is asked on this machine only, unless its host is named; a model that gives no answer ends the run with the reason', async () => {
    const folder = sampleWorkspace();
    const far = await orreryIn(folder, ['run', SCENARIO, '--model', 'http://models.example/v1#tiny']);
    expect([far.code, far.stderr]).toEqual([2, expect.stringContaining('add --model-host models.example')]);

    const { url } = await modelServer((response) => {
      response.writeHead(400).end('{"message":"no such model"}');
    });
    const { code, stderr } = await orreryIn(folder, [...RUN, '--model', `${url}#none`]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('The model gave no answer. The server answered 400: no such model'),
    ]);
  });
});

const SAYS = `import { agentUserInterface, minutes, scenario, seconds } from 'orrery';
export default scenario({
  name: 'says', start: '2026-01-05T09:00:00Z', duration: minutes(2),
  verdict: { need: 'all', of: ['judge'] },
  apps: () => ({ user: agentUserInterface() }),
  events({ user }, { oracle }) {
    const ask = user.send_message_to_agent({ content: 'Is the ferry on time?' }).at(seconds(5));
    oracle(user.send_message_to_user({ content: 'The ferry is on time.' })).after(ask, seconds(10));
  },
});`;

describe('a model that answers the questions of the judge', () => {
  it('decides by its votes about texts that differ, and is asked nothing twice', async () => {
    const says = (content: string): string =>
      JSON.stringify({ agent: [{ at: 15, app: 'user', tool: 'send_message_to_user', args: { content } }] });
    const folder = sampleWorkspace({
      'scenarios/says.ts': SAYS,
      'prices.json': '{ "models": { "reader": { "input": 1, "output": 3 } } }',
      'agents/good.json': says('Yes, it leaves as planned.'),
      'agents/bad.json': says('No, it is an hour late.'),
    });
    for (const script of ['good', 'bad'])
      await orreryIn(folder, [
        'run',
        'scenarios/says.ts',
        '--script',
        `agents/${script}.json`,
        '--db',
        'runs.db',
      ]);
    const judge = (...more: readonly string[]) =>
      jsonOf<readonly [JudgedRun, JudgedRun]>(folder, [
        'judge',
        'r1',
        'r2',
        '--db',
        'runs.db',
        '--json',
        ...more,
      ]);
    expect((await judge()).map(({ outcome }) => outcome)).toEqual(['not-judged', 'not-judged']);

    // Each third vote is the other one, and nobody writes the markers as they are asked for.
    const { url, asked, close } = await modelServer((response, { body }) => {
      const text = JSON.stringify(body['messages']);
      const isRight = text.includes('as planned') !== ((body['seed'] as number) % 3 === 2);
      const marker = text.includes('[[True]]') ? ['[[ TRUE ]]', '[[false]]'] : ['[[success]]', '[[FAILURE]]'];
      stream(
        response,
        chat({
          text: text.includes('<subtask>')
            ? '<subtask>Is it on time?</subtask>'
            : `Hm, ${marker.join(' or ')}? ${marker[isRight ? 0 : 1]!}`,
        }),
      );
    });
    const model = ['--model', `${url}#reader`, '--votes', '3'];
    const judged = await judge(...model);

    expect(judged.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
    expect(asked.length % 3).toBe(0);
    const kept = await jsonOf<readonly { readonly turn: number }[]>(folder, [
      'query',
      'SELECT turn FROM requests',
      '--json',
      '--db',
      'runs.db',
    ]);
    expect(kept.every(({ turn }) => turn === -1)).toBe(true);
    const costs = await orreryIn(folder, [
      'query',
      'SELECT run, by, currency FROM run_costs',
      '--db',
      'runs.db',
    ]);
    expect(costs.stdout).toMatch(/r1 +judge +USD/);
    close();
    expect((await judge(...model)).map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
    expect((await orreryIn(folder, ['verify', 'r1', '--db', 'runs.db'])).stdout).toContain('identical');
  });
});

it('the recorded run of the sample workspace is repeated without its server', async () => {
  const folder = sampleWorkspace();
  const file = 'trajectories/phishing-or-not.recorded-model.orrery';

  const imported = await orreryIn(folder, ['import', file, '--db', 'runs.db']);
  expect(imported.stdout).toContain('r1    phishing-or-not: passed, 30 entries');
  const again = await orreryIn(folder, ['verify', 'r1', '--trust', '--db', 'runs.db']);
  expect(again.stdout).toContain('r1: ran again, 30 entries identical');
});
