import { describe, expect, it } from 'vitest';
import { askChatCompletions } from '../../../main/model-agent/chat-completions.ts';
import { type Answering, eventsOf, modelServer, stream } from './model-server.ts';

const REQUEST = { messages: [{ role: 'user', content: 'Hello?' }], body: { model: 'tiny', stream: true } };

const ask = async (answering: Answering) => {
  const { url } = await modelServer(answering);
  return askChatCompletions(url, {}, REQUEST);
};

const sends =
  (events: readonly unknown[]): Answering =>
  (response) => {
    stream(response, events);
  };

const delta = (fields: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});
const call = (fields: object) => delta({ tool_calls: [fields] });
const END = [delta({}, 'stop'), '[DONE]'];

describe('an answer in the form of chat completions', () => {
  it('is put together from its parts, with tokens, reasoning and the answer as it came', async () => {
    const events = [
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'He ' }),
      delta({ reasoning_content: 'greets.' }),
      delta({ content: 'Good ' }),
      delta({ content: 'day, Zoë.' }, 'stop'),
      {
        choices: [],
        usage: {
          prompt_tokens: 9,
          completion_tokens: 6,
          prompt_tokens_details: { cached_tokens: 4 },
          completion_tokens_details: { reasoning_tokens: 2 },
        },
      },
      '[DONE]',
    ];

    expect(await ask(sends(events))).toEqual({
      answer: {
        text: 'Good day, Zoë.',
        reasoning: 'He greets.',
        calls: [],
        finish: 'stop',
        sendBack: { reasoning_content: 'He greets.' },
      },
      usage: { input: 9, cached: 4, output: 6, reasoning: 2 },
      raw: eventsOf(events),
    });
  });

  it.each<[string, readonly unknown[], readonly (readonly [id: string, name: string, args: string])[]]>([
    [
      'arguments in pieces, the last with the reason to stop',
      [
        call({ index: 0, id: 'a', function: { name: 'list', arguments: '{"li' } }),
        call({ index: 0, function: { arguments: 'mit":' } }),
        {
          choices: [
            {
              delta: { tool_calls: [{ index: 0, function: { arguments: '2}' } }] },
              finish_reason: 'tool_calls',
            },
          ],
        },
      ],
      [['a', 'list', '{"limit":2}']],
    ],
    [
      'id and name in each part',
      [
        call({ index: 0, id: 'a', function: { name: 'list', arguments: '{"a":' } }),
        call({ index: 0, id: 'a', function: { name: 'list', arguments: '1}' } }),
        ...END,
      ],
      [['a', 'list', '{"a":1}']],
    ],
    [
      'the index 0 for all calls',
      [
        call({ index: 0, id: 'a', function: { name: 'list', arguments: '{}' } }),
        call({ index: 0, id: 'b', function: { name: 'read', arguments: '{}' } }),
        ...END,
      ],
      [
        ['a', 'list', '{}'],
        ['b', 'read', '{}'],
      ],
    ],
    [
      'no ids, and the index 0',
      [
        call({ index: 0, function: { name: 'list', arguments: '{}' } }),
        call({ index: 0, function: { name: 'read', arguments: '{}' } }),
        ...END,
      ],
      [
        ['call_1', 'list', '{}'],
        ['call_2', 'read', '{}'],
      ],
    ],
    [
      'an object as arguments',
      [call({ id: 'a', function: { name: 'list', arguments: { limit: 2 } } }), ...END],
      [['a', 'list', '{"limit":2}']],
    ],
    [
      'no reason to stop, but the end',
      [call({ index: 0, id: 'a', function: { name: 'list', arguments: '{}' } }), '[DONE]'],
      [['a', 'list', '{}']],
    ],
    [
      'no end, but a reason to stop',
      [call({ index: 0, id: 'a', function: { name: 'list', arguments: '{}' } }), delta({}, 'stop')],
      [['a', 'list', '{}']],
    ],
    [
      'the length limit in the middle of arguments',
      [call({ index: 0, id: 'a', function: { name: 'list', arguments: '{"limit":' } }), delta({}, 'length')],
      [['a', 'list', '{"limit":']],
    ],
  ])('has its calls, with %s', async (_quirk, events, calls) => {
    const { answer } = await ask(sends(events));

    expect(answer.calls).toEqual(calls.map(([id, name, args]) => ({ id, name, args })));
  });

  it.each<[string, Answering, object]>([
    [
      'the other name of reasoning',
      sends([delta({ reasoning: 'So.' }), ...END]),
      { reasoning: 'So.', sendBack: { reasoning: 'So.' } },
    ],
    [
      'comments between its parts',
      (response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.end(`: keep-alive\n\n${eventsOf([delta({ content: 'Yes' })])}: ping\n\n${eventsOf(END)}`);
      },
      { text: 'Yes' },
    ],
    [
      'bytes that are no UTF-8',
      (response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.write(
          Buffer.concat([
            Buffer.from('data: {"choices":[{"delta":{"content":"caf'),
            Buffer.from([0xe9]),
            Buffer.from('"}}]}\n\n'),
          ]),
        );
        response.end(eventsOf(END));
      },
      { text: 'caf\ufffd' },
    ],
    [
      'all of it at once',
      (response) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ choices: [{ message: { content: 'Yes' }, finish_reason: 'stop' }] }));
      },
      { text: 'Yes', finish: 'stop' },
    ],
    [
      'headers after its first bytes were long awaited',
      async (response) => {
        await new Promise(setImmediate);
        stream(response, [delta({ content: 'Late' }), ...END]);
      },
      { text: 'Late' },
    ],
  ])('is read with %s', async (_quirk, answering, answer) => {
    expect((await ask(answering)).answer).toMatchObject(answer);
  });

  it.each<[string, Answering, string, boolean]>([
    ['it is cut off', sends([delta({ content: 'Go' })]), 'The answer was cut off.', true],
    [
      'the connection breaks',
      (response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.write(eventsOf([delta({ content: 'Go' })]), () => response.destroy());
      },
      'The answer broke off',
      true,
    ],
    ['a part is garbage', sends(['<html>']), 'sent what is not an answer: <html>', true],
    [
      'the stream reports an error',
      sends([{ error: { message: 'out of memory' } }]),
      'The server reports: out of memory',
      true,
    ],
    [
      'the server has an error',
      (response) => void response.writeHead(500).end('{"error":{"message":"no slot"}}'),
      'The server answered 500: no slot',
      true,
    ],
    [
      'there are too many requests',
      (response) => void response.writeHead(429, { 'retry-after': '2' }).end('slow down'),
      'The server answered 429: slow down',
      true,
    ],
    [
      'the request is wrong',
      (response) => void response.writeHead(400).end('{"message":"no such model"}'),
      'The server answered 400: no such model',
      false,
    ],
    [
      'a page comes in its place',
      (response) => {
        response.setHeader('content-type', 'text/html');
        response.end('<html>Log in</html>');
      },
      'sent what is not an answer: <html>Log in',
      true,
    ],
  ])('is a failed try when %s', async (_case, answering, message, passes) => {
    const thrown = await ask(answering).catch((error: unknown) => error);

    expect(thrown).toMatchObject({ passes });
    expect(String(thrown)).toContain(message);
  });
});
