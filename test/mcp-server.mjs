/**
 * A small server of the Model Context Protocol for tests, in plain lines. `add` adds to a total, `total` tells it, `refuse` fails.
 * Calls are noted in the file that is the second argument. The first argument says how it misbehaves, or to which port a process
 * connects that it leaves behind.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [how = 'good', notes] = process.argv.slice(2);
const [, port, isBrief] = /^leaves (\d+)( and exits)?$/.exec(how) ?? [];
const [, isSlow, tells] = /^works for (\d+) ms(, and tells)?$/.exec(how) ?? [];
let total = 0;
let lists = 0;

const say = (message) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const number = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
const nothing = { type: 'object', properties: {} };
const tool = (name, inputSchema, isRead) => ({
  name,
  description: `${name}!`,
  inputSchema,
  annotations: { readOnlyHint: isRead },
});
const TOOLS = [tool('add', number, false), tool('total', nothing, true), tool('refuse', nothing, true)];
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const silence = new Set(['initialize', 'tools/list', 'tools/call'].filter((one) => how === `silent ${one}`));

const call = ({ name, arguments: { n } = {} }) => {
  if (notes !== undefined) appendFileSync(notes, `${name} ${n ?? ''}\n`);
  if (name === 'refuse') return { ...text('No!'), isError: true };
  if (name === 'add') total += n;
  return { ...text(String(total)), structuredContent: { total } };
};

/** Answers late. */
const work = (id, params) => {
  const { progressToken } = params._meta ?? {};
  let progress = 0;
  const telling = setInterval(() => {
    progress += 1;
    if (tells !== undefined && progressToken !== undefined)
      say({ method: 'notifications/progress', params: { progressToken, progress } });
  }, 100);
  setTimeout(() => {
    clearInterval(telling);
    say({ id, result: call(params) });
  }, Number(isSlow));
};

/** What each kind of misbehaviour answers to a call instead. */
const WRONG = {
  'long answer': () => text('x'.repeat(100_000_000)),
  'rather long answer': () => text('x'.repeat(6_000_000)),
  'deep answer': () => ({
    content: [],
    structuredContent: JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`),
  }),
  'no content': () => ({}),
  'content of numbers': () => ({ content: [1, 2] }),
  'unknown content': () => ({ content: [{ type: 'hologram', data: 1 }] }),
  'result is a text': () => 'soup',
  'result is null': () => null,
  'proto fields': () => ({
    content: [],
    structuredContent: JSON.parse('{"__proto__":{"admin":true},"constructor":1}'),
  }),
  'endless pattern': () => ({ content: [], structuredContent: { total: 'a'.repeat(200) } }),
  'negative zero': () => ({ content: [], structuredContent: { n: -0 } }),
};

const answer = ({ id, method, params }) => {
  if (id === undefined || silence.has(method)) return;
  if (how === `exits at ${method}` || (isBrief !== undefined && method === 'tools/call')) process.exit(3);
  if (how === `garbage at ${method}`) return void process.stdout.write('}{ not json\n'.repeat(50));
  if (how === `error at ${method}`) return say({ id, error: { code: -32603, message: 'broken inside' } });
  if (how === `half a line at ${method}`) return void process.stdout.write('{"jsonrpc":"2.0","id":');
  if (how === `other id at ${method}`) return say({ id: 999_999, result: {} });
  if (how === `endless line at ${method}`) {
    const pour = () => {
      while (process.stdout.write('x'.repeat(65_536)));
    };
    process.stdout.on('drain', pour);
    pour();
    return;
  }
  switch (method) {
    case 'initialize':
      if (how === 'future protocol')
        return say({
          id,
          result: {
            protocolVersion: '2999-01-01',
            capabilities: {},
            serverInfo: { name: 'x', version: '1' },
          },
        });
      return say({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {}, resources: {} },
          serverInfo: { name: how === 'strange name' ? 'a\n*/ evil()//' : 'adder', version: '1' },
        },
      });
    case 'tools/list': {
      lists += 1;
      if (how === '10,000 tools')
        return say({
          id,
          result: { tools: Array.from({ length: 10_000 }, (_, nth) => tool(`t${nth}`, nothing, true)) },
        });
      if (how === 'endless pages')
        return say({ id, result: { tools: [tool(`t${lists}`, nothing, true)], nextCursor: String(lists) } });
      if (how === 'changed list') return say({ id, result: { tools: [tool('add', nothing, false)] } });
      if (how === 'no tools') return say({ id, result: { tools: [] } });
      if (how === 'endless pattern') {
        const outputSchema = {
          type: 'object',
          properties: { total: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } },
        };
        return say({ id, result: { tools: TOOLS.map((one) => ({ ...one, outputSchema })) } });
      }
      if (how === 'tools are a text') return say({ id, result: { tools: 'many' } });
      return say({ id, result: { tools: TOOLS } });
    }
    case 'resources/read':
      return say({
        id,
        result: {
          contents: [
            {
              uri: params.uri,
              text: how === 'long resource' ? 'x'.repeat(6_000_000) : JSON.stringify({ total }),
            },
          ],
        },
      });
    case 'tools/call': {
      if (isSlow !== undefined) {
        work(id, params);
        return;
      }
      if (how === 'answers twice') say({ id, result: call(params) });
      if (how === 'asks back')
        say({ id: 'q1', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
      if (how === 'flood of notifications')
        for (let nth = 0; nth < 5_000; nth += 1)
          say({ method: 'notifications/message', params: { level: 'info', data: nth } });
      if (how === 'flood of list changes')
        for (let nth = 0; nth < 2_000; nth += 1) say({ method: 'notifications/tools/list_changed' });
      if (how === 'flood of stderr') process.stderr.write('y'.repeat(10_000_000));
      return say({ id, result: (WRONG[how] ?? call)(params) });
    }
    default:
      return say({ id, error: { code: -32601, message: 'no such method' } });
  }
};

if (port !== undefined)
  // In a process group of its own.
  spawn(process.execPath, ['-e', `require('net').connect(${port})`], { detached: true, stdio: 'ignore' });
if (how === 'exits at once') process.exit(1);
if (how === 'ignores the end') process.on('SIGTERM', () => undefined);
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => answer(JSON.parse(line)));
if (how === 'ignores the end') setInterval(() => undefined, 1_000);
