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
  toolOf,
} from '../../world/index.ts';
import { parseArgument } from '../shared/from-trace.ts';
import { conversationIn } from './from-trace.ts';
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
  spanArguments,
  sentWithin,
} from './search.ts';
import {
  addConversation,
  attachmentFields,
  type Conversation,
  conversationOf,
  conversationsIn,
  defaultTitle,
  download_attachment,
  newIds,
  isSamePeople,
  removePerson,
  addPerson,
  findPeople,
  type Message,
  type MessagingState,
  messagingWith,
  newConversation,
  peopleIn,
  checkParticipant,
  checkReachable,
  addMessage,
  userOf,
  wholeSeconds,
  withUser,
  type MessagingOptions,
} from './state.ts';

const tool = toolOf<MessagingState>();

const memberArguments = { conversation_id: str, user_id: str };

/** Tools that start and change conversations of several people. */
const groupTools = {
  create_group_conversation: tool({
    summary: 'Start a conversation of the user with two or more others. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: { user_ids: list(str), title: optional(nullable(str), null) },
    apply(state, { user_ids, title }, context) {
      if (user_ids.length < 2)
        refuse('Exception', `user_ids must name 2 or more users, not ${user_ids.length}.`);
      for (const id of user_ids) checkReachable(state, id);
      const participant_ids = withUser(state, user_ids);
      const id = context.newId();
      state.conversations[id] = newConversation(
        {
          participant_ids,
          title: title ?? defaultTitle(state, participant_ids),
          last_updated: toSeconds(context.now),
        },
        id,
      );
      return id;
    },
  }),
  add_participant_to_conversation: tool({
    summary: 'Add a user to a conversation. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: memberArguments,
    apply: (state, { conversation_id, user_id }) =>
      changePeople(state, conversation_id, (people) => {
        addPerson(people, user_id);
      }),
  }),
  remove_participant_from_conversation: tool({
    summary: 'Remove a user from a conversation. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: memberArguments,
    apply: (state, { conversation_id, user_id }) =>
      changePeople(state, conversation_id, (people) => {
        removePerson(people, user_id);
      }),
  }),
  change_conversation_title: tool({
    summary: 'Change the title of a conversation. Returns its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: { conversation_id: str, title: str },
    apply(state, { conversation_id, title }) {
      conversationOf(state, conversation_id).title = title;
      return conversation_id;
    },
  }),
};

/** Changes the people in a conversation. A title that lists the people is updated. */
function changePeople(
  state: MessagingState,
  id: string,
  change: (people: Conversation['participant_ids']) => void,
): string {
  const conversation = conversationOf(state, id);
  const listsPeople = conversation.title === defaultTitle(state, conversation.participant_ids);
  change(conversation.participant_ids);
  if (listsPeople) conversation.title = defaultTitle(state, conversation.participant_ids);
  return id;
}

/** Tools for the agent to find people and to read messages. */
const messageReadingTools = {
  get_user_id: tool({
    summary: 'Get the id of the user with exactly this name, if there is one.',
    returns: 'str | None',
    effect: 'read',
    callers: ['agent'],
    args: { user_name: str },
    apply: ({ name_to_id }, { user_name }) => valueOrNull(name_to_id, user_name),
  }),
  get_user_name_from_id: tool({
    summary: 'Get the name of the user with an id, if there is one.',
    returns: 'str | None',
    effect: 'read',
    callers: ['agent'],
    args: { user_id: str },
    apply: ({ id_to_name }, { user_id }) => valueOrNull(id_to_name, user_id),
  }),
  lookup_user_id: tool({
    summary: 'Find the ids of users with a similar name, the most similar first.',
    returns: 'dict[str, str]',
    effect: 'read',
    callers: ['agent'],
    args: { user_name: about(str, 'a name or a part of it, also with mistakes') },
    apply: (state, { user_name }) => findPeople(state, user_name),
  }),
  get_existing_conversation_ids: tool({
    summary: 'Get the ids of the conversations of the user with exactly these users.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: { user_ids: list(str) },
    apply(state, { user_ids }) {
      // As in ARE, there are no conversations with a missing user.
      if (state.current_user_id === null) return [];
      const people = withUser(state, user_ids);
      return conversationsIn(state)
        .filter((one) => isSamePeople(peopleIn(one), people))
        .map(({ conversation_id }) => conversation_id);
    },
  }),
  list_recent_conversations: tool({
    summary: 'List the conversations, those with the latest messages first, each with its newest messages.',
    returns: 'list[ConversationV2]',
    effect: 'read',
    callers: ['agent'],
    args: listingArguments(10),
    apply: (state, wanted) => conversationPage(state, recentFirst(conversationsIn(state)), wanted),
  }),
  list_conversations_by_participant: tool({
    summary: 'List the conversations of a user, each with its newest messages.',
    returns: 'list[ConversationV2]',
    effect: 'read',
    callers: ['agent'],
    args: { user_id: str, ...listingArguments(5) },
    apply: (state, { user_id, ...wanted }) =>
      conversationPage(
        state,
        conversationsIn(state).filter((one) => peopleIn(one).some((id) => id.includes(user_id))),
        wanted,
      ),
  }),
  read_conversation: tool({
    summary:
      'Read the messages of a conversation, optionally of a span of time, newest first, a page at a time.',
    returns: 'dict',
    effect: 'read',
    callers: ['agent'],
    args: { conversation_id: str, offset: optional(int, 0), limit: optional(int, 10), ...spanArguments },
    apply: (state, { conversation_id, min_date, max_date, ...wanted }) =>
      messagePage(
        readOnly(conversationOf(state, conversation_id, 'ValueError')),
        wanted,
        sentWithin({ min_date, max_date }),
      ),
  }),
  search: tool({
    summary: 'Find the conversations with a text in participant ids, title or messages. Returns their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: searchArguments,
    apply: (state, { query, ...dates }) => searchConversations(state, dates, containing(query)),
  }),
  regex_search: tool({
    summary:
      'Find the conversations with a pattern in participant ids, title or messages. Returns their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: patternArguments,
    apply: (state, { query, ...dates }) => searchConversations(state, dates, matching(query)),
  }),
};

