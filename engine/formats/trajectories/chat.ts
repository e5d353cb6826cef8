import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Outcome,
  type SimTime,
  type TokenCount,
} from '../../model/index.ts';
import {
  firstField,
  digest,
  firstText,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseIfJson,
  parseIfObject,
  shown,
  textOf,
  parseTime,
  readUsage,
} from './fields.ts';
import { type Ending, endingIn, withEnding } from './endings.ts';
import { over, untracked, whole } from './tracked-fields.ts';
import { answerInTags, resultsInTags } from './tagged-text.ts';
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
  /** The whole text, where results were found in it by its words. */
  readonly textWithResults?: string | undefined;
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
  /** The name of the tool, if the result has it. */
  readonly tool?: string | undefined;
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
  chatgpt: 'assistant',
  bing: 'assistant',
  bard: 'assistant',
  model: 'assistant',
  agent: 'assistant',
  gemini: 'assistant',
  AIMessageChunk: 'assistant',
  tool: 'tool',
  function: 'tool',
  toolResult: 'tool',
  observation: 'tool',
};

/** Matches the types of message parts that are calls. Those that services carry out themselves are named after the tool. */
const CALL = /^(?:tool-call|toolCall|\w*tool_use|\w+_call)$/;
const RESULT = /(?:^|_)(?:tool_call_response|tool-result|tool_result|call_output)$/;
const REASONING = ['reasoning', 'thinking', 'redacted_thinking'];

/** The keys of parts whose only field names what they are, with the type that they stand for. */
const TYPES: Readonly<Record<string, string>> = {
  toolUse: 'tool_use',
  function_call: 'tool_use',
  functionCall: 'tool_use',
  toolInvocation: 'tool_use',
  toolResult: 'tool_result',
  function_response: 'tool_result',
  functionResponse: 'tool_result',
  image: 'image',
  document: 'document',
  video: 'video',
  inlineData: 'data',
  inline_data: 'data',
  fileData: 'file',
  file_data: 'file',
};

/** A part of a message from Amazon's or Google's services or of Vercel's AI SDK, with a `type` field. */
function typed(part: JsonObject): JsonObject {
  const type = textOf(part['type']);
  if (type === '' || type === 'tool-invocation') {
    const name = Object.keys(TYPES).find((key) => isJsonObject(part[key] ?? null));
    if (name !== undefined) return over({ type: TYPES[name]! }, objectOf(part[name]));
  }
  if (type === 'toolRequest' || type === 'frontendToolRequest') return requestOfGoose(part);
  if (type === 'toolResponse') return responseOfGoose(part);
  const reasoning = part['reasoningContent'];
  if (isJsonObject(reasoning))
    return over({ type: 'reasoning' }, objectOf(reasoning['reasoningText'] ?? reasoning));
  if (part['thought'] === true) return { type: 'reasoning', text: part['text'] ?? '' };
  if (part['json'] !== undefined && type === '') return { type: 'text', text: part['json'] };
  if (type === 'refusal') return { type: 'text', text: part['refusal'] ?? part['text'] ?? '' };
  if (/^(?:tool-|dynamic-tool$)/.test(type) && 'state' in part)
    return over(part, {
      type: 'tool_use',
      name: part['toolName'] ?? type.replace('tool-', ''),
      error: part['errorText'] ?? null,
    });
  return part;
}

/** A call in a message of Goose: the call, or the error that it could not be read, which its result says again. */
function requestOfGoose(part: JsonObject): JsonObject {
  const { value = null, error = null } = objectOf(part['toolCall']);
  const call: JsonObject = { type: 'tool_use', id: part['id'] ?? '' };
  return isJsonObject(value) ? over(value, call) : { ...call, input: { error } };
}

/** A result in a message of Goose: what the tool returned, or the error in its place. */
function responseOfGoose(part: JsonObject): JsonObject {
  const { value = null, error = null } = objectOf(part['toolResult']);
  const result: JsonObject = { type: 'tool_result', tool_use_id: part['id'] ?? '', error };
  return isJsonObject(value) ? over(value, result) : { ...result, content: value };
}

