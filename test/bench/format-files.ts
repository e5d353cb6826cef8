import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { json as member, zipOf } from '../main/host/import/zip.ts';

/** How a large file of another tool is written: a head, items of about a kilobyte and more, and a tail. */
interface FormatFile {
  readonly file: string;
  readonly head?: string;
  readonly item: (nth: number) => string;
  readonly between?: string;
  readonly tail?: string;
}

const json = JSON.stringify;
const lines = (...all: readonly object[]): string => all.map((one) => json(one)).join('\n');

/** What a tool gave: some 2,000 characters, as a page of a file that a coding agent reads, and never twice the same. */
const output = (nth: number): string =>
  Array.from(
    { length: 28 },
    (_, line) => `${nth * 28 + line}: def boil_${nth}_${line}(pot, leek=${line}): return "soup" * ${nth}`,
  ).join('\n');
const thought = (nth: number): string =>
  `The pot of step ${nth} is not hot yet, so I look at file_${nth % 97}.py before I change line ${nth % 1_013}.`;
const command = (nth: number): string => `sed -n ${nth % 400},${(nth % 400) + 20}p file_${nth % 97}.py`;
const START = Date.UTC(2026, 0, 5);
const at = (nth: number): string => new Date(START + nth * 1_000).toISOString();
const nanoseconds = (nth: number): string => `${START + nth * 1_000}000000`;

const atifStep = (nth: number): object => ({
  step_id: nth + 1,
  timestamp: at(nth),
  source: 'agent',
  message: '',
  reasoning_content: thought(nth),
  tool_calls: [{ tool_call_id: `c${nth}`, function_name: 'bash', arguments: { command: command(nth) } }],
  observation: { results: [{ source_call_id: `c${nth}`, content: output(nth) }] },
  metrics: { prompt_tokens: 900 + (nth % 90), completion_tokens: 30, cost_usd: 0.001 },
});
const atifHead = (nth: number): object => ({
  schema_version: 'ATIF-v1.6',
  session_id: `run ${nth}`,
  agent: { name: 'cook', version: '1', model_name: 'cook-2' },
});

const STEPS = 50;
/** The numbers of the steps of attempt `nth`. */
const stepsOf = (nth: number): readonly number[] =>
  Array.from({ length: STEPS }, (_, step) => nth * STEPS + step);

const call = (nth: number): object => ({
  id: `c${nth}`,
  type: 'function',
  function: { name: 'bash', arguments: json({ command: command(nth) }) },
});
const talk = (nth: number): readonly object[] => [
  { role: 'user', content: `Make soup ${nth}.` },
  ...stepsOf(nth).flatMap((step) => [
    { role: 'assistant', content: thought(step), tool_calls: [call(step)] },
    { role: 'tool', tool_call_id: `c${step}`, content: output(step) },
  ]),
  { role: 'assistant', content: 'Served.' },
];

const inspectEvents = (nth: number): readonly object[] =>
  stepsOf(nth).flatMap((step) => [
    {
      event: 'model',
      timestamp: at(step),
      model: 'cook/m',
      input: step % STEPS === 0 ? [{ id: `u${nth}`, role: 'user', content: `Make soup ${nth}.` }] : [],
      output: {
        choices: [
          {
            message: {
              role: 'assistant',
              content: thought(step),
              tool_calls: [{ id: `c${step}`, function: 'bash', arguments: { command: command(step) } }],
            },
            stop_reason: 'tool_calls',
          },
        ],
        usage: { input_tokens: 900, output_tokens: 30 },
      },
    },
    {
      event: 'tool',
      timestamp: at(step),
      id: `c${step}`,
      function: 'bash',
      arguments: { command: command(step) },
      result: output(step),
    },
  ]);
const inspectSample = (nth: number): object => ({
  id: nth,
  epoch: 1,
  input: `Make soup ${nth}.`,
  target: 'soup',
  messages: [],
  scores: { match: { value: nth % 2 === 0 ? 'C' : 'I' } },
  events: inspectEvents(nth),
});
const INSPECT = { version: 2, status: 'success', eval: { eval_id: 'e', task: 'soup', model: 'cook/m' } };

const value = (of: string | number): object =>
  typeof of === 'string' ? { stringValue: of } : { intValue: String(of) };
const attributes = (named: Readonly<Record<string, string | number>>): readonly object[] =>
  Object.entries(named).map(([key, of]) => ({ key, value: value(of) }));
