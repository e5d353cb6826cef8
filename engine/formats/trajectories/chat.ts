import {
  isJsonObject,
  type Json,
  type JsonObject,
  type SimTime,
  type TokenCount,
} from '../../model/index.ts';
import {
  firstField,
  firstText,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseIfJson,
  shown,
  textOf,
  parseTime,
  readUsage,
} from './fields.ts';
import { type Ending, endingIn, withEnding } from './endings.ts';
import { over, unfollowed, whole } from './followed.ts';
import {
  type TrajectoryCall,
  type RecordedSubagent,
  type Log,
  NO_RESULT,
  type Step,
  withCost,
} from './trajectory.ts';

// Services and programs write messages in many forms, which differ in the names of fields only. They are all read here.

/** A message that a model received or wrote. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'other';
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelCall[];
  /** Results of calls in the message. */
  readonly results: readonly CallResult[];
  readonly time?: SimTime | undefined;
  readonly cost: TokenCount;
  /** Set where the model refused to answer or reached a limit. */
  readonly ending?: Ending | undefined;
}

/** A call that a model requested. */
export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** The outcome, if the model's service carried out the call. */
  readonly outcome?: TrajectoryCall['outcome'] | undefined;
  readonly elapsed?: number | undefined;
  readonly starts?: readonly RecordedSubagent[] | undefined;
}

/** The result of a call. */
export interface CallResult {
  /** Ids that may be those of the call; some programs also give results ids of their own. */
  readonly ids: readonly string[];
  readonly text: string;
  readonly outcome: TrajectoryCall['outcome'];
  /** The duration of the call in seconds, if the file has it. */
  readonly elapsed?: number | undefined;
}

/** The message role for each name that programs use. */
const ROLES: Readonly<Record<string, ChatMessage['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  gpt: 'assistant',
  model: 'assistant',
  agent: 'assistant',
  gemini: 'assistant',
  AIMessageChunk: 'assistant',
  tool: 'tool',
  function: 'tool',
  toolResult: 'tool',
  observation: 'tool',
};

/** The types of message parts that are calls, as several programs name them. */
const CALLS = [
  'tool_call',
  'tool-call',
  'toolCall',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'server_tool_call',
  'function_call',
];
const RESULTS =
  /(^|_)(tool_call_response|tool-result|tool_result|server_tool_call_response|function_call_output)$/;
const REASONING = ['reasoning', 'thinking', 'redacted_thinking'];

/** A part of a message from Amazon's or Google's services, whose only field names its type, with a `type` field. */
function typed(part: JsonObject): JsonObject {
  const call = part['toolUse'] ?? part['function_call'] ?? part['functionCall'];
  if (isJsonObject(call)) return over({ type: 'tool_use' }, call);
  const result = part['toolResult'] ?? part['function_response'] ?? part['functionResponse'];
  if (isJsonObject(result)) return over({ type: 'tool_result' }, result);
  const reasoning = part['reasoningContent'];
  if (isJsonObject(reasoning))
    return over({ type: 'reasoning' }, objectOf(reasoning['reasoningText'] ?? reasoning));
  if (part['thought'] === true) return { type: 'reasoning', text: part['text'] ?? '' };
  if (part['type'] === 'refusal') return { type: 'text', text: part['refusal'] ?? part['text'] ?? '' };
  return part;
}

