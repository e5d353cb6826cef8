import { compareCodePoints, type JsonObject, type SimTime, toSeconds } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  about,
  type Argument,
  dict,
  optional,
  refuse,
  str,
  type Tool,
  type ToolContext,
  toolOf,
} from '../../world/index.ts';
import { secondsAt, type When } from '../shared/dates.ts';
import { byId } from '../shared/lists.ts';
import { idOrDefault } from '../shared/from-trace.ts';
import { attachmentFrom, saveAttachment } from '../files/attachments.ts';
import { weightedRatio } from './fuzzy-match.ts';

/** The fields that messages of both messengers have. */
export interface MessageBase {
  message_id: string;
  /** Seconds since the Unix epoch. */
  timestamp: number;
  content: string;
  /** In base64. */
  attachment?: string | null;
  attachment_name?: string | null;
}

/** A message of ARE's first messenger, in which people are identified by name. */
export interface NamedMessage extends MessageBase {
  sender: string;
}

export interface Message extends MessageBase {
  sender_id: string;
}

interface ConversationBase<One extends MessageBase> {
  /** Oldest first. */
  messages: One[];
  title: string | null;
  conversation_id: string;
  /** The time of the latest message, or of the start, in seconds since the Unix epoch. */
  last_updated: number;
}

/** A conversation of the first messenger. */
export interface NamedConversation extends ConversationBase<NamedMessage> {
  participants: string[];
}

export interface Conversation extends ConversationBase<Message> {
  participant_ids: string[];
}

interface Limits {
  /** The most messages of each conversation that a list may show. */
  messages_view_limit: number;
  /** The most conversations that a list may show. */
  conversation_view_limit: number;
}

/** The first messenger. Conversations by id, in order of their start. */
export interface NamedMessagingState extends Limits {
  conversations: Record<string, NamedConversation>;
}

export const MODES = ['NAME', 'PHONE_NUMBER'] as const;

export interface MessagingState extends Limits {
  conversations: Record<string, Conversation>;
  /** Whether the ids of people are generated or are phone numbers. Messages may go to any phone number. */
  mode: (typeof MODES)[number];
  name_to_id: Record<string, string>;
  id_to_name: Record<string, string>;
  current_user_id: string | null;
  current_user_name: string | null;
}

export type AnyConversation = NamedConversation | Conversation;
export type AnyMessagingState = NamedMessagingState | MessagingState;

/** The names or ids of the people in `conversation`. */
export const peopleIn = (conversation: ReadOnly<AnyConversation>): readonly string[] =>
  'participants' in conversation ? conversation.participants : conversation.participant_ids;

/** All conversations, read-only. */
export const conversationsIn = ({ conversations }: AnyMessagingState): readonly ReadOnly<AnyConversation>[] =>
  Object.values(readOnly<Record<string, AnyConversation>>(conversations));

/** The conversation `id`. @throws {ToolError} of class `type` when there is none. */
export const conversationOf = <One extends AnyConversation>(
  { conversations }: { readonly conversations: Record<string, One> },
  id: string,
  type = 'Exception',
): One =>
  Object.hasOwn(conversations, id) ? conversations[id]! : refuse(type, `There is no conversation "${id}".`);

/** Adds `message` to `conversation`, whose time never goes back. Returns the id of the message. */
export function addMessage<One extends MessageBase>(
  conversation: ConversationBase<One>,
  message: One,
): string {
  conversation.messages.push(message);
  conversation.last_updated = Math.max(conversation.last_updated, message.timestamp);
  return message.message_id;
}

/** `now` in whole seconds, as ARE dates messages. */
export const wholeSeconds = (now: SimTime): number => Math.floor(toSeconds(now));

/** @throws {ToolError} `Exception` when `person` is among `people` already. */
export function addPerson(people: string[], person: string): void {
  if (people.includes(person)) refuse('Exception', `"${person}" is in the conversation already.`);
  people.push(person);
}

/** @throws {ToolError} `Exception` when `person` is not among `people`. */
export function removePerson(people: string[], person: string): void {
  const index = people.indexOf(person);
  if (index < 0) refuse('Exception', `"${person}" is not in the conversation.`);
  people.splice(index, 1);
}

/** @throws {ToolError} `Exception` naming `argument`, when `person` is not in `conversation`. */
export function checkParticipant(conversation: AnyConversation, argument: string, person: string): void {
  const people = peopleIn(conversation);
  if (!people.includes(person))
    refuse('Exception', `${argument} must be one of ${people.join(', ')}, not "${person}".`);
}

/**
 * New ids for a conversation and a message, for tools that return the id of the conversation.
 *
 * Both are always generated: while a recording is replayed, the first id that a call generates becomes the recorded one.
 */
export const newIds = (
  context: ToolContext,
): { readonly conversation: string; readonly message: string } => ({
  conversation: context.newId(),
  message: context.newId(),
});

