/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/restrict-plus-operands -- raw files have no types, and nothing of the readers is used */
// What a file of another tool has, counted over the raw file and without any code of the readers.

/** What is counted in a file, over all its attempts. `undefined`: the form of the file does not tell it in a plain way. */
export interface Counts {
  readonly calls: number;
  readonly failed: number;
  readonly tokens: readonly [read: number, written: number] | undefined;
}

type Raw = Readonly<Record<string, any>>;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const all = (documents: readonly Raw[], list: string): readonly Raw[] =>
  documents.flatMap((one) => (one[list] as readonly Raw[] | undefined) ?? []);

/** The counts of a file whose runs are in the format of `format`, by its documents: one, or one for each line. */
export const COUNTERS: Readonly<Record<string, (documents: readonly Raw[]) => Counts | undefined>> = {
  'Claude Code': (lines) => {
    const parts = lines.flatMap((line) =>
      Array.isArray(line['message']?.content) ? (line['message'].content as readonly Raw[]) : [],
    );
    const answers = new Map<string, Raw>();
    for (const { type, message, isApiErrorMessage } of lines)
      if (type === 'assistant' && message?.usage && isApiErrorMessage !== true)
        answers.set(message.id, message.usage);
    return {
      calls: new Set(parts.flatMap(({ type, id }) => (/^(server_)?tool_use$/.test(type) ? [id] : []))).size,
      failed: parts.filter(({ is_error: failed }) => failed === true).length,
      tokens: [
        sum(
          [...answers.values()].map(
            (usage) =>
              usage['input_tokens'] +
              (usage['cache_read_input_tokens'] ?? 0) +
              (usage['cache_creation_input_tokens'] ?? 0),
          ),
        ),
        sum([...answers.values()].map((usage) => usage['output_tokens'])),
      ],
    };
  },
  Codex: (lines) => {
    const items = lines.map((line) => line['payload'] ?? line['item'] ?? line) as readonly Raw[];
    const total =
      items.findLast(({ type }) => type === 'token_count')?.['info'].total_token_usage ??
      lines.findLast(({ usage }) => usage !== undefined)?.['usage'];
    return {
      calls: items.filter(({ type }) => /_call$|^(command_execution|file_change|web_search)$/.test(type))
        .length,
      failed: items.filter((item) => /Exit code: [1-9]|"exit_code":[1-9]/.test(JSON.stringify(item))).length,
      tokens: [total?.input_tokens ?? 0, total?.output_tokens ?? 0],
    };
  },
  ATIF: (documents) => {
    const withHelpers = (one: Raw): readonly Raw[] => [
      one,
      ...((one['subagent_trajectories'] as readonly Raw[] | undefined) ?? []).flatMap(withHelpers),
    ];
    const steps = all(documents.flatMap(withHelpers), 'steps').filter(
      ({ is_copied_context: copied }) => copied !== true,
    );
    const metrics = steps.flatMap((step) => step['metrics'] ?? []) as readonly Raw[];
    const [{ final_metrics: whole }] = documents as readonly [Raw];
    const isFailed = (result: Raw): boolean =>
      [result, result['extra'] ?? {}].some(
        ({ is_error: error, status, exit_code: code }) => error === true || status === 'error' || code > 0,
      );
    return {
      calls: all(steps, 'tool_calls').length,
      failed: steps.filter(
        ({ extra, tool_calls: calls, observation }) =>
          (extra?.tool_result_is_error === true && calls.length === 1) || observation?.results.some(isFailed),
      ).length,
      tokens:
        metrics.length > 0
          ? [
              sum(metrics.map((one) => one['prompt_tokens'] ?? 0)),
              sum(metrics.map((one) => one['completion_tokens'] ?? 0)),
            ]
          : [whole?.total_prompt_tokens ?? 0, whole?.total_completion_tokens ?? 0],
    };
  },
  'mini-swe-agent': (documents) => {
    const messages = documents.every(({ messages: list }) => list === undefined)
      ? documents
      : all(documents, 'messages');
    const usages = messages.flatMap(({ extra }) => extra?.response?.usage ?? []) as readonly Raw[];
    return {
      calls: messages.filter(
        ({ role, content, tool_calls: calls }) =>
          role === 'assistant' &&
          (calls !== undefined || content.match(/```(?:bash|mswea_bash_command)\n/g)?.length === 1),
      ).length,
      failed: messages.filter(({ extra }) => extra?.exception_info !== undefined).length,
      tokens: [
        sum(usages.map((usage) => usage['prompt_tokens'])),
        sum(usages.map((usage) => usage['completion_tokens'])),
      ],
    };
  },
  'Gemini CLI': (documents) => {
    const messages = [...documents, ...all(documents, 'messages')];
    const calls = all(messages, 'toolCalls');
    return {
      calls: calls.length,
      failed: calls.filter(({ status }) => status === 'error').length,
      tokens: [
        sum(messages.map(({ tokens }) => tokens?.input ?? 0)),
        sum(messages.map(({ tokens }) => tokens?.output ?? 0)),
      ],
    };
  },
  'tau-bench': (documents) => {
    const attempts = documents.flatMap((one) => (one['simulations'] as readonly Raw[] | undefined) ?? [one]);
    const messages = [...all(attempts, 'traj'), ...all(attempts, 'messages')];
    const agents = messages.filter(({ role, usage }) => role === 'assistant' && usage);
    return {
      calls: all(messages, 'tool_calls').length + all(all(attempts, 'ticks'), 'agent_tool_calls').length,
      failed: messages.filter(
        ({ role, content, error }) => role === 'tool' && (error === true || /^Error\b/.test(content)),
      ).length,
      tokens: [
        sum(agents.map(({ usage }) => usage.prompt_tokens)),
        sum(agents.map(({ usage }) => usage.completion_tokens)),
      ],
    };
  },
  Inspect: (documents) => {
    const samples = documents.flatMap((one) => (one['samples'] as readonly Raw[] | undefined) ?? [one]);
    const flat = (events: readonly Raw[]): readonly Raw[] =>
      events.flatMap((event) => [event, ...flat(event['events'] ?? [])]);
    const events = flat(
      samples.flatMap((sample) => (sample['events'] ?? sample['transcript']?.events ?? []) as readonly Raw[]),
    );
    const branches = new Set(
      events.flatMap(({ event, type, id }) => (event === 'span_begin' && type === 'branch' ? [id] : [])),
    );
    const isModel = events.some(({ event }) => event === 'model');
    const tools = events.filter(({ event, span_id: span }) => event === 'tool' && !branches.has(span));
    const used = events.flatMap(({ event, output }) =>
      event === 'model' && output?.usage ? [output.usage as Raw] : [],
    );
    const told = isModel ? [] : all(all(samples, 'messages'), 'tool_calls');
    const served = events
      .flatMap(({ output }) => (output?.choices?.[0]?.message?.content ?? []) as readonly Raw[])
      .filter((part) => part['type'] === 'tool_use');
    return {
      calls: tools.length + told.length + served.length,
      failed: tools.filter(({ error }) => error).length,
      tokens: [
        sum(
          used.map(
            (usage) =>
              usage['input_tokens'] +
              (usage['input_tokens_cache_read'] ?? 0) +
              (usage['input_tokens_cache_write'] ?? 0),
          ),
        ),
        sum(used.map((usage) => usage['output_tokens'])),
      ],
    };
  },
  'SWE-agent': (documents) => ({
    calls: documents.some(({ trajectory }) => trajectory !== undefined)
      ? all(documents, 'trajectory').filter(({ action }) => action.trim() !== '').length
      : all(
          all(documents, 'history').filter(({ is_demo: demo }) => demo !== true),
          'tool_calls',
        ).length,
    failed: all(documents, 'trajectory').filter(({ observation }) =>
      /^\s*Your proposed edit has introduced/.test(observation),
    ).length,
    tokens: [
      sum(documents.map(({ info }) => info?.model_stats?.tokens_sent ?? 0)),
      sum(documents.map(({ info }) => info?.model_stats?.tokens_received ?? 0)),
    ],
  }),
  OpenHands: (documents) => {
    const events = documents.flatMap(
      (one) => (one['history'] as readonly Raw[] | undefined)?.flat() ?? [one],
    ) as readonly Raw[];
    const whole = documents.flatMap((one) => one['metrics']?.accumulated_token_usage ?? []) as readonly Raw[];
    const usages = new Map(
      events.flatMap(({ tool_call_metadata: data }) =>
        data ? [[data.model_response.id, data.model_response.usage as Raw]] : [],
      ),
    );
    return {
      calls: events.filter(
        ({ action, kind }) =>
          kind === 'ActionEvent' ||
          (action !== undefined && !['system', 'message', 'recall', 'think', 'finish'].includes(action)),
      ).length,
      failed: events.filter(({ observation, kind }) => observation === 'error' || kind === 'AgentErrorEvent')
        .length,
      tokens: [
        sum([...usages.values(), ...whole].map((usage) => usage['prompt_tokens'])),
        sum([...usages.values(), ...whole].map((usage) => usage['completion_tokens'])),
      ],
    };
  },
  'an agent session': (lines) => {
    const messages = lines.flatMap(({ message }) => message ?? []) as readonly Raw[];
    const parts = messages.flatMap(({ content }) =>
      Array.isArray(content) ? (content as readonly Raw[]) : [],
    );
    return {
      calls: parts.filter(({ type }) => type === 'toolCall').length + all(messages, 'toolCalls').length,
      failed: messages.filter(({ isError }) => isError === true).length,
      tokens: [
        sum(messages.map(({ usage }) => usage?.input ?? 0)),
        sum(messages.map(({ usage }) => usage?.output ?? 0)),
      ],
    };
  },
  OpenClaw: (lines) => {
    const answers = new Map(
      all(lines, 'messages').flatMap((message) =>
        message['role'] === 'assistant'
          ? [[message['responseId'] ?? JSON.stringify([message['timestamp'], message['content']]), message]]
          : [],
      ),
    );
    const own = [...answers.values()];
    const used = own.flatMap(({ usage }) => usage ?? []) as readonly Raw[];
    const starts = lines.filter(({ type }) => type === 'tool.start');
    const asked = own.flatMap(({ content }) =>
      (content as readonly Raw[]).filter(({ type }) => type === 'toolCall'),
    );
    const keys = asked.map(({ name, arguments: args }) => JSON.stringify([name, args]));
    for (const { toolName: name, params } of starts) {
      const known = keys.indexOf(JSON.stringify([name, params]));
      if (known !== -1) keys.splice(known, 1);
    }
    return {
      // Those that only one of the two kinds of lines has, and those that both have.
      calls: starts.length + keys.length,
      failed: lines.filter(({ type, success }) => type === 'tool.end' && success === false).length,
      tokens: [
        sum(used.map((usage) => usage['input'] + (usage['cacheRead'] ?? 0) + (usage['cacheWrite'] ?? 0))),
        sum(used.map((usage) => usage['output'])),
      ],
    };
  },
  OpenTelemetry: (documents) => {
    // These have no spans, or their attributes are within each other.
    if (documents.some((one) => 'context' in one || 'resourceLogs' in one)) return undefined;
    const inProtocol = documents
      .flatMap((one) => (one['resourceSpans'] ?? one['batches'] ?? []) as readonly Raw[])
      .flatMap((one) => (one['scopeSpans'] ?? one['instrumentationLibrarySpans']) as readonly Raw[])
      .flatMap((one) => one['spans'] as readonly Raw[])
      .map((one) => ({
        id: one['spanId'],
        parent: one['parentSpanId'],
        failed:
          [2, 'STATUS_CODE_ERROR'].includes(one['status']?.code) ||
          (one['events'] ?? []).some((event: Raw) => event['name'] === 'exception') ||
          Object.entries(named(one['attributes'] ?? [])).some(
            ([key, value]) =>
              key === 'error.type' || value === 'error' || String(value).includes('"isError": true'),
          ),
        is: named(one['attributes'] ?? []),
      }));
    const inJaeger = all(all(documents, 'data'), 'spans').map((one) => ({
      id: one['spanID'],
      parent: one['references'][0]?.spanID,
      failed: named(one['tags'])['error'] === true,
      is: named(one['tags']),
    }));
    const spans = [
      ...new Map([...inJaeger, ...inProtocol.toReversed()].map((one) => [one.id, one])).values(),
    ];
    const read = ({ is }: (typeof spans)[number]): number | undefined =>
      is['gen_ai.usage.input_tokens'] ?? is['gen_ai.usage.prompt_tokens'];
    const isCounted = (one: (typeof spans)[number]): boolean =>
      read(one) !== undefined && !/agent/.test(is(one, 'gen_ai.operation.name'));
    const leaves = spans.filter(
      (one) => isCounted(one) && !spans.some((other) => other.parent === one.id && isCounted(other)),
    );
    const tools = spans.filter(
      (one) =>
        is(one, 'gen_ai.operation.name') === 'execute_tool' ||
        is(one, 'openinference.span.kind') === 'TOOL' ||
        is(one, 'ai.operationId') === 'ai.toolCall',
    );
    return {
      calls: tools.length,
      failed: tools.filter(({ failed }) => failed).length,
      tokens: [
        sum(leaves.map((one) => read(one) ?? 0)),
        sum(
          leaves.map(
            (one) => one.is['gen_ai.usage.output_tokens'] ?? one.is['gen_ai.usage.completion_tokens'] ?? 0,
          ),
        ),
      ],
    };
  },
  Langfuse: (documents) => {
    const spans = documents.flatMap(
      (one) => (one['observations'] ?? one['trace']?.observations ?? [one]) as readonly Raw[],
    );
    const models = spans.filter(({ type }) => type === 'GENERATION');
    const leaves = models.filter(
      ({ id }) => !models.some(({ parentObservationId: parent }) => parent === id),
    );
    const asked = JSON.stringify(models.map(({ output }) => output));
    const tools = spans.filter(
      ({ type, name }) =>
        type === 'TOOL' || (type === 'SPAN' && asked.includes(`"${name}`) && /-|look/.test(name)),
    );
    return {
      calls: tools.length,
      failed: tools.filter(({ level }) => level === 'ERROR').length,
      tokens: [
        sum(leaves.map((one) => (one['usageDetails'] ?? one['usage_details']).input)),
        sum(leaves.map((one) => (one['usageDetails'] ?? one['usage_details']).output)),
      ],
    };
  },
};

const is = ({ is: attributes }: { readonly is: Raw }, name: string): string => attributes[name] ?? '';

const named = (list: readonly Raw[]): Raw =>
  Object.fromEntries(
    list.map(({ key, value }) => [
      key,
      value?.stringValue ??
        (value?.intValue === undefined ? (value?.boolValue ?? value) : Number(value.intValue)),
    ]),
  );
