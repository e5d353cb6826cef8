import {
  groupBy,
  instant,
  isJsonObject,
  type Json,
  type JsonObject,
  type SimTime,
  type TokenCount,
} from '../../model/index.ts';
import { argumentsOf } from './chat.ts';
import { objectOf, objectsOf, parsedOf, shown, textOf, tokensOf } from './fields.ts';

// Programs write what models, tools and agents do by several conventions: OpenTelemetry's own for generative AI in its versions,
// OpenInference, OpenLLMetry, and that of Vercel's AI SDK. The names of them all stand in this file.

/** A span of a trace: something that a program did, from its start to its end. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  /** The span around it. */
  readonly parent: string;
  readonly name: string;
  readonly kind: SpanKind;
  readonly start: SimTime | undefined;
  readonly end: SimTime | undefined;
  readonly attributes: JsonObject;
  /** Why it failed. */
  readonly failure: { readonly type: string; readonly message: string } | undefined;
  readonly agent: string;
  readonly model: string;
  readonly tokens: TokenCount;
  /** What a model or an agent read and wrote. */
  readonly read: readonly ChatMessage[];
  readonly written: readonly ChatMessage[];
  /** The call that it is, if it is a tool's; fields that the file does not have are `undefined`. */
  readonly call: {
    readonly id: string | undefined;
    readonly tool: string;
    readonly args: JsonObject | undefined;
    readonly result: Json | undefined;
  };
  readonly evaluations: readonly Evaluation[];
}

/** What a span is about. A chain is a part of the program around models and tools. */
export type SpanKind = 'model' | 'tool' | 'agent' | 'chain' | 'other';

/** A message that a model read or wrote. */
export interface ChatMessage {
  readonly role: string;
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelCall[];
  /** Results of calls that it tells the model. */
  readonly results: readonly { readonly id: string; readonly text: string }[];
}

/** A call that a model asked for. */
export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** What an evaluation gave. */
export interface Evaluation {
  readonly name: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly explanation: string;
}

/** Whether `value` is an export of traces or logs in the JSON form of OpenTelemetry's protocol. */
export const isExport = (value: Json): value is JsonObject =>
  isJsonObject(value) && ['resourceSpans', 'resourceLogs'].some((name) => Array.isArray(field(value, name)));

/** The spans in exports, in the order of the file. */
export function spansIn(exports: readonly JsonObject[]): readonly Span[] {
  const logs = groupBy(
    recordsIn(exports, 'resourceLogs', 'scopeLogs', 'logRecords'),
    (log) => `${textOf(field(log, 'traceId'))} ${textOf(field(log, 'spanId'))}`,
  );
  return recordsIn(exports, 'resourceSpans', 'scopeSpans', 'spans').map((span) => {
    const place = `${textOf(field(span, 'traceId'))} ${textOf(field(span, 'spanId'))}`;
    return spanOf(span, [...objectsOf(span['events']), ...(logs.get(place) ?? [])].map(eventOf));
  });
}

/** A field, which programs without the standard's JSON writer name in snake case. */
const field = (object: JsonObject, name: string): Json | undefined =>
  object[name] ?? object[name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];

/** The spans or log records of exports, without what they have in common. */
const recordsIn = (
  exports: readonly JsonObject[],
  ...[resources, scopes, records]: readonly [string, string, string]
): readonly JsonObject[] =>
  exports
    .flatMap((one) => objectsOf(field(one, resources)))
    .flatMap((resource) => objectsOf(field(resource, scopes)))
    .flatMap((scope) => objectsOf(field(scope, records)));

/** An event of a span, or a log record that names the span. */
interface SpanEvent {
  readonly name: string;
  readonly attributes: JsonObject;
}

function eventOf(event: JsonObject): SpanEvent {
  const attributes = attributesOf(event['attributes']);
  const body = event['body'] === undefined ? undefined : valueOf(event['body']);
  return {
    name: textOf(event['name']) || textOf(field(event, 'eventName')) || textOf(attributes['event.name']),
    attributes: {
      ...attributes,
      ...objectOf(parsedOf(body)),
      ...objectOf(parsedOf(attributes['gen_ai.event.content'])),
    },
  };
}

