import { isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import { listOf, objectsOf, parsedOf, shown, textOf, timeOf } from './fields.ts';
import { type Call, NO_RESULT, type Step } from './trajectory.ts';

/**
 * The steps of chat messages as model services and agent programs write them: prompts, messages between user and agent, thoughts, and
 * tool calls with their results, which are joined by id. What is not understood becomes a log.
 *
 * @param app the name for the app whose tools are called
 */
export function chatSteps(messages: readonly Json[], app = 'tools'): readonly Step[] {
  const results = new Results(messages);
  return messages.flatMap((message): readonly Step[] => {
    if (!isJsonObject(message)) return [{ kind: 'log', type: 'log', text: shown(message) }];
    const time = timeOf(message['timestamp']);
    const text = contentOf(message['content']);
    switch (textOf(message['role'])) {
      case 'system':
      case 'developer':
        return [{ kind: 'log', type: 'system_prompt', text, time }];
      case 'user':
        return [...said(text, 'user', time), ...callsIn(message, 'user', app, results)];
      case 'assistant':
        return assistantSteps(message, app, results);
      case 'tool':
        return results.isTaken(message) ? [] : [{ kind: 'log', type: 'log', text, time }];
      default:
        return [{ kind: 'log', type: 'log', text: shown(message), time }];
    }
  });
}

/** What an assistant says beside calls is a thought; alone it is a message to the user. */
function assistantSteps(message: JsonObject, app: string, results: Results): readonly Step[] {
  const time = timeOf(message['timestamp']);
  const text = contentOf(message['content']);
  const calls = callsIn(message, 'agent', app, results);
  return [
    ...thought(reasoningOf(message), time),
    ...(calls.length === 0 ? said(text, 'agent', time) : [...thought(text, time), ...calls]),
  ];
}

/** A message, unless it is empty. */
const said = (text: string, from: 'user' | 'agent', time: SimTime | undefined): readonly Step[] =>
  text === '' ? [] : [{ kind: 'message', from, text, time }];

/** A thought, unless it is empty. */
export const thought = (text: string, time?: SimTime): readonly Step[] =>
  text === '' ? [] : [{ kind: 'log', type: 'thought', text, time }];

function callsIn(message: JsonObject, by: Call['by'], app: string, results: Results): readonly Call[] {
  return objectsOf(message['tool_calls']).map((call) => {
    const named = isJsonObject(call['function'] ?? null) ? (call['function'] as JsonObject) : call;
    return {
      kind: 'call',
      by,
      app,
      tool: textOf(named['name']) || textOf(call['function']) || 'unknown',
      args: argumentsOf(named['arguments']),
      outcome: results.take(textOf(call['id'])),
      time: timeOf(message['timestamp']),
    };
  });
}

/** The arguments of a call, which many programs write as the text of an object. */
export function argumentsOf(written: Json | undefined): JsonObject {
  if (written === undefined || written === null || written === '') return {};
  const read = parsedOf(written) ?? null;
  return isJsonObject(read) ? read : { value: written };
}

/** The results in a list of messages. Ids repeat in some files, so each result is taken once, in order. */
class Results {
  readonly #waiting = new Map<string, JsonObject[]>();
  readonly #taken = new Set<JsonObject>();

  constructor(messages: readonly Json[]) {
    for (const message of objectsOf(messages))
      if (message['role'] === 'tool')
        for (const id of idsOf(message)) {
          const waiting = this.#waiting.get(id);
          if (waiting === undefined) this.#waiting.set(id, [message]);
          else waiting.push(message);
        }
  }

  /** The outcome of the call `id`: null when the file has no result. */
  take(id: string): Call['outcome'] {
    const result = this.#waiting.get(id)?.shift();
    if (result === undefined) return NO_RESULT;
    this.#taken.add(result);
    return outcomeOf(contentOf(result['content']), result['error']);
  }

  isTaken(message: JsonObject): boolean {
    return this.#taken.has(message);
  }
}

const idsOf = (message: JsonObject): readonly string[] =>
  [message['tool_call_id'], message['id'], ...listOf(message['tool_call_ids'])].filter(
    (id) => typeof id === 'string',
  );

/** The outcome of a call with the result `text`; `error` is true, or an object with a type and a message, if it failed. */
export function outcomeOf(text: string, error?: Json): Call['outcome'] {
  if (error !== true && !isJsonObject(error ?? null)) return { status: 'done', value: text };
  const { type, message } = error === true ? {} : (error as JsonObject);
  return { status: 'failed', error: { type: textOf(type) || 'Error', message: textOf(message) || text } };
}

/** The text of a message's content. Parts that are no text are named. */
export function contentOf(content: Json | undefined): string {
  if (!Array.isArray(content)) return textOf(content);
  return objectsOf(content)
    .filter(({ type }) => type !== 'reasoning')
    .map(({ type, text }) => (typeof text === 'string' ? text : `[${shown(type)}]`))
    .join('\n');
}

/** The reasoning of a message, which stands beside its content or among its parts. */
function reasoningOf(message: JsonObject): string {
  const parts = objectsOf(message['content']).filter(({ type }) => type === 'reasoning');
  return [message['reasoning_content'], ...parts.map(({ reasoning, text }) => reasoning ?? text)]
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n');
}
