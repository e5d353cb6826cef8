/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- raw files have no types, and nothing of the readers is used */
// The counts of files with spans, and of log records, over the raw file and without any code of the readers.
import { all, type Counts, objects, parsed, type Raw, sum } from './raw-files.ts';

interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly start: string;
  readonly kind: 'model' | 'tool' | 'agent' | 'other';
  readonly read: readonly Message[];
  readonly written: readonly Message[];
  readonly tokens: readonly [number | undefined, number | undefined];
  readonly failed: boolean;
  /** Of a tool: its name, the id of the call, and whether a result is told. */
  readonly tool: string;
  readonly call: string | undefined;
  readonly hasResult: boolean;
  readonly refused: boolean;
  readonly scores: readonly string[];
}

interface Message {
  readonly role: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string }[];
  readonly results: readonly string[];
  readonly failedResults: readonly string[];
}

const value = (typed: Raw | undefined): any => {
  const { stringValue, intValue, doubleValue, boolValue, bytesValue, arrayValue, kvlistValue } = snakeless(
    typed ?? {},
  );
  if (bytesValue) return Buffer.from(bytesValue, 'base64').toString();
  if (arrayValue) return objects(arrayValue.values).map(value);
  if (kvlistValue) return named(kvlistValue.values);
  return stringValue ?? (intValue === undefined ? (doubleValue ?? boolValue) : Number(intValue));
};

/** The fields of an object, whose names may be in snake case. */
const snakeless = (one: Raw): Raw =>
  Object.fromEntries(
    Object.entries(one).map(([key, item]) => [
      key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      item,
    ]),
  );

const named = (list: unknown): Raw =>
  Object.fromEntries(
    objects(list).map(({ key, value: typed }) => [
      key,
      typeof typed === 'object' && typed !== null ? value(typed) : typed,
    ]),
  );

/** Attributes that are within each other, by their names in a row. */
const flat = (given: any, prefix = ''): Raw =>
  Object.fromEntries(
    Object.entries((parsed(given) ?? {}) as Raw).flatMap(([key, item]) =>
      typeof item === 'object' && item !== null && !(Array.isArray(item) && typeof item[0] !== 'object')
        ? Object.entries(flat(item, `${prefix}${key}.`))
        : [[`${prefix}${key}`, item]],
    ),
  );

/** The text of a content, in the forms of many services. */
function words(content: any): string {
  const read = parsed(content);
  if (read === undefined || read === null) return '';
  if (typeof read === 'string') return read;
  if (Array.isArray(read))
    return read
      .map((part) =>
        typeof part === 'string'
          ? part
          : /tool|function|thinking|reason/.test(part.type ?? '') ||
              'toolUse' in part ||
              'toolResult' in part ||
              'reasoningContent' in part ||
              'function_call' in part ||
              'function_response' in part
            ? ''
            : (part.text ?? part.content ?? part.message_content?.text ?? `[${part.type}]`),
      )
      .filter((text) => text !== '')
      .join('\n');
  return read.text ?? JSON.stringify(read);
}

const CALL = /^(?:tool_call|server_tool_call|tool-call|tool_use|server_tool_use|function_call|toolCall)$/;
const RESULT = /(?:tool_call_response|tool-result|tool_result|function_call_output)$/;
const ids = (one: any): string =>
  one.tool_call_id ?? one.toolCallId ?? one.toolUseId ?? one.tool_use_id ?? one.call_id ?? one.id ?? '';

function message(given: Raw, as?: string): Message {
  const lang = given['kwargs']
    ? {
        ...given['kwargs'],
        type:
          given['kwargs'].type ??
          String(given['id']?.at(-1))
            .replace(/Message.*/, '')
            .toLowerCase(),
      }
    : given;
  const roles: Raw = {
    human: 'user',
    ai: 'assistant',
    model: 'assistant',
    function: 'tool',
    AIMessageChunk: 'assistant',
  };
  const role = as ?? lang.role ?? lang.type ?? 'user';
  const content = lang.parts ?? lang.content ?? lang.contents;
  const parts = objects(parsed(content)).map((part) => part['message_content'] ?? part) as readonly Raw[];
  const beside = objects(parsed(lang.tool_calls ?? lang.toolCalls ?? lang.additional_kwargs?.tool_calls));
  const calls = [
    ...parts
      .filter((part) => !beside.some((call) => ids(call) === ids(part)))
      .filter(({ type }) => CALL.test(type ?? '')),
    ...parts.flatMap((part) => part['toolUse'] ?? part['function_call'] ?? part['functionCall'] ?? []),
    ...beside,
  ].map((call) => call.tool_call ?? call);
  const results = [
    ...parts.filter(({ type }) => RESULT.test(type ?? '')),
    ...parts.flatMap(
      (part) => part['toolResult'] ?? part['function_response'] ?? part['functionResponse'] ?? [],
    ),
  ];
  const isResult = (roles[role] ?? role) === 'tool' && results.length === 0;
  return {
    role: roles[role] ?? role,
    text: isResult ? '' : words(content),
    calls: calls.map((call) => ({
      id: ids(call),
      tool: call.function?.name ?? call.name ?? call.toolName ?? '',
    })),
    results: isResult ? [ids(lang)] : results.map(ids),
    failedResults: results
      .filter(
        ({ status, is_error: flag, isError }) => status === 'error' || flag === true || isError === true,
      )
      .map(ids),
  };
}