/** A message of the initial state. Without an id it is numbered: `chat-1` is the first of `chat`. */
type GivenMessage = {
  readonly [Field in keyof Omit<MessageBase, 'timestamp'>]?: MessageBase[Field] | null | undefined;
} & {
  readonly timestamp?: When;
};

interface GivenConversationBase {
  /** `conversation-1` for the first when left out. */
  readonly conversation_id?: string | null | undefined;
  /** The names of the people when left out. */
  readonly title?: string | null | undefined;
  /** The time of the latest message when left out. */
  readonly last_updated?: When | null | undefined;
}

export interface GivenNamedConversation extends GivenConversationBase {
  readonly participants: readonly string[];
  readonly messages?: readonly (GivenMessage & { readonly sender: string })[];
}

export interface GivenConversation extends GivenConversationBase {
  readonly participant_ids: readonly string[];
  readonly messages?: readonly (GivenMessage & { readonly sender_id: string })[];
}

/** Options for the initial state of the first messenger. */
export interface NamedMessagingOptions {
  readonly conversations?: readonly GivenNamedConversation[];
}

/** The initial state of the first messenger. @throws {ToolError} `ValueError` when two conversations have one id. */
export const namedMessagingWith = ({ conversations = [] }: NamedMessagingOptions): NamedMessagingState => ({
  conversations: conversationsById(
    conversations.map((given, index) => newNamedConversation(given, `conversation-${index + 1}`)),
  ),
  messages_view_limit: 10,
  conversation_view_limit: 5,
});

/** Options for the initial state of a messenger. */
export interface MessagingOptions extends Partial<Readonly<Pick<MessagingState, 'mode' | 'id_to_name'>>> {
  /** The user's id; `me` when left out. */
  readonly current_user_id?: string;
  /** The user's name; `Me` when left out. */
  readonly current_user_name?: string;
  /** The user is in every conversation. */
  readonly conversations?: readonly GivenConversation[];
}

/** The initial state of a messenger. The user is in every conversation. @throws {ToolError} `ValueError` when two conversations have one id. */
export function messagingWith({
  mode = 'NAME',
  current_user_id = 'me',
  current_user_name = 'Me',
  id_to_name,
  conversations = [],
}: MessagingOptions): MessagingState {
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
  const all = conversations.map((given, index) => {
    const participant_ids = [...given.participant_ids, current_user_id];
    const { title = defaultTitle(state, participant_ids) } = given;
    return newConversation({ ...given, participant_ids, title }, `conversation-${index + 1}`);
  });
  return { ...state, conversations: conversationsById(all) };
}

const conversationsById = <One extends NamedConversation | Conversation>(
  all: readonly One[],
): Record<string, One> => byId('conversations', all, ({ conversation_id }) => conversation_id);

/** A conversation with all its fields, in ARE's order. It gets `id` if it has no id. */
export function newNamedConversation(
  { participants: given, messages = [], title, ...rest }: GivenNamedConversation,
  id: string,
): NamedConversation {
  const conversation_id = idOrDefault(rest.conversation_id, id);
  const participants = [...new Set(given)];
  const made = messages.map(({ sender, ...rest }, index) => ({
    sender,
    ...newMessage(rest, `${conversation_id}-${index + 1}`),
  }));
  return {
    participants,
    messages: made,
    title: idOrDefault(title, participants.join(', ')),
    conversation_id,
    last_updated: lastTime(rest, made),
  };
}

/** A conversation with all its fields, in ARE's order. It gets `id` if it has no id. */
export function newConversation(
  { participant_ids, messages = [], title, ...rest }: GivenConversation,
  id: string,
): Conversation {
  const conversation_id = idOrDefault(rest.conversation_id, id);
  const made = messages.map(({ sender_id, ...rest }, index) => ({
    sender_id,
    ...newMessage(rest, `${conversation_id}-${index + 1}`),
  }));
  return {
    participant_ids: [...new Set(participant_ids)],
    messages: made,
    title: idOrDefault(title, listPeople(participant_ids)),
    conversation_id,
    last_updated: lastTime(rest, made),
  };
}

/** The title that replaces an empty one: all people, each once. ARE lists ids in no order; Orrery sorts them. */
export const listPeople = (people: readonly string[]): string =>
  [...new Set(people)].sort(compareCodePoints).join(', ');

/** Only messages with an attachment have its fields. */
const newMessage = (given: GivenMessage, id: string): MessageBase => ({
  message_id: idOrDefault(given.message_id, id),
  timestamp: secondsAt(given.timestamp ?? 0),
  content: given.content ?? '',
  ...(given.attachment === undefined
    ? {}
    : { attachment: given.attachment, attachment_name: given.attachment_name ?? null }),
});

const lastTime = ({ last_updated }: GivenConversationBase, messages: readonly MessageBase[]): number =>
  last_updated === undefined || last_updated === null
    ? messages.reduce((latest, { timestamp }) => Math.max(latest, timestamp), 0)
    : secondsAt(last_updated);

