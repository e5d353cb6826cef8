import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';
import { onlyRun, toldOf } from './recordings.ts';

const json = (values: object): object =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));

const span = (id: string, parent: string | null, second: number, attributes: object) => ({
  name: id,
  trace_id: 'Xs+pMB+5Z/4=',
  span_id: id,
  parent_span_id: parent ?? '',
  start_time_unix_nano: `176760360${second}000000000`,
  end_time_unix_nano: `176760360${second + 1}000000000`,
  status: { code: 'STATUS_CODE_OK', message: '' },
  events: [],
  attributes: json({ 'mlflow.traceRequestId': 'tr-1', ...attributes }),
});

const look = span('look', null, 0, {
  'mlflow.spanType': 'TOOL',
  'mlflow.spanInputs': { in: 'pantry' },
  'mlflow.spanOutputs': 'leek',
});
const LINES = ['agent tools.look({"in":"pantry"}): "leek" [1 s]'];

const INFO = { trace_id: 'tr-1', state: 'OK', trace_metadata: {}, tags: {} };

describe('a trace of MLflow', () => {
  it.each([
    ['by itself', { info: INFO, data: { spans: [look] } }],
    ['in a list', [{ info: INFO, data: { spans: [look] } }]],
    ['with data in a text', { info: INFO, data: JSON.stringify({ spans: [look] }) }],
    ['as the file of its spans', { spans: [look], request: '{}', response: '"leek"' }],
    [
      'as a row of a table',
      [{ trace_id: 'tr-1', state: 'OK', request: '{}', spans: [look], assessments: [] }],
    ],
    [
      'as a text in a row of an evaluation',
      [{ 'Safety/value': 'yes', trace: JSON.stringify({ info: INFO, data: { spans: [look] } }) }],
    ],
    ['as its spans alone', [look]],
  ])('is read %s', (_, document) => {
    expect(toldOf(onlyRun(document))).toEqual(LINES);
  });

  it('counts tokens of the cache beside the input only where Anthropic does', () => {
    const model = (format: string): object => ({
      ...span('chat', null, 0, {
        'mlflow.spanType': 'CHAT_MODEL',
        'mlflow.spanOutputs': { role: 'assistant', content: 'Served.' },
        'mlflow.message.format': format,
        'mlflow.chat.tokenUsage': { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 7 },
      }),
    });
    const tokensOf = (format: string) =>
      onlyRun({ info: INFO, data: { spans: [model(format)] } }).attempt?.tokens;
    expect(tokensOf('openai')).toEqual({ input: 10, output: 2, cached: 7 });
    expect(tokensOf('anthropic')).toEqual({ input: 17, output: 2, cached: 7 });
  });

  it('without spans is refused with what to do', () => {
    expect(() =>
      readRecordings(JSON.stringify({ traces: [{ info: INFO, data: { spans: [] } }] }), 'a'),
    ).toThrow(/traces of MLflow without their spans.*mlflow traces get/);
  });
});