/** The messages that are somewhere in what a program read or wrote. */
function within(given: any, role: string): readonly Message[] {
  const found = inside(given, role, role === 'assistant' ? role : undefined, 0);
  // Several messages of an answer are a talk, in which each has a role of its own.
  return found.length > 1 ? inside(given, role, undefined, 0) : found;
}

function inside(given: any, role: string, as: string | undefined, depth: number): readonly Message[] {
  const read = parsed(given);
  if (read === undefined || read === null || read === '' || depth > 4) return [];
  if (typeof read !== 'object') return depth === 0 ? [message({ role, content: read })] : [];
  if (Array.isArray(read)) {
    if (read.length > 0 && read.every((one) => one?.toolName)) return [message({ role, tool_calls: read })];
    if (read.length === 2 && read.every((one) => typeof one === 'string'))
      return [message({ role: read[0], content: read[1] })];
    return read.flatMap((one) => inside(one, role, as, depth + 1));
  }
  if (
    (typeof read.role === 'string' && ('content' in read || 'parts' in read || 'tool_calls' in read)) ||
    read.kwargs
  )
    return [message(read, as)];
  if (/^(?:human|ai|system|tool|AIMessageChunk)$/.test(read.type) && 'content' in read)
    return [message(read, as)];
  if (read.message) return inside(read.message, role, as, depth + 1);
  if (typeof read.text === 'string' && depth > 0) return [message({ role, content: read.text })];
  if (/_call(?:_output)?$/.test(read.type))
    return [message({ role: /_output$/.test(read.type) ? 'tool' : 'assistant', content: [read] })];
  const own = [read.content].find((one) => one?.role);
  if (own) return inside(own, role, as, depth + 1);
  const list =
    read.messages ?? read.generations ?? read.choices ?? read.output ?? read.candidates ?? read.contents;
  const system = inside(list, role, as, depth + 1).length > 0 ? read.system : undefined;
  const inner = system === undefined ? list : [{ role: 'system', content: system }, ...list];
  const found = inside(inner, role, as, depth + 1);
  if (found.length > 0 || inner !== undefined || depth > 0) return found;
  return Object.keys(read).length === 0 ? [] : [message({ role, content: JSON.stringify(read) })];
}

/** The messages in attributes such as `llm.input_messages.0.message.role`, or in a list by that name. */
function numbered(given: Raw, list: string): readonly Message[] {
  const whole = list.startsWith('llm.') ? parsed(given[list]) : undefined;
  const attributes = Array.isArray(whole) ? flat({ [list]: whole }) : given;
  const items: any[] = [];
  for (const [key, item] of Object.entries(attributes)) {
    if (!key.startsWith(`${list}.`)) continue;
    const path = key.slice(list.length + 1).split('.');
    let holder: any = items;
    for (const [nth, name] of path.entries()) {
      if (nth === path.length - 1) holder[name] = item;
      else holder = holder[name] ??= /^\d+$/.test(path[nth + 1]!) ? [] : {};
    }
  }
  return items.filter(Boolean).map((one) => {
    const inner = one.message ?? one;
    return message(
      { ...inner, content: inner.content ?? inner.contents },
      list.includes('output') || list.includes('completion') ? 'assistant' : undefined,
    );
  });
}

interface Told {
  readonly name: string;
  readonly attributes: Raw;
}

function talkOf(attributes: Raw, events: readonly Told[]): Pick<Span, 'read' | 'written'> {
  // A list that was cut off is one text.
  const list = (keys: readonly string[], role: string): readonly Message[] => {
    const given = parsed(first(attributes, ...keys));
    return typeof given === 'string' && given !== ''
      ? [message({ role, content: given })]
      : objects(given).map((one) => message(one, role === 'assistant' ? role : undefined));
  };
  const told = [
    ...events,
    ...objects(parsed(attributes['events'])).map((one) => ({ name: one['event.name'], attributes: one })),
  ];
  const request = parsed(attributes['gcp.vertex.agent.llm_request']) ?? {};
  const response = parsed(attributes['gcp.vertex.agent.llm_response']) ?? {};
  const prompt = parsed(attributes['ai.prompt']) ?? {};
  const calls = parsed(attributes['ai.response.toolCalls'] ?? attributes['ai.result.toolCalls']);
  const answer =
    attributes['ai.response.text'] ??
    attributes['ai.result.text'] ??
    attributes['ai.response.object'] ??
    attributes['ai.result.object'];
  const read = [
    ...(attributes['gen_ai.system_instructions'] ? [message({ role: 'system', content: 'x' })] : []),
    ...list(['gen_ai.input.messages', 'pydantic_ai.all_messages'], 'user'),
    ...told.flatMap(({ name, attributes: own }) => {
      if (name === 'gen_ai.content.prompt') return within(own['gen_ai.prompt'], 'user');
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(name ?? '')?.[1];
      return role === undefined ? [] : [message({ role, ...own })];
    }),
    ...numbered(attributes, 'llm.input_messages'),
    ...numbered(attributes, 'gen_ai.prompt'),
    ...(attributes['ai.prompt.messages'] === undefined
      ? [
          ...(prompt.prompt ? [message({ role: 'user', content: prompt.prompt })] : []),
          ...objects(prompt.messages).map((one) => message(one)),
        ]
      : objects(parsed(attributes['ai.prompt.messages'])).map((one) => message(one))),
    ...objects(request.contents).map((one) => message(one)),
    ...objects(parsed(attributes['request_data'])?.messages).map((one) => message(one)),
    ...within(attributes['gen_ai.prompt'], 'user'),
  ];
  const written = [
    ...list(['gen_ai.output.messages'], 'assistant'),
    ...events
      .filter(({ name }) => name === 'gen_ai.content.completion')
      .flatMap(({ attributes: own }) => within(own['gen_ai.completion'], 'assistant')),
    ...told
      .filter(({ name }) => name === 'gen_ai.choice')
      .map(({ attributes: own }) => {
        const inner = parsed(own['message']);
        return message(
          Array.isArray(inner) || typeof inner === 'string' ? { content: inner } : { ...own, ...inner },
          'assistant',
        );
      }),
    ...numbered(attributes, 'llm.output_messages'),
    ...numbered(attributes, 'gen_ai.completion'),
    ...(answer !== undefined || objects(calls).length > 0
      ? [message({ content: answer === undefined ? '' : { text: answer }, tool_calls: calls }, 'assistant')]
      : []),
    ...objects([response.content]).map((one) => message(one, 'assistant')),
    ...objects([parsed(attributes['response_data'])?.message]).map((one) => message(one, 'assistant')),
    ...within(attributes['gen_ai.completion'], 'assistant'),
  ];
  return {
    read: read.length > 0 ? read : within(attributes['input.value'], 'user'),
    written: written.length > 0 ? written : within(attributes['output.value'], 'assistant'),
  };
}