/** The spans of a model's answer and of the call that it asks for, in a trace of {@link STEPS} answers. */
const spans = (nth: number): readonly object[] => {
  const traceId = `trace ${Math.floor(nth / STEPS)}`;
  const asked = { type: 'tool_call', id: `c${nth}`, name: 'bash', arguments: { command: command(nth) } };
  const times = { startTimeUnixNano: nanoseconds(nth), endTimeUnixNano: nanoseconds(nth + 1) };
  return [
    {
      traceId,
      spanId: `m${nth}`,
      name: 'chat cook-2',
      ...times,
      attributes: attributes({
        'gen_ai.operation.name': 'chat',
        'gen_ai.request.model': 'cook-2',
        'gen_ai.input.messages': json([
          { role: 'user', parts: [{ type: 'text', content: `Make soup ${nth}.` }] },
        ]),
        'gen_ai.output.messages': json([
          { role: 'assistant', parts: [{ type: 'text', content: thought(nth) }, asked] },
        ]),
        'gen_ai.usage.input_tokens': 900,
        'gen_ai.usage.output_tokens': 30,
      }),
    },
    {
      traceId,
      spanId: `t${nth}`,
      name: 'execute_tool bash',
      ...times,
      attributes: attributes({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'bash',
        'gen_ai.tool.call.id': `c${nth}`,
        'gen_ai.tool.call.arguments': json({ command: command(nth) }),
        'gen_ai.tool.call.result': output(nth),
      }),
    },
  ];
};
const exported = (all: readonly object[]): object => ({ resourceSpans: [{ scopeSpans: [{ spans: all }] }] });

const claudeLines = (nth: number): readonly object[] => {
  const line = { sessionId: 's', timestamp: at(nth), isSidechain: false, version: '2.1.9' };
  return [
    {
      ...line,
      type: 'assistant',
      uuid: `a${nth}`,
      parentUuid: nth === 0 ? null : `u${nth - 1}`,
      message: {
        id: `m${nth}`,
        role: 'assistant',
        model: 'cook-2',
        content: [
          { type: 'text', text: thought(nth) },
          { type: 'tool_use', id: `c${nth}`, name: 'Bash', input: { command: command(nth) } },
        ],
        usage: { input_tokens: 9, cache_read_input_tokens: 900, output_tokens: 30 },
      },
    },
    {
      ...line,
      type: 'user',
      uuid: `u${nth}`,
      parentUuid: `a${nth}`,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `c${nth}`, content: output(nth) }],
      },
    },
  ];
};

const codexLines = (nth: number): readonly object[] => {
  const line = (type: string, payload: object): object => ({ timestamp: at(nth), type, payload });
  const used = { input_tokens: 900 * (nth + 1), output_tokens: 30 * (nth + 1) };
  return [
    line('response_item', { type: 'reasoning', summary: [{ type: 'summary_text', text: thought(nth) }] }),
    line('response_item', {
      type: 'function_call',
      name: 'shell',
      call_id: `c${nth}`,
      arguments: json({ command: [command(nth)] }),
    }),
    line('response_item', {
      type: 'function_call_output',
      call_id: `c${nth}`,
      output: json({ output: output(nth), metadata: { exit_code: 0 } }),
    }),
    line('event_msg', {
      type: 'token_count',
      info: { total_token_usage: used, last_token_usage: { input_tokens: 900, output_tokens: 30 } },
    }),
  ];
};

const sessionLines = (nth: number): readonly object[] => [
  {
    type: 'message',
    id: `a${nth}`,
    parentId: nth === 0 ? null : `r${nth - 1}`,
    timestamp: at(nth),
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: thought(nth) },
        { type: 'toolCall', id: `c${nth}`, name: 'bash', arguments: { command: command(nth) } },
      ],
      usage: { input: 900, output: 30 },
    },
  },
  {
    type: 'message',
    id: `r${nth}`,
    parentId: `a${nth}`,
    timestamp: at(nth),
    message: { role: 'toolResult', toolCallId: `c${nth}`, content: [{ type: 'text', text: output(nth) }] },
  },
];

const telemetry = (nth: number): object => ({
  type: 'agent.end',
  sessionKey: 'agent:main:main',
  success: true,
  ts: START + nth * 1_000,
  messages: sessionLines(nth).map((line, part) => ({
    ...(line as { readonly message: object }).message,
    timestamp: START + nth * 1_000 + part,
  })),
});

const observations = (nth: number): readonly object[] =>
  stepsOf(nth).flatMap((step) => {
    const times = { traceId: `t${nth}`, startTime: at(step), endTime: at(step + 1) };
    return [
      {
        ...times,
        id: `g${step}`,
        type: 'GENERATION',
        name: 'cook',
        model: 'cook-2',
        input: [{ role: 'user', content: `Make soup ${step}.` }],
        output: { role: 'assistant', content: thought(step), tool_calls: [call(step)] },
        usageDetails: { input: 900, output: 30 },
      },
      {
        ...times,
        id: `o${step}`,
        type: 'TOOL',
        name: 'bash',
        input: { command: command(step) },
        output: output(step),
      },
    ];
  });

