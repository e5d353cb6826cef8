import { createParser } from 'eventsource-parser';
import type {
  JsonObject,
  ModelAnswer,
  ModelCall,
  ModelRequest,
  ModelUsage,
} from '../../engine/model/index.ts';
import { pieces, readAll, send, TryError } from './http.ts';

/** What came of one try. */
export interface Answered {
  readonly answer: ModelAnswer;
  readonly usage: ModelUsage;
  readonly raw: string;
}

/** Asks a server with OpenAI's chat completions. @throws {TryError} when no whole answer comes. */
export async function askChatCompletions(
  base: string,
  headers: Record<string, string>,
  { messages, body }: ModelRequest,
): Promise<Answered> {
  const answer = await send(`${base}/chat/completions`, headers, JSON.stringify({ ...body, messages }));
  const parts = new ChatAnswer();
  let raw = '';
  if (!String(answer.headers['content-type']).includes('event-stream')) {
    raw = await readAll(answer);
    parts.addWhole(parsed(raw));
    return { ...parts.end(true), raw };
  }
  let isDone = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === '[DONE]') isDone = true;
      else if (!isDone) parts.add(parsed(data));
    },
  });
  for await (const piece of pieces(answer)) {
    raw += piece;
    parser.feed(piece);
  }
  parser.reset({ consume: true });
  return { ...parts.end(isDone), raw };
}

/** @throws {TryError} when `text` is no JSON object. */
function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Told below.
  }
  throw new TryError(`The server sent what is not an answer: ${text.slice(0, 80)}`);
}

interface BegunCall {
  id: string;
  name: string;
  args: string;
}

/** Servers use one of these names for what the model thinks before it answers. */
const REASONING = ['reasoning_content', 'reasoning'] as const;

/**
 * Puts an answer together. Servers differ: some give no ids to calls or repeat id and name in each part, give all calls the index
 * 0, or send arguments as an object instead of a text.
 */
class ChatAnswer {
  #text = '';
  #reasoning = '';
  #reasoningField: (typeof REASONING)[number] | undefined;
  readonly #calls: BegunCall[] = [];
  /** The call that each index means at the moment. */
  readonly #atIndex = new Map<number, BegunCall>();
  #finish = '';
  #usage: ModelUsage = {};

  /** Adds a part of a stream. @throws {TryError} when it reports an error. */
  add(part: JsonObject): void {
    const { error, choices, usage } = part;
    if (isObject(error)) throw new TryError(`The server reports: ${textOf(error['message'] ?? error)}`);
    if (isObject(usage)) this.#usage = usageIn(usage);
    const choice = itemsOf(choices)[0];
    if (!isObject(choice)) return;
    if (isObject(choice['delta'])) this.#addMessage(choice['delta']);
    if (typeof choice['finish_reason'] === 'string') this.#finish = choice['finish_reason'];
  }

  /** Adds an answer that came at once. */
  addWhole(whole: JsonObject): void {
    const { choices } = whole;
    const [choice] = itemsOf(choices);
    this.add(whole);
    if (!isObject(choice) || !isObject(choice['message'])) throw new TryError('The answer has no message.');
    this.#addMessage(choice['message']);
  }

  /** The answer. @throws {TryError} when it was cut off: neither a reason to stop came nor, with `isEnded`, the end. */
  end(isEnded: boolean): Omit<Answered, 'raw'> {
    if (!isEnded && this.#finish === '') throw new TryError('The answer was cut off.');
    const sendBack = this.#reasoningField && { [this.#reasoningField]: this.#reasoning };
    const answer = {
      text: this.#text,
      reasoning: this.#reasoning,
      calls: this.#calls.map((call, nth): ModelCall => ({ ...call, id: call.id || `call_${nth + 1}` })),
      finish: this.#finish,
      ...(sendBack === undefined ? {} : { sendBack }),
    };
    return { answer, usage: this.#usage };
  }

  #addMessage(message: JsonObject): void {
    if (typeof message['content'] === 'string') this.#text += message['content'];
    for (const field of REASONING)
      if (typeof message[field] === 'string' && message[field] !== '') {
        this.#reasoningField ??= field;
        if (field === this.#reasoningField) this.#reasoning += message[field];
      }
    const { tool_calls: calls } = message;
    for (const [nth, call] of itemsOf(calls).entries()) if (isObject(call)) this.#addCall(call, nth);
  }

  #addCall({ index, id, function: called }: JsonObject, nth: number): void {
    const { name, arguments: args } = isObject(called) ? called : {};
    const place = typeof index === 'number' ? index : nth;
    const known = this.#atIndex.get(place);
    const isOther =
      typeof id === 'string' && id !== '' && known !== undefined && known.id !== '' && known.id !== id;
    // A whole call with its own name after a whole call is another one, also without an id.
    const isNext =
      known !== undefined &&
      typeof name === 'string' &&
      name !== '' &&
      (id ?? '') === '' &&
      isComplete(known.args);
    let call = known;
    if (call === undefined || isOther || isNext) {
      call = { id: '', name: '', args: '' };
      this.#calls.push(call);
      this.#atIndex.set(place, call);
    }
    if (typeof id === 'string' && call.id === '') call.id = id;
    if (typeof name === 'string' && call.name === '') call.name = name;
    if (typeof args === 'string') call.args += args;
    else if (isObject(args)) call.args = JSON.stringify(args);
  }
}

function isComplete(args: string): boolean {
  try {
    return typeof JSON.parse(args) === 'object';
  } catch {
    return false;
  }
}

function usageIn(usage: JsonObject): ModelUsage {
  const count = (value: unknown): number | undefined =>
    Number.isSafeInteger(value) ? (value as number) : undefined;
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  return definedOnly({
    input: count(usage['prompt_tokens']),
    cached: isObject(prompt) ? count(prompt['cached_tokens']) : undefined,
    output: count(usage['completion_tokens']),
    reasoning: isObject(completion) ? count(completion['reasoning_tokens']) : undefined,
  });
}

/** The value as a text: a text itself, anything else as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** The items of a value that should be a list. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `counts` without what is unknown. */
export const definedOnly = (counts: Readonly<Record<keyof ModelUsage, number | undefined>>): ModelUsage =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