const first = (attributes: Raw, ...names: readonly string[]): any =>
  names.map((name) => attributes[name]).find((one) => one !== undefined && one !== null);

function kindOf(name: string, attributes: Raw): Span['kind'] {
  const operation = attributes['gen_ai.operation.name'] ?? '';
  const kind = String(
    attributes['openinference.span.kind'] ??
      attributes['langsmith.span.kind'] ??
      attributes['traceloop.span.kind'] ??
      '',
  ).toUpperCase();
  const sdk = String(attributes['ai.operationId'] ?? '');
  if (
    /execute_tool/.test(operation) ||
    kind === 'TOOL' ||
    sdk === 'ai.toolCall' ||
    attributes['mcp.method.name'] === 'tools/call'
  )
    return 'tool';
  if (/^running tool/.test(name) && 'gen_ai.tool.name' in attributes) return 'tool';
  if (
    /agent/.test(operation) ||
    kind === 'AGENT' ||
    ('agent_name' in attributes && 'model_name' in attributes)
  )
    return 'agent';
  if (
    /^(?:chat|chat\.completions|generate_content|text_completion|completion)$/.test(operation) ||
    kind === 'LLM' ||
    /^ai\.(?:generate|stream)/.test(sdk) ||
    'llm.request.type' in attributes ||
    'request_data' in attributes ||
    ('gcp.vertex.agent.llm_request' in attributes && operation === '')
  )
    return 'model';
  return 'other';
}

function spanOf(
  place: Pick<Span, 'trace' | 'id' | 'parent' | 'start'>,
  name: string,
  own: Raw,
  events: readonly Told[],
  isError: boolean,
): Span {
  const details = events.filter((event) => event.name === 'gen_ai.client.inference.operation.details');
  const attributes: Raw = Object.assign({}, ...details.map((event) => event.attributes), own);
  const kind = kindOf(name, attributes);
  const result = first(
    attributes,
    'gen_ai.tool.call.result',
    'gcp.vertex.agent.tool_response',
    'tool_response',
    'ai.toolCall.result',
    'output.value',
    'traceloop.entity.output',
  );
  const choice = events.some((event) => event.name === 'gen_ai.choice');
  const usage = parsed(attributes['gcp.vertex.agent.llm_response'])?.usage_metadata ?? {};
  const logged = parsed(attributes['response_data'])?.usage ?? {};
  const number = (one: any): number | undefined => (one === undefined ? undefined : Number(one));
  return {
    ...place,
    kind,
    ...talkOf(attributes, events),
    tokens: [
      number(
        first(
          attributes,
          'gen_ai.usage.input_tokens',
          'gen_ai.usage.prompt_tokens',
          'gen_ai.response.prompt_tokens',
          'llm.token_count.prompt',
          'ai.usage.promptTokens',
          'ai.usage.inputTokens',
        ) ??
          usage.prompt_token_count ??
          logged.prompt_tokens,
      ),
      number(
        first(
          attributes,
          'gen_ai.usage.output_tokens',
          'gen_ai.usage.completion_tokens',
          'gen_ai.response.completion_tokens',
          'llm.token_count.completion',
          'ai.usage.completionTokens',
          'ai.usage.outputTokens',
        ) ??
          usage.candidates_token_count ??
          logged.completion_tokens,
      ),
    ],
    failed:
      isError ||
      events.some((event) => event.name === 'exception') ||
      'error.type' in attributes ||
      attributes['gen_ai.tool.status'] === 'error' ||
      parsed(attributes['gcp.vertex.agent.tool_response'])?.error !== undefined ||
      parsed(result)?.isError === true,
    tool:
      first(attributes, 'gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name') ??
      name.replace(/^(?:execute_tool|tools\/call) /, ''),
    call: first(attributes, 'gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id'),
    hasResult: result !== undefined || choice || (kind === 'tool' && 'gen_ai.output.messages' in attributes),
    refused: [first(attributes, 'gen_ai.response.finish_reasons', 'ai.response.finishReason')]
      .flat()
      .some((why) => /content.filter|refus/.test(String(why))),
    scores: [attributes, ...events.map((event) => event.attributes)].flatMap((one) =>
      'gen_ai.evaluation.name' in one
        ? [
            `${one['gen_ai.evaluation.name']} ${one['gen_ai.evaluation.score.label'] ?? one['gen_ai.evaluation.score.value']}`,
          ]
        : [],
    ),
  };
}