/** A message without what LangChain writes around it: its class or its type. */
function unwrapped(message: JsonObject): JsonObject {
  const { id, kwargs = null, data = null, type } = untracked(message) as JsonObject;
  if (isJsonObject(kwargs) && Array.isArray(id)) {
    const named = /^(Human|AI|System|Tool)Message/.exec(textOf(listOf(message['id']).at(-1)))?.[1];
    const role = named?.toLowerCase() ?? message['role'];
    const fields = objectOf(message['kwargs']);
    return role === undefined ? fields : over(fields, { role });
  }
  return isJsonObject(data) && 'content' in data && Object.hasOwn(ROLES, textOf(type))
    ? over(objectOf(message['data']), { role: message['type']! })
    : message;
}

/** Whether `value` is a message, or an item that stands in its place. */
export function isChatMessage(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { role, from, sender, type, id, kwargs = null, data = null } = untracked(value) as JsonObject;
  const has = (name: string): boolean => name in value;
  return (
    (typeof role === 'string' && ['content', 'parts', 'tool_calls'].some(has)) ||
    (typeof from === 'string' && has('value')) ||
    (typeof sender === 'string' && has('content') && has('text')) ||
    (isJsonObject(kwargs) && Array.isArray(id)) ||
    (LANG_CHAIN.includes(textOf(type)) && (has('content') || 'content' in objectOf(data))) ||
    (ITEM.test(textOf(type)) && ['id', 'call_id', 'status', 'summary'].some(has))
  );
}

const LANG_CHAIN = ['human', 'ai', 'system', 'tool', 'AIMessageChunk'];
/** Matches the types of items of OpenAI's responses that are no messages. */
const ITEM = /^(?:reasoning|\w+_call|\w+_call_output|mcp_\w+)$/;

/** Parses a message that has parts, or separate content and calls. With `isContentParsed`, `content` may be JSON in a text. */
export function readMessage(written: JsonObject, isContentParsed = false): ChatMessage {
  const message = unwrapped(written);
  // An item of OpenAI's responses is a part without a message around it.
  if (isCall(message) || isResultPart(message) || isReasoning(message))
    return readMessage({ role: isResultPart(message) ? 'tool' : 'assistant', content: [message] });
  const named = firstText(message, 'role', 'from', 'sender', 'type');
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
  const tagged = role === 'assistant' ? answerInTags(whole) : undefined;
  const told = role === 'user' || role === 'tool' ? resultsInTags(whole) : [];
  const isResult = role === 'tool' && told.length === 0 && parts.every((part) => !isResultPart(part));
  const ending = role === 'assistant' ? endingOfMessage(message, content) : undefined;
  const texts = [
    told.length > 0 ? '' : (tagged?.text ?? whole),
    ...parts.flatMap(partText),
    ...attachmentsIn(message),
    textOf(message['refusal']),
  ].filter((text) => text !== '');
  const beside = listIn(
    firstField(message, 'tool_calls', 'toolCalls') ?? objectOf(message['additional_kwargs'])['tool_calls'],
  ).map((call) => objectOf(call['tool_call'] ?? call));
  const asked = new Set(beside.flatMap(idsOf));
  const single = objectOf(message['function_call']);
  const extra = objectOf(message['extra']);
  const used =
    firstField(message, 'usage', 'usage_metadata', 'tokens') ?? objectOf(extra['response'])['usage'];
  return {
    role,
    text: isResult ? '' : texts.join('\n'),
    reasoning: [
      firstText(message, 'reasoning_content', 'reasoningContent', 'reasoning', 'thinking'),
      tagged?.reasoning ?? '',
      ...parts.filter(isReasoning).map(reasoningIn),
    ]
      .filter((text) => text !== '')
      .join('\n'),
    // LangChain writes calls among the parts as well.
    calls: [
      ...parts.filter((part) => isCall(part) && !idsOf(part).some((id) => asked.has(id))),
      ...beside,
      ...(Object.keys(single).length === 0 ? [] : [single]),
      ...(tagged?.calls ?? []),
    ].map(callOf),
    results: [
      ...told.map(resultOf),
      ...parts.filter(isResultPart).map(resultOf),
      ...(isResult
        ? [{ ...resultOf({ ...resultFields(message), content: content ?? null }), tool: toolIn(message) }]
        : []),
    ],
    ...(told.length > 0 ? { textWithResults: whole } : {}),
    time: timeIn(message),
    ...(ending === undefined ? {} : { ending }),
    cost: {
      ...readUsage({ cost: firstField(message, 'cost', 'cost_usd') ?? extra['cost'] ?? null }),
      ...readUsage(used),
    },
  };
}

