import { groupBy, isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { type ChatMessage, isChatMessage, readMessage } from './chat.ts';
import { firstField, listOf, objectOf, objectsOf, parseIfJson, shown, textOf } from './fields.ts';
import { over, untracked } from './tracked-fields.ts';
import type { SpanEvent, SpanKind } from './span.ts';
import { placesBelow } from './span-records.ts';

/** The messages that a model received: in attributes or events of OpenTelemetry, or in attributes of other conventions. */
export function readIn(attributes: JsonObject, events: readonly SpanEvent[]): readonly ChatMessage[] {
  const request = objectOf(parseIfJson(attributes['gcp.vertex.agent.llm_request']));
  const prompt = objectOf(parseIfJson(attributes['ai.prompt']));
  return [
    ...partsOf(attributes['gen_ai.system_instructions']).map((parts) => messageOf({ role: 'system', parts })),
    ...messagesIn(firstField(attributes, 'gen_ai.input.messages', 'pydantic_ai.all_messages'), 'user'),
    ...[...events, ...writtenEvents(attributes)].flatMap((event) => {
      if (event.name === 'gen_ai.content.prompt')
        return messagesFrom(event.attributes['gen_ai.prompt'], 'user');
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(event.name)?.[1];
      return role === undefined ? [] : [messageOf(over({ role }, event.attributes))];
    }),
    ...listed(attributes, 'llm.input_messages').map(messageOf),
    ...numbered(attributes, 'gen_ai.prompt').map(messageOf),
    ...messagesIn(attributes['ai.prompt.messages'], 'user'),
    ...(attributes['ai.prompt.messages'] === undefined ? promptOfSdk(prompt) : []),
    ...partsOf(objectOf(request['config'])['system_instruction']).map((parts) =>
      messageOf({ role: 'system', parts }),
    ),
    ...objectsOf(request['contents']).map(messageOf),
    ...objectsOf(objectOf(parseIfJson(attributes['request_data']))['messages']).map(messageOf),
    ...messagesFrom(attributes['gen_ai.prompt'], 'user'),
  ];
}

/** The messages in a list, or in a text that is one; anything else, such as a list that was cut off, as a text. */
export function messagesIn(
  value: Json | undefined,
  role: 'user' | 'assistant' | 'tool',
): readonly ChatMessage[] {
  const read = parseIfJson(value);
  if (!Array.isArray(read)) return role === 'tool' ? [] : messagesFrom(read, role);
  return (read as readonly Json[]).map((one) =>
    isJsonObject(one)
      ? messageOf(role === 'assistant' ? over(one, { role }) : one)
      : readMessage({ role, content: shown(one) }),
  );
}

/** The events in an attribute, as Pydantic AI wrote them until 2025: those of a model, or of all models of an agent. */
const writtenEvents = (attributes: JsonObject): readonly SpanEvent[] =>
  listIn(firstField(attributes, 'events', 'all_messages_events')).map((event) => ({
    name: textOf(event['event.name']),
    attributes: event,
  }));

const promptOfSdk = ({ system, prompt, messages }: JsonObject): readonly ChatMessage[] => [
  ...(typeof system === 'string' ? [messageOf({ role: 'system', content: system })] : []),
  ...(typeof prompt === 'string' ? [messageOf({ role: 'user', content: prompt })] : []),
  ...objectsOf(messages).map(messageOf),
];

/** The messages that a model wrote. */
export const writtenIn = (attributes: JsonObject, events: readonly SpanEvent[]): readonly ChatMessage[] => [
  ...messagesIn(attributes['gen_ai.output.messages'], 'assistant'),
  ...events
    .filter(({ name }) => name === 'gen_ai.content.completion')
    .flatMap((event) => messagesFrom(event.attributes['gen_ai.completion'], 'assistant')),
  ...[
    ...[...events, ...writtenEvents(attributes)].flatMap((event) => {
      if (event.name !== 'gen_ai.choice') return [];
      const message = parseIfJson(event.attributes['message']);
      return [
        isJsonObject(message ?? null)
          ? over(event.attributes, objectOf(message))
          : message === undefined
            ? event.attributes
            : over(event.attributes, { content: message }),
      ];
    }),
    ...listed(attributes, 'llm.output_messages'),
    ...numbered(attributes, 'gen_ai.completion'),
    ...answerOfSdk(attributes),
    ...objectsOf([objectOf(parseIfJson(attributes['gcp.vertex.agent.llm_response']))['content'] ?? null]),
    ...objectsOf([objectOf(parseIfJson(attributes['response_data']))['message'] ?? null]),
  ].map((message) => messageOf(over(message, { role: 'assistant' }))),
  ...messagesFrom(attributes['gen_ai.completion'], 'assistant'),
];

function answerOfSdk(attributes: JsonObject): readonly JsonObject[] {
  const content =
    firstField(attributes, 'ai.response.text', 'ai.result.text', 'ai.response.object', 'ai.result.object') ??
    '';
  const calls = firstField(attributes, 'ai.response.toolCalls', 'ai.result.toolCalls') ?? [];
  const reasoning = attributes['ai.response.reasoning'] ?? '';
  return content === '' && reasoning === '' && objectsOf(parseIfJson(calls)).length === 0
    ? []
    : [{ content: { text: content }, reasoning, tool_calls: calls }];
}

/** The messages in the input or output of a program as LangSmith and LangChain write it; without messages, its text. */
export function messagesFrom(value: Json | undefined, role: 'user' | 'assistant'): readonly ChatMessage[] {
  if (value === undefined || value === null || value === '') return [];
  const found = messagesWithin(parseIfJson(value), 0);
  // A single message in an answer may lack its role; several are a talk in which each has its own.
  const messages = found.map((message) =>
    messageOf(role === 'assistant' && found.length === 1 ? over(message, { role }) : message),
  );
  return messages.length > 0 || isEmptyTalk(parseIfJson(value))
    ? messages
    : [readMessage({ role, content: shown(onlyField(parseIfJson(value))) })];
}

const isEmptyTalk = (value: Json | undefined): boolean =>
  isJsonObject(value) &&
  Object.keys(value).every((key) => key === 'messages' && listOf(value['messages']).length === 0);

/** The text in an object with no other field; any other value unchanged. */
function onlyField(value: Json | undefined): Json | undefined {
  // A method of Python has its object as well.
  const [only, ...others] = isJsonObject(value) ? Object.keys(value).filter((key) => key !== 'self') : [];
  const given = only === undefined ? null : (untracked(value as JsonObject) as JsonObject)[only];
  return typeof given === 'string' && others.length === 0 ? (value as JsonObject)[only!] : value;
}

/** Matches the roles in pairs of a role and a text, which LangChain takes for messages. */
const ROLE = /^(?:system|human|user|ai|assistant)$/;

const MAX_WITHIN = 4;

/** The fields that hold messages in the requests and answers of services and frameworks. */
const WITHIN = ['messages', 'generations', 'choices', 'output', 'candidates', 'contents', 'input'];

/** The messages in the inputs and outputs of a chain, a model or an agent. */
function messagesWithin(value: Json | undefined, depth: number): readonly JsonObject[] {
  if (depth > MAX_WITHIN) return [];
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    if (items.length > 0 && items.every((item) => isJsonObject(item) && typeof item['toolName'] === 'string'))
      return [{ role: 'assistant', tool_calls: items }];
    const [role, content, ...others] = items;
    if (typeof role === 'string' && ROLE.test(role) && typeof content === 'string' && others.length === 0)
      return [{ role, content }];
    return items.flatMap((item) =>
      isChatMessage(item) ? [objectOf(item)] : messagesWithin(item, depth + 1),
    );
  }
  if (!isJsonObject(value)) return [];
  if (isChatMessage(value)) return [value];
  const { message, content, text } = value;
  const own = [message, content].find((one) => isChatMessage(one ?? null));
  if (own !== undefined) return [objectOf(own)];
  if (typeof text === 'string' && depth > 0) return [{ role: 'assistant', content: text }];
  const told = firstField(value, ...WITHIN);
  const inner =
    typeof told === 'string' && ('instructions' in value || 'model' in value)
      ? [{ role: 'user', content: told }]
      : messagesWithin(told, depth + 1);
  const system = firstField(value, 'system', 'instructions');
  return system === undefined || inner.length === 0 ? inner : [{ role: 'system', content: system }, ...inner];
}