interface LogLine extends Told {
  readonly trace: string;
  readonly id: string;
  readonly time: string;
}

/** The log records of models' calls. */
function logRecords(documents: readonly Raw[]): readonly LogLine[] {
  const ofProtocol = all(all(all(documents, 'resourceLogs'), 'scopeLogs'), 'logRecords').map(
    (one): LogLine => ({
      trace: one['traceId'] ?? '',
      id: one['spanId'] ?? '',
      time: String(one['timeUnixNano'] ?? '').padStart(20, '0'),
      name: one['eventName'] ?? named(one['attributes'])['event.name'] ?? '',
      attributes: { ...named(one['attributes']), ...parsed(value(one['body'])) },
    }),
  );
  const plain = documents
    .filter((one) => 'severity_number' in one)
    .map((one) => ({
      trace: '',
      id: '',
      time: one['timestamp'],
      name: one['attributes']['event.name'],
      attributes: { ...one['attributes'], ...one['body'] },
    }));
  return [...ofProtocol, ...plain].filter(({ name }) => name.startsWith('gen_ai.'));
}

/** The records of each request: of a span, or until the answer. */
function requests(records: readonly LogLine[]): readonly (readonly LogLine[])[] {
  const found: LogLine[][] = [];
  for (const record of records) {
    const last = found.at(-1);
    const isSame = last?.[0]?.trace === record.trace && last[0].id === record.id;
    const isOver = record.id === '' && last?.at(-1)?.name === 'gen_ai.choice';
    if (isSame && !isOver) last.push(record);
    else found.push([record]);
  }
  return found;
}

function exportedSpans(documents: readonly Raw[]): readonly Span[] {
  const event = (one: Raw): Told => ({
    name: one['name'] ?? one['eventName'] ?? '',
    attributes: named(one['attributes']),
  });
  const records = logRecords(documents);
  const ofProtocol = documents
    .map((one) => one['trace'] ?? one)
    .flatMap((one) => objects(one['resourceSpans'] ?? one['resource_spans'] ?? one['batches']))
    .flatMap((one) => objects(one['scopeSpans'] ?? one['scope_spans'] ?? one['instrumentationLibrarySpans']))
    .flatMap((one) => objects(one['spans']))
    .map(snakeless)
    .map((one) =>
      spanOf(
        {
          trace: one['traceId'] ?? '',
          id: one['spanId'] ?? '',
          parent: one['parentSpanId'] ?? '',
          start: String(one['startTimeUnixNano'] ?? '').padStart(20, '0'),
        },
        one['name'] ?? '',
        named(one['attributes']),
        [
          ...objects(one['events']).map(event),
          ...records.filter(({ trace, id }) => trace === one['traceId'] && id === one['spanId']),
        ],
        /^(?:2|STATUS_CODE_ERROR|Error)$/.test(one['status']?.code),
      ),
    );
  const ofJaeger = all(all(documents, 'data'), 'spans').map((one) => {
    const tags = named(one['tags']);
    return spanOf(
      {
        trace: one['traceID'],
        id: one['spanID'],
        parent: one['references']?.find(({ refType }: Raw) => refType === 'CHILD_OF')?.spanID ?? '',
        start: String(one['startTime']).padStart(20, '0'),
      },
      one['operationName'],
      tags,
      objects(one['logs']).map(({ fields }) => ({
        name: named(fields)['event'] ?? '',
        attributes: named(fields),
      })),
      tags['error'] === true || tags['otel.status_code'] === 'ERROR',
    );
  });
  const known = new Set(ofProtocol.map(({ trace, id }) => `${trace} ${id}`));
  const recorded = requests(records.filter(({ trace, id }) => !known.has(`${trace} ${id}`))).map((own, nth) =>
    spanOf(
      { trace: own[0]!.trace, id: own[0]!.id || `request ${nth}`, parent: '', start: own[0]!.time },
      '',
      { 'gen_ai.operation.name': 'chat' },
      own,
      false,
    ),
  );
  const plain = [...documents, ...all(documents, 'data')]
    .filter(({ context }) => context?.span_id)
    .map((one) =>
      spanOf(
        {
          trace: one['context'].trace_id,
          id: one['context'].span_id,
          parent: one['parent_id'] ?? '',
          start: one['start_time'],
        },
        one['name'],
        { 'openinference.span.kind': one['span_kind'], ...flat(one['attributes']) },
        objects(one['events']).map(({ name, attributes }) => ({ name, attributes: flat(attributes) })),
        (one['status_code'] ?? one['status']?.status_code) === 'ERROR',
      ),
    );
  const rows = documents
    .filter(
      (one) => 'context.span_id' in one || 'span_name' in one || ('duration' in one && 'traceId' in one),
    )
    .map((one) =>
      spanOf(
        {
          trace: one['context.trace_id'] ?? one['trace_id'] ?? one['traceId'],
          id: one['context.span_id'] ?? one['span_id'] ?? one['id'],
          parent: one['parent_id'] ?? one['parent_span_id'] ?? one['parentId'] ?? '',
          start: String(one['start_time'] ?? one['start_timestamp'] ?? one['timestamp']),
        },
        one['name'] ?? one['span_name'],
        one['attributes'] ?? {
          'openinference.span.kind': one['span_kind'],
          ...Object.fromEntries(
            Object.entries(one).map(([key, item]) => [key.replace('attributes.', ''), item]),
          ),
        },
        [],
        (one['status_code'] ?? one['otel_status_code']) === 'ERROR',
      ),
    );
  // A span that is exported twice counts once, as the one that says more.
  const fullest = new Map<string, Span>();
  for (const span of [...ofProtocol, ...ofJaeger, ...plain, ...rows, ...recorded]) {
    const key = `${span.trace} ${span.id}`;
    const other = fullest.get(key);
    if (other === undefined || JSON.stringify(span).length > JSON.stringify(other).length)
      fullest.set(key, span);
  }
  return [...fullest.values()];
}

