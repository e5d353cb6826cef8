import { PassThrough } from 'node:stream';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../engine/index.ts';
import { runId } from '../../../engine/model/index.ts';
import { playOver } from '../../../main/cli/commands/mcp.ts';
import { storedChoices, prepareRun } from '../../../main/host/runs/prepare-run.ts';
import { verify } from '../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { unchecked } from '../host/runs/dinner.ts';

const SAMPLE = join(import.meta.dirname, '../../../resources/sample-workspace');

const rpc = (id: unknown, method: unknown, params?: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, ...(params === undefined ? {} : { params }) })}\n`;
const HELLO =
  rpc(1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  }) + rpc(undefined, 'notifications/initialized');
const call = (id: unknown, name: unknown, args: unknown = {}): string =>
  rpc(id, 'tools/call', { name, arguments: args });
const BEGIN = HELLO + call(2, 'orrery__wait');
const repeated = (times: number, text: (nth: number) => string): string =>
  Array.from({ length: times }, (_, nth) => text(nth)).join('');
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** What hostile clients send, and then they go away. */
const HOSTILE: Readonly<Record<string, string>> = {
  nothing: '',
  'garbage only': 'soup\n'.repeat(200),
  'garbage without an end': '}{'.repeat(3_000_000),
  'a line of 5 MB': `${BEGIN}${call(3, 'mail__list_emails', { x: 'x'.repeat(5_000_000) })}`,
  'arguments of 2 MB': `${BEGIN}${call(3, 'mail__list_emails', { x: 'x'.repeat(2_000_000) })}`,
  'deep arguments': `${BEGIN}{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"mail__list_emails","arguments":${deep(5_000)}}}\n`,
  'fields named __proto__': `${BEGIN}{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"mail__list_emails","arguments":{"__proto__":{"a":1},"constructor":2}}}\n`,
  'a call before initialize': call(1, 'orrery__wait'),
  'initialize twice': HELLO + BEGIN + HELLO,
  'the same id for all calls': BEGIN + repeated(50, () => call(7, 'mail__list_emails')),
  'ids of all kinds':
    BEGIN +
    [null, -1, 1.5, '', 'x'.repeat(10_000), {}, []].map((id) => call(id, 'mail__list_emails')).join(''),
  'a flood of calls': BEGIN + repeated(3_000, (nth) => call(nth + 10, 'mail__list_emails')),
  'a flood of pings': BEGIN + repeated(5_000, (nth) => rpc(nth + 10, 'ping')),
  'a flood of lists': BEGIN + repeated(1_000, (nth) => rpc(nth + 10, 'tools/list')),
  'a flood of unknown methods': BEGIN + repeated(2_000, (nth) => rpc(nth + 10, `nope/${nth}`)),
  'a flood of notifications':
    BEGIN + repeated(5_000, () => rpc(undefined, 'notifications/roots/list_changed')),
  'answers to questions that nobody asked':
    BEGIN + repeated(500, (nth) => `${JSON.stringify({ jsonrpc: '2.0', id: nth, result: {} })}\n`),
  'cancellations of everything':
    BEGIN +
    repeated(
      50,
      (nth) =>
        call(nth + 10, 'mail__list_emails') +
        rpc(undefined, 'notifications/cancelled', { requestId: nth + 10 }),
    ),
  'waits of the wrong kind':
    BEGIN +
    [-1, 1e300, 'soon', null, {}, NaN]
      .map((seconds, nth) => call(nth + 10, 'orrery__wait', { seconds }))
      .join(''),
  'names of the wrong kind':
    BEGIN +
    [1, null, {}, [], '', 'x'.repeat(100_000), '__proto__', 'constructor']
      .map((name, nth) => call(nth + 10, name))
      .join(''),
  'arguments of the wrong kind':
    BEGIN + [1, 'x', null, [], [1]].map((args, nth) => call(nth + 10, 'mail__list_emails', args)).join(''),
  'a batch': `${BEGIN}[${call(3, 'mail__list_emails').trim()},${call(4, 'mail__list_emails').trim()}]\n`,
  'both eras at once': `${BEGIN}${rpc(5, 'server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } })}`,
  'a protocol of the future': rpc(1, 'tools/call', {
    name: 'orrery__wait',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2999-01-01',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
  'half a line': `${BEGIN}{"jsonrpc":"2.0","id":3,"meth`,
  'bytes that are no text': `${BEGIN}\u0000\ufffd\ud800\n`,
  'a finish and more': `${BEGIN}${call(3, 'orrery__finish')}${repeated(300, (nth) => call(nth + 10, 'mail__list_emails'))}`,
};

it.each(Object.entries(HOSTILE))(
  'a client that sends %s leaves a run that has ended, with the reason, or none',
  async (_, sent) => {
    const db = openDatabase();
    onTestFinished(() => void db.close());
    const store = openStore(db, packing);
    const prepared = await prepareRun(
      {
        folder: SAMPLE,
        path: 'scenarios/invoice-by-noon.ts',
        mode: 'plain',
        choices: storedChoices({}, { command: 'MCP client', client: {}, thinking: 'frozen' }),
        turns: { agent: { from: 0, turns: 200, isOther: false } },
      },
      unchecked,
    );
    const [input, output] = [new PassThrough(), new PassThrough()];
    let answered = 0;
    let length = 0;
    output.on('data', (piece: Buffer) => {
      answered += piece.toString().split('\n').length - 1;
      length += piece.length;
    });
    const before = process.memoryUsage().heapUsed;
    const ended = playOver(input, output, prepared, store, {
      thinking: 'frozen',
      quitting: new AbortController().signal,
    });
    input.write(sent);
    // Until all that is answered is answered: turns of the event loop without anything new.
    for (let idle = 0, last = -1; idle < 100; last = answered) {
      await new Promise((resolve) => setImmediate(resolve));
      idle = answered === last ? idle + 1 : 0;
    }
    input.end();
    await ended;

    const run = store.run(runId('r1'));
    if (run !== undefined) {
      expect(['interrupted', 'completed', 'failed']).toContain(run.state);
      if (run.state === 'interrupted') expect(run.notes[0]?.text).toMatch(/^The MCP client has gone\. It /);
      expect(store.turns(run.id).length).toBeLessThanOrEqual(200);
      expect(await verify(store, run)).toMatchObject({ differs: undefined });
    }
    expect(length).toBeLessThan(100e6);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400e6);
  },
);
