import { describe, expect, it } from 'vitest';
import { onlyRun, toldOf } from './recordings.ts';

const call = (id: string, second: number, op: string, more: object) => ({
  id,
  trace_id: 't',
  parent_id: 'root',
  op_name: `weave:///team/kitchen/op/${op}:a1`,
  started_at: `2026-01-05T09:00:0${second}Z`,
  ended_at: `2026-01-05T09:00:0${second + 1}Z`,
  attributes: {},
  inputs: {},
  output: null,
  ...more,
});

const asks = (...calls: readonly (readonly [id: string, args: object])[]) => ({
  choices: [
    {
      message: {
        role: 'assistant',
        tool_calls: calls.map(([id, args]) => ({
          id,
          function: { name: 'look', arguments: JSON.stringify(args) },
        })),
      },
    },
  ],
});

describe('a call of Weave', () => {
  it('is a tool if a model asked for it, in whatever order both are', () => {
    const run = onlyRun([
      call('c', 3, 'look', { inputs: { in: 'pot' }, output: 'soup' }),
      call('b', 3, 'look', { inputs: { in: 'pantry' }, exception: 'ValueError: dark' }),
      call('a', 1, 'openai.chat.completions.create', {
        inputs: { model: 'm1', messages: [{ role: 'user', content: 'Soup!' }] },
        output: asks(['c1', { in: 'pantry' }], ['c2', { in: 'pot' }]),
      }),
      call('root', 0, 'main', { parent_id: null }),
    ]);
    expect(toldOf(run)).toEqual([
      'log: Begins: main',
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'log: m1 answered.',
      'agent tools.look({"in":"pot"}): "soup" [1 s]',
      'agent tools.look({"in":"pantry"}): failed: exception: ValueError: dark [1 s]',
    ]);
  });

  it('without arguments has those that the model gave, if no other call is meant', () => {
    const told = (...args: readonly object[]) =>
      toldOf(
        onlyRun([
          call('a', 1, 'openai.chat.completions.create', {
            output: asks(...args.map((one, nth) => [`c${nth}`, one] as const)),
          }),
          call('b', 3, 'look', { output: 'leek' }),
        ]),
      ).filter((line) => line.startsWith('agent'));
    expect(told({ in: 'pot' })).toEqual(['agent tools.look({"in":"pot"}): "leek" [1 s]']);
    expect(told({ in: 'pot' }, { in: 'pan' })).toContain('agent tools.look({}): "leek" [1 s]');
  });

  it.each([
    ['its attributes', 'any', { weave: { kind: 'tool' } }],
    ['the integration of LangChain', 'langchain.Tool.look', {}],
  ])('is a tool by %s', (_, op, attributes) => {
    const document = call('root', 0, op, { parent_id: null, attributes, inputs: { in: 'pot' }, output: 1 });
    expect(toldOf(onlyRun(document))).toEqual([
      `agent tools.${op.replace('langchain.Tool.', '')}({"in":"pot"}): 1 [1 s]`,
    ]);
  });
});