function observations(documents: readonly Raw[]): readonly Span[] {
  const lists = documents.map((one) =>
    objects(
      one['observations'] ?? one['trace']?.observations ?? (Array.isArray(one['data']) ? undefined : [one]),
    ),
  );
  const every = [
    ...lists.flat(),
    ...all(documents, 'data').flatMap((one) => objects(one['observations'] ?? [one])),
  ].map(snakeless);
  const asked = new Set(
    every
      .filter(({ type }) => type === 'GENERATION')
      .flatMap(({ output }) => within(output, 'assistant'))
      .flatMap(({ calls }) => calls.map(({ tool }) => tool)),
  );
  const kinds: Readonly<Record<string, Span['kind']>> = { GENERATION: 'model', TOOL: 'tool', AGENT: 'agent' };
  return every.map((one): Span => {
    const usage = { ...parsed(one['usageDetails'] ?? one['usage']) };
    // Kinds of tokens stand beside the others, unless the total says no.
    const isApart = usage.total === undefined || sum([usage.input, usage.output]) < usage.total;
    const kindsOf = (side: RegExp): number =>
      sum(Object.entries(usage).map(([name, count]) => (isApart && side.test(name) ? Number(count) : 0)));
    const withKinds = (count: number | undefined, side: RegExp): number | undefined =>
      count === undefined ? undefined : count + kindsOf(side);
    return {
      trace: one['traceId'] ?? '',
      id: one['id'],
      parent: one['parentObservationId'] ?? '',
      start: one['startTime'] ?? '',
      kind: kinds[one['type']] ?? (one['type'] === 'SPAN' && asked.has(one['name']) ? 'tool' : 'other'),
      read: within(one['input'], 'user'),
      written: within(one['output'], 'assistant'),
      tokens: [
        withKinds(usage.input, /^(?:input_|cache_)/) ?? usage.promptTokens ?? one['promptTokens'],
        withKinds(usage.output, /^output_/) ?? usage.completionTokens ?? one['completionTokens'],
      ],
      failed: one['level'] === 'ERROR' || one['output']?.status === 'error',
      tool: one['name'],
      call: undefined,
      hasResult: (one['output'] ?? null) !== null,
      refused: false,
      scores: [],
    };
  });
}

function langSmithRuns(documents: readonly Raw[]): readonly Span[] {
  const spans = (run: Raw, parent: string, trace: string): readonly Span[] => {
    const isEmpty = (one: any): boolean => (one ?? null) === null || Object.keys(one).length === 0;
    const only = (one: any, key: string): any =>
      isEmpty(one) ? undefined : key in one && Object.keys(one).length === 1 ? one[key] : one;
    const { run_type: type, error } = run;
    const [inputs, outputs] = [parsed(run['inputs']), parsed(run['outputs'])];
    const read = within(only(inputs, 'input'), 'user');
    const written = within(only(outputs, 'output'), 'assistant');
    const usage =
      outputs?.usage ??
      outputs?.usage_metadata ??
      outputs?.llm_output?.token_usage ??
      outputs?.generations?.[0]?.[0]?.message?.kwargs?.usage_metadata ??
      {};
    const own: Span = {
      trace,
      id: run['id'],
      parent,
      start: run['start_time'] ?? '',
      kind:
        type === 'llm'
          ? 'model'
          : type === 'tool' || type === 'retriever'
            ? 'tool'
            : parent === ''
              ? 'agent'
              : 'other',
      read,
      written,
      tokens: [
        run['prompt_tokens'] ?? usage.prompt_tokens ?? usage.input_tokens,
        run['completion_tokens'] ?? usage.completion_tokens ?? usage.output_tokens,
      ],
      failed: (error ?? '') !== '' || outputs?.output?.status === 'error',
      tool: run['name'],
      call: inputs?.tool_call_id,
      hasResult: (outputs ?? null) !== null,
      refused: false,
      scores: Object.entries<any>(parsed(run['feedback_stats']) ?? {}).map(
        ([name, stats]) => `${name} ${stats.avg}`,
      ),
    };
    return [own, ...objects(run['child_runs']).flatMap((child) => spans(child, run['id'], trace))];
  };
  const roots = documents.flatMap((one) => objects(one['runs'] ?? [one]));
  return roots.flatMap((run) => spans(run, run['parent_run_id'] ?? '', run['trace_id'] ?? run['id']));
}

