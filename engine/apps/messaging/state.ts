import { type SimTime, toSeconds } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import { optional, refuse, str, type ToolContext, toolOf } from '../../world/index.ts';
import { secondsAt, type When } from '../shared/dates.ts';
import { byId } from '../shared/lists.ts';
import { idOrDefault } from '../shared/recordings.ts';
import { attachmentFrom, saveAttachment } from '../files/attachments.ts';
import { likeness } from './fuzzy-match.ts';

/** What of a message is the same in both messengers. */
export interface Said {
  message_id: string;
  /** Seconds since the Unix epoch. */
  timestamp: number;
  content: string;
  /** In base64. */
  attachment?: string | null;
  attachment_name?: string | null;
}

/** A message of the first messenger, where people go by their names. */
export interface NamedMessage extends Said {
  sender: string;
}

export interface Message extends Said {
  sender_id: string;
}

interface Talk<Spoken extends Said> {
  /** In the order in which they came. */
  messages: Spoken[];
  title: string | null;
  conversation_id: string;
  /** The time of the latest message, or of the beginning, in seconds since the Unix epoch. */
  last_updated: number;
}

/** A conversation of the first messenger. */
export interface NamedConversation extends Talk<NamedMessage> {
  participants: string[];
}

export interface Conversation extends Talk<Message> {
  participant_ids: string[];
}

interface Limits {
  /** How many messages of each conversation a list may show. */
  messages_view_limit: number;
  /** How many conversations a list may show. */
  conversation_view_limit: number;
}

/** The first messenger. Conversations are kept by id, in the order in which they began. */
export interface NamedMessagingState extends Limits {
  conversations: Record<string, NamedConversation>;
}

export const MODES = ['NAME', 'PHONE_NUMBER'] as const;

export interface MessagingState extends Limits {
  conversations: Record<string, Conversation>;
  /** Whether people's ids are made up, or their phone numbers: then any number may be written to. */
  mode: (typeof MODES)[number];
  name_to_id: Record<string, string>;
  id_to_name: Record<string, string>;
  current_user_id: string | null;
  current_user_name: string | null;
}

export type AnyConversation = NamedConversation | Conversation;
export type AnyMessagingState = NamedMessagingState | MessagingState;

/** Who is in `conversation`, by name or id. */
export const peopleIn = (conversation: ReadOnly<AnyConversation>): readonly string[] =>
  'participants' in conversation ? conversation.participants : conversation.participant_ids;

/** All conversations, to look at. */
export const conversationsIn = ({ conversations }: AnyMessagingState): readonly ReadOnly<AnyConversation>[] =>
  Object.values(readOnly<Record<string, AnyConversation>>(conversations));

/** The conversation `id`. @throws {ToolError} of class `type` when there is none. */
export const conversationOf = <One extends AnyConversation>(
  { conversations }: { readonly conversations: Record<string, One> },
  id: string,
  type = 'Exception',
): One =>
  Object.hasOwn(conversations, id)
    ? conversations[id]!
    : refuse(type, `conversation_id: found no conversation "${id}"`);

/** Puts `message` into `conversation`, which moves it ahead in time, never back. Answers the message's id. */
export function say<Spoken extends Said>(conversation: Talk<Spoken>, message: Spoken): string {
  conversation.messages.push(message);
  conversation.last_updated = Math.max(conversation.last_updated, message.timestamp);
  return message.message_id;
}

/** `now` in whole seconds, as the field writes down when messages came. */
export const wholeSeconds = (now: SimTime): number => Math.floor(toSeconds(now));

/** Adds `person` to those `people`. @throws {ToolError} `Exception` naming `argument`, when already among them. */
export function letIn(people: string[], argument: string, person: string): void {
  if (people.includes(person))
    refuse('Exception', `${argument}: found "${person}" in the conversation already`);
  people.push(person);
}

/** Takes `person` from those `people`. @throws {ToolError} `Exception` naming `argument`, when not among them. */
export function letGo(people: string[], argument: string, person: string): void {
  const at = people.indexOf(person);
  if (at < 0) refuse('Exception', `${argument}: found no "${person}" in the conversation`);
  people.splice(at, 1);
}

/** @throws {ToolError} `Exception` naming `argument`, when `person` is not in `conversation`. */
export function refuseStranger(conversation: AnyConversation, argument: string, person: string): void {
  const people = peopleIn(conversation);
  if (!people.includes(person))
    refuse('Exception', `${argument}: found "${person}", wanted one of ${people.join(', ')}`);
}

/**
 * An id each for a conversation and a message, where a call answers that of the conversation.
 *
 * Both are made even where the conversation is there: the first id a call makes is the one that it answered, while a
 * recording is carried out again.
 */