function spanOf(span: JsonObject, events: readonly SpanEvent[]): Span {
  const attributes = attributesOf(span['attributes']);
  const named = (...names: readonly string[]): string => textOf(firstOf(attributes, ...names));
  const kind = kindOf(attributes);
  const name = textOf(span['name']) || 'span';
  return {
    trace: textOf(field(span, 'traceId')),
    id: textOf(field(span, 'spanId')),
    parent: textOf(field(span, 'parentSpanId')),
    name,
    kind,
    start: timeOf(field(span, 'startTimeUnixNano')),
    end: timeOf(field(span, 'endTimeUnixNano')),
    attributes,
    failure: failureOf(objectOf(span['status']), attributes),
    agent: named('gen_ai.agent.name') || name,
    model: named('gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name', 'ai.model.id'),
    tokens: tokensOf(
      firstOf(
        attributes,
        'gen_ai.usage.input_tokens',
        'gen_ai.usage.prompt_tokens',
        'llm.token_count.prompt',
      ),
      firstOf(
        attributes,
        'gen_ai.usage.output_tokens',
        'gen_ai.usage.completion_tokens',
        'llm.token_count.completion',
      ),
    ),
    read: orText(readIn(attributes, events), kind, 'user', attributes['input.value']),
    written: orText(writtenIn(attributes, events), kind, 'assistant', attributes['output.value']),
    call: {
      id: named('gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id') || undefined,
      tool:
        named('gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name') ||
        name.replace(/^(execute_tool|tools\/call) /, ''),
      args: argumentsIn(attributes),
      result: parsedOf(
        firstOf(
          attributes,
          'gen_ai.tool.call.result',
          'ai.toolCall.result',
          'output.value',
          'traceloop.entity.output',
        ),
      ),
    },
    evaluations: [attributes, ...events.map((event) => event.attributes)].flatMap(evaluationIn),
  };
}

function argumentsIn(attributes: JsonObject): JsonObject | undefined {
  const written = firstOf(
    attributes,
    'gen_ai.tool.call.arguments',
    'ai.toolCall.args',
    'tool.parameters',
    'input.value',
    'traceloop.entity.input',
  );
  return written === undefined ? undefined : argumentsOf(written);
}

function failureOf({ code, message }: JsonObject, attributes: JsonObject): Span['failure'] {
  const type = textOf(attributes['error.type']);
  if (code !== 2 && code !== 'STATUS_CODE_ERROR' && type === '') return undefined;
  return { type: type || 'Error', message: textOf(message) || type || 'It failed.' };
}

/** The kinds of spans by what their programs call them. */
const KINDS: Readonly<Record<string, SpanKind>> = {
  chat: 'model',
  generate_content: 'model',
  text_completion: 'model',
  completion: 'model',
  llm: 'model',
  'ai.generateText.doGenerate': 'model',
  'ai.streamText.doStream': 'model',
  'ai.generateObject.doGenerate': 'model',
  'ai.streamObject.doStream': 'model',
  execute_tool: 'tool',
  tool: 'tool',
  'tools/call': 'tool',
  'ai.toolCall': 'tool',
  invoke_agent: 'agent',
  create_agent: 'agent',
  agent: 'agent',
  invoke_workflow: 'chain',
  workflow: 'chain',
  task: 'chain',
  chain: 'chain',
  'ai.generateText': 'chain',
  'ai.streamText': 'chain',
  'ai.generateObject': 'chain',
  'ai.streamObject': 'chain',
};

/** The attributes that tell the kind, the clearest first. */
const KIND_ATTRIBUTES = [
  'gen_ai.operation.name',
  'openinference.span.kind',
  'traceloop.span.kind',
  'mcp.method.name',
  'ai.operationId',
  'llm.request.type',
];

function kindOf(attributes: JsonObject): SpanKind {
  const names = KIND_ATTRIBUTES.map((attribute) => textOf(attributes[attribute]));
  const known = names
    .flatMap((name) => [name, name.toLowerCase()])
    .find((name) => Object.hasOwn(KINDS, name));
  return known === undefined ? 'other' : KINDS[known]!;
}