/** Parses a message that has parts, or separate content and calls. With `isContentParsed`, `content` may be JSON in a text. */
export function readMessage(message: JsonObject, isContentParsed = false): ChatMessage {
  // An item of OpenAI's responses is a part without a message around it.
  if (message['role'] === undefined && (isCall(message) || isResultPart(message) || isReasoning(message)))
    return readMessage({ role: isResultPart(message) ? 'tool' : 'assistant', content: [message] });
  const named = firstText(message, 'role', 'from', 'type');
  // Sets for training have calls that speak for themselves.
  const said = named === 'function_call' ? parseIfJson(message['value'] ?? message['content']) : undefined;
  if (isJsonObject(said))
    return readMessage({ role: 'assistant', content: [over({ type: 'function_call' }, said)] });
  const role = Object.hasOwn(ROLES, named)
    ? ROLES[named]!
    : named === '' || named === 'message'
      ? 'user'
      : 'other';
  const given = firstField(message, 'parts', 'content', 'contents', 'value');
  const content = isContentParsed ? parseIfJson(given) : given;
  const parts = partsOf(content).map((part) => typed(objectOf(part['message_content'] ?? part)));
  const whole = Array.isArray(content) || content === undefined || content === null ? '' : shown(content);
  const isResult = role === 'tool' && parts.every((part) => !isResultPart(part));
  const ending = role === 'assistant' ? endingOfMessage(message, content) : undefined;
  const texts = [whole, ...parts.flatMap(partText), textOf(message['refusal'])].filter((text) => text !== '');
  const beside = listIn(
    firstField(message, 'tool_calls', 'toolCalls') ?? objectOf(message['additional_kwargs'])['tool_calls'],
  ).map((call) => objectOf(call['tool_call'] ?? call));
  const single = objectOf(message['function_call']);
  const extra = objectOf(message['extra']);
  const used =
    firstField(message, 'usage', 'usage_metadata', 'tokens') ?? objectOf(extra['response'])['usage'];
  return {
    role,
    text: isResult ? '' : texts.join('\n'),
    reasoning: [
      firstText(message, 'reasoning_content', 'reasoningContent', 'reasoning'),
      ...parts.filter(isReasoning).map(reasoningIn),
    ]
      .filter((text) => text !== '')
      .join('\n'),
    calls: [...parts.filter(isCall), ...beside, ...(Object.keys(single).length === 0 ? [] : [single])].map(
      callOf,
    ),
    results: [
      ...parts.filter(isResultPart).map(resultOf),
      ...(isResult ? [resultOf({ ...resultFields(message), content: content ?? null })] : []),
    ],
    time: parseTime(message['timestamp']),
    ...(ending === undefined ? {} : { ending }),
    cost: {
      ...readUsage({ cost: firstField(message, 'cost', 'cost_usd') ?? extra['cost'] ?? null }),
      ...readUsage(used),
    },
  };
}

/** How the model stopped, if it refused or reached a limit, from a message or from the service's answer that a program keeps with it. */
function endingOfMessage(message: JsonObject, content: Json | undefined): Ending | undefined {
  const isRefusal =
    textOf(message['refusal']) !== '' ||
    objectsOf(unfollowed(content ?? null)).some(({ type }) => type === 'refusal');
  if (isRefusal) return { limit: undefined, rule: 'refusal' };
  const kept = objectOf(objectOf(message['extra'])['response']);
  return [message, objectOf(message['response_metadata']), kept, ...objectsOf(kept['choices'])]
    .map(endingIn)
    .find((ending) => ending !== undefined);
}

/** The fields of a result message. */
const resultFields = (message: JsonObject): JsonObject =>
  Object.fromEntries(
    [...IDS, 'tool_call_ids', 'error', 'is_error', 'isError', 'status', 'success'].flatMap((key) =>
      message[key] === undefined ? [] : [[key, message[key]]],
    ),
  );

const partsOf = (content: Json | undefined): readonly JsonObject[] =>
  listOf(content).map((part): JsonObject =>
    isJsonObject(part) ? part : { type: 'text', text: shown(part) },
  );

const listIn = (value: Json | undefined): readonly JsonObject[] => {
  const read = parseIfJson(value);
  return isJsonObject(read) ? [read] : objectsOf(read);
};

const isCall = ({ type }: JsonObject): boolean => CALLS.includes(textOf(type));
const isResultPart = ({ type }: JsonObject): boolean => RESULTS.test(textOf(type));
const isReasoning = ({ type }: JsonObject): boolean => REASONING.includes(textOf(type));

