import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';
import { logsOf, onlyRun, toldOf } from './recordings.ts';

const MODEL = {
  name: 'ChatOpenAI',
  context: { trace_id: 'a1', span_id: 'b1' },
  span_kind: 'LLM',
  parent_id: null,
  start_time: '2026-01-05T09:00:00+00:00',
  end_time: '2026-01-05T09:00:02+00:00',
  status_code: 'OK',
  attributes: {
    'input.value': JSON.stringify({ messages: [{ role: 'user', content: 'Soup!' }] }),
    'output.value': JSON.stringify({
      choices: [{ message: { role: 'assistant', content: 'Served' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 12, completion_tokens: 3 },
    }),
  },
  events: [],
};

const annotation = (of: object, result: object, name = 'taste') => ({
  id: 'x',
  name,
  annotator_kind: 'HUMAN',
  result,
  ...of,
});

const FAIL = { label: 'fail', score: 0.2, explanation: 'Cold.' };

describe('a span of Phoenix', () => {
  it('has the tokens and the ending that are only in the whole answer', () => {
    expect(toldOf(onlyRun(MODEL))).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'log: The model answered. [12 in, 3 out]',
      'agent Conversation.send_message_to_user({"content":"Served"}): null',
      'environment Conversation.limit_reached({"limit":"tokens"}): failed: finish_reason: length: The limit of tokens was reached.',
    ]);
  });

  it('keeps an answer with messages of its own if it has no tokens', () => {
    const attributes = {
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'Served',
      'output.value': '{"id":"r1","text":"Served"}',
    };
    expect(onlyRun({ ...MODEL, attributes }).extras.document['kept']).toMatchObject({
      'attributes.output.value': '{"id":"r1","text":"Served"}',
    });
  });

  it('has its numbered reasons for stopping', () => {
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.finish_reasons.0': 'stop',
      'gen_ai.response.finish_reasons.1': 'content_filter',
    };
    expect(toldOf(onlyRun({ ...MODEL, attributes }))).toContain(
      'agent Conversation.send_message_to_user({"content":"The model refused to answer."}): failed: gen_ai.response.finish_reasons: content_filter: The model refused to answer.',
    );
  });
});

describe('annotations of Phoenix', () => {
  const ofSpan = annotation({ span_id: 'b1' }, FAIL);
  const ofTrace = annotation({ trace_id: 'a1' }, FAIL);

  it.each([
    ['of a span, in it', { ...MODEL, annotations: [ofSpan] }],
    ['of a span, in a trace', { traceId: 'a1', spans: [{ ...MODEL, annotations: [ofSpan] }] }],
    ['of a trace, in it', [{ traceId: 'a1', spans: [MODEL], annotations: [ofTrace] }]],
    ['of a span, beside it', [MODEL, ofSpan]],
    ['of a trace, on a page of their own', [{ data: [MODEL] }, { data: [ofTrace], next_cursor: null }]],
  ])('%s are scores', (_, document) => {
    const run = onlyRun(document);
    expect(logsOf(run).at(-1)).toBe('score: taste by HUMAN gave fail, 0.2. Why: Cold.');
    expect(run.attempt?.scores).toEqual([
      { scorer: 'taste', label: 'fail', value: 0.2, passed: false, explanation: 'HUMAN: Cold.' },
    ]);
    expect(run.verdict?.outcome).toBe('failed');
  });

  it('in columns of a table are scores', () => {
    const run = onlyRun({
      name: 'ChatOpenAI',
      'context.trace_id': 'a1',
      'context.span_id': 'b1',
      start_time: '2026-01-05T09:00:00Z',
      'attributes.openinference.span.kind': 'LLM',
      'eval.Q&A. correct.label': 'correct',
      'eval.Q&A. correct.score': 1,
      'eval.Q&A. correct.explanation': null,
      'eval.empty.score': null,
    });
    expect(run.attempt?.scores).toEqual([
      { scorer: 'Q&A. correct', label: 'correct', value: 1, passed: true, explanation: undefined },
    ]);
  });

  it('that are notes are told, and are no scores', () => {
    const note = annotation({ span_id: 'b1' }, { explanation: 'Look again.' }, 'note');
    const run = onlyRun({ ...MODEL, notes: [note] });
    expect(logsOf(run).at(-1)).toBe('score: note by HUMAN: Look again.');
    expect(run.attempt?.scores).toEqual([]);
    expect(run.verdict).toBeUndefined();
  });

  it('of spans in no file are kept', () => {
    const other = annotation({ span_id: 'c9' }, FAIL);
    expect(onlyRun([MODEL, other]).notes.join()).toContain('result.explanation');
  });

  it('without spans are refused with what to do', () => {
    expect(() => readRecordings(JSON.stringify({ data: [ofSpan] }), 'notes.json')).toThrow(
      'These are annotations of Phoenix without their spans. Export traces with annotations',
    );
  });
});