const valueOrNull = (all: Readonly<Record<string, string>>, key: string): string | null =>
  Object.hasOwn(all, key) ? all[key]! : null;

const contentArguments = {
  content: optional(str, ''),
  attachment_path: optional(nullable(about(str, 'of a file to send with it')), null),
};

const messageArguments = { conversation_id: str, sender_id: about(str, 'of a participant'), content: str };

/** Tools that send messages, from the user and from others. */
export const messageWritingTools = {
  send_message: tool({
    summary: 'Send a message to a user in a conversation without others. Returns the id of the conversation.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { user_id: str, ...contentArguments },
    apply(state, { user_id, ...message }, context) {
      const ids = newIds(context);
      const written = messageOfUser(state, message, ids.message, context);
      const id =
        conversationWith(state, user_id) ??
        startConversation(state, user_id, ids.conversation, written.timestamp);
      addMessage(conversationOf(state, id), written);
      return id;
    },
  }),
  send_message_to_group_conversation: tool({
    summary: 'Send a message to a conversation of three or more. Returns the id of the conversation.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { conversation_id: str, ...contentArguments },
    apply(state, { conversation_id, ...message }, context) {
      const conversation = conversationOf(state, conversation_id, 'ValueError');
      const { length } = conversation.participant_ids;
      if (length < 3)
        refuse('ValueError', `The conversation has ${length} participants; a group has 3 or more.`);
      addMessage(conversation, messageOfUser(state, message, newIds(context).message, context));
      return conversation_id;
    },
  }),
  download_attachment: tool(download_attachment),
  create_and_add_message: tool({
    summary: 'Send a message in the name of a participant.',
    returns: 'None',
    effect: 'write',
    callers: ['environment'],
    args: messageArguments,
    apply(state, message, context) {
      sendAs(state, message, wholeSeconds(context.now), context);
      return null;
    },
  }),

  // No agent or user may call these two tools; ARE's scenarios plan messages and whole conversations with them.
  add_conversation: tool(
    addConversation((fields, id) => parseArgument('conversation', fields, () => conversationIn(fields, id))),
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
      sendAs(state, message, timestamp ?? toSeconds(context.now), context);
      return null;
    },
  }),
};

interface Content {
  readonly content: string;
  readonly attachment_path: string | null;
}

const messageOfUser = (
  state: MessagingState,
  { content, attachment_path }: Content,
  message_id: string,
  context: ToolContext,
): Message => ({
  sender_id: userOf(state),
  message_id,
  timestamp: toSeconds(context.now),
  content,
  ...attachmentFields(attachment_path, context),
});

/** The id of the conversation of the user and `other` that has the default title. */
function conversationWith(state: MessagingState, other: string): string | undefined {
  const people = withUser(state, [other]);
  const title = defaultTitle(state, people);
  return Object.entries(readOnly(state).conversations).find(
    ([, one]) => one.title === title && isSamePeople(one.participant_ids, people),
  )?.[0];
}

/** Starts the conversation `id` of the user and `other`. */
function startConversation(state: MessagingState, other: string, id: string, last_updated: number): string {
  const participant_ids = withUser(state, [other]);
  checkReachable(state, other);
  const title = defaultTitle(state, participant_ids);
  state.conversations[id] = newConversation({ participant_ids, title, last_updated }, id);
  return id;
}

interface GivenMessage {
  readonly conversation_id: string;
  readonly sender_id: string;
  readonly content: string;
}

function sendAs(
  state: MessagingState,
  { conversation_id, sender_id, content }: GivenMessage,
  timestamp: number,
  context: ToolContext,
): void {
  const conversation = conversationOf(state, conversation_id);
  checkParticipant(conversation, 'sender_id', sender_id);
  addMessage(conversation, { sender_id, message_id: context.newId(), timestamp, content });
}

const newMessaging = ownApp({
  class: 'MessagingAppV2',
  initial: messagingWith,
  tools: { ...messageReadingTools, ...messageWritingTools, ...groupTools },
});

/** The app that {@link messaging} makes. Its name keeps the types of an editor's hints short. */
export interface Messaging extends ReturnType<typeof newMessaging> {}

/** A messenger in which people have ids. */
export const messaging: (options?: MessagingOptions) => Messaging = newMessaging;
