import * as z from 'zod';
import { mapValues, text, time } from '../shared/from-trace.ts';
import {
  type Conversation,
  type MessagingState,
  MODES,
  type NamedConversation,
  type NamedMessagingState,
  newConversation,
  newNamedConversation,
} from './state.ts';

const messageFields = () => ({
  message_id: text.nullish(),
  timestamp: time.default(0),
  content: text.default(''),
  attachment: text.nullish(),
  attachment_name: text.nullish(),
});

const conversationFields = () => ({
  title: text.nullish(),
  conversation_id: text.nullish(),
  last_updated: time.nullish(),
});

const namedConversation = z.lazy(() =>
  z.object({
    participants: z.array(text),
    messages: z.array(z.object({ sender: text, ...messageFields() })).default([]),
    ...conversationFields(),
  }),
);

const conversation = z.lazy(() =>
  z.object({
    participant_ids: z.array(text),
    messages: z.array(z.object({ sender_id: text, ...messageFields() })).default([]),
    ...conversationFields(),
  }),
);

const limits = () => ({
  messages_view_limit: z.int().min(0).default(10),
  conversation_view_limit: z.int().min(0).default(5),
});

const namedMessaging = z.lazy(() =>
  z.object({ conversations: z.record(text, namedConversation), ...limits() }),
);

const messaging = z.lazy(() =>
  z.object({
    conversations: z.record(text, conversation),
    ...limits(),
    mode: z.enum(MODES).default('NAME'),
    name_to_id: z.record(text, text).default({}),
    id_to_name: z.record(text, text).default({}),
    current_user_id: text.nullable().default(null),
    current_user_name: text.nullable().default(null),
  }),
);

/** The state of ARE's first messenger, as recorded. @throws {ZodError} when `state` is something else. */
export function recordedNamedMessaging(state: unknown): NamedMessagingState {
  const { conversations, ...rest } = namedMessaging.parse(state);
  return { conversations: mapValues(conversations, recordedAs(newNamedConversation)), ...rest };
}

/** The state of a messenger, as recorded. @throws {ZodError} when `state` is something else. */
export function recordedMessaging(state: unknown): MessagingState {
  const { conversations, ...rest } = messaging.parse(state);
  return { conversations: mapValues(conversations, recordedAs(newConversation)), ...rest };
}

/** A recorded conversation keeps an empty title; a new conversation would get the default title. */
const recordedAs =
  <Given extends { readonly title?: string | null | undefined }, Made extends { title: string | null }>(
    make: (given: Given, id: string) => Made,
  ) =>
  (given: Given, id: string): Made => ({ ...make(given, id), title: given.title ?? null });

/** A recorded conversation, with the id `id` if it has none. @throws {ZodError} when `fields` are something else. */
export const namedConversationIn = (fields: unknown, id: string): NamedConversation =>
  newNamedConversation(namedConversation.parse(fields), id);

/** A recorded conversation, with the id `id` if it has none. @throws {ZodError} when `fields` are something else. */
export const conversationIn = (fields: unknown, id: string): Conversation =>
  newConversation(conversation.parse(fields), id);
