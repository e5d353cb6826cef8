import { toSeconds } from '../../model/index.ts';
import { readOnly } from '../../state/index.ts';
import {
  about,
  float,
  int,
  list,
  nullable,
  optional,
  ownApp,
  refuse,
  str,
  type ToolContext,
  ToolError,
  toolOf,
} from '../../world/index.ts';
import { datetime, parseDatetime } from '../shared/dates.ts';
import { parseArgument } from '../shared/from-trace.ts';
import { namedConversationIn } from './from-trace.ts';
import {
  containing,
  searchConversations,
  conversationPage,
  listingArguments,
  matching,
  patternArguments,
  messagePage,
  recentFirst,
  searchArguments,
} from './search.ts';
import {
  addConversation,
  attachmentFields,
  conversationOf,
  conversationsIn,
  download_attachment,
  newIds,
  removePerson,
  addPerson,
  type NamedMessagingState,
  namedMessagingWith,
  newNamedConversation,
  peopleIn,
  checkParticipant,
  type MessageBase,
  addMessage,
  wholeSeconds,
  type NamedMessagingOptions,
} from './state.ts';

const tool = toolOf<NamedMessagingState>();

/** Tools for the agent to read messages. */
const namedReadingTools = {
  list_recent_conversations: tool({
    summary: 'List the conversations, those with the latest messages first, each with its newest messages.',
    returns: 'list[Conversation]',
    effect: 'read',
    callers: ['agent'],
    args: listingArguments(5),
    apply: (state, wanted) => conversationPage(state, recentFirst(conversationsIn(state)), wanted),
  }),
  list_conversations_by_participant: tool({
    summary: 'List the conversations of a participant, each with its newest messages.',
    returns: 'list[Conversation]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { participant: about(str, 'any part of the name'), ...listingArguments(5) },
    apply: (state, { participant, ...wanted }) =>
      conversationPage(
        state,
        conversationsIn(state).filter((one) => peopleIn(one).some((name) => name.includes(participant))),
        wanted,
      ),
  }),
  read_conversation: tool({
    summary: 'Read the messages of a conversation, newest first, a page at a time.',
    returns: 'dict',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { conversation_id: str, offset: optional(int, 0), limit: optional(int, 10) },
    apply: (state, { conversation_id, ...wanted }) =>
      messagePage(readOnly(conversationOf(state, conversation_id, 'ValueError')), wanted),
  }),
  search: tool({
    summary: 'Find the conversations with a text in participants, title or messages. Returns their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: searchArguments,
    apply: (state, { query, ...dates }) => searchConversations(state, dates, containing(query)),
  }),
  regex_search: tool({
    summary: 'Find the conversations with a pattern in participants, title or messages. Returns their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: patternArguments,
    apply: (state, { query, ...dates }) => searchConversations(state, dates, matching(query)),
  }),
};

const ME = 'Me';

const messageArguments = { conversation_id: str, sender: about(str, 'a participant'), content: str };