/** The files beside a message, with their texts as far as the file has them. */
const attachmentsIn = (message: JsonObject): readonly string[] =>
  ['attachments', 'files'].flatMap((list) =>
    objectsOf(untracked(message[list] ?? null) as readonly Json[]).some((one) => 'file_name' in one)
      ? objectsOf(message[list]).flatMap((one) => [
          `[attachment ${textOf(one['file_name'])}]`,
          textOf(one['extracted_content']),
        ])
      : [],
  );

/** The time of a message, for which programs have many names. Values that are no times are not marked as read. */
function timeIn(message: JsonObject): SimTime | undefined {
  const plain = untracked(message) as JsonObject;
  const name = TIMES.find((one) => parseTime(plain[one]) !== undefined);
  return name === undefined ? undefined : parseTime(message[name]);
}

const TIMES = [
  ...['timestamp', 'created_at', 'createdAt', 'create_time', 'createTime', 'created'],
  ...['sent_at', 'sentAt', 'datetime', 'date', 'time', 'ts'],
];

/** How the model stopped, if it refused or reached a limit, from a message or from the service's answer that a program keeps with it. */
function endingOfMessage(message: JsonObject, content: Json | undefined): Ending | undefined {
  const isRefusal =
    textOf(message['refusal']) !== '' ||
    objectsOf(untracked(content ?? null)).some(({ type }) => type === 'refusal');
  if (isRefusal) return { limit: undefined, rule: 'refusal' };
  const kept = objectOf(objectOf(message['extra'])['response']);
  return [message, objectOf(message['response_metadata']), kept, ...objectsOf(kept['choices'])]
    .map(endingIn)
    .find((ending) => ending !== undefined);
}

/** The fields of a result message. */
const resultFields = (message: JsonObject): JsonObject =>
  Object.fromEntries(
    [...IDS, 'tool_call_ids', 'error', 'tool_error', 'is_error', 'isError', 'status', 'success'].flatMap(
      (key) => (message[key] === undefined ? [] : [[key, message[key]]]),
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

const isCall = ({ type }: JsonObject): boolean => CALL.test(textOf(type));
const isResultPart = ({ type }: JsonObject): boolean => RESULT.test(textOf(type));
const isReasoning = ({ type }: JsonObject): boolean => REASONING.includes(textOf(type));

const IDS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id', 'callId', 'id'];

const NAMES = ['name', 'toolName', 'tool_name'];

/** The name of the tool in a result, which is not shown: the call has it, too. */
const toolIn = (result: JsonObject): string => firstText(objectOf(untracked(result)), ...NAMES);

const idsOf = (object: JsonObject): readonly string[] =>
  [...IDS.map((name) => object[name]), ...listOf(object['tool_call_ids'])]
    .map(textOf)
    .filter((id) => id !== '');

const TEXTS = ['text', 'input_text', 'output_text', 'summary_text', ''];

/** The text of a message part. A part that is neither text, reasoning, call nor result is shown by its kind and name. */
function partText(part: JsonObject): readonly string[] {
  const type = textOf(part['type']);
  if (isCall(part) || isResultPart(part) || isReasoning(part) || type === 'step-start') return [];
  const text = type === 'blob' ? undefined : firstField(part, 'text', 'content', 'logs', 'msg');
  if (TEXTS.includes(type) && text !== undefined) return [shown(text)];
  const source = objectOf(part['source'] ?? dataIn(part));
  const about = [
    part['filename'],
    part['name'],
    part['title'],
    part['uri'],
    part['file_id'],
    addressIn(part, type, source),
    firstField(source, ...MEDIA) ?? firstField(part, ...MEDIA),
  ].map(textOf);
  const plain = typeof text === 'string' ? [text] : [];
  return type === ''
    ? [shown(part)]
    : [`[${[type, ...about].filter((word) => word !== '').join(' ')}]`, ...plain];
}

/** The address of a picture or another file in a part, or in an object inside it; empty if the part has the data themselves. */
function addressIn(part: JsonObject, type: string, source: JsonObject): string {
  const inner = (of: JsonObject): JsonObject =>
    isJsonObject((untracked(of) as JsonObject)[type] ?? null) ? objectOf(of[type]) : {};
  for (const holder of [part, source, inner(part), inner(inner(part))])
    for (const name of ['url', 'image_url', 'path']) {
      const address = textOf((untracked(holder) as JsonObject)[name]);
      if (address !== '' && !address.startsWith('data:')) return textOf(holder[name]);
    }
  return '';
}

const MEDIA = ['media_type', 'mimeType', 'mime_type', 'mediaType', 'mime', 'format'];

/** The data of a part where it is in an object. A picture itself is not shown. */
const dataIn = (part: JsonObject): Json | undefined =>
  isJsonObject(objectOf(untracked(part))['data'] ?? null) ? part['data'] : undefined;

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
    tool: firstText(named, ...NAMES) || firstText(call, 'name', 'function') || ownTool(call),
    args: readArguments(firstField(named, 'arguments', 'args', 'input', 'action') ?? ownArguments(call)),
    ...ownOutcome(call),
  };
}