/** The usual names of functions that ask a model. */
const ASKS = /(?:completions\.create|messages\.create)$/i;

function mlflowSpans(documents: readonly Raw[]): readonly Span[] {
  return documents
    .flatMap((one) => objects(one['traces'] ?? [one]))
    .flatMap((trace): readonly Span[] => {
      const spans = objects(trace['data']?.spans ?? trace['spans']);
      const told = spans.map((one) =>
        Object.fromEntries(Object.entries<any>(one['attributes']).map(([key, item]) => [key, parsed(item)])),
      );
      const isModel = (attributes: Raw): boolean => /LLM|CHAT_MODEL/.test(attributes['mlflow.spanType']);
      const asked = told
        .filter(isModel)
        .flatMap((attributes) => within(attributes['mlflow.spanOutputs'], 'assistant'))
        .flatMap(({ calls }) => calls.map(({ tool }) => tool));
      const hasAgent = told.some((attributes) => attributes['mlflow.spanType'] === 'AGENT');
      const grades = objects(trace['info']?.assessments ?? trace['assessments'])
        .filter(({ valid, feedback }) => valid !== false && (feedback?.value ?? null) !== null)
        .map((one) => `${one['assessment_name'] ?? one['name']} ${one['feedback'].value}`);
      return spans.map((one, nth): Span => {
        const attributes = told[nth]!;
        const name = asked.includes(one['name']) ? one['name'] : one['name'].replace(/_\d+$/, '');
        const parent = one['parent_span_id'] ?? one['parent_id'] ?? '';
        const output = attributes['mlflow.spanOutputs'];
        const message = output?.generations?.[0]?.[0]?.message;
        const usage = attributes['mlflow.chat.tokenUsage'] ?? output?.usage ?? message?.usage_metadata;
        return {
          trace: one['trace_id'] ?? one['context'].trace_id,
          id: one['span_id'] ?? one['context'].span_id,
          parent,
          start: String(one['start_time_unix_nano'] ?? one['start_time']).padStart(20, '0'),
          kind: isModel(attributes)
            ? 'model'
            : attributes['mlflow.spanType'] === 'TOOL' || asked.includes(name)
              ? 'tool'
              : attributes['mlflow.spanType'] === 'AGENT' || (parent === '' && !hasAgent)
                ? 'agent'
                : 'other',
          read: within(attributes['mlflow.spanInputs'], 'user'),
          written: within(output, 'assistant'),
          tokens: [
            usage?.input_tokens ?? usage?.prompt_tokens,
            usage?.output_tokens ?? usage?.completion_tokens,
          ],
          failed: /ERROR/.test(one['status']?.code ?? one['status_code']),
          tool: name,
          call: undefined,
          hasResult: (output ?? null) !== null,
          refused: false,
          scores: nth === 0 ? grades : [],
        };
      });
    });
}