const IDS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id', 'callId', 'id'];

const idsOf = (object: JsonObject): readonly string[] =>
  [...IDS.map((name) => object[name]), ...listOf(object['tool_call_ids'])]
    .map(textOf)
    .filter((id) => id !== '');

const TEXTS = ['text', 'input_text', 'output_text', 'summary_text', ''];

/** The text of a message part. A part that is neither text, reasoning, call nor result is shown by its kind and name. */
function partText(part: JsonObject): readonly string[] {
  const type = textOf(part['type']);
  if (isCall(part) || isResultPart(part) || isReasoning(part)) return [];
  const text = firstField(part, 'text', 'content');
  if (TEXTS.includes(type) && text !== undefined) return [shown(text)];
  const source = objectOf(firstField(part, 'source', 'inlineData', 'inline_data') ?? dataIn(part));
  const about = [
    part['filename'],
    part['name'],
    part['title'],
    part['url'],
    firstField(source, 'media_type', 'mimeType', 'mime_type') ?? part['mime_type'],
  ].map(textOf);
  const plain = typeof text === 'string' ? [text] : [];
  return type === ''
    ? [shown(part)]
    : [`[${[type, ...about].filter((word) => word !== '').join(' ')}]`, ...plain];
}

/** The data of a part where it is in an object. A picture itself is not shown. */
const dataIn = (part: JsonObject): Json | undefined =>
  isJsonObject(objectOf(unfollowed(part))['data'] ?? null) ? part['data'] : undefined;

const reasoningIn = (part: JsonObject): string => {
  const text =
    firstText(part, 'reasoning', 'thinking', 'content', 'text', 'summary') || contentOf(part['summary']);
  return text !== '' ? text : `[${textOf(part['type']) || 'reasoning'} that the service hides]`;
};

/** The text of a message's content, including results. */
export function contentOf(content: Json | undefined): string {
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : shown(content);
  return partsOf(content)
    .map(typed)
    .flatMap((part) => (isResultPart(part) ? [contentOf(part['content'])] : partText(part)))
    .join('\n');
}

function callOf(call: JsonObject): ModelCall {
  const given = call['function'] ?? call['server_tool_call'];
  const named = isJsonObject(given) ? given : call;
  return {
    id: idsOf(call)[0] ?? '',
    tool:
      firstText(named, 'name', 'toolName', 'tool_name') || firstText(call, 'name', 'function') || 'unknown',
    args: readArguments(firstField(named, 'arguments', 'args', 'input')),
    // Services that make calls themselves tell the result with the call.
    ...(call['result'] === undefined
      ? {}
      : { outcome: outcomeOf(resultText(call['result']), findFailure(call)) }),
  };
}

function resultOf(part: JsonObject): CallResult {
  const text = resultText(firstField(part, 'response', 'result', 'output', 'content'));
  return { ids: idsOf(part), text, outcome: outcomeOf(text, findFailure(part)) };
}

/** The text of a tool's result, which may be a part or a list of parts, or an object with parts as tools of MCP return it. */
export function resultText(value: Json | undefined): string {
  if (Array.isArray(value)) return contentOf(value);
  if (!isJsonObject(value)) return value === undefined || value === null ? '' : shown(value);
  if (isOfMcp(value)) return contentOf(value['content']);
  const { type, value: inner } = value;
  return (type === 'text' || type === 'error-text') && typeof inner === 'string' ? inner : shown(value);
}

/** Whether a result has the form of MCP tools. */
export const isOfMcp = (value: Json | undefined): value is JsonObject =>
  isJsonObject(value) &&
  Array.isArray(value['content']) &&
  Object.keys(value).every((key) => /^(?:content|is_?error|_?meta|structuredContent)$/i.test(key));

