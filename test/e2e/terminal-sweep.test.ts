import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { modelServer, stream } from '../main/model-agent/model-server.ts';
import { clerk } from './clerk-model.ts';
import { jsonOf, orreryIn, orreryProcessIn, type RunReport, startOrrery } from './orrery.ts';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';
import { fingerprint, resultsIn, wasKilled, workersOf, writes } from './sweep-processes.ts';
import { put } from './temporary-folder.ts';

const sweep = (more: object): string =>
  JSON.stringify({ name: 'mail', scenarios: ['scenarios/invoice-by-noon.ts'], ...more });

describe('a sweep', () => {
  it('runs in workers that have nothing of the terminal’s program in them', () => {
    const built = join(PROJECT, 'out/main');
    const importers = readdirSync(built)
      .filter((name) => name.endsWith('.js') && !/^(?:cli|command-line)\b/.test(name))
      .filter((name) => /"\.\/(?:cli|command-line)\b/.test(readFileSync(join(built, name), 'utf8')));

    expect(importers).toEqual([]);
  });

  it('runs every job and shows what they came to', async () => {
    const folder = sampleWorkspace({
      'mail.json': sweep({
        seeds: '0..2',
        agents: [
          'oracle',
          'nobody',
          { name: 'program', command: 'node agents/forwarder.mjs', files: ['agents/forwarder.mjs'] },
        ],
      }),
    });

    const { code, stdout, stderr } = await orreryIn(folder, ['sweep', 'run', 'mail.json', '--workers', '2']);

    expect(stderr).not.toContain('without a run');
    expect(stdout).toContain('planned 9 jobs');
    expect(stdout).toMatch(/oracle +nobody +program\nscenarios\/invoice-by-noon\.ts +3\/3 +0\/3 +3\/3/);
    expect(stdout).toContain('nobody: 3 jobs: 3 failed');
    expect(code).toBe(0);
  });

  it('is what several seeds and agents of one scenario are', async () => {
    const folder = sampleWorkspace();
    const compared = ['node agents/forwarder.mjs', 'node --version', 'oracle', 'nobody'];
    const agents = compared.flatMap((agent) => ['--agent', agent]);

    const scenario = ['run', 'scenarios/invoice-by-noon.ts', '--seeds', '1..2'];
    const { code, stdout } = await orreryIn(folder, [...scenario, ...agents, '--db', 'runs.db']);
    const kept = await jsonOf<readonly unknown[]>(folder, ['runs', '--db', 'runs.db', '--json']);

    expect(stdout).toMatch(
      /node agents\/forwarder\.mjs +node --version +oracle +nobody\n.* 2\/2 +0\/2 +2\/2 +0\/2\n/,
    );
    expect(stdout).toContain('node --version: 2 jobs: 2 crashed');
    expect(kept).toHaveLength(8);
    expect(code).toBe(1);
  });

  it('plans the same bytes again, and refuses the folder of another sweep', async () => {
    const folder = sampleWorkspace({ 'mail.json': sweep({}), 'other.json': sweep({ seeds: [1] }) });
    const plan = (file: string): ReturnType<typeof orreryIn> =>
      orreryIn(folder, ['sweep', 'plan', file, '--out', 'plan']);

    await plan('mail.json');
    const before = readFileSync(join(folder, 'plan/manifest.jsonl'), 'utf8');
    await plan('mail.json');
    const { code, stderr } = await plan('other.json');

    expect(readFileSync(join(folder, 'plan/manifest.jsonl'), 'utf8')).toBe(before);
    expect(stderr).toContain('holds the plan of another sweep');
    expect(code).toBe(1);
  });

  it('is told to be missing where there is none to pause', async () => {
    const folder = sampleWorkspace();

    const steer = ['sweep', 'queue', 'pause', 'mail.sweep', '--queue', 'redis://127.0.0.1:1'];
    const { code, stderr } = await orreryIn(folder, steer);

    expect(stderr).toMatch(/mail\.sweep: There is no sweep here\. Plan one with orrery sweep plan\.\n$/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('is the same in shards as in one go', async () => {
    const file = { 'mail.json': sweep({ seeds: '0..6', agents: ['oracle', 'nobody'] }) };
    const whole = sampleWorkspace(file);
    const parts = sampleWorkspace(file);

    await orreryIn(whole, ['sweep', 'run', 'mail.json', '--workers', '1']);
    await orreryIn(parts, ['sweep', 'plan', 'mail.json']);
    for (const shard of ['1/3', '2/3', '3/3', '2/3'])
      await orreryIn(parts, ['sweep', 'work', 'mail.sweep', '--shard', shard, '--workers', '1']);
    const { stdout } = await orreryIn(parts, ['sweep', 'collect', 'mail.sweep']);

    expect(stdout).toContain('collected 14 runs');
    expect(await fingerprint(parts)).toBe(await fingerprint(whole));
  });

  it('loses and doubles nothing when its processes are killed', async () => {
    const file = { 'mail.json': sweep({ seeds: '0..19', agents: ['oracle', 'nobody'] }) };
    const whole = sampleWorkspace(file);
    const killed = sampleWorkspace(file);
    await orreryIn(whole, ['sweep', 'run', 'mail.json', '--workers', '1']);
    await orreryIn(killed, ['sweep', 'plan', 'mail.json']);

    const parts = join(killed, 'mail.sweep/parts');
    mkdirSync(parts);
    let kills = 0;
    for (let round = 0; round < 4; round++) {
      const program = startOrrery(killed, ['sweep', 'run', 'mail.sweep', '--workers', '2']);
      const over = once(program, 'close');
      await writes(parts, 3 + round, over);
      if (program.exitCode !== null) continue;
      // First the process that feeds the workers, which end with it; in the last round the workers, which are replaced.
      const victims = round < 3 ? [program.pid!] : workersOf(program.pid!);
      for (const pid of victims) kills += Number(wasKilled(pid));
      await over;
    }
    expect(kills).toBeGreaterThan(2);
    await orreryIn(killed, ['sweep', 'run', 'mail.sweep']);

    const results = await resultsIn(killed);
    expect(results.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')).toHaveLength(40);
    expect(await fingerprint(killed)).toBe(await fingerprint(whole));
  });

  it('finds an agent that is not deterministic, with the first entry that differs', async () => {
    const moody = `
      process.stdin.setEncoding('utf8');
      let rest = '';
      process.stdin.on('data', (text) => {
        rest += text;
        for (let end = rest.indexOf('\\n'); end >= 0; end = rest.indexOf('\\n')) {
          const { kind } = JSON.parse(rest.slice(0, end));
          rest = rest.slice(end + 1);
          if (kind === 'start') console.log('{"do":"ready"}');
          if (kind === 'turn') console.log(JSON.stringify({ do: 'call', tool: 'user__send_message_to_user', args: { content: String(process.hrtime.bigint()) } }));
        }
      });`;
    const agent = { name: 'moody', command: 'node agents/moody.mjs', files: ['agents/moody.mjs'], turns: 1 };
    const folder = sampleWorkspace({ 'agents/moody.mjs': moody, 'mail.json': sweep({ agents: [agent] }) });
    await orreryIn(folder, ['sweep', 'plan', 'mail.json']);

    // Two machines run the same job without knowing of each other.
    const parts = join(folder, 'mail.sweep/parts');
    await orreryIn(folder, ['sweep', 'work', 'mail.sweep', '--shard', '1/1']);
    renameSync(parts, join(folder, 'first'));
    await orreryIn(folder, ['sweep', 'work', 'mail.sweep', '--shard', '1/2']);
    cpSync(join(folder, 'first'), parts, { recursive: true });
    const { code, stdout } = await orreryIn(folder, ['sweep', 'collect', 'mail.sweep']);

    expect(stdout).toMatch(
      /not deterministic: s-[0-9a-f]{32} \(r1\) was run twice and differs from entry \d+ on/,
    );
    expect(code).toBe(1);
  });

  it('ends jobs that take too long, and goes on with the others', async () => {
    const sleepy = 'setInterval(() => undefined, 1_000);';
    const folder = sampleWorkspace({
      'agents/sleepy.mjs': sleepy,
      'mail.json': sweep({
        agents: [
          { name: 'sleepy', command: 'node agents/sleepy.mjs', files: ['agents/sleepy.mjs'] },
          'oracle',
        ],
        limits: { seconds: 1, memory: 256 },
      }),
    });

    const { code, stdout } = await orreryIn(folder, ['sweep', 'run', 'mail.json', '--workers', '1']);

    expect(stdout).toContain('sleepy: 1 job: 1 timed out');
    expect(stdout).toContain('oracle: 1 job: 1 passed');
    expect(stdout).toContain('The job took longer than 1 s.');
    expect(code).toBe(1);
  });

  it('stops code that does not come back as orrery run does, and goes on', async () => {
    const stuck = `
      import { agentUserInterface, scenario, seconds } from 'orrery';
      export default scenario({
        name: 'stuck',
        apps: () => ({ user: agentUserInterface() }),
        events({ user }, { condition }) {
          user.send_message_to_agent({ content: 'Hello.' }).at(seconds(1));
          condition('never', () => /^(a+)+$/.test('a'.repeat(60) + 'b')).timeout(1);
        },
      });`;
    const folder = sampleWorkspace({
      'scenarios/stuck.ts': stuck,
      'mail.json': sweep({ scenarios: ['scenarios/stuck.ts'], agents: ['nobody'] }),
    });

    const alone = await orreryProcessIn(folder, ['run', 'scenarios/stuck.ts', '--mode', 'plain', '--json']);
    await orreryIn(folder, ['sweep', 'run', 'mail.json', '--workers', '1']);

    const { logHash } = JSON.parse(alone.stdout) as RunReport;
    expect(await resultsIn(folder)).toMatchObject([{ logHash }]);
  });

  it('says what is wrong with a sweep file, and where', async () => {
    const folder = sampleWorkspace({
      'mail.json': sweep({ seeds: 'many' }),
      'missing.json': sweep({ scenarios: ['scenarios/none.ts'] }),
    });

    const wrong = await orreryIn(folder, ['sweep', 'plan', 'mail.json']);
    const missing = await orreryIn(folder, ['sweep', 'plan', 'missing.json']);

    expect(wrong.stderr).toMatch(
      /mail\.json: seeds: .*a list of whole numbers, a range such as "0\.\.29" or "own"/,
    );
    expect(missing.stderr).toContain('scenarios/none.ts: No scenario in');
    expect([wrong.code, missing.code]).toEqual([1, 1]);
    expect(existsSync(join(folder, 'mail.sweep'))).toBe(false);
  });
});

describe('a sweep over models', () => {
  /** Two models on one server, and what is asked of it. */
  async function models(folder: string, limits: object = {}, seeds = '1..4') {
    const hold = { status: 0, delay: 30 };
    const inFlight = { now: 0, most: 0 };
    const server = await modelServer(async (response, asked) => {
      inFlight.now += 1;
      inFlight.most = Math.max(inFlight.most, inFlight.now);
      await sleep(hold.delay);
      inFlight.now -= 1;
      if (hold.status > 0) response.writeHead(hold.status).end('{"message":"loading"}');
      else if (!response.destroyed) stream(response, clerk(asked));
    });
    const agents = ['big', 'small'].map((name) => ({ name, model: `${server.url}#${name}` }));
    const file = { name: 'models', scenarios: ['scenarios/invoice-by-noon.ts'], seeds, agents, limits };
    const write = (change: object = {}): void => {
      put(folder, { 'sweeps/models.json': JSON.stringify({ ...file, ...change }) });
    };
    write();
    return { ...server, inFlight, hold, write };
  }

  const RUN = ['sweep', 'run', 'sweeps/models.json', '--out', 'models'];

  const requestsOf = (folder: string): Promise<readonly { readonly run: string; readonly hash: string }[]> =>
    jsonOf(folder, ['query', 'SELECT run, hash FROM requests', '--json', '--db', 'models/results.db']);

  it('asks one server so often at once, and says what each model took', async () => {
    const folder = sampleWorkspace();
    const { asked, inFlight } = await models(folder, { atOnce: 3 });

    const { code, stdout } = await orreryIn(folder, RUN);

    expect(code).toBe(0);
    expect(inFlight.most).toBeGreaterThan(1);
    expect(inFlight.most).toBeLessThan(4);
    expect(await requestsOf(folder)).toHaveLength(asked.length);
    expect(stdout).toMatch(new RegExp(`big: [^]*?  model: ${asked.length / 2} requests, [\\d,]+ tokens in`));
  });

  it('asks nothing twice when it was killed', async () => {
    const folder = sampleWorkspace();
    const { asked, hold } = await models(folder, { atOnce: 2 });
    hold.delay = 150;
    const program = startOrrery(folder, RUN);
    const ended = once(program, 'close');
    await vi.waitUntil(() => asked.length > 12, { timeout: 60_000, interval: 5 });
    program.kill('SIGKILL');
    await ended;
    hold.delay = 10;

    const { code } = await orreryIn(folder, RUN);

    expect(code).toBe(0);
    // Only requests that were under way when the process was killed.
    const lost = asked.length - (await requestsOf(folder)).length;
    expect(lost).toBeLessThanOrEqual(2);
  });

  it('tells a server that fails from an agent that does, and asks it again later', async () => {
    const folder = sampleWorkspace();
    const { hold } = await models(folder, { atOnce: 1 }, '1..2');
    hold.status = 400;
    const broken = await orreryIn(folder, RUN);
    expect(broken.stdout.match(/2 interrupted/g)).toHaveLength(2);
    hold.status = 0;

    const { code, stdout } = await orreryIn(folder, RUN);

    expect([code, stdout]).toEqual([0, expect.not.stringMatching(/interrupted/)]);
  });

  it('ends at its limit, and goes on with a higher one', async () => {
    const folder = sampleWorkspace();
    const { asked, write } = await models(folder, { atOnce: 1, requests: 5 }, '1..2');
    const limited = await orreryIn(folder, RUN);
    expect([limited.code, limited.stderr]).toEqual([
      1,
      expect.stringContaining('at its limit of 5 requests'),
    ]);
    const before = asked.length;
    expect(before).toBeGreaterThanOrEqual(5);

    write({ limits: { atOnce: 1 } });
    const { code } = await orreryIn(folder, RUN);

    expect([code, (await requestsOf(folder)).length]).toEqual([0, asked.length]);
  });
});