const runs = (nth: number): readonly object[] => {
  const trace = { trace_id: `t${Math.floor(nth / STEPS)}`, start_time: at(nth), end_time: at(nth + 1) };
  return [
    {
      ...trace,
      id: `m${nth}`,
      name: 'cook',
      run_type: 'llm',
      inputs: { messages: [{ role: 'user', content: `Make soup ${nth}.` }] },
      outputs: {
        choices: [{ message: { role: 'assistant', content: thought(nth), tool_calls: [call(nth)] } }],
      },
      prompt_tokens: 900,
      completion_tokens: 30,
    },
    {
      ...trace,
      id: `t${nth}`,
      name: 'bash',
      run_type: 'tool',
      inputs: { command: command(nth) },
      outputs: { output: output(nth) },
    },
  ];
};

const openHandsHistory = (nth: number): readonly object[] =>
  stepsOf(nth).flatMap((step) => [
    {
      id: step * 2,
      source: 'agent',
      timestamp: at(step),
      action: 'run',
      args: { command: command(step), thought: thought(step) },
    },
    {
      id: step * 2 + 1,
      source: 'agent',
      timestamp: at(step),
      observation: 'run',
      cause: step * 2,
      content: output(step),
    },
  ]);

const gemini = (nth: number): object => ({
  id: `m${nth}`,
  timestamp: at(nth),
  type: 'gemini',
  content: '',
  thoughts: [{ subject: 'Soup', description: thought(nth) }],
  toolCalls: [
    {
      id: `c${nth}`,
      name: 'run_shell_command',
      args: { command: command(nth) },
      status: 'success',
      result: [{ functionResponse: { id: `c${nth}`, response: { output: output(nth) } } }],
    },
  ],
  tokens: { input: 900, output: 30 },
  model: 'cook-2',
});

const sweStep = (nth: number): object => ({
  action: command(nth),
  observation: output(nth),
  thought: thought(nth),
  state: json({ open_file: `file_${nth % 97}.py` }),
  execution_time: 0.5,
});

const FILES: Readonly<Record<string, FormatFile>> = {
  'ATIF, one trajectory': {
    file: 'one.json',
    head: `${json(atifHead(0)).slice(0, -1)},"steps":[`,
    item: (nth) => json(atifStep(nth)),
    between: ',',
    tail: ']}',
  },
  'ATIF, lines': {
    file: 'atif.jsonl',
    item: (nth) => json({ ...atifHead(nth), steps: stepsOf(nth).map(atifStep) }),
    between: '\n',
  },
  'Claude Code': { file: 'claude.jsonl', item: (nth) => lines(...claudeLines(nth)), between: '\n' },
  Codex: {
    file: 'codex.jsonl',
    head: `${json({ timestamp: at(0), type: 'session_meta', payload: { id: 's' } })}\n`,
    item: (nth) => lines(...codexLines(nth)),
    between: '\n',
  },
  'Gemini CLI': {
    file: 'gemini.json',
    head: '{"sessionId":"s","projectHash":"h","messages":[',
    item: (nth) => json(gemini(nth)),
    between: ',',
    tail: ']}',
  },
  'mini-swe-agent, lines': {
    file: 'mini.jsonl',
    item: (nth) =>
      json({
        instance_id: `i${nth}`,
        trajectory_format: 'mini-swe-agent-1.1',
        info: {},
        messages: talk(nth),
      }),
    between: '\n',
  },
  'SWE-agent': {
    file: 'swe.traj',
    head: '{"history":[{"role":"user","content":"Make soup."}],"info":{},"trajectory":[',
    item: (nth) => json(sweStep(nth)),
    between: ',',
    tail: ']}',
  },
  'tau2-bench': {
    file: 'tau2.json',
    head: '{"info":{"environment_info":{"domain_name":"kitchen"}},"tasks":[{"id":"0"}],"simulations":[',
    item: (nth) =>
      json({
        id: `s${nth}`,
        task_id: '0',
        trial: nth,
        termination_reason: 'user_stop',
        reward_info: { reward: nth % 2 },
        messages: stepsOf(nth).flatMap((step) => [
          {
            role: 'assistant',
            content: thought(step),
            tool_calls: [{ id: `c${step}`, name: 'bash', arguments: { command: command(step) } }],
          },
          { role: 'tool', id: `c${step}`, content: output(step) },
        ]),
      }),
    between: ',',
    tail: ']}',
  },
  'Inspect, JSON': {
    file: 'inspect.json',
    head: `${json(INSPECT).slice(0, -1)},"samples":[`,
    item: (nth) => json(inspectSample(nth)),
    between: ',',
    tail: ']}',
  },
  'OpenTelemetry, lines': {
    file: 'otel.jsonl',
    item: (nth) => json(exported(spans(nth))),
    between: '\n',
  },
  'OpenTelemetry, one export': {
    file: 'otel.json',
    head: '{"resourceSpans":[{"scopeSpans":[{"spans":[',
    item: (nth) =>
      spans(nth)
        .map((span) => json(span))
        .join(','),
    between: ',',
    tail: ']}]}]}',
  },
  Langfuse: {
    file: 'langfuse.json',
    head: '[',
    item: (nth) => json({ id: `t${nth}`, name: `Soup ${nth}`, observations: observations(nth) }),
    between: ',',
    tail: ']',
  },
  LangSmith: { file: 'langsmith.jsonl', item: (nth) => lines(...runs(nth)), between: '\n' },
  OpenHands: {
    file: 'output.jsonl',
    item: (nth) =>
      json({
        instance_id: `i${nth}`,
        instruction: `Make soup ${nth}.`,
        test_result: { resolved: nth % 2 === 0 },
        history: openHandsHistory(nth),
      }),
    between: '\n',
  },
  Pi: {
    file: 'pi.jsonl',
    head: `${json({ type: 'session', id: 's', version: 3, timestamp: at(0) })}\n`,
    item: (nth) => lines(...sessionLines(nth)),
    between: '\n',
  },
  OpenClaw: { file: 'openclaw.jsonl', item: (nth) => json(telemetry(nth)), between: '\n' },
  'plain messages': {
    file: 'messages.jsonl',
    item: (nth) => json({ messages: talk(nth) }),
    between: '\n',
  },
  'gaia2-cli': {
    file: 'events.jsonl',
    item: (nth) =>
      json({
        t: START / 1_000 + nth,
        app: 'Files',
        fn: 'read',
        args: { command: command(nth) },
        w: false,
        ret: output(nth),
      }),
    between: '\n',
  },
};