export const idsIn = (context: ToolContext): { readonly conversation: string; readonly message: string } => ({
  conversation: context.newId(),
  message: context.newId(),
});

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
  const conversation_id = idOrDefault(rest.conversation_id, id);
  const participants = [...new Set(given)];
  const spoken = messages.map(({ sender, ...said }, at) => ({
    sender,
    ...newSaid(said, `${conversation_id}-${at + 1}`),
  }));
  return {
    participants,
    messages: spoken,
    title: idOrDefault(title, participants.join(', ')),
    conversation_id,
    last_updated: lastTime(rest, spoken),
  };
}

/** A conversation with all its fields, in the field's order; `id` where it brings none. */
export function newConversation(
  { participant_ids, messages = [], title, ...rest }: GivenConversation,
  id: string,
): Conversation {
  const conversation_id = idOrDefault(rest.conversation_id, id);
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
  message_id: idOrDefault(given.message_id, id),
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

/** The user's own id. @throws {ToolError} `AssertionError` when there is none. */
export const userOf = ({ current_user_id: id }: MessagingState): string =>
  id ?? refuse('AssertionError', 'current_user_id: found none, wanted the id of the user');

/** Those `people` and the user, each once. @throws {ToolError} `AssertionError` when there is no user. */
export const withUser = (state: MessagingState, people: readonly string[]): string[] => [
  ...new Set([...people, userOf(state)]),
];

/** Whether the same people are in both. */
export const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((person) => others.includes(person));

/**
 * What a conversation of `people` is called: the names of all but the user, in the order of the alphabet.
 *
 * @throws {ToolError} `AssertionError` when the user has no name.
 */
export function defaultTitle(state: MessagingState, people: readonly string[]): string {
  const names = readOnly(state.id_to_name);
  const user = userOf(state);
  if (!Object.hasOwn(names, user))
    refuse('AssertionError', `id_to_name: found no name of "${user}", wanted one of the user`);
  return people
    .filter((id) => id !== user)
    .flatMap((id) => {
      if (Object.hasOwn(names, id)) return [names[id]!];
      return state.mode === 'PHONE_NUMBER' ? [id] : [];
    })
    .sort()
    .join(', ');
}

/** @throws {ToolError} `ValueError` naming `argument`, when nobody can be written to by `id`. */
export function refuseUnreachable({ mode, id_to_name }: MessagingState, argument: string, id: string): void {
  if (mode === 'PHONE_NUMBER') {
    if (!/\d/.test(id)) refuse('ValueError', `${argument}: found "${id}", wanted a phone number`);
  } else if (!Object.hasOwn(id_to_name, id)) refuse('ValueError', `${argument}: found no user "${id}"`);
}

/** How like a name must be to be taken for it, of 100. */
const LIKE_ENOUGH = 80;

/** The ids of those called `name`, or of all whose names are like it, the most alike first. */
export function lookUp({ name_to_id }: MessagingState, name: string): Readonly<Record<string, string>> {
  const ids = readOnly(name_to_id);
  if (Object.hasOwn(ids, name)) return { [name]: ids[name]! };
  const wanted = name.toLowerCase().trim();
  return Object.fromEntries(
    Object.entries(ids)
      .map(([other, id]) => ({ other, id, like: likeness(wanted, other.toLowerCase()) }))
      .filter(({ like }) => like >= LIKE_ENOUGH)
      .sort((one, other) => other.like - one.like)
      .map(({ other, id }) => [other, id]),
  );
}

/**
 * The file at `path` as a message carries it; nothing where that is null.
 *
 * @throws {ToolError} `ValueError` when it is not there.
 */
export function attached(
  path: string | null,
  context: ToolContext,
): Pick<Said, 'attachment' | 'attachment_name'> {
  if (path === null) return {};
  const { name, base64 } = attachmentFrom(context, path);
  return { attachment: base64, attachment_name: name };
}

/** Saves what came with a message. Both messengers have it. */
export const download_attachment = toolOf<AnyMessagingState>()({
  summary: 'Save the attachment of a message to a folder. Answers its path.',
  returns: 'str',
  effect: 'write',
  callers: ['agent'],
  args: { conversation_id: str, message_id: str, download_path: optional(str, 'Downloads/') },
  apply(state, { conversation_id, message_id, download_path }, context) {
    const { attachment, attachment_name } = messageOf(state, conversation_id, message_id);
    if (attachment === undefined || attachment === null)
      return refuse('Exception', `message_id: found a message without an attachment, "${message_id}"`);
    return saveAttachment(
      context,
      { name: attachment_name ?? message_id, base64: attachment },
      download_path,
    );
  },
});

function messageOf(state: AnyMessagingState, conversation: string, id: string): ReadOnly<Said> {
  const { messages } = readOnly<AnyConversation>(conversationOf<AnyConversation>(state, conversation));
  return (
    (messages as readonly ReadOnly<Said>[]).find(({ message_id }) => message_id === id) ??
    refuse('Exception', `message_id: found no message "${id}" in the conversation`)
  );
}
