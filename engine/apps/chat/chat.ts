import * as z from 'zod/mini';
import { toSeconds } from '../../model/index.ts';
import { readOnly } from '../../state/index.ts';
import { dict, list, nullable, optional, ownApp, str, type ToolContext, toolOf } from '../../world/index.ts';
import { idOrDefault, text, texts, time } from '../shared/from-trace.ts';

/** A message, with its fields in ARE's order. Times are seconds since the Unix epoch. */
export interface ChatMessage {
  sender: 'User' | 'Agent';
  content: string;
  /** Names of files. */
  attachments: string[];
  timestamp: number;
  /** When the recipient read it; null before. */
  time_read: number | null;
  id: string;
}

/** The messages, oldest first. */
export interface ChatState {
  messages: ChatMessage[];
}

const tool = toolOf<ChatState>();

const newAgentUserInterface = ownApp({
  class: 'AgentUserInterface',
  initial: (): ChatState => ({ messages: [] }),
  tools: {
    send_message_to_user: tool({
      summary: 'Send a message to the user. This ends your turn.',
      returns: 'None',
      effect: 'write',
      callers: ['agent', 'data'],
      args: { content: optional(str, '') },
      apply({ messages }, { content }, context) {
        const now = toSeconds(context.now);
        messages.push({ ...newMessage('Agent', content, context), time_read: now });
        return null;
      },
    }),
    send_message_to_agent: tool({
      summary: 'Send a message to the agent.',
      returns: 'str',
      effect: 'write',
      callers: ['user'],
      args: {
        content: optional(str, ''),
        attachments: optional(nullable(list(str)), null),
        base64_utf8_encoded_attachment_contents: optional(nullable(list(dict)), null),
      },
      apply({ messages }, { content, attachments }, context) {
        const message = newMessage('User', content, context);
        messages.push({ ...message, attachments: [...(attachments ?? [])] });
        return message.id;
      },
    }),
    get_last_message_from_user: tool({
      summary: 'Read the last message from the user, if there is one.',
      returns: 'AUIMessage | None',
      effect: 'write',
      recordedAs: 'read',
      callers: ['agent', 'data'],
      args: {},
      apply({ messages }, _args, context): ChatMessage | null {
        const index = readOnly(messages).findLastIndex(({ sender }) => sender === 'User');
        return index < 0 ? null : markRead(messages, index, context);
      },
    }),
    get_last_unread_messages: tool({
      summary: 'Read all messages from the user that are not read yet, oldest first.',
      returns: 'list[AUIMessage]',
      effect: 'write',
      recordedAs: 'read',
      callers: ['agent', 'data'],
      args: {},
      apply: ({ messages }, _args, context): ChatMessage[] =>
        readOnly(messages).flatMap(({ sender, time_read }, index) =>
          sender === 'User' && time_read === null ? [markRead(messages, index, context)] : [],
        ),
    }),
    get_last_message_from_agent: tool({
      summary: 'Get your own last message to the user, if there is one.',
      returns: 'AUIMessage | None',
      effect: 'read',
      callers: ['agent', 'data'],
      args: {},
      apply: ({ messages }) => readOnly(messages).findLast(({ sender }) => sender === 'Agent') ?? null,
    }),
    get_all_messages: tool({
      summary: 'Read all messages between you and the user, newest first.',
      returns: 'list[AUIMessage]',
      effect: 'write',
      recordedAs: 'read',
      callers: ['agent', 'data'],
      args: {},
      apply: ({ messages }, _args, context): ChatMessage[] =>
        messages
          .map((_message, index) => markRead(messages, index, context))
          .sort((one, other) => other.timestamp - one.timestamp),
    }),
  },
});

/** The app that {@link agentUserInterface} makes. Its name keeps the types of an editor's hints short. */
export interface AgentUserInterface extends ReturnType<typeof newAgentUserInterface> {}

/** The chat of the user and the agent. */
export const agentUserInterface: () => AgentUserInterface = newAgentUserInterface;

const newMessage = (sender: ChatMessage['sender'], content: string, context: ToolContext): ChatMessage => ({
  sender,
  content,
  attachments: [],
  timestamp: toSeconds(context.now),
  time_read: null,
  id: context.newId(),
});

function markRead(messages: ChatMessage[], at: number, { now }: ToolContext): ChatMessage {
  const message = messages[at]!;
  message.time_read ??= toSeconds(now);
  return message;
}

const chat = z.lazy(() =>
  z.object({
    messages: z.array(
      z.object({
        sender: z.enum(['User', 'Agent']),
        content: text,
        attachments: texts,
        timestamp: z._default(time, 0),
        time_read: z.nullish(time),
        id: z.nullish(text),
      }),
    ),
  }),
);

/** The state of the chat, as recorded. @throws {ZodError} when `state` is something else. */
export const recordedChat = (state: unknown): ChatState => ({
  messages: chat
    .parse(state)
    .messages.map(({ sender, content, attachments, timestamp, time_read, id }, index) => ({
      sender,
      content,
      attachments: attachments ?? [],
      timestamp,
      time_read: time_read ?? null,
      id: idOrDefault(id, `message-${index + 1}`),
    })),
});