/** `messages` or, for a model or an agent without any, those in the first of the attributes `names`. */
export const orText = (
  messages: readonly ChatMessage[],
  kind: SpanKind,
  role: 'user' | 'assistant',
  attributes: JsonObject,
  ...names: readonly string[]
): readonly ChatMessage[] =>
  messages.length === 0 && (kind === 'model' || kind === 'agent')
    ? messagesFrom(firstField(attributes, ...names), role)
    : messages;

const listIn = (value: Json | undefined): readonly JsonObject[] => objectsOf(parseIfJson(value));

/** The parts of instructions, which are a list of parts or a text; none if there are no instructions. */
function partsOf(value: Json | undefined): readonly (readonly JsonObject[])[] {
  const read = parseIfJson(value);
  const parts = typeof read === 'string' ? [{ type: 'text', content: read }] : objectsOf(read);
  return parts.length === 0 ? [] : [parts];
}

/** The maximum depth of names in numbered attributes. */
const MAX_NAMES = 12;

/** The items of a list that is written as attributes such as `llm.input_messages.0.message.role`. */
function numbered(attributes: JsonObject, list: string): readonly JsonObject[] {
  const prefix = `${list}.`;
  const own = Object.keys(objectOf(untracked(attributes)))
    .filter((name) => name.startsWith(prefix))
    .map((name): Named => ({
      names: name.slice(prefix.length).split('.', MAX_NAMES),
      read: () => attributes[name]!,
    }));
  return itemsIn(own);
}

