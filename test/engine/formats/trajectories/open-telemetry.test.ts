import { describe, expect, it } from 'vitest';
import { readRecordings, TraceError } from '../../../../engine/index.ts';
import { lineOf, logsOf, onlyRun } from './recordings.ts';

const NOON = 1_748_779_200; // 2025-06-01T12:00:00Z, seconds

/** `value` with its type, as the protocol writes it. */
function typed(value: unknown): unknown {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(typed) } };
  if (typeof value === 'object') return { kvlistValue: { values: attributesOf(value as object) } };
  return { stringValue: value };
}

const attributesOf = (values: object): unknown =>
  Object.entries(values).map(([key, value]) => ({ key, value: typed(value) }));

interface Given {
  readonly id: string;
  readonly in?: string;
  readonly name?: string;
  /** Seconds after noon. */
  readonly from: number;
  readonly to?: number;
  readonly is: Readonly<Record<string, unknown>>;
  readonly more?: object;
}

const span = ({ id, in: parent = '', name = id, from, to = from + 1, is, more }: Given): unknown => ({
  traceId: 'a'.repeat(32),
  spanId: id,
  parentSpanId: parent,
  name,
  startTimeUnixNano: `${NOON + from}000000000`,
  endTimeUnixNano: `${NOON + to}000000000`,
  attributes: attributesOf(is),
  ...more,
});

const exportOf = (...spans: readonly Given[]) => ({
  resourceSpans: [{ scopeSpans: [{ spans: spans.map(span) }] }],
});

const text = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });
const call = (id: string, name: string, args: object) => ({
  role: 'assistant',
  parts: [{ type: 'tool_call', id, name, arguments: args }],
});
const result = (id: string, response: string) => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
});
const chat = (input: unknown, output: unknown, more: object = {}) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'cook-4',
  'gen_ai.input.messages': JSON.stringify(input),
  'gen_ai.output.messages': output,
  ...more,
});

const SOUP = [text('system', 'Be a cook.'), text('user', 'Soup!')];
const LOOK = call('c1', 'look', { in: 'pantry' });

/** An agent that looks for leek, fails to cook, and says so. */
const SUPPER = exportOf(
  { id: 'a', name: 'invoke_agent cook', from: 0, to: 9, is: { 'gen_ai.operation.name': 'invoke_agent' } },
  {
    id: 'm1',
    in: 'a',
    from: 1,
    to: 2,
    is: chat(
      SOUP,
      [{ role: 'assistant', parts: [{ type: 'reasoning', content: 'Is there leek?' }, ...LOOK.parts] }],
      { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 3 },
    ),
  },
  {
    id: 't1',
    in: 'a',
    from: 3,
    is: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.call.result': '{"leek": 2}',
    },
  },
  {
    id: 't2',
    in: 'a',
    name: 'execute_tool boil',
    from: 4,
    is: { 'gen_ai.operation.name': 'execute_tool', 'error.type': 'NoFire' },
    more: { status: { code: 2, message: 'The stove is cold.' } },
  },
  {
    id: 'm2',
    in: 'a',
    from: 5,
    to: 6,
    is: chat([...SOUP, LOOK, result('c1', '{"leek": 2}')], [text('assistant', 'No fire.')]),
    more: {
      events: [
        {
          name: 'gen_ai.evaluation.result',
          attributes: attributesOf({
            'gen_ai.evaluation.name': 'taste',
            'gen_ai.evaluation.score.label': 'fail',
            'gen_ai.evaluation.explanation': 'Cold.',
          }),
        },
      ],
    },
  },
);

