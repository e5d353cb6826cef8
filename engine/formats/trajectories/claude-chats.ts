import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';
import { ConversationReader, EarlierParts } from './chat.ts';
import { firstText, listOf, objectOf, objectsOf, textOf } from './fields.ts';
import { over, untracked } from './tracked-fields.ts';
import { asTold, type Trajectory } from './trajectory.ts';

// The chats in the data that claude.ai exports: messages, of which newer exports say which one each follows.

/** Whether `document` is a chat that claude.ai exported, or a list of which at least half are. */
export const isClaudeChats = (document: Json): boolean => {
  const all = chatsIn(document);
  return all.length > 0 && all.filter(isChat).length * 2 >= all.length;
};

const chatsIn = (document: Json): readonly Json[] =>
  Array.isArray(document) ? (document as readonly Json[]) : [document];

const isChat = (document: Json): document is JsonObject =>
  isJsonObject(document) && Array.isArray(document['chat_messages']);

/** The trajectory of each chat in which something is said. */
export function claudeChatsTrajectories(
  document: Json,
  file: string,
  earlier = new EarlierParts(),
): readonly Trajectory[] {
  const chats = chatsIn(document).filter(isChat);
  return chats.flatMap((chat, index): readonly Trajectory[] => {
    const name = `${file.replace(/\.jsonl?$/i, '')}${chats.length === 1 ? '' : ` ${index + 1}`}`;
    const talk = new ConversationReader('tools', chats.length === 1 ? earlier : new EarlierParts());
    const messages = objectsOf(chat['chat_messages']);
    const left = leftMessages(messages);
    for (const message of messages) {
      talk.told = left.has(message) ? (step) => asTold(step, 'Branch that was given up') : undefined;
      talk.message(withContent(message));
    }
    const steps = talk.steps();
    if (steps.length === 0) return [];
    const model = textOf(chat['model']);
    return [
      {
        task: firstText(chat, 'name', 'uuid') || name,
        steps,
        states: { tools: {} },
        tags: model === '' ? [] : [model],
        attempt: { agent: 'Claude', model: model || undefined },
        ...(chats.length === 1 ? {} : { parts: [chat] }),
      },
    ];
  });
}

/** A message with its text as its content, which older exports do not have. */
const withContent = (message: JsonObject): JsonObject =>
  listOf(objectOf(untracked(message))['content']).length > 0
    ? message
    : over(message, { content: message['text'] ?? null });

/** The messages that the last one does not follow, because the user edited one or asked for another answer. */
function leftMessages(messages: readonly JsonObject[]): ReadonlySet<JsonObject> {
  const byId = new Map(messages.map((message) => [textOf(message['uuid']), message]));
  const left = new Set(messages);
  let last = messages.at(-1);
  while (last !== undefined && left.delete(last)) {
    const { parent_message_uuid: parent } = objectOf(untracked(last));
    // Older exports do not say it: each message follows the one before.
    if (typeof parent !== 'string') return new Set();
    last = byId.get(parent);
  }
  return left;
}
