/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/restrict-plus-operands -- raw files have no types, and nothing of the readers is used */
// What a file of another tool has, counted over the raw file and without any code of the readers.
import { all, type Counts, objects, parsed, type Raw, sum } from './raw-files.ts';
import { spanCounts } from './span-counts.ts';

/** Whether a message's content has words, in a text or in parts. */
export const isSaid = (content: unknown): boolean =>
  typeof content === 'string'
    ? content !== ''
    : (Array.isArray(content) && content.some((part) => typeof part === 'string' && part !== '')) ||
      objects(content).some(
        (part) =>
          (part['text'] ?? part['content'] ?? part['refusal'] ?? '') !== '' &&
          !/tool|function|thinking|reason/.test(part['type'] ?? ''),
      ) ||
      objects(content).some(({ type }) => /image|audio|file|document|blob|uri/.test(type ?? ''));

interface Talk {
  messages: number;
  calls: number;
  results: number;
  failed: number;
}

const CALL = /^(?:\w+_call|\w*tool_use|toolCall|tool-(?!result$).+|dynamic-tool)$/;
const RESULT = /(?:tool_result|toolResult|tool-result|_call_output|tool_call_response)$/;

const hasFailed = ({
  error,
  errorText,
  output,
  response,
  is_error: flag,
  isError,
  success,
  status,
}: Raw): boolean =>
  typeof response?.error === 'string' ||
  typeof errorText === 'string' ||
  /^error-/.test(output?.type ?? '') ||
  error === true ||
  (typeof error === 'string' && error !== '') ||
  (typeof error === 'object' && error !== null) ||
  flag === true ||
  isError === true ||
  success === false ||
  /^(?:error|failed|failure)$/i.test(status ?? '');

/** Whether a call has its result in itself. */
const hasResult = (call: Raw): boolean =>
  ['result', 'output', 'outputs', 'results'].some((name) => (call[name] ?? null) !== null) || hasFailed(call);

/** A message as most services write it: without wrappers, and with a type for each part. */
function plainMessage(written: Raw): Raw {
  const message: Raw = isLangChain(written)
    ? { ...(written['data'] ?? written), role: written['type'] }
    : written;
  const typed = (part: any): any => {
    const { type, toolResult: result } = part;
    if (type === 'toolRequest') return { type: 'tool_use', id: part.id };
    if (type === 'toolResponse')
      return { type: 'tool_result', id: part.id, isError: result.error ? true : result.value?.isError };
    const [key = ''] = ['toolUse', 'functionCall', 'toolResult', 'functionResponse'].filter(
      (one) => part[one],
    );
    return key === '' ? part : { type: /Use|Call/.test(key) ? 'tool_use' : 'tool_result', ...part[key] };
  };
  const parts = message['parts'] ?? partsInTags(message) ?? message['content'];
  return Array.isArray(parts) ? { ...message, content: parts.map(typed) } : message;
}

