import {
  isJsonObject,
  type Json,
  type JsonObject,
  type ModelAnswer,
  type ModelCall,
  type ModelRequest,
} from '../../engine/model/index.ts';
import { type AnsweredTry, definedOnly } from './chat-completions.ts';
import { itemsOf, objectIn, readEvents, valueText } from './events.ts';
import { send, TryError } from './http.ts';

/** The most tokens of an answer, which this form of request must say. */
const MAX_TOKENS = 4_096;

/** Writes a request with messages in OpenAI's form as one of Anthropic's. */
export function anthropicRequest(messages: readonly JsonObject[], body: JsonObject): ModelRequest {
  const { tools, ...rest } = body;
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => valueText(content));
  const written: { role: string; content: Json[] }[] = [];
  for (const message of messages) {
    if (message['role'] === 'system') continue;
    const role = message['role'] === 'assistant' ? 'assistant' : 'user';
    const last = written.at(-1);
    // Its messages alternate: several results of calls are one message.
    if (last?.role === role) last.content.push(...blocksOf(message));
    else written.push({ role, content: blocksOf(message) });
  }
  return {
    messages: written,
    body: {
      ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
      ...(Array.isArray(tools) ? { tools: itemsOf(tools).filter(isJsonObject).map(toolOf) } : {}),
      max_tokens: MAX_TOKENS,
      stream: true,
      ...rest,
    },
  };
}

function toolOf({ function: called }: JsonObject): JsonObject {
  const { name, description, parameters } = called as Record<string, Json>;
  return { name: name!, description: description!, input_schema: parameters! };
}

function blocksOf({ role, content, tool_calls: calls, tool_call_id: id, thinking }: JsonObject): Json[] {
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: id!, content: content! }];
  const text = typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
  if (role !== 'assistant') return text;
  const used = itemsOf(calls)
    .filter(isJsonObject)
    .map((call) => {
      const { name, arguments: args } = call['function'] as Record<string, Json>;
      return { type: 'tool_use', id: call['id']!, name: name!, input: JSON.parse(valueText(args)) as Json };
    });
  return [...itemsOf(thinking), ...text, ...used];
}

/** Asks a server with Anthropic's messages. @throws {TryError} when no whole answer comes. */
export async function askMessages(
  base: string,
  headers: Record<string, string>,
  { messages, body }: ModelRequest,
): Promise<AnsweredTry> {
  const all = { 'anthropic-version': '2023-06-01', ...headers };
  const answer = await send(`${base}/messages`, all, JSON.stringify({ ...body, messages }));
  const parts = new MessagesAnswer();
  const raw = await readEvents(answer, (data) => {
    parts.add(data);
  });
  return { ...parts.end(), raw };
}

/** A block of the answer: text, thinking or a call, whose input comes as pieces of JSON. */
interface Block {
  readonly type: string;
  readonly fields: JsonObject;
  text: string;
  signature: string;
}

class MessagesAnswer {
  readonly #blocks = new Map<unknown, Block>();
  #finish = '';
  #isWhole = false;
  readonly #usage: Record<'input' | 'cached' | 'output', number | undefined> = {
    input: undefined,
    cached: undefined,
    output: undefined,
  };

  /** @throws {TryError} when the event is no JSON, or reports an error. */
  add(data: string): void {
    const event = objectIn(data);
    const { index, delta, message, content_block: block, usage, error } = event;
    switch (valueText(event['type'])) {
      case 'error':
        throw new TryError(`The server reports: ${valueText(isJsonObject(error) ? error['message'] : data)}`);
      case 'message_start':
        if (isJsonObject(message) && isJsonObject(message['usage'])) this.#count(message['usage']);
        return;
      case 'content_block_start':
        if (isJsonObject(block))
          this.#blocks.set(index, { type: valueText(block['type']), fields: block, text: '', signature: '' });
        return;
      case 'content_block_delta':
        if (isJsonObject(delta)) this.#addTo(this.#blocks.get(index), delta);
        return;
      case 'message_delta':
        if (isJsonObject(delta) && typeof delta['stop_reason'] === 'string')
          this.#finish = delta['stop_reason'];
        if (isJsonObject(usage)) this.#count(usage);
        return;
      case 'message_stop':
        this.#isWhole = true;
    }
  }

  /** @throws {TryError} when the answer was cut off. */
  end(): Omit<AnsweredTry, 'raw'> {
    if (!this.#isWhole && this.#finish === '') throw new TryError('The answer was cut off.');
    const blocks = [...this.#blocks.values()];
    const joined = (type: string): string =>
      blocks.flatMap((block) => (block.type === type ? [block.text] : [])).join('');
    const thinking = blocks.flatMap(({ type, fields, text, signature }) => {
      if (type === 'redacted_thinking') return [fields];
      return type === 'thinking' ? [{ type, thinking: text, signature }] : [];
    });
    const answer: ModelAnswer = {
      text: joined('text'),
      reasoning: joined('thinking'),
      calls: blocks.filter(({ type }) => type === 'tool_use').map(callOf),
      finish: this.#finish,
      ...(thinking.length === 0 ? {} : { sendBack: { thinking } }),
    };
    return { answer, usage: definedOnly({ ...this.#usage, reasoning: undefined }) };
  }

  #addTo(block: Block | undefined, delta: JsonObject): void {
    if (block === undefined) return;
    for (const field of ['text', 'thinking', 'partial_json'])
      if (typeof delta[field] === 'string') block.text += delta[field];
    if (typeof delta['signature'] === 'string') block.signature += delta['signature'];
  }

  #count(usage: JsonObject): void {
    for (const [name, field] of Object.entries(USAGE) as [keyof typeof USAGE, string][])
      if (Number.isSafeInteger(usage[field])) this.#usage[name] = usage[field] as number;
  }
}

const USAGE = { input: 'input_tokens', cached: 'cache_read_input_tokens', output: 'output_tokens' } as const;

/** The text of a call's input; some servers send it whole at its beginning. */
function callOf({ fields, text }: Block): ModelCall {
  const { id, name, input } = fields;
  const begun = isJsonObject(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : '{}';
  return { id: valueText(id), name: valueText(name), args: text === '' ? begun : text };
}
