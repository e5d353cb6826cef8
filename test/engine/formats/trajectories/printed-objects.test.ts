import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readInspected } from '../../../../engine/formats/trajectories/inspected.ts';
import { readRecordings } from '../../../../engine/index.ts';
import { tries } from '../../../tries.ts';
import { toldOf } from './recordings.ts';

const PYTHON = (id: string, name: string, attributes: object): string =>
  JSON.stringify(
    {
      name,
      context: { trace_id: '0x1', span_id: id },
      parent_id: null,
      start_time: '2026-01-05T09:00:00Z',
      attributes,
    },
    null,
    4,
  );

const CHAT = PYTHON('0x2', 'chat m', {
  'gen_ai.operation.name': 'chat',
  'gen_ai.input.messages': '[{"role":"user","content":"Hot?"}]',
});
const TOOL = PYTHON('0x3', 'execute_tool feel', {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.call.result': 'hot',
  'gen_ai.tool.name': 'feel',
});

describe('objects that a program printed', () => {
  it('are read between other output, which a note names', () => {
    const [run] = readRecordings(`${CHAT}\nCalling the tool.\nDone.\n${TOOL}\nBye.\n`, 'supper.txt');

    expect(toldOf(run!)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Hot?"}): null',
      'agent tools.feel({}): "hot"',
    ]);
    expect(run!.notes).toContain(
      'Left out, because they are no JSON: the text after object 1, the text after object 2.',
    );
  });

  it('are read as Node.js prints them', () => {
    const span = {
      resource: { attributes: { 'service.name': 'kitchen', deep: { er: { still: {} } } } },
      traceId: 't',
      parentSpanContext: undefined,
      name: 'ai.toolCall',
      id: 's',
      timestamp: 1_767_603_600_000_000,
      duration: 500_000.5,
      attributes: {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'boil',
        'ai.toolCall.args': '{"litres":2}',
        'ai.toolCall.result': `it's "hot"\nand ${'red '.repeat(50)}`,
      },
      status: { code: 2, message: 'burnt' },
      events: [],
    };

    const [run, ...others] = readRecordings(`Listening.\n${inspect(span, { depth: 3 })}\n`, 'supper.txt');

    expect(others).toEqual([]);
    expect(toldOf(run!)).toEqual([
      `agent tools.boil({"litres":2}): failed: Error: burnt\nit's "hot"\nand ${'red '.repeat(50)} [0.500001 s]`,
    ]);
  });

  it('have the values that they had when Node.js printed them', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).filter((one) => typeof one === 'object' && one !== null);
    fc.assert(
      fc.property(value, (one) => {
        const printed = inspect(one, { depth: 20, maxArrayLength: null, maxStringLength: null });
        expect(readInspected(printed)).toEqual(JSON.parse(JSON.stringify(one)));
      }),
      { numRuns: tries(300) },
    );
  });

  it('are refused if they are damaged', () => {
    expect(() => readRecordings("{\n  traceId: 't',\n  name\n}\n", 'supper.txt')).toThrow(
      'The object that Node.js printed is damaged.',
    );
  });
});