/** The type of the failure that a result reports, or true without a type; null if the call did not fail. */
export function findFailure(result: JsonObject): Json {
  const { error = null, content } = result;
  if (error === true) return { type: 'error: true' };
  if (typeof error === 'string' && error !== '') return { type: 'error', message: error };
  if (isJsonObject(error)) return error;
  if (result['is_error'] === true || result['isError'] === true) return { type: 'is_error: true' };
  if (result['success'] === false) return { type: 'success: false' };
  const status = textOf(result['status']);
  if (/^(error|failed|failure)$/i.test(status)) return { type: `status: ${status}` };
  // What services run themselves gives an error in place of a result.
  const kind = textOf(objectOf(content)['type']);
  if (kind.endsWith('_error')) return { type: `type: ${kind}` };
  const code = numberOf(firstField(result, 'exit_code', 'exitCode'));
  return code === undefined || code === 0 ? null : { type: `exit code ${code}` };
}

/** The arguments of a call. Many programs write the object as a text. */
export function readArguments(written: Json | undefined): JsonObject {
  if (written === undefined || written === null || written === '') return {};
  const read = parseIfJson(written) ?? null;
  return isJsonObject(read) ? whole(read) : { value: whole(written) };
}

/** The outcome of a call with the result `text`. If the call failed, `error` is true, or an object with a type and a message. */
export function outcomeOf(text: string, error?: Json): TrajectoryCall['outcome'] {
  if (error !== true && !isJsonObject(error ?? null)) return { status: 'done', value: text };
  const { type, message } = error === true ? {} : (error as JsonObject);
  const why = textOf(message);
  const all = why.includes(text) ? why : text.includes(why) ? text : `${why}\n${text}`;
  return { status: 'failed', error: { type: textOf(type) || 'Error', message: all || 'It failed.' } };
}

/** A key that is equal for equal messages. Ids are left out, because some programs change the id of a repeated message. */
export const messageKey = ({ role, text, calls, results }: ChatMessage): string =>
  JSON.stringify([
    role,
    text,
    calls.map(({ tool, args }) => [tool, args]),
    results.map((result) => result.text),
  ]);

/** A thought; no step if it is empty. */
export const thought = (text: string, time?: SimTime): readonly Step[] =>
  text === '' ? [] : [{ kind: 'log', type: 'thought', text, time }];

/**
 * The steps of chat messages as model services and agent programs write them: prompts, messages between user and agent, thoughts,
 * and tool calls with their results, matched by id. Unknown content becomes a log.
 */
export function chatSteps(messages: readonly Json[], app = 'tools'): readonly Step[] {
  const talk = new ConversationReader(app);
  for (const message of messages)
    if (isJsonObject(message)) talk.message(message);
    else talk.log('log', shown(message));
  return talk.steps();
}

/** Builds the steps of a conversation, message by message. Results are matched with their calls. */
export class ConversationReader {
  /** Transforms each step that is added from now on, for example into a step of a subagent. */
  told: ((step: Step) => Step) | undefined;
  readonly #app: string;
  readonly #steps: { step: Step; readonly told: ((step: Step) => Step) | undefined }[] = [];
  /** The calls without a result so far, by id. */
  readonly #waiting = new Map<string, { step: Step }[]>();

  constructor(app = 'tools') {
    this.#app = app;
  }

  steps(): readonly Step[] {
    return this.#steps.map(({ step, told }) => told?.(step) ?? step);
  }

  add(...steps: readonly Step[]): void {
    for (const step of steps) this.#steps.push({ step, told: this.told });
  }

  log(type: Log['type'], text: string, time?: SimTime, cost: Pick<Log, 'tokens' | 'elapsed'> = {}): void {
    if (text !== '' || cost.tokens !== undefined) this.add({ kind: 'log', type, text, time, ...cost });
  }

  say(from: 'user' | 'agent', text: string, time?: SimTime): void {
    if (text !== '') this.add({ kind: 'message', from, text, time });
  }

