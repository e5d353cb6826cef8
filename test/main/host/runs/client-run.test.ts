import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import type { RunSummary } from '../../../../engine/model/index.ts';
import { passOn } from '../../../../main/host/mcp/listen.ts';
import { Runs } from '../../../../main/host/runs/runs.ts';
import { connectClient, type ConnectedClient } from '../../../mcp-client.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { dinner, kitchen, unchecked } from './dinner.ts';

const SCENARIO = dinner(`const ask = user.send_message_to_agent({ content: 'Cook!' }).at(seconds(5));
  user.send_message_to_agent({ content: 'Faster!' }).after(ask, seconds(60));`);

const CLIENT = { command: 'MCP client', client: {}, thinking: 'frozen' } as const;

/** A workspace with runs, and a run that a client plays. */
async function started() {
  const db = openDatabase();
  const store = openStore(db, packing);
  const runs = new Runs(store, unchecked, {
    logged: () => undefined,
    changed: () => undefined,
    hit: () => undefined,
  });
  onTestFinished(() => {
    runs.interruptAll({ kind: 'ending', cause: 'closed', text: 'The test is over.' });
    db.close();
  });
  const folder = kitchen(SCENARIO);
  const request = { folder, path: 'scenarios/dinner.ts', mode: 'plain', choices: { agent: CLIENT } } as const;
  const run = await runs.start(request, { paused: false });
  return { runs, store, run, folder };
}

const addressOf = async (runs: Runs, { id }: Pick<RunSummary, 'id'>): Promise<string> => {
  await expect.poll(() => runs.client(id)).toBeDefined();
  const connection = runs.client(id)!;
  return /--connect (\S+)/.exec(connection.commands[0]!.text)![1]!;
};

async function clientAt(address: string): Promise<ConnectedClient> {
  const socket = connect(address);
  const client = await connectClient(socket, socket);
  onTestFinished(() => client.close());
  return client;
}

it('a run of the window waits for a client, pauses between its calls, and goes on with another client', async () => {
  const { runs, store, run } = await started();
  const address = await addressOf(runs, run);
  const first = await clientAt(address);
  expect((await first.call('orrery__wait')).structuredContent!.messages.length).toBe(1);
  expect(runs.client(run.id)!.clients).toBe(1);
  await expect.poll(() => store.run(run.id)!.choices?.agent?.command).toBe('MCP client cook 7');
  await first.call('user__send_message_to_user', { content: 'Yes' });

  runs.pause(run.id);
  let isAnswered = false;
  let progress = 0;
  const options = { onprogress: () => void (progress += 1) };
  const call = first
    .call('user__send_message_to_user', { content: 'Soon' }, options)
    .then(() => (isAnswered = true));
  const entries = store.run(run.id)!.entries;
  await expect.poll(() => store.turns(run.id)).toHaveLength(2);
  expect([isAnswered, store.run(run.id)!.entries, runs.summary(run.id)!.state]).toEqual([
    false,
    entries,
    'paused',
  ]);
  // So that the client does not give it up.
  await expect.poll(() => progress).toBeGreaterThan(1);
  runs.resume(run.id);
  await call;
  await first.close();

  const second = await clientAt(address);
  const { structuredContent } = await second.call('orrery__wait');
  expect(structuredContent!.messages).toMatchObject([{ text: expect.stringContaining('Faster!') as string }]);
  const last = await second.call('orrery__finish');
  expect(last.structuredContent!.ended).toBe('it has finished');

  await expect.poll(() => store.run(run.id)!.state).toBe('completed');
  await expect.poll(() => existsSync(address)).toBe(false);
  expect(runs.client(run.id)).toBeUndefined();
  // Who is still there is told why nothing more happens.
  const late = await second.call('user__send_message_to_user', { content: 'Here' });
  expect(late.content[0]!.text).toContain('The run has ended for you');
});

it('tells what came of a call that a client gave up while the run was paused', async () => {
  const { runs, store, run } = await started();
  const client = await clientAt(await addressOf(runs, run));
  await client.call('orrery__wait');
  runs.pause(run.id);
  const givingUp = new AbortController();
  const call = client.call('user__send_message_to_user', { content: 'Soon' }, { signal: givingUp.signal });
  await expect.poll(() => store.turns(run.id)).toHaveLength(1);
  givingUp.abort();
  await expect(call).rejects.toThrow();
  runs.resume(run.id);

  const { content } = await client.call('orrery__wait', { seconds: 1 });
  expect(content[0]!.text).toBe(
    'The call user__send_message_to_user {"content":"Soon"} was given up, but carried out. Its result: null',
  );
});

it('a branch at a call of a client repeats its calls, or waits for another client there', async () => {
  const { runs, store, run } = await started();
  const client = await clientAt(await addressOf(runs, run));
  await client.call('orrery__wait');
  await client.call('user__send_message_to_user', { content: 'Yes' });
  await client.call('orrery__finish');
  await expect.poll(() => store.run(run.id)!.state).toBe('completed');
  const at = store.entries(run.id, 0, 9).find(({ kind }) => kind === 'agent')!.index;

  const repeated = await runs.branch(run.id, at, undefined, { paused: false });
  await expect.poll(() => store.run(repeated.id)!.state).toBe('completed');
  expect(store.run(repeated.id)!.logHash).toBe(store.run(run.id)!.logHash);

  const branch = await runs.branch(run.id, at, undefined, {
    paused: false,
    agent: { ...CLIENT, folder: '' },
  });
  const other = await clientAt(await addressOf(runs, branch));
  expect((await other.call('orrery__wait')).structuredContent!.messages.length).toBe(1);
  await other.call('user__send_message_to_user', { content: 'No' });
  await other.call('orrery__finish');
  await expect.poll(() => store.run(branch.id)!.state).toBe('completed');
  expect(store.run(branch.id)).toMatchObject({ origin: { parent: run.id, at } });
});

it('says that nobody is at an address', async () => {
  await expect(passOn('/nowhere/orrery', process.stdin, process.stdout)).rejects.toMatchObject({
    code: 'mcp-gone',
  });
});

it('another client plays a branch from an entry on that comes after the first one has finished', async () => {
  const { runs, store, run } = await started();
  const client = await clientAt(await addressOf(runs, run));
  await client.call('orrery__wait');
  await client.call('orrery__finish');
  await expect.poll(() => store.run(run.id)!.state).toBe('completed');

  const branch = await runs.branch(run.id, 1, undefined, { paused: false, agent: { ...CLIENT, folder: '' } });
  const other = await clientAt(await addressOf(runs, branch));
  const { structuredContent } = await other.call('orrery__wait');
  expect(structuredContent!.messages.length).toBe(1);
  await other.call('user__send_message_to_user', { content: 'No' });
  await other.call('orrery__finish');
  await expect.poll(() => store.run(branch.id)!.state).toBe('completed');
});