describe('a trace of OpenTelemetry', () => {
  const run = onlyRun(SUPPER);

  it('has messages and calls as entries, at their times', () => {
    expect(run.entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'agent tools.look({"in":"pantry"}): {"leek":2}',
      'agent tools.boil({}): failed: The stove is cold.',
      'agent Conversation.send_message_to_user({"content":"No fire."}): null',
    ]);
    expect(run.entries.map(({ time }) => time - NOON * 1e6)).toEqual([1_000_000, 3e6, 4e6, 6e6]);
    expect(run).toMatchObject({ scenario: 'invoke_agent cook', scenarioTags: ['cook-4'] });
  });

  it('lasts from the start of its first span to the end of its last', () => {
    expect(run.attempt?.duration).toBe(9);
    expect(
      onlyRun(
        exportOf({
          id: 't',
          from: 0,
          to: 4,
          is: { 'gen_ai.tool.name': 'boil', 'gen_ai.operation.name': 'execute_tool' },
        }),
      ).attempt?.duration,
    ).toBe(4);
  });

  it('has prompts, thoughts with tokens, and scores in the transcript', () => {
    expect(logsOf(run)).toEqual([
      'log: Begins: invoke_agent cook',
      'system_prompt: Be a cook.',
      'thought: Is there leek?',
      'log: cook-4 answered.',
      'score: taste gave fail. Why: Cold.',
    ]);
    const logs = run.extras.document['world_logs'] as readonly object[];
    expect(logs[2]).toMatchObject({ prompt_tokens: 12, completion_tokens: 3, completion_duration: 1 });
  });

  it('has the verdict of its evaluations', () => {
    expect(run.verdict).toMatchObject({
      outcome: 'failed',
      sentence: 'taste gave fail.',
      checks: [{ check: 'taste', status: 'missed' }],
    });
  });

  it('is the same in snake case, in several exports, and with a line for each', () => {
    const snake = JSON.stringify(SUPPER).replaceAll(
      /"([a-z]+(?:[A-Z][a-z]+)+)":/g,
      (_, name: string) => `"${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}":`,
    );
    const { spans } = SUPPER.resourceSpans[0]!.scopeSpans[0]!;
    const parts = spans.map((one) => ({ resourceSpans: [{ scopeSpans: [{ spans: [one] }] }] }));

    for (const written of [
      snake,
      JSON.stringify(parts),
      parts.map((one) => JSON.stringify(one)).join('\n'),
    ]) {
      const [read, ...others] = readRecordings(written, 'supper.jsonl');
      expect(others).toEqual([]);
      expect(read!.entries).toEqual(run.entries);
    }
  });

  it('joins calls and results that have no spans, and shows each message once', () => {
    const said = [...SOUP, LOOK, result('c1', 'leek')];
    const { entries } = onlyRun(
      exportOf(
        { id: 'm1', from: 0, is: chat(SOUP, [LOOK]) },
        { id: 'm2', from: 2, is: chat(said, [text('assistant', 'Yes?')]) },
        {
          id: 'm3',
          from: 4,
          is: chat(
            [...said, text('assistant', 'Yes?'), text('user', 'Soup!')],
            [text('assistant', 'Served.')],
          ),
        },
      ),
    );
    expect(entries.map(lineOf)).toEqual([
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'agent tools.look({"in":"pantry"}): "leek"',
      'agent Conversation.send_message_to_user({"content":"Yes?"}): null',
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'agent Conversation.send_message_to_user({"content":"Served."}): null',
    ]);
  });

  it('has calls and tokens where no content is recorded', () => {
    const run = onlyRun(
      exportOf(
        {
          id: 'm1',
          from: 0,
          is: { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 5 },
        },
        { id: 't1', name: 'execute_tool look', from: 2, is: { 'gen_ai.operation.name': 'execute_tool' } },
      ),
    );
    expect(run.entries.map(lineOf)).toEqual(['agent tools.look({}): null']);
    expect(logsOf(run)).toEqual(['log: The model answered.']);
  });

  it('shows what a helper reads and answers in the transcript, not as messages of the user', () => {
    const run = onlyRun(
      exportOf(
        { id: 'a', from: 0, to: 9, is: { 'gen_ai.operation.name': 'invoke_agent' } },
        {
          id: 'h',
          in: 'a',
          from: 1,
          to: 5,
          is: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'helper' },
        },
        { id: 'm', in: 'h', from: 2, is: chat([text('user', 'Leek?')], [text('assistant', 'Two.')]) },
      ),
    );
    expect(run.entries).toEqual([]);
    expect(logsOf(run)).toEqual([
      'log: Begins: a',
      '(helper) log: Begins: h',
      '(helper) helper_told: Leek?',
      '(helper) log: cook-4 answered.',
      '(helper) helper_said: Two.',
    ]);
  });

  it('takes a call that MCP and the program both record once', () => {
    const { entries } = onlyRun(
      exportOf(
        {
          id: 't',
          from: 0,
          is: {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': 'look',
            'input.value': '{"in":"pot"}',
          },
        },
        { id: 'c', in: 't', name: 'tools/call look', from: 0, is: { 'mcp.method.name': 'tools/call' } },
      ),
    );
    expect(entries.map(lineOf)).toEqual(['agent tools.look({"in":"pot"}): null']);
  });
});