/** Attributes by name. In the file each is an object of a key and a value with its type. */
const attributesOf = (list: Json | undefined): JsonObject =>
  Object.fromEntries(objectsOf(list).map(({ key, value }) => [textOf(key), valueOf(value)]));

function valueOf(typed: Json | undefined): Json {
  const value = objectOf(typed);
  const integer = field(value, 'intValue');
  if (integer !== undefined) return Number.isFinite(Number(integer)) ? Number(integer) : shown(integer);
  const list = field(value, 'arrayValue');
  if (list !== undefined) return objectsOf(objectOf(list)['values']).map(valueOf);
  const record = field(value, 'kvlistValue');
  if (record !== undefined) return attributesOf(objectOf(record)['values']);
  const plain = ['stringValue', 'boolValue', 'doubleValue', 'bytesValue'];
  return plain.map((name) => field(value, name)).find((one) => one !== undefined) ?? null;
}

/** Nanoseconds since 1970, as a text because numbers of JSON are too small. */
function timeOf(nanoseconds: Json | undefined): SimTime | undefined {
  const digits = shown(nanoseconds);
  if (!/^\d{1,19}$/.test(digits)) return undefined;
  const time = Number(BigInt(digits) / 1000n);
  return time === 0 ? undefined : instant(time);
}

/** The first of these fields that there is. */
const firstOf = (object: JsonObject, ...names: readonly string[]): Json | undefined =>
  names.map((name) => object[name]).find((value) => value !== undefined);

/** What a model read: in attributes or events of OpenTelemetry, or in the attributes of other conventions. */
const readIn = (attributes: JsonObject, events: readonly SpanEvent[]): readonly ChatMessage[] => [
  ...partsOf(inAny(attributes, events, 'gen_ai.system_instructions')).map((parts) =>
    messageOf({ role: 'system', parts }),
  ),
  ...listIn(inAny(attributes, events, 'gen_ai.input.messages')).map(messageOf),
  ...events.flatMap((event) => {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(event.name)?.[1];
    return role === undefined ? [] : [messageOf({ role, ...event.attributes })];
  }),
  ...numbered(attributes, 'llm.input_messages').map(messageOf),
  ...numbered(attributes, 'gen_ai.prompt').map(messageOf),
  ...listIn(attributes['ai.prompt.messages']).map(messageOf),
];

/** What a model wrote. */
const writtenIn = (attributes: JsonObject, events: readonly SpanEvent[]): readonly ChatMessage[] =>
  [
    ...listIn(inAny(attributes, events, 'gen_ai.output.messages')),
    ...events.flatMap((event) =>
      event.name === 'gen_ai.choice'
        ? [{ ...event.attributes, ...objectOf(parsedOf(event.attributes['message'])) }]
        : [],
    ),
    ...numbered(attributes, 'llm.output_messages'),
    ...numbered(attributes, 'gen_ai.completion'),
    ...answerOfSdk(attributes),
  ].map((message) => messageOf({ ...message, role: 'assistant' }));

function answerOfSdk(attributes: JsonObject): readonly JsonObject[] {
  const { 'ai.response.text': content = '', 'ai.response.toolCalls': calls = [] } = attributes;
  return content === '' && objectsOf(parsedOf(calls)).length === 0 ? [] : [{ content, tool_calls: calls }];
}

/** `messages`, or for a model that has none a single one, where the file has only the text of it. */
const orText = (
  messages: readonly ChatMessage[],
  kind: SpanKind,
  role: string,
  text: Json | undefined,
): readonly ChatMessage[] =>
  messages.length === 0 && kind === 'model' && text !== undefined
    ? [messageOf({ role, content: shown(text) })]
    : messages;

/** An attribute of the span, or of the event that has the details of a model's call. */
const inAny = (attributes: JsonObject, events: readonly SpanEvent[], name: string): Json | undefined =>
  attributes[name] ??
  events.find((event) => event.name === 'gen_ai.client.inference.operation.details')?.attributes[name];

const listIn = (value: Json | undefined): readonly JsonObject[] => objectsOf(parsedOf(value));

/** The parts of instructions, if there are any: a list of parts, or a text. */
function partsOf(value: Json | undefined): readonly (readonly JsonObject[])[] {
  const read = parsedOf(value);
  const parts = typeof read === 'string' ? [{ type: 'text', content: read }] : objectsOf(read);
  return parts.length === 0 ? [] : [parts];
}