/** The items of a list that is written as such, or as attributes. */
function listed(attributes: JsonObject, list: string): readonly JsonObject[] {
  const written = parseIfJson(attributes[list]);
  if (!Array.isArray(written)) return numbered(attributes, list);
  return itemsIn(
    placesBelow(written as readonly Json[]).map(([name, holder, key]) => ({
      names: name.split('.', MAX_NAMES),
      read: () => holder[key]!,
    })),
  );
}

const itemsIn = (own: readonly Named[]): readonly JsonObject[] =>
  (own.length === 0 ? [] : objectsOf(nested(own))).map((item) => objectOf(item['message'] ?? item));

/** An attribute with its name split at the dots. Reading its value marks it as used. */
interface Named {
  readonly names: readonly string[];
  readonly read: () => Json;
}

/** The nested value that dotted attributes form. If all names at a level are numbers, it is a list. */
function nested(attributes: readonly Named[]): Json {
  const whole = attributes.find(({ names }) => names.length === 0);
  if (whole !== undefined) return whole.read();
  const fields = [...groupBy(attributes, ({ names: [name = ''] }) => name)].map(
    ([name, own]) =>
      [name, () => nested(own.map(({ names, read }) => ({ names: names.slice(1), read })))] as const,
  );
  if (fields.every(([name]) => /^\d+$/.test(name)))
    return fields.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, read]) => read());
  const object: JsonObject = {};
  for (const [name, get] of fields) Object.defineProperty(object, name, { get, enumerable: true });
  return object;
}

/** A message whose content may be JSON in a text. An object in an answer is shown as text. */
function messageOf(message: JsonObject): ChatMessage {
  const { content } = message;
  if (
    isJsonObject(content ?? null) &&
    Object.keys(objectOf(content)).length === 1 &&
    'text' in objectOf(content)
  )
    return readMessage(over(message, { content: objectOf(content)['text'] ?? null }));
  return readMessage(message, true);
}
