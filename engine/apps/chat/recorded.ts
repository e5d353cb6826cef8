import * as z from 'zod';
import { idOr, text, texts, time } from '../recorded.ts';
import type { ChatState } from './agent-user-interface.ts';

const chat = z.lazy(() =>
  z.object({
    messages: z.array(
      z.object({
        sender: z.enum(['User', 'Agent']),
        content: text,
        attachments: texts,
        timestamp: time.default(0),
        time_read: time.nullish(),
        id: text.nullish(),
      }),
    ),
  }),
);

/** @throws {ZodError} when it is no state of a chat. */
export const recordedChat = (state: unknown): ChatState => ({
  messages: chat
    .parse(state)
    .messages.map(({ sender, content, attachments, timestamp, time_read, id }, at) => ({
      sender,
      content,
      attachments: attachments ?? [],
      timestamp,
      time_read: time_read ?? null,
      id: idOr(id, `message-${at + 1}`),
    })),
});
