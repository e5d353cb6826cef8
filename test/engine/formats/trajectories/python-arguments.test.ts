import { expect, it } from 'vitest';
import { lineOf, onlyRun } from './recordings.ts';

const ARGUMENTS = "{'in': 'pantry', 'deep': True, 'who': None, 'for': \"it's\"}";
const LINE = 'agent tools.look({"in":"pantry","deep":true,"who":null,"for":"it\'s"})';

const phoenix = (attributes: object) => ({
  name: 'look',
  context: { trace_id: 'a1', span_id: 'b1' },
  start_time: '2026-01-05T09:00:00Z',
  end_time: '2026-01-05T09:00:01Z',
  attributes: { 'openinference.span.kind': 'TOOL', 'output.value': 'leek', ...attributes },
});

it.each([
  [
    'a message',
    [
      {
        role: 'assistant',
        tool_calls: [{ id: 'c1', function: { name: 'look', arguments: ARGUMENTS } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'leek' },
    ],
  ],
  ['a span', phoenix({ 'input.value': ARGUMENTS })],
  ['a span with keywords', phoenix({ 'input.value': `{'args': (), 'kwargs': ${ARGUMENTS}}` })],
  [
    'a run of LangSmith',
    { id: 'r1', name: 'look', run_type: 'tool', inputs: { input: ARGUMENTS }, outputs: { output: 'leek' } },
  ],
])('reads arguments in %s as Python prints them', (_, document) => {
  expect(onlyRun(document).entries.map(lineOf)).toEqual([`${LINE}: "leek"`]);
});

it('keeps arguments that are more than a literal as a text', () => {
  const run = onlyRun(phoenix({ 'input.value': "{'pot': <Pot 1>}" }));
  expect(run.entries.map(lineOf)).toEqual([`agent tools.look({"value":"{'pot': <Pot 1>}"}): "leek"`]);
});
