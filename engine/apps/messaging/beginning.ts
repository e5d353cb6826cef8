import { byId } from '../by-id.ts';
import { secondsAt, type When } from '../datetime.ts';
import { idOr } from '../recorded.ts';
import { defaultTitle } from './people.ts';
import type { Conversation, MessagingState, NamedConversation, NamedMessagingState, Said } from './state.ts';

/** A message that is there from the start. Ids that are left out go by position: `chat-1` for the first of `chat`. */
type GivenSaid = { readonly [Field in keyof Omit<Said, 'timestamp'>]?: Said[Field] | null | undefined } & {
  readonly timestamp?: When;
};

interface GivenTalk {
  /** `conversation-1` for the first, when left out. */
  readonly conversation_id?: string | null | undefined;
  /** The names of those in it, when left out. */
  readonly title?: string | null | undefined;
  /** The time of its latest message, when left out. */
  readonly last_updated?: When | null | undefined;
}

export interface GivenNamedConversation extends GivenTalk {
  readonly participants: readonly string[];
  readonly messages?: readonly (GivenSaid & { readonly sender: string })[];
}

export interface GivenConversation extends GivenTalk {
  readonly participant_ids: readonly string[];
  readonly messages?: readonly (GivenSaid & { readonly sender_id: string })[];
}

/** What the first messenger begins with. @throws {ToolError} `ValueError` when two conversations have one id. */
export const namedMessagingWith = ({
  conversations = [],
}: {
  readonly conversations?: readonly GivenNamedConversation[];
}): NamedMessagingState => ({
  conversations: keyed(
    conversations.map((given, at) => newNamedConversation(given, `conversation-${at + 1}`)),
  ),
  messages_view_limit: 10,
  conversation_view_limit: 5,
});

/** What a messenger begins with. */
export interface Messenger extends Partial<Readonly<Pick<MessagingState, 'mode' | 'id_to_name'>>> {
  readonly current_user_id?: string;
  readonly current_user_name?: string;
  readonly conversations?: readonly GivenConversation[];
}

/** The user is in every conversation. @throws {ToolError} `ValueError` when two conversations have one id. */
export function messagingWith({
  mode = 'NAME',
  current_user_id = 'me',
  current_user_name = 'Me',
  id_to_name,
  conversations = [],
}: Messenger): MessagingState {
  const names = { ...id_to_name, [current_user_id]: current_user_name };
  const state: MessagingState = {
    conversations: {},
    messages_view_limit: 10,
    conversation_view_limit: 5,
    mode,
    name_to_id: Object.fromEntries(Object.entries(names).map(([id, name]) => [name, id])),
    id_to_name: names,
    current_user_id,
    current_user_name,
  };
  const all = conversations.map((given, at) => {
    const participant_ids = [...given.participant_ids, current_user_id];
    const { title = defaultTitle(state, participant_ids) } = given;
    return newConversation({ ...given, participant_ids, title }, `conversation-${at + 1}`);
  });
  return { ...state, conversations: keyed(all) };
}

const keyed = <One extends NamedConversation | Conversation>(all: readonly One[]): Record<string, One> =>
  byId('conversations', all, ({ conversation_id }) => conversation_id);

/** A conversation with all its fields, in the field's order; `id` where it brings none. */
export function newNamedConversation(
  { participants: given, messages = [], title, ...rest }: GivenNamedConversation,
  id: string,
): NamedConversation {
  const conversation_id = idOr(rest.conversation_id, id);
  const participants = [...new Set(given)];
  const spoken = messages.map(({ sender, ...said }, at) => ({
    sender,
    ...newSaid(said, `${conversation_id}-${at + 1}`),
  }));
  return {
    participants,
    messages: spoken,
    title: idOr(title, participants.join(', ')),
    conversation_id,
    last_updated: lastTime(rest, spoken),
  };
}

/** A conversation with all its fields, in the field's order; `id` where it brings none. */
export function newConversation(
  { participant_ids, messages = [], title, ...rest }: GivenConversation,
  id: string,
): Conversation {
  const conversation_id = idOr(rest.conversation_id, id);
  const spoken = messages.map(({ sender_id, ...said }, at) => ({
    sender_id,
    ...newSaid(said, `${conversation_id}-${at + 1}`),
  }));
  return {
    participant_ids: [...new Set(participant_ids)],
    messages: spoken,
    title: title ?? null,
    conversation_id,
    last_updated: lastTime(rest, spoken),
  };
}

/** Only messages with a file have the fields of one. */
const newSaid = (given: GivenSaid, id: string): Said => ({
  message_id: idOr(given.message_id, id),
  timestamp: secondsAt(given.timestamp ?? 0),
  content: given.content ?? '',
  ...(given.attachment === undefined
    ? {}
    : { attachment: given.attachment, attachment_name: given.attachment_name ?? null }),
});

const lastTime = ({ last_updated }: GivenTalk, spoken: readonly Said[]): number =>
  last_updated === undefined || last_updated === null
    ? spoken.reduce((latest, { timestamp }) => Math.max(latest, timestamp), 0)
    : secondsAt(last_updated);
