import * as z from 'zod/mini';
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
  message_id: z.nullish(text),
  timestamp: z._default(time, 0),
  content: z._default(text, ''),
  attachment: z.nullish(text),
  attachment_name: z.nullish(text),
});

const conversationFields = () => ({
  title: z.nullish(text),
  conversation_id: z.nullish(text),
  last_updated: z.nullish(time),
});

const namedConversation = z.lazy(() =>
  z.object({
    participants: z.array(text),
    messages: z._default(z.array(z.object({ sender: text, ...messageFields() })), []),
    ...conversationFields(),
  }),
);

const conversation = z.lazy(() =>
  z.object({
    participant_ids: z.array(text),
    messages: z._default(z.array(z.object({ sender_id: text, ...messageFields() })), []),
    ...conversationFields(),
  }),
);

const limits = () => ({
  messages_view_limit: z._default(z.int().check(z.minimum(0)), 10),
  conversation_view_limit: z._default(z.int().check(z.minimum(0)), 5),
});

const namedMessaging = z.lazy(() =>
  z.object({ conversations: z.record(text, namedConversation), ...limits() }),
);

const messaging = z.lazy(() =>
  z.object({
    conversations: z.record(text, conversation),
    ...limits(),
    mode: z._default(z.enum(MODES), 'NAME'),
    name_to_id: z._default(z.record(text, text), {}),
    id_to_name: z._default(z.record(text, text), {}),
    current_user_id: z._default(z.nullable(text), null),
    current_user_name: z._default(z.nullable(text), null),
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
