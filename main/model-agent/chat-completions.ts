import {
  isJsonObject,
  type Json,
  type JsonObject,
  type ModelAnswer,
  type ModelCall,
  type ModelRequest,
  type ModelUsage,
} from '../../engine/model/index.ts';
import { itemsOf, objectIn, readEvents, valueText } from './events.ts';
import { readAll, send, TryError } from './http.ts';

/** What came of one try. */
export interface AnsweredTry {
  readonly answer: ModelAnswer;
  readonly usage: ModelUsage;
  readonly raw: string;
}

/** Asks a server with OpenAI's chat completions. @throws {TryError} when no whole answer comes. */
export async function askChatCompletions(
  base: string,
  headers: Record<string, string>,
  { messages, body }: ModelRequest,
): Promise<AnsweredTry> {
  const answer = await send(`${base}/chat/completions`, headers, JSON.stringify({ ...body, messages }));
  const parts = new ChatAnswer();
  if (!String(answer.headers['content-type']).includes('event-stream')) {
    const raw = await readAll(answer);
    parts.addWhole(objectIn(raw));
    return { ...parts.end(true), raw };
  }
  let isDone = false;
  const raw = await readEvents(answer, (data) => {
    if (data.trim() === '[DONE]') isDone = true;
    else if (!isDone) parts.add(objectIn(data));
  });
  return { ...parts.end(isDone), raw };
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
    if (isJsonObject(error))
      throw new TryError(`The server reports: ${valueText(error['message'] ?? error)}`);
    if (isJsonObject(usage)) this.#usage = usageIn(usage);
    const choice = itemsOf(choices)[0];
    if (!isJsonObject(choice)) return;
    if (isJsonObject(choice['delta'])) this.#addMessage(choice['delta']);
    if (typeof choice['finish_reason'] === 'string') this.#finish = choice['finish_reason'];
  }

  /** Adds an answer that came at once. */
  addWhole(whole: JsonObject): void {
    const { choices } = whole;
    const [choice] = itemsOf(choices);
    this.add(whole);
    if (!isJsonObject(choice) || !isJsonObject(choice['message']))
      throw new TryError('The answer has no message.');
    this.#addMessage(choice['message']);
  }

  /** The answer. @throws {TryError} when it was cut off: neither a reason to stop came nor, with `isEnded`, the end. */
  end(isEnded: boolean): Omit<AnsweredTry, 'raw'> {
    if (!isEnded && this.#finish === '') throw new TryError('The answer was cut off.');
    const sendBack = this.#reasoningField && { [this.#reasoningField]: this.#reasoning };
    const answer = {
      text: this.#text,
      reasoning: this.#reasoning,
      calls: this.#calls.map((call, index): ModelCall => ({ ...call, id: call.id || `call_${index + 1}` })),
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
    for (const [index, call] of itemsOf(calls).entries()) if (isJsonObject(call)) this.#addCall(call, index);
  }

  #addCall({ index, id, function: called }: JsonObject, nth: number): void {
    const { name, arguments: args } = isJsonObject(called) ? called : {};
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
    else if (isJsonObject(args)) call.args = JSON.stringify(args);
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
  const count = (value: Json | undefined): number | undefined =>
    Number.isSafeInteger(value) ? (value as number) : undefined;
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  return definedOnly({
    input: count(usage['prompt_tokens']),
    cached: isJsonObject(prompt) ? count(prompt['cached_tokens']) : undefined,
    output: count(usage['completion_tokens']),
    reasoning: isJsonObject(completion) ? count(completion['reasoning_tokens']) : undefined,
  });
}

/** `counts` without what is unknown. */
export const definedOnly = (counts: Readonly<Record<keyof ModelUsage, number | undefined>>): ModelUsage =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
