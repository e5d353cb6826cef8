import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../engine/index.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { openSqlite } from '../../main/host/database/open-sqlite.ts';
import { packing } from '../../main/host/system/hash-and-compress.ts';
import { writeManyRuns } from '../many-runs.ts';
import { connectClient, type ConnectedClient } from '../mcp-client.ts';
import { tries } from '../tries.ts';
import { jsonOf, orreryIn, type RunReport } from './orrery.ts';
import { realServers } from './real-servers.ts';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';

const INVOICE = 'scenarios/invoice-by-noon.ts';
const CALLS = 12;

/** A client that is connected to `orrery mcp` in a process of its own. */
async function connectTo(
  folder: string,
  args: readonly string[],
): Promise<{ readonly client: ConnectedClient; readonly program: ChildProcess }> {
  const command = [join(PROJECT, 'out/main/cli.js'), 'mcp', ...args, '--db', 'runs.db'];
  const program = spawn(process.execPath, command, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void program.kill('SIGKILL'));
  return { client: await connectClient(program.stdin, program.stdout), program };
}

/** Calls until it has called `CALLS` times, with those of the run before. */
async function callOn(client: ConnectedClient, called: number): Promise<void> {
  for (let nth = called; nth < CALLS; nth += 1)
    await (nth % 3 === 2
      ? client.call('orrery__wait', { seconds: 7 })
      : client.call('mail__list_emails', { limit: nth + 1 }));
}

it('keeps a run whose client and server are killed at any time, and another client goes on', async () => {
  const folder = sampleWorkspace();
  const sql = "SELECT run, count(*) AS n FROM turns WHERE by = 'agent' GROUP BY run ORDER BY n DESC LIMIT 1";
  let nth = 0;
  let args: readonly string[] = [INVOICE];
  let called = 0;
  for (; nth < tries(20, 5); nth += 1) {
    const { client, program } = await connectTo(folder, args);
    const ended = once(program, 'close');
    const calling = callOn(client, called).catch(() => undefined);
    // The first call may not be written yet.
    const soon = new Promise((resolve) => setTimeout(resolve, (nth * 37) % 90));
    await Promise.race([calling, soon]);
    program.kill('SIGKILL');
    await Promise.all([ended, calling]);
    const [found] = await jsonOf<readonly { readonly run: string; readonly n: number }[]>(folder, [
      ...['query', sql, '--json', '--db', 'runs.db'],
    ]).catch(() => []);
    if (found === undefined) continue;
    called = found.n;
    args = ['--resume', found.run];
    expect((await orreryIn(folder, ['verify', found.run, '--db', 'runs.db'])).code).toBe(0);
  }

  const { client, program } = await connectTo(folder, args);
  await callOn(client, called);
  await client.call('orrery__finish');
  const ended = once(program, 'close');
  await client.close();
  await ended;
  const whole = sampleWorkspace();
  const other = await connectTo(whole, [INVOICE]);
  await callOn(other.client, 0);
  await other.client.call('orrery__finish');
  const otherEnded = once(other.program, 'close');
  await other.client.close();
  await otherEnded;

  const hashOf = async (where: string): Promise<unknown> =>
    (await jsonOf<readonly { readonly logHash: string }[]>(where, ['runs', '--json', '--db', 'runs.db']))[0]!
      .logHash;
  expect(await hashOf(folder)).toEqual(await hashOf(whole));
  expect(await hashOf(whole)).toEqual(expect.any(String));
}, 600_000);

it.runIf(process.platform === 'linux')('opens no socket', async () => {
  const { client, program } = await connectTo(sampleWorkspace(), [INVOICE]);
  await client.call('orrery__wait');
  await client.call('mail__list_emails');

  const inodes = [program.pid!, ...childrenOf(program.pid!)].flatMap(socketsOf);
  expect(inodes.length).toBeGreaterThan(0);
  for (const kind of ['tcp', 'tcp6', 'udp', 'udp6', 'raw', 'raw6'])
    expect({ kind, found: inodes.filter((inode) => rows(kind).some((row) => row.includes(inode))) }).toEqual({
      kind,
      found: [],
    });
  // The two processes of the program talk over a pair of unix sockets without a name, on which nobody can listen.
  const ours = rows('unix').filter((row) => inodes.includes(row[6]!));
  expect(ours.filter((row) => row.length > 7 || row[3] !== '00000000')).toEqual([]);
});