describe('other conventions', () => {
  const expected = [
    'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
    'agent tools.look({"in":"pantry"}): "leek"',
    'agent Conversation.send_message_to_user({"content":"Served."}): null',
  ];
  const linesOf = (document: unknown): readonly string[] => onlyRun(document).entries.map(lineOf);

  it('reads messages in events and in log records', () => {
    const event = (name: string, body: object) => ({
      name,
      attributes: attributesOf({ 'gen_ai.event.content': JSON.stringify(body) }),
    });
    const asked = { tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"in":"pantry"}' } }] };
    const first = exportOf({
      id: 'm1',
      from: 0,
      is: { 'gen_ai.operation.name': 'chat' },
      more: {
        events: [
          event('gen_ai.user.message', { content: 'Soup!' }),
          event('gen_ai.choice', { index: 0, message: asked }),
        ],
      },
    });
    const log = (eventName: string, body: object) => ({
      traceId: 'a'.repeat(32),
      spanId: 'm2',
      eventName,
      body: typed(body),
    });
    const second = {
      ...exportOf({ id: 'm2', from: 2, is: { 'gen_ai.operation.name': 'chat' } }),
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                log('gen_ai.user.message', { content: 'Soup!' }),
                log('gen_ai.assistant.message', asked),
                log('gen_ai.tool.message', { id: 'c1', content: 'leek' }),
                log('gen_ai.choice', { message: { content: 'Served.' } }),
              ],
            },
          ],
        },
      ],
    };
    expect(linesOf([first, second])).toEqual(expected);
  });

  it('reads the numbered attributes of OpenInference', () => {
    const message = (list: string, nth: number, role: string, content: string) => ({
      [`llm.${list}_messages.${nth}.message.role`]: role,
      [`llm.${list}_messages.${nth}.message.content`]: content,
    });
    const asked = 'message.tool_calls.0.tool_call';
    const callAt = (place: string) => ({
      [`${place}.${asked}.id`]: 'c1',
      [`${place}.${asked}.function.name`]: 'look',
      [`${place}.${asked}.function.arguments`]: '{"in":"pantry"}',
    });
    const kind = (name: string) => ({ 'openinference.span.kind': name });
    expect(
      linesOf(
        exportOf(
          {
            id: 'm1',
            from: 0,
            is: {
              ...kind('LLM'),
              ...message('input', 0, 'user', 'Soup!'),
              ...callAt('llm.output_messages.0'),
            },
          },
          {
            id: 't1',
            name: 'look',
            from: 2,
            is: { ...kind('TOOL'), 'input.value': '{"in":"pantry"}', 'output.value': 'leek' },
          },
          {
            id: 'm2',
            from: 4,
            is: {
              ...kind('LLM'),
              ...message('input', 0, 'user', 'Soup!'),
              ...callAt('llm.input_messages.1'),
              'llm.input_messages.1.message.role': 'assistant',
              ...message('input', 2, 'tool', 'leek'),
              'llm.output_messages.0.message.contents.0.message_content.text': 'Served.',
              'llm.output_messages.0.message.contents.0.message_content.type': 'text',
            },
          },
        ),
      ),
    ).toEqual(expected);
  });

  it('reads the numbered attributes of OpenLLMetry', () => {
    const of = (place: string, values: object) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`gen_ai.${place}.${name}`, value]));
    const asked = {
      'tool_calls.0.id': 'c1',
      'tool_calls.0.name': 'look',
      'tool_calls.0.arguments': '{"in":"pantry"}',
    };
    const soup = of('prompt.0', { role: 'user', content: 'Soup!' });
    expect(
      linesOf(
        exportOf(
          { id: 'm1', from: 0, is: { 'llm.request.type': 'chat', ...soup, ...of('completion.0', asked) } },
          {
            id: 'm2',
            from: 2,
            is: {
              'llm.request.type': 'chat',
              ...soup,
              ...of('prompt.1', { role: 'assistant', ...asked }),
              ...of('prompt.2', { role: 'tool', tool_call_id: 'c1', content: 'leek' }),
              ...of('completion.0', { role: 'assistant', content: 'Served.' }),
            },
          },
        ),
      ),
    ).toEqual(expected);
  });

  it('reads the attributes of the AI SDK', () => {
    const asked = [{ toolCallId: 'c1', toolName: 'look', input: { in: 'pantry' } }];
    const soup = { role: 'user', content: [{ type: 'text', text: 'Soup!' }] };
    const generate = { 'ai.operationId': 'ai.generateText.doGenerate' };
    expect(
      linesOf(
        exportOf(
          { id: 'g', from: 0, to: 9, is: { 'ai.operationId': 'ai.generateText' } },
          {
            id: 'm1',
            in: 'g',
            from: 1,
            is: {
              ...generate,
              'ai.prompt.messages': JSON.stringify([soup]),
              'ai.response.text': '',
              'ai.response.toolCalls': JSON.stringify(asked),
            },
          },
          {
            id: 't',
            in: 'g',
            name: 'ai.toolCall',
            from: 3,
            is: {
              'ai.operationId': 'ai.toolCall',
              'ai.toolCall.name': 'look',
              'ai.toolCall.id': 'c1',
              'ai.toolCall.args': '{"in":"pantry"}',
              'ai.toolCall.result': 'leek',
            },
          },
          {
            id: 'm2',
            in: 'g',
            from: 5,
            is: {
              ...generate,
              'ai.prompt.messages': JSON.stringify([
                soup,
                { role: 'assistant', content: asked.map((one) => ({ type: 'tool-call', ...one })) },
                {
                  role: 'tool',
                  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: 'leek' }],
                },
              ]),
              'ai.response.text': 'Served.',
            },
          },
        ),
      ),
    ).toEqual(expected);
  });
});

