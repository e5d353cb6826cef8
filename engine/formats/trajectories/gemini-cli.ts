import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { readArguments, contentOf, ConversationReader, readMessage } from './chat.ts';
import { errorSteps } from './endings.ts';
import { listOf, objectOf, objectsOf, shown, textOf, parseTime, readUsage } from './fields.ts';
import { asTold, type Step, type Trajectory, withCost } from './trajectory.ts';

// A chat of Gemini CLI: one document with its messages, or a line for each message and each change.

/** Whether `document` is a chat of Gemini CLI. */
export const isGeminiCli = (document: Json): boolean => {
  const head = Array.isArray(document) ? objectsOf(document).find((line) => 'projectHash' in line) : document;
  return (
    isJsonObject(head) && typeof head['projectHash'] === 'string' && typeof head['sessionId'] === 'string'
  );
};

export function geminiCliTrajectories(document: Json, file: string): readonly Trajectory[] {
  const lines = Array.isArray(document)
    ? objectsOf(document)
    : [objectOf(document), ...objectsOf(objectOf(document)['messages'])];
  const head = lines.find((line) => 'projectHash' in line) ?? {};
  const talk = new ConversationReader();
  const models = new Set<string>();
  for (const { message, isUndone } of messagesOf(lines.filter((line) => line !== head))) {
    talk.told = isUndone ? (step: Step) => asTold(step, 'Branch that was given up') : undefined;
    if (typeof message['model'] === 'string') models.add(message['model']);
    addMessage(talk, message);
  }
  return [
    {
      task: textOf(head['sessionId']) || file.replace(/\.jsonl?$/i, ''),
      steps: talk.steps(),
      states: { tools: {} },
      tags: [...models],
      attempt: { agent: 'Gemini CLI', model: [...models][0] },
      notes: head['kind'] === 'subagent' ? ['The chat of a subagent.'] : [],
    },
  ];
}

interface Written {
  readonly message: JsonObject;
  isUndone: boolean;
}

/** The latest version of each message of the chat, and whether the user went back from it. */
function messagesOf(lines: readonly JsonObject[]): readonly Written[] {
  const messages = new Map<string, Written>();
  const add = (message: JsonObject, nth: number): void => {
    messages.set(textOf(message['id']) || `line ${nth}`, { message, isUndone: false });
  };
  lines.forEach((line, index) => {
    const back = line['$rewindTo'];
    if (typeof back === 'string') {
      let isAfter = !messages.has(back);
      for (const [id, written] of messages) {
        isAfter ||= id === back;
        if (isAfter) written.isUndone = true;
      }
    } else if ('$set' in line)
      for (const message of objectsOf(objectOf(line['$set'])['messages'])) add(message, index);
    else add(line, index);
  });
  return [...messages.values()];
}

function addMessage(talk: ConversationReader, message: JsonObject): void {
  const time = parseTime(message['timestamp']);
  const { type, content, thoughts, toolCalls: calls, tokens } = message;
  const text = contentOf(content);
  if (type === 'user') talk.say('user', text, time);
  else if (type === 'gemini') {
    const said = objectsOf(calls).length === 0;
    const own = objectsOf(thoughts).map((one): Step => ({
      kind: 'log',
      type: 'thought',
      text: [one['subject'], one['description']]
        .map(textOf)
        .filter((part) => part !== '')
        .join(': '),
      time,
    }));
    const all: readonly Step[] =
      said || text === '' ? own : [...own, { kind: 'log', type: 'thought', text, time }];
    talk.add(...withCost(all, { tokens: readUsage(tokens), time }, 'The model answered.'));
    for (const call of objectsOf(calls)) addCall(talk, call, time);
    if (said) talk.say('agent', text, time);
  } else {
    const told = `${textOf(type)}: ${text || shown(message)}`;
    if (type === 'error') talk.add(...errorSteps('type: error', told, time));
    else talk.log('log', told, time);
  }
}

/** Adds a call with its result, which has the form of Google's service. */
function addCall(talk: ConversationReader, call: JsonObject, time: Step['time']): void {
  const { id, name, args, result, status } = call;
  const parts = readMessage({ role: 'user', content: listOf(result) }).results;
  const text =
    parts.length > 0
      ? parts.map((part) => part.text).join('\n')
      : contentOf(result) || textOf(call['resultDisplay']);
  const isFailed = status === 'error' || status === 'cancelled';
  talk.call(
    {
      id: textOf(id),
      tool: textOf(name) || 'unknown',
      args: readArguments(args),
      outcome: isFailed
        ? { status: 'failed', error: { type: `status: ${status}`, message: text || 'It failed.' } }
        : { status: 'done', value: text === '' ? null : text },
    },
    parseTime(call['timestamp']) ?? time,
  );
}