const rows = (kind: string): readonly (readonly string[])[] =>
  readFileSync(`/proc/net/${kind}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((text) => text !== '')
    .flatMap((text) => [Number(text), ...childrenOf(Number(text))]);

const socketsOf = (pid: number): readonly string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.slice(1) ?? [];
    } catch {
      return [];
    }
  });

/** A script that breaks a minefield. */
const CARELESS = JSON.stringify({
  agent: [
    { at: 40, app: 'mail', tool: 'send_email', args: { recipients: ['bo@example.org'], subject: 'Hello' } },
    { at: 50, app: 'user', tool: 'send_message_to_user', args: { content: 'Done.' } },
  ],
});

/** More than {@link bounded} says of one answer, for the parts around a page. */
const LONGEST_ANSWER = 50_000; // characters

describe('orrery mcp --recordings', () => {
  /** A workspace whose database has 996 runs of others, and four of one scenario: oracle, hasty, nobody, careless. */
  async function library(): Promise<string> {
    const folder = sampleWorkspace({ 'agents/careless.json': CARELESS });
    const db = openSqlite(join(folder, 'runs.db'));
    writeManyRuns(openStore(db, packing), 996);
    db.close();
    for (const how of [
      [],
      ['--script', 'agents/hasty.json'],
      ['--mode', 'plain'],
      ['--script', 'agents/careless.json'],
    ])
      await orreryIn(folder, ['run', INVOICE, ...how, '--db', 'runs.db']);
    return folder;
  }

  it('lets a client find what went wrong in 1,000 runs, in bounded answers, and changes nothing', async () => {
    const folder = await library();
    const before = await jsonOf<unknown>(folder, ['runs', '--json', '--db', 'runs.db']);
    const logOf = async (run: string): Promise<readonly LogEntry[]> =>
      jsonOf(folder, ['log', run, '--json', '--db', 'runs.db']);
    const careless = await logOf('r1000');
    const { client } = await connectTo(folder, ['--recordings']);
    let longest = 0;
    const ask = async <Answer>(name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
      const { content, isError } = await client.call(name, args);
      longest = Math.max(longest, content[0]!.text.length);
      if (isError === true) throw new Error(content[0]!.text);
      return JSON.parse(content[0]!.text) as Answer;
    };
    type Items = { readonly items: readonly Record<string, unknown>[]; readonly next?: number | string };
    const all = async (name: string, args: Record<string, unknown>): Promise<Items['items']> => {
      const found: Record<string, unknown>[] = [];
      for (let more: { readonly from?: number | string } | undefined = {}; more !== undefined;) {
        const page: Items = await ask<Items>(name, { ...args, ...more });
        found.push(...page.items);
        more = page.next === undefined ? undefined : { from: page.next };
      }
      return found;
    };

    // 1. Which runs broke a minefield, and at which entry?
    const check = careless.find((entry) => 'tripped' in entry && entry.tripped.length > 0)!;
    expect(
      await all('find_checks', { kind: 'minefield', status: 'tripped', scenario: 'invoice-by-noon' }),
    ).toEqual([
      {
        run: 'r1000',
        scenario: 'invoice-by-noon',
        kind: 'minefield',
        check: 'a stranger gets mail',
        status: 'tripped',
        entry: check.index,
      },
    ]);
    // 2. How many runs of each outcome are there, and of this scenario?
    const { items: counts } = await ask<{ readonly items: unknown }>('query', {
      sql: 'SELECT count(*), sum(scenario = ?) FROM run_summary',
      parameters: ['invoice-by-noon'],
    });
    expect(counts).toEqual([[1000, 4]]);
    const failed = await all('list_runs', { scenario: 'invoice-by-noon', verdict: 'failed' });
    expect(failed.map(({ run }) => run)).toEqual(['r1000', 'r999', 'r998']);
    expect(failed[0]).toMatchObject({
      reason: 'triggered minefield "a stranger gets mail"',
      reasonEntry: check.index,
    });
    const { groups } = await ask<{ readonly groups: readonly unknown[] }>('list_runs', {
      scenario: 'invoice-by-noon',
      group: 'scenario',
      limit: 1,
    });
    expect(await ask('list_runs', { scenario: 'invoice-by' })).toMatchObject({
      found: 0,
      hint: expect.stringContaining('invoice*') as string,
    });
    expect(groups).toEqual([
      { name: 'invoice-by-noon', runs: 4, passed: 1, failed: 3, percent: 25, interval: [4.6, 69.9] },
    ]);
    expect((await all('list_runs', { limit: 200 })).length).toBe(1000);
    // 3. What did the agent do?
    const said = JSON.stringify(await all('transcript', { run: 'r1000' }));
    const sent = careless.find((entry) => entry.kind === 'agent' && entry.outcome.status === 'done')!;
    expect(said).toContain(`#${sent.index} `);
    expect(said).toContain('bo@example.org');
    // 4. Who changed the value?
    const [writer] = await all('who_changed', {
      run: 'r1000',
      app: 'mail',
      path: 'folders.SENT.emails[0].recipients[0]',
    });
    expect(writer).toMatchObject({
      entry: sent.index,
      kind: 'agent',
      app: 'mail',
      tool: 'send_email',
      seconds: 40,
    });
    // 5. What was the state before and after?
    const lengthAt = async (entry: number): Promise<unknown> =>
      (
        await ask<{ readonly value: readonly unknown[] }>('state_at', {
          run: 'r1000',
          entry,
          app: 'mail',
          path: 'folders.SENT.emails',
        })
      ).value.length;
    expect([await lengthAt(sent.index - 1), await lengthAt(sent.index)]).toEqual([0, 1]);
    // 6. When does an expression change?
    expect(
      await all('probe', { run: 'r1000', expression: 'apps.mail.folders.SENT.emails.length' }),
    ).toMatchObject([
      { entry: -1, value: 0 },
      { entry: sent.index, value: 1, seconds: 40 },
    ]);
    // 7. Why has an event not fired?
    expect(await all('why_not_fired', { run: 'r999', event: '6-user-send_message_to_user' })).toMatchObject([
      { kind: 'waiting', waitsFor: ['5-mail-forward_email'] },
    ]);
    // 8. Where do two runs diverge?
    const compared = await ask<{
      readonly divergence: { readonly sentence: string };
      readonly items: readonly unknown[];
    }>('compare_runs', { a: 'r997', b: 'r1000' });
    expect(compared.divergence.sentence).toContain(`#${sent.index} mail.send_email by the agent`);
    expect(compared.items[0]).toMatchObject({ kind: 'only-b', b: { entry: sent.index } });
    // 9. Which verdict has a run, with which evidence?
    const run = await ask<Record<string, unknown>>('get_run', { run: '1000' });
    expect(run).toMatchObject({
      run: 'r1000',
      start: '2026-01-05 11:50:00',
      seconds: expect.any(Number) as number,
    });
    expect(run['verdict']).toMatchObject({
      outcome: 'failed',
      shortfalls: [{ reason: 'minefield', entry: check.index }],
    });
    expect(run['judgement']).toMatchObject({ outcome: 'failed', evidence: expect.anything() as unknown });
    // 10. In which entry was an address used, and in which runs?
    expect(await all('search', { text: 'BO@example.org zzz' })).toEqual([]);
    expect(await all('search', { text: 'BO@example.org hello' })).toMatchObject([
      { run: 'r1000', entry: sent.index, kind: 'agent', tool: 'send_email' },
    ]);
    const [few, many] = [
      await all('search', { text: 'invoice', limit: 7 }),
      await all('search', { text: 'invoice' }),
    ];
    expect([few, many.length > 7]).toEqual([many, true]);
    expect(await all('search_log', { run: 'r1000', text: 'BO@example.org', kind: 'agent' })).toMatchObject([
      { entry: sent.index },
    ]);
    const whole = await ask<{ readonly entry: Record<string, unknown> }>('get_entry', {
      run: 'r1000',
      entry: sent.index,
    });
    expect(whole.entry).toMatchObject({
      index: sent.index,
      kind: 'agent',
      seconds: 40,
      outcome: sent.outcome,
    });
    // The views have the columns that the description of query says.
    const { description } = (await client.list()).find(({ name }) => name === 'query')!;
    const views = [...description!.matchAll(/(\w+) \(([\w, ]+)\)/g)];
    expect(views.length).toBe(6);
    for (const [, view, columns] of views)
      await ask('query', { sql: `SELECT ${columns} FROM ${view} LIMIT 1` });

    // The same as resources, in pages and bounded.
    const listed = [...(await client.resources())];
    expect([listed.length, listed[0]]).toEqual([1000, 'run://r1000']);
    for (const [address, has] of [
      ['run://r1000', 'a stranger gets mail'],
      ['run://r1000/transcript', 'bo@example.org'],
      ['run://r1000/state/mail', 'INBOX'],
    ] as const) {
      const text = await client.read(address);
      longest = Math.max(longest, text.length);
      expect(text).toContain(has);
    }
    await expect(client.read('run://r5000')).rejects.toThrow(/There is no run r5000/);
    await expect(client.read('file:///etc/passwd')).rejects.toThrow(/not found/i);

    expect(longest).toBeLessThan(LONGEST_ANSWER);
    // What is wrong is said, and nothing is written or read elsewhere.
    for (const [name, args, why] of [
      ['state_at', { run: 'r1', app: 'mail', entry: 99 }, /There is no entry 99 in r1/],
      ['get_run', { run: 'r5000' }, /There is no run r5000/],
      [
        'state_at',
        { run: 'r1000', app: 'mail', path: 'folders.NOPE' },
        /There is no folders\.NOPE in mail.*In mail folders there is: INBOX/,
      ],
      [
        'who_changed',
        { run: 'r1000', app: 'mail', path: 'no.such' },
        /There is no no\.such in mail.*In mail there is: .*folders/,
      ],
      [
        'query',
        { sql: 'SELECT nope FROM run_summary' },
        /no such column: nope\. run_summary \(run, scenario, /,
      ],
      ['query', { sql: 'DELETE FROM run' }, /may only read/],
      ['query', { sql: "ATTACH 'other.db' AS other" }, /may only read/],
      ['query', { sql: "SELECT readfile('/etc/passwd')" }, /no such function/],
      ['query', { sql: "SELECT load_extension('x')" }, /not authorized|no such function/],
      ['query', { sql: "SELECT writefile('x', 'y')" }, /no such function/],
      ['query', { sql: 'PRAGMA journal_mode = DELETE' }, /may only read|locked|no such/],
      ['probe', { run: 'r1000', expression: 'process.exit()' }, /^$/],
      ['probe', { run: 'r1000', expression: 'import("node:fs")' }, /./],
    ] as const) {
      const { content, isError } = await client.call(name, args);
      if (name === 'probe') expect(content[0]!.text).toMatch(/is not defined|gap|import|not/);
      else
        expect({ name, isError, text: content[0]!.text }).toMatchObject({
          isError: true,
          text: expect.stringMatching(why) as string,
        });
    }
    expect(
      await client.list().then((tools) => tools.every(({ annotations }) => annotations?.readOnlyHint)),
    ).toBe(true);
    expect(await jsonOf<unknown>(folder, ['runs', '--json', '--db', 'runs.db'])).toEqual(before);
  }, 300_000);

  it('takes notes and labels only with --notes, marked as the client’s', async () => {
    const folder = sampleWorkspace();
    await orreryIn(folder, ['run', INVOICE, '--db', 'runs.db']);
    const reading = await connectTo(folder, ['--recordings']);
    expect((await reading.client.list()).some(({ name }) => name.startsWith('add_'))).toBe(false);

    const { client } = await connectTo(folder, ['--recordings', '--notes']);
    await client.call('add_note', { run: 'r1', text: 'Late', first: 3 });
    await client.call('add_label', { run: 'r1', label: 'slow' });

    const [run] = await jsonOf<readonly Record<string, unknown>[]>(folder, [
      'runs',
      '--json',
      '--db',
      'runs.db',
    ]);
    expect(run).toMatchObject({
      tags: ['mcp:cook/slow'],
      annotations: [{ text: 'Late', tags: ['mcp:cook'], range: { from: 3, to: 3 } }],
    });
  });
});