describe('an odd trace', () => {
  it('may have cycles, long names, and numbers that are none', () => {
    const run = onlyRun(
      exportOf(
        { id: 'a', in: 'b', from: 0, is: { 'gen_ai.operation.name': 'invoke_agent' } },
        { id: 'b', in: 'a', from: 0, is: { 'gen_ai.operation.name': 'invoke_agent' } },
        {
          id: 'm',
          in: 'b',
          from: 1,
          is: {
            'gen_ai.operation.name': 'chat',
            [`gen_ai.prompt.0${'.x'.repeat(50_000)}`]: 'y',
            'gen_ai.prompt.__proto__.content': 'z',
          },
          more: { endTimeUnixNano: 'soon', status: 7 },
        },
      ),
    );
    expect(run.entries.every(({ kind }) => kind === 'user')).toBe(true);
  });

  it('is refused when nothing of an agent is in it', () => {
    const other = exportOf({ id: 'x', from: 0, is: { 'http.request.method': 'GET' } });
    expect(() => readRecordings(JSON.stringify(other), 'web.json')).toThrow(
      new TraceError('web.json', [
        {
          path: '',
          message:
            'None of these spans is the work of a model, a tool or an agent. Spans are known by attributes such as gen_ai.operation.name and openinference.span.kind.',
        },
      ]),
    );
  });

  it('is read without the lines that are damaged, which a note names', () => {
    const line = JSON.stringify(SUPPER);
    const [run] = readRecordings(`${line}\n{"resourceSpans"\n${line}\n{"resourceSpans": [`, 'supper.jsonl');
    expect(run!.notes).toContain('The file is cut off: line 4, its last, is left out.');
    expect(run!.notes).toContain('Left out, because they are no JSON: line 2.');
  });
});