/** The tool of a call without a name, such as a `web_search_call`. */
const ownTool = ({ type }: JsonObject): string =>
  /^(?!tool_|function_|server_tool_)(\w+)_call$/.exec(textOf(type))?.[1] ?? 'unknown';

/** The arguments of a call that have fields of their own. */
function ownArguments(call: JsonObject): JsonObject {
  const { type: _, ...ofServer } = objectOf(call['server_tool_call']);
  const own = ['code', 'queries'].flatMap((name) => (name in call ? [[name, call[name]!] as const] : []));
  return { ...ofServer, ...Object.fromEntries(own) };
}

/** The outcome of a call that stands in the call, as services that carry out calls themselves tell it. */
function ownOutcome(call: JsonObject): Pick<ModelCall, 'outcome'> {
  const result = firstField(call, 'result', 'output', 'outputs', 'results');
  const failure = findFailure(call);
  return result === undefined && failure === null && call['result'] === undefined
    ? {}
    : { outcome: outcomeOf(resultText(result), failure) };
}

function resultOf(part: JsonObject): CallResult {
  const { output, error } = responseIn(part);
  const text = resultText(output ?? error ?? firstField(part, ...RESULTS));
  const failure = findFailure(part) ?? findFailure({ error: error ?? null });
  return { ids: idsOf(part), tool: toolIn(part), text, outcome: outcomeOf(text, failure) };
}

const RESULTS = ['response', 'result', 'output', 'content', 'server_tool_call_response'];

/** The output or the error in a result, in the form that Google's service asks for. */
export function responseIn(part: JsonObject): { readonly output?: string; readonly error?: string } {
  const [[name, text] = [], ...others] = Object.entries(objectOf(untracked(part['response'] ?? null)));
  if (others.length > 0 || typeof text !== 'string' || (name !== 'output' && name !== 'error')) return {};
  return { [name]: textOf(objectOf(part['response'])[name]) };
}

/** The text of a tool's result, which may be a part or a list of parts, or an object with parts as tools of MCP return it. */
export function resultText(value: Json | undefined): string {
  if (Array.isArray(value)) return contentOf(value);
  if (!isJsonObject(value)) return value === undefined || value === null ? '' : shown(value);
  const { type, value: inner } = value;
  if (isOfMcp(value)) return contentOf(value['content']);
  if (inner === undefined || !TYPED_RESULT.test(textOf(type))) return shown(value);
  return type === 'content' ? contentOf(inner) : shown(inner);
}

/** Matches the types of results that Vercel's AI SDK writes around a value. */
const TYPED_RESULT = /^(?:error-)?(?:text|json|content)$/;

/** Whether a result has the form of MCP tools. */
export const isOfMcp = (value: Json | undefined): value is JsonObject =>
  isJsonObject(value) &&
  Array.isArray(value['content']) &&
  Object.keys(value).every((key) => /^(?:content|is_?error|_?meta|structuredContent)$/i.test(key));