/** Tools that send messages, from the user and from others. */
export const namedWritingTools = {
  create_conversation: tool({
    summary: 'Start a conversation of the user with others. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data', 'environment'],
    args: { participants: list(about(str, 'a name')), title: optional(nullable(str), null) },
    apply({ conversations }, { participants, title }, context) {
      if (participants.length === 0) refuse('Exception', 'participants must name at least one person.');
      const id = context.newId();
      const last_updated = toSeconds(context.now);
      const given = { participants: [...participants, ME], title, last_updated };
      conversations[id] = newNamedConversation(given, id);
      return id;
    },
  }),
  send_message: tool({
    summary: 'Send a message of the user to a conversation. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { conversation_id: str, content: optional(str, '') },
    apply: (state, { conversation_id, content }, context) =>
      sendAsUser(state, conversation_id, { content }, context),
  }),
  send_attachment: tool({
    summary: 'Send a file to a conversation. Returns the id of the message.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { conversation_id: str, filepath: str },
    apply(state, { conversation_id, filepath }, context) {
      conversationOf(state, conversation_id);
      return sendAsUser(state, conversation_id, { content: '', ...fileAt(filepath, context) }, context);
    },
  }),
  download_attachment: tool(download_attachment),
  create_and_add_message: tool({
    summary: 'Send a message in the name of a participant. Returns the id of the conversation.',
    returns: 'str',
    effect: 'write',
    callers: ['data', 'environment'],
    args: messageArguments,
    apply(state, message, context) {
      const timestamp = wholeSeconds(context.now);
      sendAs(state, message, { message_id: newIds(context).message, timestamp });
      return message.conversation_id;
    },
  }),
  add_participant_to_conversation: tool({
    summary: 'Add a participant to a conversation. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data', 'environment'],
    args: { conversation_id: str, participant: str },
    apply(state, { conversation_id, participant }) {
      addPerson(conversationOf(state, conversation_id).participants, participant);
      return conversation_id;
    },
  }),
  remove_participant_from_conversation: tool({
    summary: 'Remove a participant from a conversation. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data', 'environment'],
    args: { conversation_id: str, participant: str },
    apply(state, { conversation_id, participant }) {
      removePerson(conversationOf(state, conversation_id).participants, participant);
      return conversation_id;
    },
  }),

  // No agent or user may call these tools; ARE's scenarios plan messages and whole conversations with them.
  add_conversation: tool(
    addConversation((fields, id) =>
      parseArgument('conversation', fields, () => namedConversationIn(fields, id)),
    ),
  ),
  add_message: tool({
    summary: 'Send a message in the name of a participant, by default now.',
    returns: 'None',
    effect: 'write',
    callers: [],
    args: {
      ...messageArguments,
      timestamp: optional(nullable(about(float, 'seconds since the Unix epoch')), null),
    },
    apply(state, { timestamp, ...message }, context) {
      sendAs(state, message, {
        message_id: context.newId(),
        timestamp: timestamp ?? toSeconds(context.now),
      });
      return null;
    },
  }),
  add_message_with_time: tool({
    summary:
      'Send a message in the name of a participant, at a time or now. Returns the id of the conversation.',
    returns: 'str',
    effect: 'write',
    callers: [],
    args: { ...messageArguments, message_time: optional(nullable(datetime), null) },
    apply(state, { message_time, ...message }, context) {
      const now = wholeSeconds(context.now);
      const timestamp = message_time === null ? now : parseDatetime('message_time', message_time);
      sendAs(state, message, { message_id: newIds(context).message, timestamp });
      return message.conversation_id;
    },
  }),
};

type Stamp = Pick<MessageBase, 'message_id' | 'timestamp'>;

interface GivenMessage {
  readonly conversation_id: string;
  readonly sender: string;
  readonly content: string;
}

function sendAs(
  state: NamedMessagingState,
  { conversation_id, sender, content }: GivenMessage,
  stamp: Stamp,
): void {
  const conversation = conversationOf(state, conversation_id);
  checkParticipant(conversation, 'sender', sender);
  addMessage(conversation, { sender, ...stamp, content });
}

const sendAsUser = (
  state: NamedMessagingState,
  conversation_id: string,
  rest: Omit<MessageBase, keyof Stamp>,
  context: ToolContext,
): string =>
  addMessage(conversationOf(state, conversation_id), {
    sender: ME,
    message_id: context.newId(),
    timestamp: toSeconds(context.now),
    ...rest,
  });

/** @throws {ToolError} `Exception` when there is no file at `path`. */
function fileAt(path: string, context: ToolContext): ReturnType<typeof attachmentFields> {
  try {
    return attachmentFields(path, context);
  } catch (thrown) {
    if (thrown instanceof ToolError && thrown.name === 'ValueError') refuse('Exception', thrown.message);
    throw thrown;
  }
}

const newNamedMessaging = ownApp({
  class: 'MessagingApp',
  initial: namedMessagingWith,
  tools: { ...namedReadingTools, ...namedWritingTools },
});

/** The app that {@link namedMessaging} makes. Its name keeps the types of an editor's hints short. */
export interface NamedMessaging extends ReturnType<typeof newNamedMessaging> {}

/** ARE's first messenger: people are identified by name, the user as `Me`. */
export const namedMessaging: (options?: NamedMessagingOptions) => NamedMessaging = newNamedMessaging;
