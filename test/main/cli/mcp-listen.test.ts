import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../engine/index.ts';
import { runId } from '../../../engine/model/index.ts';
import { playAt } from '../../../main/cli/commands/mcp.ts';
import { storedChoices, prepareRun } from '../../../main/host/runs/prepare-run.ts';
import { connectClient } from '../../mcp-client.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { dinner, kitchen, unchecked } from '../host/runs/dinner.ts';

const SCENARIO = dinner(`user.send_message_to_agent({ content: 'Cook!' }).at(seconds(5));`);

/** A run that is served at an address. */
async function served(
  how: 'socket' | 'http',
): Promise<{ address: string; store: Store; ended: Promise<boolean> }> {
  const db = openDatabase();
  const store = openStore(db, packing);
  const prepared = await prepareRun(
    {
      folder: kitchen(SCENARIO),
      path: 'scenarios/dinner.ts',
      mode: 'plain',
      choices: storedChoices({}, { command: 'MCP client', client: {}, thinking: 'frozen' }),
      turns: { agent: { from: 0, turns: 20, isOther: false } },
    },
    unchecked,
  );
  const quitting = new AbortController();
  let address = '';
  const ended = playAt(how, prepared, store, {
    thinking: 'frozen',
    quitting: quitting.signal,
    onAddress: (known) => (address = known),
  });
  onTestFinished(async () => {
    quitting.abort('over');
    await ended;
    db.close();
  });
  await expect.poll(() => address).not.toBe('');
  return { address, store, ended };
}

it.each(['1.x', '2.x legacy', '2.x pinned'] as const)(
  'a run at an address of HTTP is played by the official client %s',
  async (line) => {
    const { address, store, ended } = await served('http');
    const me = { name: 'cook', version: '7' };
    const mode = line === '2.x pinned' ? ({ pin: '2026-07-28' } as const) : 'legacy';
    const client = line === '1.x' ? new OlderClient(me) : new Client(me, { versionNegotiation: { mode } });
    const transport =
      line === '1.x'
        ? new OlderTransport(new URL(address))
        : new StreamableHTTPClientTransport(new URL(address));
    await (client as Client).connect(transport);
    onTestFinished(() => client.close());
    const tools = await client.listTools();
    expect(tools.tools.at(-1)!.name).toBe('orrery__finish');
    const told = await client.callTool({ name: 'orrery__wait', arguments: {} });
    expect(JSON.stringify(told.structuredContent)).toContain('Message: Cook!');
    await client.callTool({ name: 'user__send_message_to_user', arguments: { content: 'Yes' } });
    await client.callTool({ name: 'orrery__finish', arguments: {} });
    await ended;

    expect(store.run(runId('r1'))!.state).toBe('completed');
    expect(store.turns(runId('r1')).map(({ act }) => act.kind)).toEqual(['call', 'finish']);
  },
);

it('refuses pages of other origins, other host names and other paths', async () => {
  const { address } = await served('http');
  const { port, pathname } = new URL(address);
  const status = (headers: readonly string[], path = pathname): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
        socket.end(
          [
            `POST ${path} HTTP/1.1`,
            ...headers,
            'Content-Type: application/json',
            'Accept: application/json, text/event-stream',
            `Content-Length: ${body.length}`,
            'Connection: close',
            '',
            body,
          ].join('\r\n'),
        );
      });
      let text = '';
      socket.on('data', (piece) => (text += piece.toString()));
      socket.on('close', () => {
        resolve(text.split(' ')[1] ?? '');
      });
      socket.on('error', reject);
    });
  const ours = `Host: 127.0.0.1:${port}`;

  expect(await status([ours])).toBe('200');
  expect(await status([ours, `Origin: http://localhost:${port}`])).toBe('200');
  expect(await status([ours, 'Origin: https://evil.example'])).toBe('403');
  expect(await status([ours, 'Origin: null'])).toBe('403');
  expect(await status(['Host: evil.example'])).toBe('403');
  expect(await status([ours], '/mcp')).toBe('404');
  expect(await status([ours], pathname.replace(/.{5}\/mcp$/, '00000/mcp'))).toBe('404');
});

it('a run at a socket is played by one client after the other', async () => {
  const { address, store, ended } = await served('socket');
  const play = async (
    work: (client: Awaited<ReturnType<typeof connectClient>>) => Promise<unknown>,
  ): Promise<void> => {
    const socket = connect(address);
    const client = await connectClient(socket, socket);
    await work(client);
    await client.close();
  };
  await play((client) => client.call('orrery__wait'));
  await play((client) => client.call('user__send_message_to_user', { content: 'Yes' }));
  await play((client) => client.call('orrery__finish'));
  await ended;
  expect(store.turns(runId('r1')).map(({ act }) => act.kind)).toEqual(['call', 'finish']);
});

it('a client of a socket that is one too many is told why it cannot connect', async () => {
  const { address } = await served('socket');
  const clients = Array.from({ length: 8 }, () => connect(address));
  onTestFinished(() => {
    for (const client of clients) client.destroy();
  });
  await Promise.all(clients.map((client) => once(client, 'connect')));

  const refused = await text(connect(address));

  expect(JSON.parse(refused)).toMatchObject({
    error: { message: '8 clients are connected to this run. Disconnect one of them first.' },
  });
});