const ARCHIVE = 'Inspect, archive';

/** The formats of which large files can be written. */
export const LARGE_FORMATS: readonly string[] = [...Object.keys(FILES), ARCHIVE];

/** Writes a file of about `size` bytes in `format` to `folder`; an archive has as many unpacked. Returns its path. */
export function writeLarge(folder: string, format: string, size: number): string {
  if (format === ARCHIVE) return writeArchive(folder, size);
  const { file, head = '', item, between = '', tail = '' } = FILES[format]!;
  const path = join(folder, file);
  const descriptor = openSync(path, 'w');
  let [written, nth, waiting] = [0, 0, head];
  while (written + waiting.length < size) {
    waiting += `${nth === 0 ? '' : between}${item(nth++)}`;
    if (waiting.length < 1_000_000) continue;
    written += writeSync(descriptor, waiting);
    waiting = '';
  }
  writeSync(descriptor, `${waiting}${tail}`);
  closeSync(descriptor);
  return path;
}

function writeArchive(folder: string, size: number): string {
  const members = [member('header.json', INSPECT)];
  for (let [nth, written] = [0, 0]; written < size; nth++) {
    const sample = member(`samples/${nth}_epoch_1.json`, inspectSample(nth));
    members.push(sample);
    written += sample.data.length;
  }
  const path = join(folder, 'inspect.eval');
  writeFileSync(path, zipOf(members));
  return path;
}

/** Writes `count` trajectories to `folder`, a file for each. */
export function writeMany(folder: string, count: number): void {
  for (let nth = 0; nth < count; nth++)
    writeFileSync(join(folder, `${nth}.json`), json({ ...atifHead(nth), steps: stepsOf(nth).map(atifStep) }));
}

/** Writes a set of Gaia2 as a Parquet file whose column of traces has `size` bytes. Returns its path. */
export function writeParquet(folder: string, rows: number, size: number): string {
  const text = (nth: number): string => {
    let all = '';
    for (let part = 0; all.length < size / rows; part++) all += output(nth * 10_000 + part);
    return json({ metadata: { definition: { scenario_id: `s${nth}` } }, padding: all });
  };
  const column = (name: string, data: readonly unknown[]) => ({
    name,
    data: [...data],
    type: 'STRING' as const,
  });
  const all = Array.from({ length: rows }, (_, nth) => nth);
  const path = join(folder, 'set.parquet');
  const bytes = parquetWriteBuffer({
    columnData: [
      column(
        'id',
        all.map((nth) => `id ${nth}`),
      ),
      column(
        'scenario_id',
        all.map((nth) => `scenario ${nth}`),
      ),
      column(
        'split',
        all.map(() => 'validation'),
      ),
      column('data', all.map(text)),
    ],
    rowGroupSize: 40,
  });
  writeFileSync(path, new Uint8Array(bytes));
  return path;
}