describe('calls with the same id', () => {
  const linesOf = (...spans: readonly Given[]) =>
    onlyRun(exportOf(...spans))
      .entries.map(lineOf)
      .filter((line) => line.startsWith('agent tools'));
  const agent = (id: string, parent: string, from: number): Given => ({
    id,
    in: parent,
    from,
    to: 9,
    is: { 'gen_ai.operation.name': 'invoke_agent' },
  });
  const tool = (id: string, parent: string, from: number, more: object = {}): Given => ({
    id,
    in: parent,
    from,
    is: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.id': 'c1',
      ...more,
    },
  });
  const asks = (where: string) => call('c1', 'look', { in: where });

  it('are those of their agents', () => {
    expect(
      linesOf(
        agent('a', '', 0),
        { id: 'm1', in: 'a', from: 1, is: chat(SOUP, [asks('pantry')]) },
        tool('t1', 'a', 2),
        agent('b', 't1', 3),
        { id: 'm2', in: 'b', from: 4, is: chat([text('user', 'Look.')], [asks('pot')]) },
        tool('t2', 'b', 5),
        { id: 'm3', in: 'b', from: 6, is: chat([asks('pot'), result('c1', 'soup')], []) },
        { id: 'm4', in: 'a', from: 8, is: chat([asks('pantry'), result('c1', 'leek')], []) },
      ),
    ).toEqual(['agent tools.look({"in":"pantry"}): "leek"', 'agent tools.look({"in":"pot"}): "soup"']);
  });

  it.each([
    ['with spans', true],
    ['without spans', false],
  ])('have their own results in each turn, %s', (_, hasSpans) => {
    const turns = [asks('pantry'), result('c1', 'leek'), asks('pot'), result('c1', 'soup')];
    expect(
      linesOf(
        { id: 'm1', from: 1, is: chat(SOUP, turns.slice(0, 1)) },
        { id: 'm2', from: 3, is: chat([...SOUP, ...turns.slice(0, 2)], turns.slice(2, 3)) },
        { id: 'm3', from: 5, is: chat([...SOUP, ...turns], [text('assistant', 'Served.')]) },
        ...(hasSpans ? [tool('t1', '', 2), tool('t2', '', 4)] : []),
      ),
    ).toEqual(['agent tools.look({"in":"pantry"}): "leek"', 'agent tools.look({"in":"pot"}): "soup"']);
  });

  it('are tries of one call if a model asked for it once', () => {
    expect(
      linesOf(
        { id: 'm1', from: 1, is: chat(SOUP, [asks('pot')]) },
        { ...tool('t1', '', 2), more: { status: { code: 2, message: 'busy' } } },
        tool('t2', '', 4, { 'gen_ai.tool.call.result': 'soup' }),
      ),
    ).toEqual(['agent tools.look({"in":"pot"}): failed: busy', 'agent tools.look({"in":"pot"}): "soup"']);
  });
});

describe('a call', () => {
  const look = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look' };
  const withId = { ...look, 'gen_ai.tool.call.id': 'c1', 'gen_ai.tool.call.result': 'leek' };

  it('that caught its exceptions has not failed', () => {
    const events = [{ name: 'exception', attributes: attributesOf({ 'exception.message': 'Busy' }) }];
    const lines = (code: number) =>
      onlyRun(exportOf({ id: 't', from: 0, is: withId, more: { events, status: { code } } })).entries.map(
        lineOf,
      );
    expect(lines(1)).toEqual(['agent tools.look({}): "leek"']);
    expect(lines(0)).toEqual(['agent tools.look({}): failed: Busy\nleek']);
  });

  it('has failed if the model was told so', () => {
    const told = {
      role: 'tool',
      parts: [{ type: 'tool_call_response', id: 'c1', response: 'leek', is_error: true }],
    };
    const run = onlyRun(
      exportOf(
        { id: 't', from: 0, is: withId },
        { id: 'm', from: 2, is: chat([told], [text('assistant', 'Oh.')]) },
      ),
    );
    expect(run.entries.map(lineOf)[0]).toBe('agent tools.look({}): failed: leek');
  });

  it.each([1, 1e3, 1e6])('has times in whatever unit a program wrote them: %d per second', (unit) => {
    const more = { startTimeUnixNano: NOON * unit, endTimeUnixNano: String((NOON + 2) * unit) };
    expect(onlyRun(exportOf({ id: 't', from: 0, is: withId, more }))).toMatchObject({
      start: NOON * 1e6,
      attempt: { duration: 2 },
    });
  });

  const failed = ['agent tools.look({}): failed: dark'];
  const logfire = {
    trace_id: 'a1',
    span_id: 'b1',
    span_name: 'execute_tool look',
    start_timestamp: '2025-06-01T12:00:00Z',
    duration: 2,
    attributes: look,
  };

  it.each([
    [
      'Zipkin',
      [
        {
          traceId: 'a1',
          id: 'b1',
          name: 'look',
          timestamp: String(NOON * 1e6),
          duration: '2000000',
          tags: { ...look, error: 'dark' },
          annotations: [{ timestamp: 1, value: 'start' }],
        },
      ],
    ],
    [
      'a page of protocol spans',
      {
        data: [
          {
            trace_id: 'a1',
            span_id: 'b1',
            name: 'look',
            start_time_unix_nano: NOON * 1e9,
            end_time_unix_nano: (NOON + 2) * 1e9,
            attributes: attributesOf(look),
            status: { code: 'ERROR', message: 'dark' },
          },
        ],
      },
    ],
    ['Logfire', { ...logfire, is_exception: true, exception_type: 'ValueError', exception_message: 'dark' }],
  ])('in a row of %s has its failure and its duration', (_, document) => {
    const run = onlyRun(document);
    expect(run.entries.map(lineOf)).toEqual(failed);
    expect(run.attempt?.duration).toBe(2);
  });
});