/** The calls and results in a message's text, which are in tags there. */
function partsInTags({ content, value }: Raw): readonly Raw[] | undefined {
  const written: unknown = value ?? content;
  if (typeof written !== 'string') return undefined;
  const all = (pattern: RegExp): readonly string[] =>
    Array.from(written.matchAll(pattern), ([found]) => found);
  const calls = all(/<tool_call>\n\{.*?<\/tool_call>|<function=.*?<\/function>/gs);
  const results = all(/<tool_response>.*?<\/tool_response>|^EXECUTION RESULT of .*/gs);
  if (calls.length + results.length === 0) return undefined;
  const text = [...calls, ...results].reduce((rest, one) => rest.replace(one, ''), written).trim();
  return [
    { type: 'text', text },
    ...calls.map(() => ({ type: 'tool_use' })),
    ...results.map((one) => ({
      type: 'tool_result',
      error: one.includes('{"error"') ? 'error' : undefined,
    })),
  ];
}

const isLangChain = ({ type, content, data }: Raw): boolean =>
  /^(?:human|ai|system|tool)$/.test(type ?? '') && (content ?? data) !== undefined;

const idOf = (one: Raw): string =>
  one['tool_call_id'] ?? one['toolCallId'] ?? one['tool_use_id'] ?? one['call_id'] ?? one['id'] ?? '';

/** A talk in the messages of a service. */
export function talkCounts(messages: readonly Raw[]): Talk {
  const counts: Talk = { messages: 0, calls: 0, results: 0, failed: 0 };
  const open: string[] = [];
  const early: Raw[] = [];
  const answer = (result: Raw): void => {
    const nth = open.indexOf(idOf(result));
    const found =
      nth === -1 && (idOf(result) === '' || open.includes(''))
        ? open.findIndex((id) => id === '' || open.length === 1)
        : nth;
    if (found === -1) {
      early.push(result);
      return;
    }
    open.splice(found, 1);
    counts.results += 1;
    if (hasFailed(result)) counts.failed += 1;
  };
  for (const message of messages.map(plainMessage)) {
    const {
      role = message['from'] ??
        message['sender']?.replace('human', 'user') ??
        (CALL.test(message['type']) ? 'assistant' : undefined),
      content = message['value'],
    } = message;
    const parts =
      RESULT.test(message['type'] ?? '') || CALL.test(message['type'] ?? '') ? [message] : objects(content);
    const called = [
      ...parts.filter(({ type }) => CALL.test(type ?? '')),
      ...objects(message['tool_calls'] ?? message['additional_kwargs']?.tool_calls),
      ...(message['function_call'] ? [message['function_call'] as Raw] : []),
      ...(role === 'function_call' ? [{}] : []),
    ];
    const given = [
      ...parts.filter(({ type }) => RESULT.test(type ?? '')),
      ...(/^(?:tool|function|observation|toolResult)$/.test(role) &&
      !parts.some(({ type }) => RESULT.test(type ?? ''))
        ? [message]
        : []),
    ];
    const own = called.filter(
      (call) => !hasResult(call) && !given.some((result) => idOf(result) === idOf(call) && idOf(call) !== ''),
    );
    counts.calls += called.length;
    counts.results += called.length - own.length;
    counts.failed += called.filter((call) => hasResult(call) && hasFailed(call)).length;
    counts.failed += given.filter(
      (result) =>
        hasFailed(result) && called.some((call) => idOf(call) === idOf(result) && idOf(call) !== ''),
    ).length;
    open.push(...own.map(idOf));
    const words = isSaid(content) || (message['refusal'] ?? '') !== '';
    const isUser = /^(?:user|human)$/.test(role);
    const isAgent = /^(?:assistant|gpt|ai|model)$/.test(role);
    if (words && (isUser || (isAgent && own.length === 0))) counts.messages += 1;
    given
      .filter((result) => !called.some((call) => idOf(call) === idOf(result) && idOf(call) !== ''))
      .forEach(answer);
  }
  for (const result of early) if (open.includes(idOf(result))) answer(result);
  return counts;
}

const together = (counts: readonly Talk[]): Talk => ({
  messages: sum(counts.map((one) => one.messages)),
  calls: sum(counts.map((one) => one.calls)),
  results: sum(counts.map((one) => one.results)),
  failed: sum(counts.map((one) => one.failed)),
});

const NONE = { tokens: [0, 0], scores: [] } as const;

/** A score as a file has it. */
const scored = (name: string, value: any): string =>
  `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;

const sorted = (scores: readonly string[]): readonly string[] => scores.toSorted();

/** The tokens of usages, in which those of a cache stand beside the others. */
const besideCache = (
  usages: readonly Raw[],
  read: string,
  written: string,
  caches: readonly string[],
): readonly [number, number] => [
  sum(usages.flatMap((usage) => [usage[read], ...caches.map((name) => usage[name] as number | undefined)])),
  sum(usages.map((usage) => usage[written])),
];

const ANTHROPIC = ['cache_read_input_tokens', 'cache_creation_input_tokens'];

function claudeCode(lines: readonly Raw[]): Counts {
  const isHelpers = (line: Raw): boolean =>
    line['isSidechain'] === true || typeof line['parent_tool_use_id'] === 'string';
  const written = new Map(
    lines.map((line, nth) => [
      line['uuid'] === undefined ? nth : `${line['uuid']} ${JSON.stringify(line['message'])}`,
      line,
    ]),
  );
  const talk = [...written.values()].filter(({ type }) => type === 'user' || type === 'assistant');
  const isHelpersFile = talk.every(isHelpers);
  const byId = new Map([...written.values()].map((line) => [line['uuid'], line]));
  const rootOf = (line: Raw): Raw => {
    let root = line;
    for (
      const seen = new Set();
      byId.has(root['parentUuid']) && !seen.has(root);
      root = byId.get(root['parentUuid'])!
    )
      seen.add(root);
    return root;
  };
  /** The way from the last line to the first of each part: a compaction begins another one. */
  const way = new Set<Raw>();
  for (const last of talk.filter((one) => isHelpersFile || !isHelpers(one)).toReversed())
    if (!way.has(rootOf(last)))
      for (let line: Raw | undefined = last; line && !way.has(line); line = byId.get(line['parentUuid']))
        way.add(line);
  const results = (line: Raw): readonly Raw[] =>
    objects(line['message']?.content).filter(({ type }) => RESULT.test(type ?? ''));
  const isRepeated = ({ type, parentUuid, message }: Raw): boolean =>
    type === 'assistant' &&
    typeof parentUuid === 'string' &&
    [...way].some((one) => one['parentUuid'] === parentUuid && one['message'].id !== message.id);
  /** Off the way to the last line by something else that the user said, or the agent answered. */
  const isGivenUp = (line: Raw): boolean => {
    let said = false;
    let one: Raw | undefined = line;
    for (const seen = new Set(); one && !way.has(one) && !seen.has(one); one = byId.get(one['parentUuid'])) {
      seen.add(one);
      said ||= one['type'] === 'user' ? results(one).length === 0 : isRepeated(one);
    }
    return said && one !== undefined && way.has(one);
  };
  const own = talk.filter((line) => !isGivenUp(line));
  const answers = new Map<string, Raw[]>();
  for (const line of talk)
    if (
      line['type'] === 'assistant' &&
      line['isApiErrorMessage'] !== true &&
      line['message'].model !== '<synthetic>'
    ) {
      const key = line['message'].id ?? line['uuid'] ?? JSON.stringify(line);
      answers.set(key, [...(answers.get(key) ?? []), line]);
    }
  const isProgram = (line: Raw): boolean =>
    line['isMeta'] === true ||
    line['isCompactSummary'] === true ||
    line['origin']?.kind === 'task-notification' ||
    /^(?:\[Request interrupted|<(?:command|local-command|bash|task|user-memory)-|Caveat: The messages below)/.test(
      typeof line['message'].content === 'string'
        ? line['message'].content
        : (objects(line['message'].content)[0]?.['text'] ?? ''),
    );
  const isTold = (line: Raw): boolean => (isHelpersFile || !isHelpers(line)) && own.includes(line);
  const parts = own
    .filter((line) => line['isApiErrorMessage'] !== true)
    .flatMap((line) => objects(line['message']?.content));
  const calls = new Set(parts.filter(({ type }) => CALL.test(type ?? '')).map(({ id }) => id));
  const given = own
    .flatMap((line) =>
      results(line).map((part) => ({
        id: part['tool_use_id'],
        failed:
          part['is_error'] === true ||
          part['content']?.type?.endsWith('_error') ||
          /^Error\b/.test(line['toolUseResult']),
      })),
    )
    .filter(({ id }) => calls.has(id));
  const said = new Set<string>();
  let agent = 0;
  for (const answer of answers.values()) {
    const blocks = answer.flatMap((line) =>
      typeof line['message'].content === 'string'
        ? [{ type: 'text', text: line['message'].content }]
        : objects(line['message'].content),
    );
    const texts = blocks
      .filter((block) => block['type'] === 'text' && block['text'] !== '')
      .map((block) => block['text']);
    const open = blocks.some(
      ({ type, id }) => CALL.test(type) && !blocks.some((block) => block['tool_use_id'] === id),
    );
    const refused = answer.some((line) => line['message'].stop_reason === 'refusal');
    for (const text of texts) said.add(text);
    if (isTold(answer[0]!) && ((texts.length > 0 && !open) || refused)) agent += 1;
  }
  const end = lines.findLast((line) => line['type'] === 'result' && 'subtype' in line);
  const isNew =
    end?.['subtype'] === 'success' &&
    end['is_error'] !== true &&
    (end['result'] ?? '') !== '' &&
    !said.has(end['result']);
  const usages = [...answers.values()].flatMap(
    (answer) => answer.findLast((line) => line['message'].usage)?.['message'].usage ?? [],
  ) as readonly Raw[];
  return {
    messages:
      agent +
      (isNew ? 1 : 0) +
      own.filter(
        (line) =>
          isTold(line) &&
          line['type'] === 'user' &&
          results(line).length === 0 &&
          isSaid(line['message'].content) &&
          !isProgram(line),
      ).length +
      lines.filter(({ type, attachment }) => type === 'attachment' && attachment?.type === 'queued_command')
        .length,
    calls: calls.size,
    results: new Set(given.map(({ id }) => id)).size,
    failed: given.filter(({ failed }) => failed).length,
    tokens: besideCache(
      usages.length === 0 && end?.['usage'] ? [end['usage']] : usages,
      'input_tokens',
      'output_tokens',
      ANTHROPIC,
    ),
    scores: [],
  };
}

/** What `codex exec --json` printed in its oldest versions: events. */
function codexEvents(lines: readonly Raw[]): Counts {
  const events = lines.flatMap(({ msg }) => (msg ?? []) as Raw[]);
  const of = (type: RegExp): readonly Raw[] => events.filter((event) => type.test(event['type']));
  const ended = of(/^(?:exec|mcp|patch)\w+_end$/);
  const totals = of(/^token_count$/).map(({ info }) => info.total_token_usage as Raw);
  return {
    messages: lines.filter(({ prompt }) => prompt).length + of(/^agent_message$/).length,
    calls: of(/^(?:exec|mcp|patch)\w+_begin$|^web_search_end$/).length,
    results: ended.length,
    failed: ended.filter(({ exit_code: code, success }) => (code ?? 0) !== 0 || success === false).length,
    tokens: [
      Math.max(...totals.map((total) => total['input_tokens'] as number)),
      Math.max(...totals.map((total) => total['output_tokens'] as number)),
    ],
    scores: [],
  };
}

function codex(documents: readonly Raw[]): Counts {
  const written = documents.flatMap((one) =>
    one['session'] ? [one['session'] as Raw, ...objects(one['items'])] : [one],
  );
  const asText = written.map((line) => JSON.stringify(line));
  const lines = written.filter((line, nth) => !line['timestamp'] || asText.indexOf(asText[nth]!) === nth);
  if (lines.some(({ msg }) => msg)) return codexEvents(lines);
  const payload = (line: Raw): Raw => line['payload'] ?? line['item'] ?? line;
  const isEvent = (line: Raw, type: RegExp): boolean =>
    line['type'] === 'event_msg' && type.test(payload(line)['type']);
  const heads = lines.flatMap(({ type }, nth) => (type === 'session_meta' ? [nth] : []));
  const begun = lines.findLastIndex((line) => isEvent(line, /^(?:task|turn)_started$/));
  const from = heads.length < 2 ? 0 : Math.max(begun, heads.at(-1)!);
  const kept: Raw[] = [];
  for (const line of lines.slice(from)) {
    if (isEvent(line, /^thread_rolled_back$/))
      for (let left = payload(line)['num_turns']; left > 0 && kept.length > 0;)
        if (isEvent(kept.pop()!, /^user_message$/)) {
          left -= 1;
          if (kept.at(-1)?.['payload']?.role === 'user') kept.pop();
        }
    kept.push(line);
  }
  const items = kept
    .filter(({ type, item }) => {
      if (type === 'item.started')
        return !kept.some((one) => one['type'] === 'item.completed' && one['item'].id === item.id);
      return type !== 'event_msg' && type !== 'item.updated';
    })
    .map(payload);
  const events = kept.filter(({ type }) => type === 'event_msg').map(payload);
  const allEvents = lines.filter(({ type }) => type === 'event_msg').map(payload);
  const text = (item: Raw): string =>
    item['text'] ??
    (typeof item['content'] === 'string'
      ? item['content']
      : objects(item['content'])
          .map((part) => part['text'] ?? '')
          .filter((one) => one !== '' && !/^<\/?image/.test(one))
          .join('\n'));
  const prompts = new Set(
    allEvents.flatMap(({ type, message }) => (type === 'user_message' ? [message] : [])),
  );
  const isAdded = (item: Raw): boolean =>
    prompts.size > 0 ? !prompts.has(text(item)) : /^\s*(?:<|# AGENTS\.md)/.test(text(item));
  const talk = items.filter(
    (item) =>
      (/^(?:agent_|assistant_)?message$/.test(item['type'] ?? 'message') ||
        ('role' in item && !('type' in item))) &&
      text(item) !== '' &&
      (item['role'] !== 'user' || !isAdded(item)) &&
      !/developer|system/.test(item['role'] ?? ''),
  );
  const texts = new Set(
    lines.filter(({ type }) => type === 'response_item').map((line) => text(payload(line))),
  );
  const only = events.filter(
    ({ type, message }) => /^(?:user|agent)_message$/.test(type) && message !== '' && !texts.has(message),
  );
  const printed = items.filter(({ type, item_type: older }) =>
    /^(?:command_execution|mcp_tool_call|collab_tool_call|file_change|web_search)$/.test(type ?? older),
  );
  const calls = items.filter(
    ({ type }) =>
      /(?:^function|_tool|_shell|_search|^tool_search|^web_search)_call$/.test(type) &&
      !/^(?:mcp|collab)_/.test(type),
  );
  const ids = new Set(calls.map((one) => one['call_id'] ?? one['id']));
  const outputs = items.filter((one) => /_output$/.test(one['type']) && ids.has(one['call_id']));
  const ended = new Map(
    allEvents.filter(({ type }) => /_end$/.test(type)).map((event) => [event['call_id'], event]),
  );
  const isBad = (output: Raw): boolean => {
    const own = parsed(output['output']);
    const event = ended.get(output['call_id']);
    const code =
      own?.metadata?.exit_code ??
      Number(
        /(?:Exit code: |exited with code )(-?\d+)/.exec(own?.output ?? own ?? '')?.[1] ??
          event?.['exit_code'] ??
          0,
      );
    return (
      code !== 0 ||
      own?.success === false ||
      event?.['success'] === false ||
      'Err' in (event?.['result'] ?? {}) ||
      event?.['result']?.Ok?.isError === true
    );
  };
  const counted = (some: readonly Raw[]): readonly Raw[] => {
    let before = 0;
    return some.flatMap((event) => {
      const total = event['type'] === 'token_count' ? event['info']?.total_token_usage : undefined;
      if (!total || total.input_tokens + total.output_tokens <= before) return [];
      before = total.input_tokens + total.output_tokens;
      return [event['info'].last_token_usage ?? total];
    });
  };
  const copied = counted(
    lines
      .slice(0, from)
      .filter(({ type }) => type === 'event_msg')
      .map(payload),
  ).length;
  const usages = [
    ...counted(allEvents).slice(copied),
    ...lines.filter(({ type }) => type === 'turn.completed').flatMap(({ usage }) => usage ?? []),
  ];
  return {
    messages: talk.length + only.length,
    calls: calls.length + printed.length,
    results:
      outputs.length +
      printed.filter(
        ({ type, item_type: older, status }) =>
          (/^(?:command|mcp|collab)/.test(type ?? older) && status !== 'in_progress') || status === 'failed',
      ).length,
    failed:
      outputs.filter(isBad).length +
      printed.filter(
        ({ exit_code: code, status, error }) =>
          (code ?? 0) !== 0 || /^(?:failed|declined)$/.test(status) || error,
      ).length,
    tokens: besideCache(usages, 'input_tokens', 'output_tokens', []),
    scores: [],
  };
}

function atif(documents: readonly Raw[]): Counts {
  const withHelpers = (one: Raw): readonly Raw[] => [
    one,
    ...objects(one['subagent_trajectories']).flatMap(withHelpers),
  ];
  const every = documents.flatMap(withHelpers);
  const results = all(
    all(every, 'steps').map(({ observation }) => observation ?? {}),
    'results',
  );
  const named = new Set(
    results
      .flatMap(({ subagent_trajectory_ref: given }) => objects(Array.isArray(given) ? given : [given]))
      .flatMap(({ trajectory_id: id, session_id: session }) => [id, session]),
  );
  const isHelper = (one: Raw): boolean =>
    !documents.includes(one) && (named.has(one['trajectory_id']) || named.has(one['session_id']));
  const isOwn = (step: Raw): boolean => step['is_copied_context'] !== true;
  const told = all(
    every.filter((one) => !isHelper(one)),
    'steps',
  ).filter((step) => isOwn(step) && step['extra']?.orrery?.helper === undefined);
  const steps = all(every, 'steps').filter(isOwn);
  const isRefused = (step: Raw): boolean =>
    /content_filter|refus/.test(
      step['finish_reason'] ?? step['extra']?.finish_reason ?? step['extra']?.stop_reason ?? '',
    );
  const calls = steps.flatMap((step) =>
    objects(step['tool_calls']).map((call) => ({ step, id: call['tool_call_id'] ?? undefined })),
  );
  const used = new Map<(typeof calls)[number], Raw[]>();
  for (const step of steps) {
    const loose: Raw[] = [];
    for (const result of objects(step['observation']?.results)) {
      const id = result['source_call_id'] ?? undefined;
      const fits = id === undefined ? [] : calls.filter((call) => call.id === id);
      const call =
        fits.find((one) => one.step === step && !used.has(one)) ??
        fits.findLast((one) => one.step === step) ??
        fits[0];
      if (call === undefined) loose.push(result);
      else used.set(call, [...(used.get(call) ?? []), result]);
    }
    const left = calls.filter((call) => call.step === step && !used.has(call));
    loose.forEach((result, nth) => {
      const call = left.length === loose.length ? left[nth] : left.at(-1);
      if (call && ((result['source_call_id'] ?? undefined) === undefined || call.id === undefined))
        used.set(call, [...(used.get(call) ?? []), result]);
    });
  }
  const isBad = (result: Raw): boolean =>
    hasFailed(result) ||
    hasFailed(result['extra'] ?? {}) ||
    (result['exit_code'] ?? result['extra']?.exit_code ?? 0) !== 0;
  const usages = steps.flatMap((step) => step['metrics'] ?? []) as readonly Raw[];
  const whole = documents.flatMap((one) =>
    all([one], 'steps').some((step) => step['metrics']) ? [] : (one['final_metrics'] ?? []),
  ) as readonly Raw[];
  return {
    messages: told.filter(
      (step) =>
        step['source'] === 'user' ||
        (step['source'] === 'agent' &&
          ((isSaid(step['message']) && objects(step['tool_calls']).length === 0) || isRefused(step))),
    ).length,
    calls: calls.length,
    results: used.size,
    failed: [...used].filter(
      ([{ step }, own]) =>
        own.some(isBad) || (step['extra']?.tool_result_is_error === true && step['tool_calls'].length === 1),
    ).length,
    tokens: [
      sum([...usages.map((one) => one['prompt_tokens']), ...whole.map((one) => one['total_prompt_tokens'])]),
      sum([
        ...usages.map((one) => one['completion_tokens']),
        ...whole.map((one) => one['total_completion_tokens']),
      ]),
    ],
    scores: [],
  };
}

const BLOCK = /```(?:bash|mswea_bash_command)[^\S\n]*\n/g;

function miniSweAgent(documents: readonly Raw[]): Counts {
  const attempts = documents.every(({ messages }) => messages === undefined)
    ? [documents]
    : documents.map((one) => objects(one['messages']));
  const counts = attempts.map((messages) => {
    const first = messages.findIndex(({ role, output }) => role === 'assistant' || Array.isArray(output));
    const asked = messages
      .slice(0, first === -1 ? undefined : first)
      .filter(
        (one) =>
          one['role'] === 'user' &&
          isSaid(one['content']) &&
          !('interrupt_type' in { ...one, ...one['extra'] }),
      );
    const ids: string[] = [];
    let [calls, results, failed, open] = [0, 0, 0, 0];
    for (const message of messages.slice(first === -1 ? messages.length : first)) {
      const { role, content } = message;
      const extra = message['extra'] ?? {};
      const isResult = role === 'tool' || message['type'] === 'function_call_output';
      const isBad = (extra.exception_info ?? '') !== '' || extra.returncode === -1;
      if (role === 'assistant' || Array.isArray(message['output'])) {
        const own = [
          ...objects(message['tool_calls']),
          ...objects(message['output']).filter(({ type }) => type === 'function_call'),
        ];
        const blocks = objects(extra.actions).length || (String(content).match(BLOCK)?.length === 1 ? 1 : 0);
        ids.push(...own.map(idOf));
        open = own.length > 0 ? 0 : blocks;
        calls += own.length || blocks;
      } else if (
        isResult ||
        (role === 'user' && open > 0 && !('interrupt_type' in { ...message, ...extra }))
      ) {
        if (isResult && !ids.includes(message['tool_call_id'] ?? message['call_id'])) continue;
        open = Math.max(0, open - 1);
        results += 1;
        if (isBad || /<returncode>-1<|timed out and has been killed/.test(String(content))) failed += 1;
      }
    }
    return { messages: asked.length, calls, results, failed };
  });
  const usages = attempts
    .flat()
    .flatMap(({ extra, usage }) => extra?.response?.usage ?? usage ?? []) as readonly Raw[];
  return {
    ...together(counts),
    tokens: [
      sum(usages.map((usage) => usage['prompt_tokens'] ?? usage['input_tokens'])),
      sum(usages.map((usage) => usage['completion_tokens'] ?? usage['output_tokens'])),
    ],
    scores: [],
  };
}

/** What Gemini CLI printed, or logged. */
function geminiCliOutput(lines: readonly Raw[]): Counts {
  const events = lines.map(({ attributes, ...line }): Raw => ({
    ...line,
    ...attributes,
    type: line['type'] ?? attributes?.['event.name'].slice('gemini_cli.'.length),
  }));
  const of = (type: RegExp): readonly Raw[] => events.filter((event) => type.test(event['type']));
  const told = events.flatMap((event, nth) => {
    const { type, role, delta, response_text: text, response } = event;
    const isLast = events[nth + 1]?.['delta'] !== true && events[nth + 1]?.['type'] !== 'tool_use';
    const isPlain = type === 'api_response' && !String(text).includes('functionCall');
    return role === 'user' || type === 'user_prompt' || isPlain || response || (delta && isLast)
      ? [event]
      : [];
  });
  const calls = of(/^tool_(?:use|call)$/);
  const results = of(/^tool_(?:result|call)$/);
  const models = events.flatMap(({ stats }) =>
    stats?.input_tokens === undefined ? Object.values(stats?.models ?? {}) : [{ tokens: stats }],
  ) as readonly Raw[];
  const total = (logged: string, ...names: readonly string[]): number =>
    sum(events.map((event) => event[logged] as number | undefined)) +
    sum(models.flatMap(({ tokens }) => names.map((name) => tokens[name] as number | undefined)));
  return {
    messages: told.length,
    calls: calls.length,
    results: results.length,
    failed: results.filter(({ status, success }) => status === 'error' || success === false).length,
    tokens: [
      total('input_token_count', 'input_tokens', 'prompt'),
      total('output_token_count', 'output_tokens', 'candidates'),
    ],
    scores: [],
  };
}

function geminiCli(documents: readonly Raw[]): Counts {
  if (!documents.some((one) => 'projectHash' in one)) return geminiCliOutput(documents);
  const lines =
    documents.length === 1
      ? objects(documents[0]!['messages'])
      : documents.filter((line) => !('projectHash' in line));
  const messages = new Map<string, Raw>();
  for (const [nth, line] of lines.entries())
    if ('$rewindTo' in line) {
      const ids = [...messages.keys()];
      for (const id of ids.slice(Math.max(0, ids.indexOf(line['$rewindTo']))))
        messages.set(id, { undone: messages.get(id) });
    } else
      for (const one of '$set' in line ? objects(line['$set'].messages) : [line])
        messages.set(one['id'] ?? String(nth), one);
  const every = [...messages.values()].map((one) => one['undone'] ?? one) as readonly Raw[];
  const own = [...messages.values()].filter((one) => !('undone' in one));
  const calls = all(own, 'toolCalls');
  const isBad = ({ status }: Raw): boolean => status === 'error' || status === 'cancelled';
  return {
    messages: own.filter(
      ({ type, content, toolCalls }) =>
        isSaid(content) && (type === 'user' || (type === 'gemini' && objects(toolCalls).length === 0)),
    ).length,
    calls: calls.length,
    results: calls.filter(
      (call) => isBad(call) || objects(call['result']).length > 0 || (call['resultDisplay'] ?? '') !== '',
    ).length,
    failed: calls.filter(isBad).length,
    tokens: [sum(every.map(({ tokens }) => tokens?.input)), sum(every.map(({ tokens }) => tokens?.output))],
    scores: [],
  };
}

function tauBench(documents: readonly Raw[]): Counts {
  const attempts = documents.flatMap((one) =>
    Array.isArray(one['simulations']) ? objects(one['simulations']) : [one],
  );
  const counts = attempts.map((attempt): Talk => {
    const messages = objects(attempt['traj'] ?? attempt['messages']).flatMap(
      (message) => (message['tool_messages'] as Raw[] | undefined) ?? [message],
    );
    const said = talkCounts(messages);
    const error = messages.filter(
      ({ role, content, error: flag }) => role === 'tool' && flag !== true && /^Error\b/.test(content ?? ''),
    ).length;
    const ticks = objects(attempt['ticks']);
    const called = ['user', 'agent'].flatMap((who) =>
      ticks.flatMap((tick) => objects(tick[`${who}_tool_calls`] ?? tick[`${who}_chunk`]?.tool_calls)),
    );
    const given = ['user', 'agent'].flatMap((who) => all(ticks, `${who}_tool_results`));
    // Of a file without the words, each utterance counts all the same.
    const spoken = ['user', 'agent'].flatMap((who) => {
      const utterances = ticks.map(({ [`${who}_chunk`]: chunk }) =>
        (chunk?.content ?? '') !== '' || chunk?.contains_speech === true
          ? JSON.stringify(chunk.utterance_ids ?? null)
          : undefined,
      );
      return utterances.filter((one, nth) => one !== undefined && one !== utterances[nth - 1]);
    });
    return {
      messages: said.messages + spoken.length,
      calls: said.calls + called.length,
      results: said.results + given.length,
      failed:
        said.failed +
        error +
        given.filter((one) => hasFailed(one) || /^Error\b/.test(one['content'] ?? '')).length,
    };
  });
  const usages = attempts.flatMap((attempt) => {
    const told = objects(attempt['messages'] ?? attempt['traj']).flatMap(({ role, usage }) =>
      role === 'assistant' && usage ? [usage] : [],
    );
    return told.length > 0 ? told : (attempt['agent_usage'] ?? []);
  }) as readonly Raw[];
  return {
    ...together(counts),
    tokens: [
      sum(usages.map((usage) => usage['prompt_tokens'])),
      sum(usages.map((usage) => usage['completion_tokens'])),
    ],
    scores: sorted(
      attempts.flatMap(({ reward, reward_info: info }) => [
        ...[reward ?? info?.reward].flatMap((one) =>
          typeof one === 'number' ? [scored('reward', one)] : [],
        ),
        ...Object.entries(info?.reward_breakdown ?? {}).map(([name, value]) => scored(name, value)),
      ]),
    ),
  };
}

function inspect(documents: readonly Raw[]): Counts {
  const samples = documents.flatMap((one) => ('eval' in one ? objects(one['samples']) : [one]));
  const counts = samples.map((sample) => inspectSample(sample));
  return {
    ...together(counts),
    tokens: [sum(counts.map(({ read }) => read)), sum(counts.map(({ written }) => written))],
    scores: sorted(
      samples.flatMap(({ scores, score }) =>
        Object.entries((scores ?? (score ? { 'A scorer': score } : {})) as Raw).flatMap(([name, one]) =>
          typeof one?.value === 'object' && one.value !== null && !Array.isArray(one.value)
            ? Object.entries(one.value as Raw).map(([key, value]) => scored(`${name} ${key}`, value))
            : [scored(name, one?.value ?? null)],
        ),
      ),
    ),
  };
}

function inspectSample(sample: Raw): Talk & { readonly read: number; readonly written: number } {
  const within = (events: readonly Raw[], isHelpers: boolean): readonly (readonly [Raw, boolean])[] =>
    events.flatMap((event) => [
      [event, isHelpers] as const,
      ...within(
        objects(event['events']),
        isHelpers || (event['event'] === 'tool' && typeof event['agent'] === 'string'),
      ),
    ]);
  const events = within(objects(sample['events'] ?? sample['transcript']?.events), false);
  const spans = new Map(
    events.flatMap(([event]) => (event['event'] === 'span_begin' ? [[event['id'], event]] : [])),
  );
  const around = (id: unknown): readonly Raw[] => {
    const found: Raw[] = [];
    for (let span = spans.get(id); span && !found.includes(span); span = spans.get(span['parent_id']))
      found.push(span);
    return found;
  };
  const tools = events.map(([event]) => event).filter(({ event }) => event === 'tool');
  const helperSpans = new Set(tools.flatMap(({ agent_span_id: id }) => id ?? []));
  const isHelpers = ([event, isInner]: readonly [Raw, boolean]): boolean => {
    const own = around(event['span_id']);
    return (
      isInner ||
      own.some(({ id }) => helperSpans.has(id)) ||
      own.filter(({ type }) => type === 'agent').length > 1
    );
  };
  const isBranch = (event: Raw): boolean => around(event['span_id']).some(({ type }) => type === 'branch');
  let scorerSteps = 0;
  const ofScorers = new Set<Raw>();
  for (const [event] of events) {
    if (event['event'] === 'step' && event['type'] === 'scorer')
      scorerSteps += event['action'] === 'end' ? -1 : 1;
    if (
      scorerSteps > 0 ||
      event['role'] === 'grader' ||
      around(event['span_id']).some(({ type }) => /^scorers?$/.test(type ?? ''))
    )
      ofScorers.add(event);
  }
  const models = events.filter(([event]) => event['event'] === 'model');
  const text = (content: unknown): boolean =>
    isSaid(content) || objects(content).some(({ type }) => type === 'data');
  const called = new Set(tools.map(({ id }) => id));
  const pool = objects(sample['events_data']?.messages ?? sample['message_pool']);
  const heard = new Set<string>();
  let messages = 0;
  const served: Raw[] = [];
  const untold: Raw[] = [];
  for (const [event, isInner] of models) {
    if (ofScorers.has(event)) continue;
    const answer = event['output']?.choices?.[0]?.message ?? {};
    const own = objects(answer.tool_calls);
    served.push(...objects(answer.content).filter(({ type }) => type === 'tool_use'));
    if (!isBranch(event)) untold.push(...own.filter(({ id }) => !called.has(id)));
    if (isHelpers([event, isInner]) || isBranch(event)) continue;
    const input = [
      ...(typeof event['input'] === 'string'
        ? [{ role: 'user', content: event['input'] }]
        : objects(event['input'])),
      ...(event['input_refs'] ?? []).flatMap(([start, end]: readonly [number, number]) =>
        pool.slice(start, end),
      ),
    ] as readonly Raw[];
    const isFirst = heard.size === 0;
    for (const message of input) {
      const key = message['id'] ?? JSON.stringify([message['role'], message['content']]);
      if (heard.has(key)) continue;
      heard.add(key);
      if (
        text(message['content']) &&
        (message['role'] === 'user' ||
          (isFirst && message['role'] === 'assistant' && objects(message['tool_calls']).length === 0))
      )
        messages += 1;
    }
    if (
      event['output']?.choices?.[0]?.stop_reason === 'content_filter' ||
      (own.length === 0 && text(answer.content))
    )
      messages += 1;
  }
  const told = models.length > 0 ? [] : objects(sample['messages']);
  const talk = talkCounts(
    models.length > 0
      ? []
      : told.length > 0
        ? told
        : typeof sample['input'] === 'string'
          ? [{ role: 'user', content: sample['input'] }]
          : objects(sample['input']),
  );
  const own = tools.filter((event) => !isBranch(event));
  const given = objects(sample['messages']).filter(({ tool_call_id: id }) =>
    untold.some((call) => call['id'] === id),
  );
  const byModel = models.length > 0 ? [] : (Object.values(sample['model_usage'] ?? {}) as readonly Raw[]);
  const usages = [...models.flatMap(([event]) => event['output']?.usage ?? []), ...byModel] as readonly Raw[];
  const [read, written] = besideCache(usages, 'input_tokens', 'output_tokens', [
    'input_tokens_cache_read',
    'input_tokens_cache_write',
  ]);
  return {
    messages: messages + talk.messages,
    calls: own.length + served.length + untold.length + (models.length > 0 ? 0 : talk.calls),
    results:
      own.filter(({ result, error, failed }) => (result ?? null) !== null || error || failed === true)
        .length +
      served.filter((part) => 'result' in part).length +
      given.length +
      talk.results,
    failed:
      own.filter(({ error, failed }) => error || failed === true).length +
      served.filter(hasFailed).length +
      given.filter(hasFailed).length +
      talk.failed,
    read,
    written,
  };
}

function sweAgent(documents: readonly Raw[]): Counts {
  const counts = documents.map((one): Talk => {
    const history = objects(one['history']).filter(({ is_demo: demo }) => demo !== true);
    if (!('trajectory' in one)) return talkCounts(history);
    const first = history.findIndex(({ role }) => role === 'assistant');
    const steps = objects(one['trajectory']).filter(({ action }) => (action ?? '').trim() !== '');
    return {
      messages: talkCounts(history.slice(0, first === -1 ? undefined : first)).messages,
      calls: steps.length,
      results: steps.length,
      failed: steps.filter(({ observation }) =>
        /^\s*(?:Your proposed edit has introduced|Your edit was not applied|(?:EXECUTION|COMMAND) TIMED OUT)|: command not found/.test(
          observation,
        ),
      ).length,
    };
  });
  return {
    ...together(counts),
    tokens: [
      sum(documents.map(({ info }) => info?.model_stats?.tokens_sent)),
      sum(documents.map(({ info }) => info?.model_stats?.tokens_received)),
    ],
    scores: [],
  };
}

function openHands(documents: readonly Raw[]): Counts {
  const attempts = documents.some(({ history }) => Array.isArray(history))
    ? documents.map((one) => ({ one, events: objects((one['history'] as readonly unknown[]).flat()) }))
    : [{ one: {} as Raw, events: documents }];
  const counts = attempts.map(({ one, events }): Talk => {
    const isTool = ({ action, kind, tool_name: tool }: Raw): boolean =>
      kind === 'ActionEvent'
        ? tool !== 'finish'
        : typeof action === 'string' &&
          !/^(?:system|message|recall|think|finish|change_agent_state|condensation)?$/.test(action);
    const calls = events.filter(isTool);
    const ids = new Set(calls.map((event) => event['tool_call_id'] ?? event['id']));
    const given = events.filter(
      (event) =>
        ('observation' in event || /^(?:AgentErrorEvent|UserRejectObservation)$/.test(event['kind'] ?? '')) &&
        ids.has(event['tool_call_id'] ?? event['cause']),
    );
    const said = events.filter(
      ({ action, kind, args, message, llm_message: told, tool_name: tool, tool_call: call }) =>
        (kind === 'MessageEvent' && isSaid(told?.content) && told?.role !== 'system') ||
        (kind === 'ActionEvent' && tool === 'finish' && call) ||
        (action === 'message' && (args?.content || message)) ||
        (action === 'finish' && (args?.final_thought || message)),
    ).length;
    return {
      messages: said + (said === 0 && one['instruction'] ? 1 : 0),
      calls: calls.length,
      results: given.length,
      failed: given.filter(
        ({ observation, kind, success, extras }) =>
          observation === 'error' ||
          kind === 'AgentErrorEvent' ||
          kind === 'UserRejectObservation' ||
          observation?.is_error === true ||
          success === false ||
          extras?.success === false,
      ).length,
    };
  });
  const usages = attempts.flatMap(({ one, events }) => {
    const answers = new Map(
      events.flatMap(({ tool_call_metadata: data }) =>
        data?.model_response?.usage ? [[data.model_response.id, data.model_response.usage]] : [],
      ),
    );
    const last = events.findLast(({ llm_metrics: metrics }) => metrics)?.['llm_metrics']
      .accumulated_token_usage;
    const stats = events.findLast(({ key }) => key === 'stats')?.['value'].usage_to_metrics;
    if (stats) return Object.values(stats).map((metrics: any) => metrics.accumulated_token_usage);
    return answers.size > 0 ? [...answers.values()] : [last ?? one['metrics']?.accumulated_token_usage ?? {}];
  }) as readonly Raw[];
  return {
    ...together(counts),
    tokens: [
      sum(usages.map((usage) => usage['prompt_tokens'])),
      sum(usages.map((usage) => usage['completion_tokens'])),
    ],
    scores: sorted(
      attempts.flatMap(({ one: { test_result: result } }) => {
        const report = result?.report ?? result ?? {};
        const name = ['resolved', 'success'].find((one) => typeof report[one] === 'boolean');
        return name === undefined ? [] : [scored(name, report[name])];
      }),
    ),
  };
}

const PI_TOKENS = (usages: readonly Raw[]): readonly [number, number] =>
  besideCache(usages, 'input', 'output', ['cacheRead', 'cacheWrite']);

function piTalk(messages: readonly Raw[]): Talk {
  const ran = messages.filter(({ role }) => role === 'bashExecution');
  const talk = talkCounts(
    messages.map((message) => ({ ...message, tool_calls: message['toolCalls'] ?? message['tool_calls'] })),
  );
  return {
    ...talk,
    calls: talk.calls + ran.length,
    results: talk.results + ran.length,
    failed: talk.failed + ran.filter(({ exitCode }) => (exitCode ?? 0) !== 0).length,
  };
}

function agentSession(lines: readonly Raw[]): Counts {
  const byId = new Map(
    lines.flatMap((line) => ('id' in line && 'parentId' in line ? [[line['id'], line]] : [])),
  );
  const way = new Set<Raw>();
  for (let line = [...byId.values()].at(-1); line && !way.has(line); line = byId.get(line['parentId']))
    way.add(line);
  const messages = lines.filter(({ type }) => type === 'message');
  const own = messages.filter((line) => !('parentId' in line) || way.has(line));
  return {
    ...piTalk(own.map(({ message }) => message)),
    tokens: PI_TOKENS(messages.flatMap(({ message }) => message.usage ?? [])),
    scores: [],
  };
}

function openClaw(lines: readonly Raw[]): Counts {
  const keyOf = ({ sessionKey }: Raw): string => /:(subagent:.*)$/.exec(sessionKey ?? '')?.[1] ?? '';
  const named = new Set(
    Array.from(
      JSON.stringify(lines).matchAll(/childSessionKey\W+"[^"\\]*:(subagent:[^"\\]*)/g),
      ([, key]) => key,
    ),
  );
  const counts = [...new Set(lines.map(keyOf))].map((key) => {
    const own = lines.filter((line) => keyOf(line) === key);
    const messages = [
      ...new Map(
        all(own, 'messages').map((one) => [
          one['responseId'] ?? JSON.stringify([one['role'], one['timestamp'], one['content']]),
          one,
        ]),
      ).values(),
    ];
    const talk = piTalk(messages);
    const asked = messages
      .flatMap(({ content }) => objects(content))
      .filter(({ type }) => type === 'toolCall')
      .map(({ name, arguments: args }) => JSON.stringify([name, args]));
    const alone = own.filter(({ type, toolName: tool, params }) => {
      if (type !== 'tool.start') return false;
      const nth = asked.indexOf(JSON.stringify([tool, params]));
      if (nth !== -1) asked.splice(nth, 1);
      return nth === -1;
    });
    const ends = own.filter(({ type }) => type === 'tool.end');
    const ended = alone.flatMap(({ toolName: tool }) => {
      const nth = ends.findIndex((end) => end['toolName'] === tool);
      return nth === -1 ? [] : ends.splice(nth, 1);
    });
    const text = (content: any): string =>
      typeof content === 'string'
        ? content
        : objects(content)
            .map((part) => part['text'] ?? '')
            .join('\n');
    const told = new Set(messages.map(({ content }) => text(content)));
    const beside = own.filter(
      ({ type, content }) => /^message\.(?:in|out)$/.test(type) && !told.has(content),
    );
    return {
      messages: named.has(key) ? 0 : talk.messages + beside.length,
      calls: talk.calls + alone.length,
      results: talk.results + ended.length,
      failed: talk.failed + ended.filter(({ success }) => success === false).length,
      tokens: PI_TOKENS(messages.flatMap(({ usage }) => usage ?? [])),
    };
  });
  return {
    ...together(counts),
    tokens: [sum(counts.map(({ tokens }) => tokens[0])), sum(counts.map(({ tokens }) => tokens[1]))],
    scores: [],
  };
}

function gaia2Cli(lines: readonly Raw[]): Counts {
  if (lines.some(({ fn }) => typeof fn === 'string')) {
    const events = lines.filter(({ app, fn }) => app && fn);
    const said = events.filter(
      ({ fn, args }) => /^send_message_to_(?:agent|user)$/.test(fn) && args?.content,
    );
    return {
      ...NONE,
      messages: said.length,
      calls: events.length - said.length,
      results: events.filter((event) => !said.includes(event) && (event['ret'] ?? null) !== null).length,
      failed: 0,
    };
  }
  const messages = new Map<string, Raw>();
  const usages: Raw[] = [];
  const key = ({ role, content, tool_calls: calls }: Raw): string =>
    JSON.stringify([
      role,
      content ?? null,
      objects(calls).map((call) => [call['function']?.name, call['function']?.arguments]),
    ]);
  for (const { request = {}, response: given, raw_response: raw, http_status: status = 200 } of lines) {
    for (const message of objects(request.messages ?? request.input)) messages.set(key(message), message);
    const response = given ?? parsed(raw) ?? {};
    if (status >= 400) continue;
    const answer = { role: 'assistant', ...(response.choices?.[0]?.message ?? response) } as Raw;
    messages.set(key(answer), answer);
    usages.push(response.usage ?? {});
  }
  return {
    ...talkCounts([...messages.values()]),
    tokens: [
      sum(usages.map((usage) => usage['prompt_tokens'] ?? usage['input_tokens'])),
      sum(usages.map((usage) => usage['completion_tokens'] ?? usage['output_tokens'])),
    ],
    scores: [],
  };
}

function plainMessages(written: readonly Raw[]): Counts {
  // Goose has a head before its messages.
  const isAlone = written
    .filter(({ working_dir: head }) => head === undefined)
    .every((one) => typeof one['role'] === 'string' || /_call|reasoning/.test(one['type']));
  const documents = written.map((one) => {
    const { request, response, params, result } = one;
    return {
      ...one,
      ...request,
      ...params,
      ...(response?.body ?? response),
      ...(typeof result === 'object' ? result?.message : {}),
    } as Raw;
  });
  const said = (role: string, given: unknown): readonly Raw[] =>
    typeof given === 'string' ? [{ role, content: given }] : objects(given);
  const listOf = (one: Raw): readonly Raw[] =>
    Array.isArray(one)
      ? objects(one)
      : [
          ...said(
            'user',
            one['messages'] ??
              one['conversations'] ??
              one['conversation'] ??
              one['clientHistory'] ??
              one['contents'] ??
              one['prompt'],
          ),
          ...said('assistant', one['completion'] ?? one['output']),
          ...('stop_reason' in one ? [one] : []),
        ];
  const longest = new Map<unknown, Raw>();
  for (const one of documents) {
    const key =
      typeof one['episode'] === 'string'
        ? JSON.stringify([one['run_id'], one['trial_name'], one['task']])
        : one;
    const other = longest.get(key);
    if (other === undefined || listOf(one).length >= listOf(other).length) longest.set(key, one);
  }
  const talks = isAlone ? [] : [...longest.values()];
  const lists = isAlone
    ? [documents]
    : talks.map((one) => [
        ...listOf(one),
        ...all([one], 'choices')
          .slice(0, 1)
          .map(({ message }) => message as Raw),
      ]);
  const messageUsages = lists.flat().flatMap((one) => (one['usage_metadata'] ?? []) as Raw[]);
  const usages = [
    ...messageUsages,
    ...talks.flatMap((one) => (one['usage'] ?? one['token_usage'] ?? []) as Raw[]),
  ];
  return {
    ...together(lists.map(talkCounts)),
    tokens: [
      sum(
        usages.flatMap((usage) => [
          usage['prompt_tokens'] ?? usage['input_tokens'],
          usage['cache_read_input_tokens'],
        ]),
      ),
      sum(usages.map((usage) => usage['completion_tokens'] ?? usage['output_tokens'])),
    ],
    scores: sorted(
      talks.flatMap(({ reward, metrics }) => [
        ...(typeof reward === 'number' ? [scored('reward', reward)] : []),
        ...Object.entries((metrics ?? {}) as Raw).flatMap(([name, value]) =>
          typeof value === 'number' || typeof value === 'boolean' ? [scored(name, value)] : [],
        ),
      ]),
    ),
  };
}

/** A trace of ARE: its events that happened. */
function areTrace(documents: readonly Raw[]): Counts {
  const events = all(documents, 'completed_events').filter(({ action }) => action);
  const isSaid = ({ action }: Raw): boolean => /^send_message_to_(?:agent|user)$/.test(action.function);
  const calls = events.filter((event) => !isSaid(event));
  const isBad = ({ metadata }: Raw): boolean => (metadata?.exception ?? '') !== '';
  const logs = documents.flatMap((one) => (one['world_logs'] ?? []).map(parsed)) as readonly Raw[];
  return {
    messages: events.length - calls.length,
    calls: calls.length,
    results: calls.filter((event) => isBad(event) || (event['metadata']?.return_value ?? null) !== null)
      .length,
    failed: calls.filter(isBad).length,
    tokens: [sum(logs.map((log) => log['prompt_tokens'])), sum(logs.map((log) => log['completion_tokens']))],
    scores: [],
  };
}

/** The parts of an answer of OpenCode's model up to the one that says how it ended. */
function openCodeAnswers(parts: readonly Raw[]): readonly (readonly Raw[])[] {
  const answers: Raw[][] = [[]];
  for (const part of parts)
    if (part['type'] === 'step-finish') answers.push([]);
    else answers.at(-1)!.push(part);
  return answers;
}

function openCode(documents: readonly Raw[]): Counts {
  const sessions: readonly Raw[] = documents.some((one) => 'messages' in one)
    ? documents
    : [
        {
          messages: [
            { info: { role: 'assistant' }, parts: documents.flatMap(({ part }) => (part ?? []) as Raw) },
          ],
        },
      ];
  const messages = sessions.flatMap((session) => {
    const undone = session['info']?.revert?.messageID;
    const all = objects(session['messages']);
    const from = undone === undefined ? Infinity : all.findIndex(({ info }) => info.id === undone);
    return all.map(({ info, parts }, nth) => {
      const first =
        nth === from ? objects(parts).findIndex(({ id }) => id === session['info'].revert.partID) : 0;
      return {
        session,
        info,
        all: objects(parts),
        kept: nth < from ? objects(parts) : objects(parts).slice(0, nth === from ? first : 0),
      };
    });
  });
  const started = new Set(
    messages.flatMap((one) => one.kept.flatMap(({ state }) => (state?.metadata?.sessionId ?? []) as string)),
  );
  const isText = ({ type, text, synthetic, ignored }: Raw): boolean =>
    type === 'text' && text !== '' && !synthetic && !ignored;
  const calls = messages.flatMap((one) => one.kept.filter(({ type }) => type === 'tool'));
  const usages = messages.flatMap((one) => {
    const ends = one.all.flatMap(({ type, tokens }) => (type === 'step-finish' ? [tokens as Raw] : []));
    return ends.length > 0 ? ends : [(one.info.tokens ?? {}) as Raw];
  });
  return {
    messages: sum(
      messages
        .filter(({ session }) => !started.has(session['info']?.id))
        .map(({ info, kept }) =>
          info.role === 'user'
            ? Number(kept.some((part) => isText(part) || /file|agent/.test(part['type'])))
            : info.summary === true
              ? 0
              : sum(
                  openCodeAnswers(kept).map((answer) => {
                    const last = answer.findLastIndex(({ type }) => type === 'tool');
                    return answer.filter((part, nth) => isText(part) && nth > last).length;
                  }),
                ),
        ),
    ),
    calls: calls.length,
    results: calls.filter(({ state }) => /completed|error/.test(state.status)).length,
    failed: calls.filter(({ state }) => state.status === 'error' || (state.metadata?.exit ?? 0) !== 0).length,
    tokens: [
      sum(usages.map(({ input = 0, cache }) => input + (cache?.read ?? 0) + (cache?.write ?? 0))),
      sum(usages.map(({ output = 0, reasoning, total }) => output + (total === undefined ? 0 : reasoning))),
    ],
    scores: [],
  };
}

function chatGpt(conversations: readonly Raw[]): Counts {
  const way = conversations.flatMap(({ mapping, current_node: current }) => {
    const nodes: Raw[] = [];
    const last = Object.values(mapping as Record<string, Raw>).toSorted(
      (one, other) => (one['message']?.create_time ?? 0) - (other['message']?.create_time ?? 0),
    );
    for (
      let node: Raw | undefined = mapping[current] ?? last.at(-1);
      node !== undefined && !nodes.includes(node);
      node = mapping[node['parent']]
    )
      nodes.push(node);
    return nodes.toReversed().flatMap(({ message }) => (message ?? []) as Raw);
  });
  const isCall = ({ author, recipient }: Raw): boolean => author.role === 'assistant' && recipient !== 'all';
  const said = way.filter(
    ({ author, content, recipient }) =>
      /^(?:user|assistant)$/.test(author.role) &&
      recipient === 'all' &&
      !/thoughts|recap|context/.test(content.content_type),
  );
  const given = way.map((message, nth) => {
    const end = way.findIndex((one, later) => later > nth && one['author'].role !== 'tool');
    return isCall(message) ? way.slice(nth + 1, end === -1 ? undefined : end) : [];
  });
  return {
    messages: said.length,
    calls: way.filter(isCall).length,
    results: given.filter((results) => results.length > 0).length,
    failed: given.filter((results) =>
      results.some(
        ({ content, metadata }) =>
          content.content_type === 'system_error' || /^failed/.test(metadata.aggregate_result?.status ?? ''),
      ),
    ).length,
    ...NONE,
  };
}

function claudeChats(chats: readonly Raw[]): Counts {
  const all = chats.map((chat) => {
    const messages = objects(chat['chat_messages']);
    const way: Raw[] = [];
    for (
      let message = messages.at(-1);
      message !== undefined;
      message = messages.find(({ uuid }) => uuid === way[0]!['parent_message_uuid'])
    )
      way.unshift(message);
    return talkCounts(
      way.map((one) => (objects(one['content']).length > 0 ? one : { ...one, content: one['text'] })),
    );
  });
  return { ...together(all), ...NONE };
}

function cline(messages: readonly Raw[]): Counts {
  const texts = (message: Raw): readonly string[] =>
    objects(message['content']).flatMap(({ type, text }) => (type === 'text' ? [text as string] : []));
  const isCall = (text: string): boolean =>
    /<(?:read_file|write_to_file|ask_followup_question|attempt_completion|execute_command)>/.test(text);
  const plain = talkCounts(
    messages.map((message) => ({
      ...message,
      content: [
        ...objects(message['content']).filter(({ type }) => /^tool_|^thinking/.test(type)),
        ...(message['role'] === 'user'
          ? texts(message).filter((text) => !/^(?:<environment|\[|two leeks|<answer)/.test(text))
          : texts(message).filter((text) => !isCall(text))
        ).map((text) => ({ type: 'text', text })),
      ],
    })),
  );
  const all = messages.flatMap(texts);
  const results = all.filter((text) => /^\[[a-z_]+ for .*\] Result:/.test(text));
  const usages = messages.flatMap(({ metrics }) => (metrics?.tokens ?? []) as Raw);
  return {
    ...plain,
    calls:
      plain.calls +
      messages
        .filter(({ role }) => role === 'assistant')
        .flatMap(texts)
        .filter(isCall).length,
    results: plain.results + results.length,
    failed: plain.failed + results.filter((text) => text.includes('The user denied')).length,
    tokens: [sum(usages.map(({ prompt }) => prompt)), sum(usages.map(({ completion }) => completion))],
    scores: [],
  };
}

/** The counts of a file whose runs are in the format of `format`, by its documents: one, or one for each line. */
export const COUNTERS: Readonly<Record<string, (documents: readonly Raw[]) => Counts>> = {
  'Claude Code': (lines) =>
    lines.some((one) => 'resourceLogs' in one) ? spanCounts(lines) : claudeCode(lines),
  Codex: codex,
  ATIF: atif,
  'mini-swe-agent': miniSweAgent,
  'Gemini CLI': geminiCli,
  OpenCode: openCode,
  ChatGPT: chatGpt,
  Claude: claudeChats,
  Cline: cline,
  'tau-bench': tauBench,
  Inspect: inspect,
  'SWE-agent': sweAgent,
  OpenHands: openHands,
  'an agent session': agentSession,
  OpenClaw: openClaw,
  'gaia2-cli': gaia2Cli,
  OpenTelemetry: spanCounts,
  Langfuse: spanCounts,
  LangSmith: spanCounts,
  MLflow: spanCounts,
  Weave: spanCounts,
  messages: plainMessages,
  ARE: areTrace,
};