/** The user's own id. @throws {ToolError} `AssertionError` when there is none. */
export const userOf = ({ current_user_id: id }: MessagingState): string =>
  id ?? refuse('AssertionError', 'The messenger has no user: current_user_id is null.');

/** `people` and the user, each once. @throws {ToolError} `AssertionError` when there is no user. */
export const withUser = (state: MessagingState, people: readonly string[]): string[] => [
  ...new Set([...people, userOf(state)]),
];

/** Whether both lists have the same people. */
export const isSamePeople = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((person) => others.includes(person));

/**
 * The default title of a conversation: the names of all people but the user, in alphabetical order.
 *
 * @throws {ToolError} `AssertionError` when the user has no name.
 */
export function defaultTitle(state: MessagingState, people: readonly string[]): string {
  const names = readOnly(state.id_to_name);
  const user = userOf(state);
  if (!Object.hasOwn(names, user)) refuse('AssertionError', `The user "${user}" has no name in id_to_name.`);
  return people
    .filter((id) => id !== user)
    .flatMap((id) => {
      if (Object.hasOwn(names, id)) return [names[id]!];
      return state.mode === 'PHONE_NUMBER' ? [id] : [];
    })
    .sort(compareCodePoints)
    .join(', ');
}

/** @throws {ToolError} `ValueError` when no message can be sent to `id`. */
export function checkReachable({ mode, id_to_name }: MessagingState, id: string): void {
  if (mode === 'PHONE_NUMBER') {
    if (!/\p{Nd}/u.test(id)) refuse('ValueError', `"${id}" is not a phone number.`);
  } else if (!Object.hasOwn(id_to_name, id)) refuse('ValueError', `There is no user "${id}".`);
}

/** The least similarity of names that match, from 0 to 100. */
const MIN_RATIO = 80;

/** The ids by name of the people called `name`; if there are none, of people with similar names, the most similar first. */
export function findPeople({ name_to_id }: MessagingState, name: string): Readonly<Record<string, string>> {
  const ids = readOnly(name_to_id);
  if (Object.hasOwn(ids, name)) return { [name]: ids[name]! };
  const wanted = name.toLowerCase().trim();
  return Object.fromEntries(
    Object.entries(ids)
      .map(([other, id]) => ({ other, id, ratio: weightedRatio(wanted, other.toLowerCase()) }))
      .filter(({ ratio }) => ratio >= MIN_RATIO)
      .sort((one, other) => other.ratio - one.ratio)
      .map(({ other, id }) => [other, id]),
  );
}

/**
 * The fields of a message with the file at `path`; no fields when `path` is null.
 *
 * @throws {ToolError} `ValueError` when the file does not exist.
 */
export function attachmentFields(
  path: string | null,
  context: ToolContext,
): Pick<MessageBase, 'attachment' | 'attachment_name'> {
  if (path === null) return {};
  const { name, base64 } = attachmentFrom(context, path);
  return { attachment: base64, attachment_name: name };
}

/** A tool of both messengers. */
export const download_attachment = toolOf<AnyMessagingState>()({
  summary: 'Save the attachment of a message to a folder. Returns its path.',
  returns: 'str',
  effect: 'write',
  callers: ['agent'],
  args: { conversation_id: str, message_id: str, download_path: optional(str, 'Downloads/') },
  apply(state, { conversation_id, message_id, download_path }, context) {
    const { attachment, attachment_name } = messageOf(state, conversation_id, message_id);
    if (attachment === undefined || attachment === null)
      return refuse('Exception', `The message "${message_id}" has no attachment.`);
    return saveAttachment(
      context,
      { name: attachment_name ?? message_id, base64: attachment },
      download_path,
    );
  },
});

interface Conversations<One> {
  readonly conversations: Record<string, One>;
}

/** A tool of both messengers: `read` makes a conversation of the given fields, with an id if they have none. */
export const addConversation = <One extends { readonly conversation_id: string }>(
  read: (fields: JsonObject, id: string) => One,
): Tool<Conversations<One>, { readonly conversation: Argument<JsonObject> }, null> =>
  toolOf<Conversations<One>>()({
    summary: 'Add a conversation with all its fields.',
    returns: 'None',
    effect: 'write',
    callers: [],
    args: { conversation: about(dict, 'its fields') },
    apply({ conversations }, { conversation }, context) {
      const made = read(conversation, context.newId());
      conversations[made.conversation_id] = made;
      return null;
    },
  });

function messageOf(state: AnyMessagingState, conversation: string, id: string): ReadOnly<MessageBase> {
  const { messages } = readOnly<AnyConversation>(conversationOf<AnyConversation>(state, conversation));
  return (
    (messages as readonly ReadOnly<MessageBase>[]).find(({ message_id }) => message_id === id) ??
    refuse('Exception', `There is no message "${id}" in the conversation.`)
  );
}