it('names the model that answers before those of embeddings', () => {
  const is = { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'words-2' };
  const run = onlyRun(exportOf({ id: 'e', from: 0, is }, { id: 'm', from: 1, is: chat(SOUP, []) }));
  expect(run).toMatchObject({ attempt: { model: 'cook-4' }, scenarioTags: ['cook-4', 'words-2'] });
});

it('shows a requested call without a span, whichever of several it is', () => {
  const look = (from: number, where: string): Given => ({
    id: where,
    from,
    is: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.arguments': JSON.stringify({ in: where }),
    },
  });
  const asks = ['pot', 'pan', 'bin'].map((where, nth) => call(`c${nth}`, 'look', { in: where }));
  const run = onlyRun(exportOf({ id: 'm', from: 0, is: chat(SOUP, asks) }, look(1, 'bin'), look(2, 'pan')));
  expect(run.entries.map(lineOf).slice(1)).toEqual([
    'agent tools.look({"in":"pot"}): no result recorded',
    'agent tools.look({"in":"bin"}): null',
    'agent tools.look({"in":"pan"}): null',
  ]);
});

it('knows a span by the operation in its name, if its attributes are of generative AI', () => {
  const document = (is: Given['is']) => exportOf({ id: 'x', name: 'execute_tool look', from: 0, is });
  expect(onlyRun(document({ 'gen_ai.tool.name': 'look' })).entries.map(lineOf)).toEqual([
    'agent tools.look({}): null',
  ]);
  expect(() => onlyRun(document({ 'db.system': 'sql' }))).toThrow('None of these spans');
});

it('gives none of several equal calls the result of another', () => {
  const look = (id: string, from: number, is: object, more: object = {}): Given => ({
    id,
    from,
    is: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'look',
      'gen_ai.tool.call.arguments': '{}',
      ...is,
    },
    more,
  });
  const asks = [call('c1', 'look', {}), call('c2', 'look', {})];
  const told = [...SOUP, ...asks, result('c1', 'leek'), result('c2', 'Error: dark')];
  const run = onlyRun(
    exportOf(
      { id: 'm1', from: 0, is: chat(SOUP, asks) },
      look('t2', 1, {}, { status: { code: 2, message: 'dark' } }),
      look('t1', 2, { 'gen_ai.tool.call.result': 'leek' }),
      { id: 'm2', from: 4, is: chat(told, [text('assistant', 'Served.')]) },
    ),
  );
  expect(run.entries.map(lineOf).filter((line) => line.startsWith('agent tools'))).toEqual([
    'agent tools.look({}): failed: dark',
    'agent tools.look({}): "leek"',
  ]);
});

describe('agents that hand over', () => {
  const agent = (id: string, from: number): Given => ({
    id,
    from,
    to: from + 3,
    is: { 'gen_ai.operation.name': 'invoke_agent' },
  });
  const asks = call('c1', 'transfer', {});
  const saidBy = (...spans: readonly Given[]) =>
    onlyRun(
      exportOf({ id: 'r', from: 0, to: 9, is: { 'gen_ai.operation.name': 'invoke_workflow' } }, ...spans),
    ).entries.map(lineOf);

  it('do not tell the conversation again', () => {
    const told = [
      'user Conversation.send_message_to_agent({"content":"Soup!"}): null',
      'agent tools.transfer({}): "ok"',
      'agent Conversation.send_message_to_user({"content":"Served."}): null',
    ];
    expect(
      saidBy(agent('a', 0), { id: 'm1', in: 'a', from: 1, is: chat(SOUP, [asks]) }, agent('b', 4), {
        id: 'm2',
        in: 'b',
        from: 5,
        is: chat([...SOUP, asks, result('c1', 'ok')], [text('assistant', 'Served.')]),
      }),
    ).toEqual(told);
  });

  it('are others if each begins anew', () => {
    const lines = saidBy(
      agent('a', 0),
      { id: 'm1', in: 'a', from: 1, is: chat(SOUP, [text('assistant', 'Leek.')]) },
      agent('b', 4),
      { id: 'm2', in: 'b', from: 5, is: chat(SOUP, [text('assistant', 'Beet.')]) },
    );
    expect(lines.filter((line) => line.startsWith('user'))).toHaveLength(2);
  });
});