/** How deep the names of numbered attributes are followed. */
const MAX_NAMES = 12;

/** The items of a list that is written as attributes such as `llm.input_messages.0.message.role`. */
function numbered(attributes: JsonObject, list: string): readonly JsonObject[] {
  const prefix = `${list}.`;
  const own = Object.entries(attributes)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length).split('.', MAX_NAMES), value] as const);
  const items = own.length === 0 ? [] : objectsOf(nested(own));
  return items.map((item) => objectOf(item['message'] ?? item));
}

/** The value that attributes make together. Where all next names are numbers, it is a list. */
function nested(attributes: readonly (readonly [names: readonly string[], value: Json])[]): Json {
  const whole = attributes.find(([names]) => names.length === 0);
  if (whole !== undefined) return whole[1];
  const fields = [...groupBy(attributes, ([[name = '']]) => name)].map(
    ([name, own]) => [name, nested(own.map(([names, value]) => [names.slice(1), value]))] as const,
  );
  if (!fields.every(([name]) => /^\d+$/.test(name))) return Object.fromEntries(fields);
  return fields.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, value]) => value);
}

/** The types of parts that are calls and results, in the names of several programs. */
const CALLS = ['tool_call', 'tool-call', 'tool_use', 'server_tool_call'];
const RESULTS = ['tool_call_response', 'tool-result', 'tool_result', 'server_tool_call_response'];

/** A message in parts, or with content and calls beside each other. */
function messageOf(message: JsonObject): ChatMessage {
  const role = textOf(message['role']) || 'user';
  const content = parsedOf(firstOf(message, 'parts', 'content', 'contents'));
  const parts = objectsOf(content).map((part) => objectOf(part['message_content'] ?? part));
  const whole = isJsonObject(content ?? null) ? shown(content) : textOf(content);
  const calls = listIn(message['tool_calls']).map((call) => objectOf(call['tool_call'] ?? call));
  return {
    role,
    text: [...(role === 'tool' || whole === '' ? [] : [whole]), ...parts.flatMap(partText)].join('\n'),
    reasoning: parts
      .filter(({ type }) => type === 'reasoning')
      .map(contentIn)
      .join('\n'),
    calls: [...parts.filter(({ type }) => CALLS.includes(textOf(type))), ...calls].map(callOf),
    results: [
      ...parts
        .filter(({ type }) => RESULTS.includes(textOf(type)))
        .map((part) => ({
          id: idOf(part),
          text: shown(firstOf(part, 'response', 'result', 'output', 'content')),
        })),
      ...(role === 'tool' && whole !== '' ? [{ id: idOf(message), text: whole }] : []),
    ],
  };
}

const idOf = (object: JsonObject): string =>
  textOf(firstOf(object, 'tool_call_id', 'toolCallId', 'tool_use_id', 'id'));

const contentIn = (part: JsonObject): string => textOf(firstOf(part, 'content', 'text'));

/** The text of a part. Parts that are no text, reasoning, call or result are named. */
function partText(part: JsonObject): readonly string[] {
  const type = textOf(part['type']) || 'text';
  if (type === 'text') return [contentIn(part)];
  return type === 'reasoning' || CALLS.includes(type) || RESULTS.includes(type) ? [] : [`[${type}]`];
}

function callOf(call: JsonObject): ModelCall {
  const named = objectOf(call['function'] ?? call['server_tool_call'] ?? call);
  return {
    id: idOf(call),
    tool: textOf(firstOf(named, 'name', 'toolName') ?? call['name']) || 'unknown',
    args: argumentsOf(firstOf(named, 'arguments', 'args', 'input')),
  };
}

function evaluationIn(attributes: JsonObject): readonly Evaluation[] {
  const name = textOf(attributes['gen_ai.evaluation.name']);
  if (name === '') return [];
  return [
    {
      name,
      label: textOf(attributes['gen_ai.evaluation.score.label']),
      value: attributes['gen_ai.evaluation.score.value'],
      explanation: textOf(attributes['gen_ai.evaluation.explanation']),
    },
  ];
}