/** The type of the failure that a result reports, or true without a type; null if the call did not fail. */
export function findFailure(result: JsonObject): Json {
  const { content, output } = result;
  // Older logs of Inspect say `tool_error`.
  const error = result['error'] ?? result['tool_error'] ?? null;
  if (error === true) return { type: 'error: true' };
  if (typeof error === 'string' && error !== '') return { type: 'error', message: error };
  if (isJsonObject(error)) return error;
  if (result['is_error'] === true || result['isError'] === true) return { type: 'is_error: true' };
  if (result['success'] === false) return { type: 'success: false' };
  const status = textOf(result['status']);
  if (/^(error|failed|failure)$/i.test(status)) return { type: `status: ${status}` };
  // What services run themselves gives an error in place of a result.
  const kind = textOf(objectOf(content ?? output)['type']);
  if (/_error$|^error-|^execution-denied$/.test(kind)) return { type: `type: ${kind}` };
  const code = numberOf(firstField(result, 'exit_code', 'exitCode'));
  return code === undefined || code === 0 ? null : { type: `exit code ${code}` };
}

/** The arguments of a call. Many programs write the object as a text, in JSON or as Python prints it. */
export function readArguments(written: Json | undefined): JsonObject {
  if (written === undefined || written === null || written === '') return {};
  const read = parseIfObject(written) ?? null;
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

/** Whether all calls in a message have their results there, too, so that its text is no thought before them. */
export function isAnswered({ calls, results }: Pick<ChatMessage, 'calls' | 'results'>): boolean {
  const own = new Set(results.flatMap(({ ids }) => ids));
  return calls.every(({ id, outcome }) => outcome !== undefined || own.has(id));
}

/** A number that is equal for equal messages, as far as {@link messageKey} is. */
export const messageDigest = (message: ChatMessage): number => digest(messageKey(message));

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
export function chatSteps(messages: readonly Json[], app = 'tools', earlier?: EarlierParts): readonly Step[] {
  const talk = new ConversationReader(app, earlier);
  for (const message of messages)
    if (isJsonObject(message)) talk.message(message);
    else talk.log('log', shown(message));
  return talk.steps();
}

/** A step of a conversation, as it is told. */
interface ToldStep {
  step: Step;
  told?: ((step: Step) => Step) | undefined;
}

/** The entry of a call in the log of one of the runs of a file. */
interface LoggedCall {
  readonly run: string;
  readonly entry: number;
}

/** A call without a result so far. */
interface WaitingCall extends ToldStep {
  /** Its entry, if the call is in an earlier part of the file. */
  logged?: LoggedCall;
}

/** The result of a call in an earlier part of a file. */
interface LateResult {
  readonly call: LoggedCall;
  readonly outcome: Outcome;
  readonly elapsed: number | undefined;
}

/** What a reader knows from the earlier parts of a conversation that is read part by part. */
export class EarlierParts {
  /** The calls without a result so far, by id. */
  readonly waiting = new Map<string, WaitingCall[]>();
  /** The digests of the messages that later parts may repeat. */
  readonly messages = new Set<number>();
  /** The results of calls in earlier parts that the current part has. */
  results: LateResult[] = [];
  readonly #talks = new Map<string, EarlierParts>();
  readonly #states = new Map<new () => unknown, unknown>();

  /** The same of one of several conversations in the file. */
  talk(name: string): EarlierParts {
    const talk = this.#talks.get(name) ?? new EarlierParts();
    this.#talks.set(name, talk);
    return talk;
  }

  /** What else the reader of a format keeps; a new `Kind` in the first part. */
  state<State>(Kind: new () => State): State {
    const state = this.#states.get(Kind) ?? new Kind();
    this.#states.set(Kind, state);
    // The map has an instance for each class.
    return state as State;
  }

  /** Forgets the calls without a result, whose run has ended. */
  forgetCalls(): void {
    this.waiting.clear();
    for (const talk of this.#talks.values()) talk.forgetCalls();
  }

  /** Ends a part, whose calls are at `logged`. Returns the results that calls in earlier parts have there. */
  endPart(logged: ReadonlyMap<Step, LoggedCall>): readonly LateResult[] {
    for (const [id, calls] of this.waiting) {
      for (const call of calls) {
        const place = call.logged ?? logged.get(call.step);
        if (place !== undefined) call.logged = place;
        // The log has its arguments.
        if (call.step.kind === 'call') call.step = { ...call.step, args: {} };
      }
      const left = calls.filter((call) => call.logged !== undefined);
      if (left.length === 0) this.waiting.delete(id);
      else this.waiting.set(id, left);
    }
    const { results } = this;
    this.results = [];
    return [...results, ...[...this.#talks.values()].flatMap((talk) => talk.endPart(logged))];
  }
}

/** Builds the steps of a conversation, message by message. Results are matched with their calls. */
export class ConversationReader {
  /** Transforms each step that is added from now on, for example into a step of a subagent. */
  told: ((step: Step) => Step) | undefined;
  readonly #app: string;
  readonly #steps: ToldStep[] = [];
  readonly #earlier: EarlierParts;
  /** The results before which there was no call with their id. */
  readonly #unasked: { readonly result: CallResult; readonly log: ToldStep }[] = [];
  /** Whether the model has spoken. Nothing that it was told before is a result. */
  #hasModelSpoken = false;

  constructor(app = 'tools', earlier = new EarlierParts()) {
    this.#app = app;
    this.#earlier = earlier;
  }

  steps(): readonly Step[] {
    this.#joinUnasked();
    for (const record of this.#steps) {
      record.step = record.told?.(record.step) ?? record.step;
      record.told = undefined;
    }
    return this.#steps.map(({ step }) => step);
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
    const waiting = this.#earlier.waiting.get(id);
    if (waiting === undefined) this.#earlier.waiting.set(id, [record]);
    else waiting.push(record);
  }

  /** Adds the result of a call. Ids repeat or lack in some files: the first call of the tool without a result gets it. */
  result({ ids, tool, text, outcome, elapsed }: CallResult, time?: SimTime): void {
    const id = this.#callOf(ids);
    const waiting = id === undefined ? [] : this.#earlier.waiting.get(id)!;
    const named = waiting.findIndex(({ step }) => step.kind === 'call' && step.tool === tool);
    const [record] = waiting.splice(Math.max(0, named), 1);
    if (id !== undefined && waiting.length === 0) this.#earlier.waiting.delete(id);
    if (record?.step.kind === 'call') {
      const took = elapsed ?? record.step.elapsed ?? secondsBetween(record.step.time, time);
      if (record.logged === undefined) record.step = { ...record.step, outcome, elapsed: took };
      else this.#earlier.results.push({ call: record.logged, outcome, elapsed: took });
    } else {
      const before = this.#steps.length;
      if (outcome.status === 'failed') this.log('error', outcome.error.message, time);
      else this.log('log', text, time);
      const log = this.#steps[before];
      if (log !== undefined && ids.length > 0)
        this.#unasked.push({ result: { ids, text, outcome, elapsed }, log });
    }
  }

  /** Gives calls without a result those that came before them, as in files whose lines are out of order. */
  #joinUnasked(): void {
    for (const { result, log } of this.#unasked.splice(0)) {
      if (!result.ids.some((id) => this.#earlier.waiting.has(id))) continue;
      this.#steps.splice(this.#steps.indexOf(log), 1);
      this.result(result);
    }
  }

  /**
   * The id of the waiting call for a result with `ids`. If the result or the call has no id: the only waiting call, or the first
   * one without an id.
   */
  #callOf(ids: readonly string[]): string | undefined {
    const { waiting } = this.#earlier;
    const named = ids.find((id) => waiting.has(id));
    if (named !== undefined || waiting.has('')) return named ?? '';
    const [only] = waiting.keys();
    return ids.length === 0 && waiting.size === 1 ? only : undefined;
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
    const isOver = isAnswered({ calls, results });
    switch (role) {
      case 'system':
        this.log('system_prompt', text, time);
        break;
      case 'user':
        if (
          message.textWithResults !== undefined &&
          !this.#hasModelSpoken &&
          this.#earlier.waiting.size === 0
        ) {
          this.say('user', message.textWithResults, time);
          return;
        }
        this.say('user', text, time);
        for (const call of calls) this.call(call, time, 'user');
        this.add(...simulatorCost(cost, time));
        break;
      case 'assistant': {
        this.#hasModelSpoken = true;
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
  const text = `The simulated user’s model read ${input ?? 0} tokens and wrote ${output ?? 0}${price}.`;
  return [{ kind: 'log', type: 'log', text, time }];
}
