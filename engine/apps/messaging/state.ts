import { toSeconds, type SimTime } from '../../model/time.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { refuse, type ToolContext } from '../tool.ts';

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
export const peopleIn = (conversation: AsIs<AnyConversation>): readonly string[] =>
  'participants' in conversation ? conversation.participants : conversation.participant_ids;

/** All conversations, to look at. */
export const conversationsIn = ({ conversations }: AnyMessagingState): readonly AsIs<AnyConversation>[] =>
  Object.values(asIs<Record<string, AnyConversation>>(conversations));

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