function weaveCalls(documents: readonly Raw[]): readonly Span[] {
  const calls = documents.flatMap((one) => objects(one['calls'] ?? [one]));
  const opOf = (one: Raw): string => one['op_name'].replace(/^.*\/op\//, '').replace(/:[^:]*$/, '');
  const kindNamed = (one: Raw): string => one['attributes'].weave?.kind ?? one['attributes'].type ?? '';
  const isModel = (one: Raw): boolean => ASKS.test(opOf(one)) || kindNamed(one) === 'response';
  const asked = calls
    .filter(isModel)
    .flatMap(({ output }) => within(output, 'assistant'))
    .flatMap((message) => message.calls.map(({ tool }) => tool));
  const hasAgent = calls.some((one) => kindNamed(one) === 'agent');
  const predictionOf = (one: Raw | undefined): string => {
    if (one === undefined) return '';
    if (opOf(one) === 'Evaluation.predict_and_score') return one['id'];
    return predictionOf(calls.find(({ id }) => id === one['parent_id']));
  };
  const isPrediction = (one: Raw): boolean =>
    one['parent_id'] === null ||
    opOf(calls.find(({ id }) => id === one['parent_id'])!) === 'Evaluation.predict_and_score';
  const grades = (name: string, given: any): readonly string[] =>
    typeof given === 'object' && given !== null
      ? Object.entries(given).flatMap(([key, item]) =>
          key === 'reason' ? [] : [`${name}.${key} ${String(item)}`],
        )
      : [`${name} ${given}`];
  return calls.map((one): Span => {
    const inner = opOf(one).startsWith('openai_agent_') ? one['output'].output : one['output'];
    const [usage] = Object.values<any>(one['summary']?.usage ?? {});
    const metrics = opOf(one).startsWith('openai_agent_') ? one['output'].metrics : undefined;
    const name = one['display_name'] ?? opOf(one);
    const cached = usage?.cache_read_input_tokens ?? 0;
    return {
      trace: `${one['trace_id']} ${predictionOf(one)}`,
      id: one['id'],
      parent: one['parent_id'] ?? '',
      start: one['started_at'],
      kind: isModel(one)
        ? 'model'
        : /^(?:tool|function)$/.test(kindNamed(one)) || asked.includes(name)
          ? 'tool'
          : kindNamed(one) === 'agent' ||
              (!hasAgent && isPrediction(one) && !/^Evaluation/.test(opOf(one)) && kindNamed(one) === '')
            ? 'agent'
            : 'other',
      read: within(opOf(one).startsWith('openai_agent_') ? one['inputs'].input : one['inputs'], 'user'),
      written: within(inner, 'assistant'),
      tokens: [
        metrics?.prompt_tokens ?? usage?.prompt_tokens ?? (usage && sum([usage.input_tokens, cached])),
        metrics?.completion_tokens ?? usage?.completion_tokens ?? usage?.output_tokens,
      ],
      failed: one['exception'] !== null || (one['output']?.error ?? null) !== null,
      tool: name,
      call: undefined,
      hasResult: (inner ?? null) !== null,
      refused: false,
      scores: [
        ...objects(one['summary']?.weave?.feedback)
          .filter(({ payload }) => 'output' in payload || 'value' in payload)
          .flatMap(({ feedback_type: type, payload }) =>
            grades(type.split('.').slice(2).join('.'), payload.output ?? payload.value),
          ),
        ...Object.entries(opOf(one) === 'Evaluation.predict_and_score' ? one['output'].scores : {}).flatMap(
          ([scorer, given]) => grades(scorer, given),
        ),
      ],
    };
  });
}

/** The records that Claude Code exports without traces. */
function recordCounts(records: readonly Raw[]): Counts {
  const events = records.map((record) => ({
    body: String(value(record['body']) ?? ''),
    attributes: named(record['attributes']),
  }));
  const of = (name: string): readonly Raw[] =>
    events
      .filter(({ body, attributes }) => body === `claude_code.${name}` || attributes['event.name'] === name)
      .map(({ attributes }) => attributes);
  const calls = of('tool_result');
  const isBad = ({ success }: Raw): boolean => String(success) === 'false';
  return {
    messages: of('user_prompt').length,
    calls: calls.length,
    results: calls.filter((call) => isBad(call) || call['duration_ms'] !== undefined).length,
    failed: calls.filter(isBad).length,
    tokens: [
      sum(
        of('api_request').flatMap((one) =>
          ['input_tokens', 'cache_read_tokens', 'cache_creation_tokens'].map((name) =>
            Number(one[name] ?? 0),
          ),
        ),
      ),
      sum(of('api_request').map((one) => Number(one['output_tokens'] ?? 0))),
    ],
    scores: [],
  };
}

/** The counts of exports of OpenTelemetry, Langfuse, LangSmith, MLflow and Weave. */
export function spanCounts(documents: readonly Raw[]): Counts {
  const records = all(all(all(documents, 'resourceLogs'), 'scopeLogs'), 'logRecords');
  if (JSON.stringify(records).includes('"claude_code.')) return recordCounts(records);
  const isRun = (one: Raw): boolean => 'run_type' in one || objects(one['runs']).length > 0;
  const isObserved = (one: Raw): boolean =>
    'observations' in one ||
    'observations' in (one['trace'] ?? {}) ||
    /^[A-Z]+$/.test(one['type'] ?? '') ||
    all([one], 'data').some((inner) => 'observations' in inner || /^[A-Z]+$/.test(inner['type'] ?? ''));
  const isWritten = (name: string): boolean => JSON.stringify(documents).includes(name);
  const spans = documents.every(isRun)
    ? langSmithRuns(documents)
    : isWritten('"mlflow.traceRequestId"')
      ? mlflowSpans(documents)
      : isWritten('"op_name":"weave:')
        ? weaveCalls(documents)
        : documents.some(isObserved)
          ? observations(documents)
          : exportedSpans(documents);
  const scores = [...documents, ...all(documents, 'data')]
    .flatMap((one) => objects(one['trace']?.scores ?? one['scores']))
    .map(
      ({ name, value: given, stringValue, dataType }) =>
        `${name} ${dataType === 'BOOLEAN' ? given === 1 || given === true : (given ?? stringValue)}`,
    );
  const traces = [...new Set(spans.map(({ trace }) => trace))].map((trace) =>
    traceCounts(spans.filter((span) => span.trace === trace)),
  );
  const total = (of: (counts: Counts) => number): number => sum(traces.map(of));
  return {
    messages: total(({ messages }) => messages),
    calls: total(({ calls }) => calls),
    results: total(({ results }) => results),
    failed: total(({ failed }) => failed),
    tokens: [total(({ tokens }) => tokens[0]), total(({ tokens }) => tokens[1])],
    scores: [...scores, ...spans.flatMap((span) => span.scores)].toSorted(),
  };
}

const counted = (span: Pick<Span, 'tokens'>): boolean =>
  span.tokens[0] !== undefined || span.tokens[1] !== undefined;

function traceCounts(unordered: readonly Span[]): Counts {
  const spans = unordered.toSorted((one, other) =>
    one.start < other.start ? -1 : one.start > other.start ? 1 : 0,
  );
  const byId = new Map(spans.map((span) => [span.id, span]));
  const around = (span: Span): readonly Span[] => {
    const found: Span[] = [];
    for (
      let one = byId.get(span.parent);
      one && one !== span && !found.includes(one);
      one = byId.get(one.parent)
    )
      found.push(one);
    return found;
  };
  const hasTalk = ({ read, written }: Span): boolean => read.length + written.length > 0;
  const models = spans.filter(({ kind }) => kind === 'model');
  const nearest = (span: Span): Span | undefined => around(span).find(({ kind }) => kind !== 'other');
  const inner = (span: Span): readonly Span[] => models.filter((one) => nearest(one) === span);
  // A request is the outermost span of a model that has at most one other within it.
  const isRequest = (span: Span): boolean => {
    if (inner(span).length > 1) return false;
    const outer = nearest(span);
    return outer?.kind !== 'model' || inner(outer).length > 1;
  };
  const chain = (span: Span): readonly Span[] => [span, ...inner(span).flatMap(chain)];
  const talks = models.filter(isRequest).map((span) => {
    const all = chain(span);
    const richest = all.reduce((best, one) =>
      one.read.length + one.written.length >= best.read.length + best.written.length ? one : best,
    );
    const read = all.toReversed().find(({ tokens }) => tokens[0] !== undefined)?.tokens[0];
    const written = all.toReversed().find(({ tokens }) => tokens[1] !== undefined)?.tokens[1];
    return { ...span, read: richest.read, written: richest.written, tokens: [read, written] as const };
  });
  const withModel = new Set(models.filter(hasTalk).flatMap(around));
  const withTokens = new Set(models.filter(counted).flatMap(around));
  const agents = spans.filter((span) => span.kind === 'agent' && !withModel.has(span));
  const isSameCall = (span: Span): boolean =>
    byId.get(span.parent)?.kind === 'tool' && byId.get(span.parent)?.tool === span.tool;
  // A call inside which a model is asked, with no agent between, is like an agent.
  const helpers = new Set(
    models.flatMap((span) => {
      const call = around(span).find(({ kind }) => kind === 'tool' || kind === 'agent');
      return call?.kind === 'tool' && around(call).length > 0 && !isSameCall(call) ? [call] : [];
    }),
  );
  const told = [...talks, ...agents].toSorted((one, other) =>
    one.start < other.start
      ? -1
      : one.start > other.start
        ? 1
        : spans.findIndex(({ id }) => id === one.id) - spans.findIndex(({ id }) => id === other.id),
  );
  const isTold = (span: Span): boolean =>
    span.hasResult ||
    (span.call !== undefined && answered.has(span.call)) ||
    spans.some(
      (other) =>
        other.parent === span.id && other.kind === 'tool' && other.tool === span.tool && isTold(other),
    );
  const tools = spans.filter(
    (span) =>
      span.kind === 'tool' &&
      !(byId.get(span.parent)?.kind === 'tool' && byId.get(span.parent)?.tool === span.tool),
  );
  const toolIds = new Set(
    spans.flatMap(({ kind, call }) => (kind === 'tool' && call !== undefined ? [call] : [])),
  );
  const unnamed = spans
    .filter(({ kind, call }) => kind === 'tool' && call === undefined)
    .map(({ tool }) => tool);
  const answered = new Set(
    told.flatMap((span) => [...span.read, ...span.written].flatMap(({ results }) => results)),
  );
  const failures = new Set(
    told.flatMap((span) => [...span.read, ...span.written].flatMap(({ failedResults }) => failedResults)),
  );
  const known = new Map<unknown, string[]>();
  let [messages, asked, results, failed] = [0, 0, 0, 0];
  for (const span of told) {
    const agent =
      span.kind === 'agent' ? span : around(span).find((one) => one.kind === 'agent' || helpers.has(one));
    const isHelpers =
      agent !== undefined && (helpers.has(agent) || around(agent).some(({ kind }) => kind === 'agent'));
    const keys = (one: Message): string =>
      JSON.stringify([one.role, one.text, one.calls.map(({ tool }) => tool), one.results.length]);
    const before = [...(known.get(agent) ?? [])];
    const fresh = span.read.filter((one) => {
      const nth = before.indexOf(keys(one));
      if (nth !== -1) before.splice(nth, 1);
      return nth === -1;
    });
    if (hasTalk(span)) known.set(agent, [...span.read, ...span.written].map(keys));
    const isRepeated =
      span.kind === 'agent' && span.read.every((one, nth) => keys(one) === keys(span.written[nth] ?? one));
    for (const one of [...fresh, ...span.written.slice(isRepeated ? span.read.length : 0)]) {
      const speaks =
        one.text !== '' &&
        (one.role === 'user' ||
          (one.role === 'assistant' && one.calls.every(({ id }) => id !== '' && one.results.includes(id))));
      if (speaks && !isHelpers) messages += 1;
      for (const { id, tool } of one.calls) {
        const nth = unnamed.indexOf(tool);
        if (toolIds.has(id) && id !== '') continue;
        if (nth !== -1) unnamed.splice(nth, 1);
        else {
          asked += 1;
          if (answered.has(id)) results += 1;
          if (failures.has(id)) failed += 1;
        }
      }
    }
    if (
      span.refused &&
      !isHelpers &&
      !span.written.some(({ text, calls }) => text !== '' && calls.length === 0)
    )
      messages += 1;
  }
  const costs = [...talks, ...spans.filter((span) => span.kind === 'agent' && !withTokens.has(span))];
  return {
    messages,
    calls: tools.length + asked,
    results: tools.filter((span) => span.failed || isTold(span)).length + results,
    failed: tools.filter((span) => span.failed).length + failed,
    tokens: [sum(costs.map((span) => span.tokens[0])), sum(costs.map((span) => span.tokens[1]))],
    scores: [],
  };
}
