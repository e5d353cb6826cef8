import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { connectClient, type ConnectedClient } from '../mcp-client.ts';
import { tries } from '../tries.ts';
import { jsonOf, orreryIn } from './orrery.ts';
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