  call(
    { id, tool, args, outcome, elapsed, starts }: ModelCall,
    time?: SimTime,
    by: TrajectoryCall['by'] = 'agent',
  ): void {
    const step: TrajectoryCall = {
      kind: 'call',
      by,
      app: this.#app,
      tool,
      args,
      outcome: outcome ?? NO_RESULT,
      time,
      elapsed,
      starts,
    };
    this.add(step);
    if (outcome !== undefined) return;
    const record = this.#steps.at(-1)!;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) this.#waiting.set(id, [record]);
    else waiting.push(record);
  }

  /** Adds the result of a call. Ids repeat in some files: the first call without a result gets it. */
  result({ ids, text, outcome, elapsed }: CallResult, time?: SimTime): void {
    const id = this.#callOf(ids);
    const waiting = id === undefined ? [] : this.#waiting.get(id)!;
    const record = waiting.shift();
    if (id !== undefined && waiting.length === 0) this.#waiting.delete(id);
    if (record?.step.kind === 'call')
      record.step = {
        ...record.step,
        outcome,
        elapsed: elapsed ?? record.step.elapsed ?? secondsBetween(record.step.time, time),
      };
    else if (outcome.status === 'failed') this.log('error', outcome.error.message, time);
    else this.log('log', text, time);
  }

  /**
   * The id of the waiting call for a result with `ids`. If the result or the call has no id: the only waiting call, or the first
   * one without an id.
   */
  #callOf(ids: readonly string[]): string | undefined {
    const named = ids.find((id) => this.#waiting.has(id));
    if (named !== undefined || this.#waiting.has('')) return named ?? '';
    const [only] = this.#waiting.keys();
    return ids.length === 0 && this.#waiting.size === 1 ? only : undefined;
  }

  /**
   * Adds a message of any service. An assistant's text beside calls that wait for results is a thought; otherwise it is a message
   * to the user.
   */
  message(
    written: JsonObject,
    {
      time: given,
      reads = readMessage,
    }: { time?: SimTime | undefined; reads?: (message: JsonObject) => ChatMessage } = {},
  ): void {
    const { role, text, reasoning, calls, results, cost, ending, ...message } = reads(written);
    const time = given ?? message.time;
    const own = new Set(results.flatMap(({ ids }) => ids));
    const isOver = calls.every(({ id, outcome }) => outcome !== undefined || own.has(id));
    switch (role) {
      case 'system':
        this.log('system_prompt', text, time);
        break;
      case 'user':
        this.say('user', text, time);
        for (const call of calls) this.call(call, time, 'user');
        this.add(...simulatorCost(cost, time));
        break;
      case 'assistant': {
        const thoughts = [...thought(reasoning, time), ...(isOver ? [] : thought(text, time))];
        this.add(...withCost(thoughts, { tokens: cost, time }, 'The model answered.'));
        for (const call of calls) this.call(call, time);
        const said: readonly Step[] =
          isOver && text !== '' ? [{ kind: 'message', from: 'agent', text, time }] : [];
        this.add(...withEnding(said, ending, time));
        break;
      }
      case 'tool':
        break;
      case 'other':
        this.log('log', shown(written), time);
    }
    for (const result of results) this.result(result, time);
  }
}

/** Seconds from a call to its result; `undefined` when a time is unknown, or both are the same. */
export const secondsBetween = (start: SimTime | undefined, end: SimTime | undefined): number | undefined =>
  start === undefined || end === undefined || end <= start ? undefined : (end - start) / 1e6;

/** A log with the cost of a simulated user's model, which does not count as the agent's. */
function simulatorCost({ input, output, cost }: TokenCount, time: SimTime | undefined): readonly Step[] {
  if (input === undefined && output === undefined) return [];
  const price = cost === undefined ? '' : `, for ${cost} dollars`;
  const text = `The simulated user's model read ${input ?? 0} tokens and wrote ${output ?? 0}${price}.`;
  return [{ kind: 'log', type: 'log', text, time }];
}
