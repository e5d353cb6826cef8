import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';
import { onlyRun, toldOf } from './recordings.ts';

const observation = (id: string, second: number, more: object) => ({
  id,
  traceId: 't',
  type: 'SPAN',
  name: id,
  startTime: `2026-01-05T09:00:0${second}Z`,
  endTime: `2026-01-05T09:00:0${second + 1}Z`,
  ...more,
});

const ASKS = {
  role: 'assistant',
  tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"in":"pantry"}' } }],
};

describe('an observation of Langfuse that came by OpenTelemetry', () => {
  it.each([
    ['an object', (attributes: object) => ({ attributes, resourceAttributes: {} })],
    ['a text', (attributes: object) => JSON.stringify({ attributes: JSON.stringify(attributes) })],
  ])('is known by the attributes in its metadata, as %s', (_, metadataOf) => {
    const run = onlyRun([
      observation('chat', 0, {
        type: 'GENERATION',
        input: [{ role: 'user', content: 'Soup!' }],
        output: ASKS,
        metadata: metadataOf({ 'gen_ai.usage.input_tokens': 7, 'gen_ai.request.model': 'm1' }),
      }),
      observation('execute_tool look', 1, {
        output: 'leek',
        metadata: metadataOf({
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'look',
          'gen_ai.tool.call.id': 'c1',
          'gen_ai.tool.call.arguments': '{"in":"pantry"}',
        }),
      }),
      observation('last', 2, {
        type: 'GENERATION',
        output: 'No fire',
        metadata: metadataOf({ 'gen_ai.response.finish_reasons': ['length'] }),
      }),
    ]);
    expect(toldOf(run)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'log: m1 answered. [7 in, 0 out]',
      'agent tools.look({"in":"pantry"}): "leek" [1 s]',
      'log: The model answered.',
      'agent Conversation.send_message_to_user({"content":"No fire"}): null',
      'environment Conversation.limit_reached({"limit":"tokens"}): failed: gen_ai.response.finish_reasons: length: The limit of tokens was reached.',
    ]);
  });

  it('has its own type, tokens and input where it has them', () => {
    const run = onlyRun([
      observation('look', 0, {
        type: 'TOOL',
        input: { in: 'pot' },
        output: 'leek',
        metadata: { attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.tool.call.arguments': '{}' } },
      }),
    ]);
    expect(toldOf(run)).toEqual(['agent tools.look({"in":"pot"}): "leek" [1 s]']);
    expect(run.notes.join()).toContain('[].metadata.attributes.gen_ai.tool.call.arguments once');
  });
});

describe('traces of Langfuse', () => {
  it('are read from a session', () => {
    const own = { id: 't', observations: [observation('look', 0, { type: 'TOOL', output: 'leek' })] };
    expect(toldOf(onlyRun({ id: 's', traces: [own], comments: [] }))).toEqual([
      'agent tools.look({}): "leek" [1 s]',
    ]);
  });

  it('have scores at the observations that they judge', () => {
    const run = onlyRun({
      id: 't',
      observations: [
        observation('look', 0, { type: 'TOOL', output: 'leek' }),
        observation('boil', 2, { type: 'TOOL', output: 'soup' }),
      ],
      scores: [
        { name: 'hot', value: 1, dataType: 'BOOLEAN', observationId: 'boil' },
        { name: 'good', value: 0.5, dataType: 'NUMERIC', observationId: null },
      ],
    });
    expect(toldOf(run)).toEqual([
      'agent tools.look({}): "leek" [1 s]',
      'score: good gave 0.5.',
      'agent tools.boil({}): "soup" [1 s]',
      'score: hot gave true.',
    ]);
  });

  it.each([
    ['a page', { data: [{ id: 't', name: 'supper', observations: ['o1', 'o2'] }], meta: { page: 1 } }],
    ['a list', [{ id: 't', name: 'supper', sessionId: null, bookmarked: false, input: 'Soup!' }]],
  ])('without observations, as %s, are refused with what to do', (_, document) => {
    expect(() => readRecordings(JSON.stringify(document), 'traces.json')).toThrow(
      /traces of Langfuse without their observations.*Download JSON/,
    );
  });
});