it('runs a world that is half real, and repeats it when the servers are gone', async () => {
  const folder = sampleWorkspace();
  const box = join(folder, 'box');
  mkdirSync(box);
  // Links that can be taken away, as if the programs were uninstalled.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const [name, program] of Object.entries(await realServers())) {
    symlinkSync(program, join(bin, name));
    // Its tools are those that it lists when the run starts.
    if (name === 'memory') continue;
    const more = name === 'filesystem' ? [box] : [];
    const out = ['-o', `scenarios/servers/${name}.ts`, '--', join(bin, name), ...more];
    expect(await orreryIn(folder, ['mcp', 'types', ...out])).toMatchObject({ code: 0, stderr: '' });
  }
  const at = (name: string): string => JSON.stringify(join(name === 'today.txt' ? box : bin, name));
  writeFileSync(
    join(folder, 'scenarios/half-real.ts'),
    `import { agentUserInterface, mcpApp, minutes, scenario, seconds } from 'orrery';
import everything from './servers/everything.ts';
import filesystem from './servers/filesystem.ts';

export default scenario({
  name: 'half-real',
  start: '2026-01-05T09:00:00Z',
  duration: minutes(10),
  apps: () => ({
    user: agentUserInterface(),
    files: mcpApp({ command: [${at('filesystem')}, ${JSON.stringify(box)}], server: filesystem }),
    memory: mcpApp({ command: [${at('memory')}], env: { MEMORY_FILE_PATH: ${JSON.stringify(join(box, 'memory.jsonl'))} } }),
    everything: mcpApp({ command: [${at('everything')}], server: everything, timeout: 4, exclude: ['get-env'], state: ['demo://resource/static/document/architecture.md'], effects: { echo: 'write' } }),
  }),
  events({ user, files, memory, everything }, { oracle, validation }) {
    const ask = user.send_message_to_agent({ content: 'What is on the list?' }).at(seconds(5));
    const made = files.write_file({ path: ${at('today.txt')}, content: 'Eggs' }).after(ask, seconds(10));
    memory.create_entities({ entities: [{ name: 'Ada', entityType: 'person', observations: ['likes eggs'] }] }).after(made);
    memory.read_graph({}).after(made, seconds(2));
    everything.echo({ message: 'hello' }).after(made, seconds(1));
    everything['get-sum']({ a: 2, b: 3 }).after(made, seconds(1));
    // Longer than the time-out: it tells its progress.
    everything['trigger-long-running-operation']({ duration: 6, steps: 6 }).after(made, seconds(1));
    const read = oracle(files.read_text_file({ path: ${at('today.txt')} })).after(made, seconds(5));
    oracle(user.send_message_to_user({ content: 'Eggs' })).after(read, seconds(5));
    validation({
      milestones: { told: (world) => world.user.messages.some(({ sender }) => sender === 'Agent') },
    }).after(ask).timeout(300);
  },
});
`,
  );
  const types = await orreryIn(folder, ['check', 'scenarios/half-real.ts']);
  expect([types.code, types.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^scenarios\/half-real\.ts:1:1: warning: The tools of "memory" are known once the scenario has run here\. Or freeze them: orrery mcp types -o scenarios\/servers\/memory\.ts -- /,
    ),
  ]);
  const run = await jsonOf<RunReport>(folder, ['run', 'scenarios/half-real.ts', '--json', '--db', 'runs.db']);
  expect([run.state, run.verdict?.outcome]).toEqual(['completed', 'passed']);
  expect(readFileSync(join(box, 'today.txt'), 'utf8')).toBe('Eggs');
  expect(readFileSync(join(box, 'memory.jsonl'), 'utf8')).toContain('likes eggs');
  const calls = run.log.flatMap((entry) =>
    'action' in entry && ['files', 'memory', 'everything'].includes(entry.action.app)
      ? [entry.outcome.status]
      : [],
  );
  expect(calls).toEqual(Array.from({ length: 7 }, () => 'done'));

  // An agent that speaks the protocol calls them, too.
  const { client } = await connectTo(folder, ['scenarios/half-real.ts']);
  expect((await client.list()).map(({ name }) => name)).not.toContain('everything__get-env');
  await client.call('orrery__wait');
  const listed = await client.call('files__list_directory', { path: box });
  expect(listed.content[0]!.text).toContain('today.txt');
  await client.close();

  rmSync(bin, { recursive: true });
  const again = await orreryIn(folder, ['verify', 'r1', '--json', '--db', 'runs.db']);
  expect(JSON.parse(again.stdout)).toMatchObject({ differs: null, logHash: run.logHash, same: run.events });
  const branch = await jsonOf<RunReport>(folder, ['branch', 'r1', '--at', '3', '--json', '--db', 'runs.db']);
  expect(branch.logHash).toBe(run.logHash);
  const at11 = run.log.find((entry) => 'action' in entry && entry.action.tool === 'write_file')!.index;
  const missed = await orreryIn(folder, [
    ...[
      'branch',
      'r1',
      '--at',
      String(at11),
      '--change',
      'argument content=Ham',
      '--recorded',
      '--db',
      'runs.db',
    ],
  ]);
  expect(missed.stdout).toMatch(
    /The record has no answer to files\.write_file .*"Ham".*The nearest recorded call is files\.write_file .*"Eggs"/,
  );
}, 600_000);
