import { describe, expect, it } from 'vitest';
import { anthropicRequest, askMessages } from '../../../main/model-agent/messages.ts';
import { modelServer, stream } from './model-server.ts';

const EVENTS = [
  {
    type: 'message_start',
    message: { usage: { input_tokens: 12, cache_read_input_tokens: 5, output_tokens: 1 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'First the list.' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'sig' } },
  { type: 'ping' },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'I look.' } },
  {
    type: 'content_block_start',
    index: 2,
    content_block: { type: 'tool_use', id: 't1', name: 'list', input: {} },
  },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"limit"' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: ':2}' } },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];

const THINKING = [{ type: 'thinking', thinking: 'First the list.', signature: 'sig' }];

describe("Anthropic's messages", () => {
  it('are written from the messages of a dialogue', () => {
    const tool = {
      type: 'function',
      function: { name: 'list', description: 'Lists.', parameters: { type: 'object' } },
    };
    const call = { id: 't1', type: 'function', function: { name: 'list', arguments: '{"limit":2}' } };

    expect(
      anthropicRequest(
        [
          { role: 'system', content: 'Help.' },
          { role: 'user', content: 'Look.' },
          {
            role: 'assistant',
            content: 'I look.',
            thinking: THINKING,
            tool_calls: [call, { ...call, id: 't2' }],
          },
          { role: 'tool', tool_call_id: 't1', content: 'none' },
          { role: 'tool', tool_call_id: 't2', content: 'none' },
          { role: 'user', content: 'And now?' },
        ],
        { model: 'big', tools: [tool], temperature: 0 },
      ),
    ).toEqual({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Look.' }] },
        {
          role: 'assistant',
          content: [
            ...THINKING,
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 't1', name: 'list', input: { limit: 2 } },
            { type: 'tool_use', id: 't2', name: 'list', input: { limit: 2 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: 'none' },
            { type: 'tool_result', tool_use_id: 't2', content: 'none' },
            { type: 'text', text: 'And now?' },
          ],
        },
      ],
      body: {
        system: 'Help.',
        tools: [{ name: 'list', description: 'Lists.', input_schema: { type: 'object' } }],
        max_tokens: 4_096,
        stream: true,
        model: 'big',
        temperature: 0,
      },
    });
  });

  it('are read part by part, with the thinking to send back', async () => {
    const { url, asked } = await modelServer((response) => {
      stream(response, EVENTS);
    });
    const { answer, usage } = await askMessages(url, { 'x-api-key': 'k' }, { messages: [], body: {} });

    expect(answer).toEqual({
      text: 'I look.',
      reasoning: 'First the list.',
      calls: [{ id: 't1', name: 'list', args: '{"limit":2}' }],
      finish: 'tool_use',
      sendBack: { thinking: THINKING },
    });
    expect(usage).toEqual({ input: 12, cached: 5, output: 9 });
    expect(asked[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    });
  });

  it.each([
    [EVENTS.slice(0, 7), 'The answer was cut off.'],
    [[{ type: 'error', error: { message: 'overloaded' } }], 'The server reports: overloaded'],
    [['[1]'], 'sent what is not an answer'],
  ])('are a failed try when they end early or report an error', async (events, message) => {
    const { url } = await modelServer((response) => {
      stream(response, events);
    });
    await expect(askMessages(url, {}, { messages: [], body: {} })).rejects.toThrow(message);
  });
});
