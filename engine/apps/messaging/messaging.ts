import { toSeconds } from '../../model/index.ts';
import { readOnly } from '../../state/index.ts';
import {
  about,
  app,
  dict,
  float,
  int,
  list,
  nullable,
  optional,
  refuse,
  str,
  type ToolContext,
  toolOf,
} from '../../world/index.ts';
import { parseArgument } from '../shared/recordings.ts';
import { conversationIn } from './recorded.ts';
import {
  contains,
  found,
  listed,
  listing,
  matches,
  matching,
  readPage,
  recentFirst,
  searching,
  span,
  within,
} from './search.ts';
import {
  attached,
  type Conversation,
  conversationOf,
  conversationsIn,
  defaultTitle,
  download_attachment,
  idsIn,
  isSame,
  letGo,
  letIn,
  lookUp,
  type Message,
  type MessagingState,
  messagingWith,
  newConversation,
  peopleIn,
  refuseStranger,
  refuseUnreachable,
  say,
  userOf,
  wholeSeconds,
  withUser,
} from './state.ts';

const tool = toolOf<MessagingState>();

const member = { conversation_id: str, user_id: str };

/** What conversations of several people are begun and changed with. */
const groupTools = {
  create_group_conversation: tool({
    summary: 'Begin a conversation of the user with two or more others. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: { user_ids: list(str), title: optional(nullable(str), null) },
    apply(state, { user_ids, title }, context) {
      if (user_ids.length < 2) refuse('Exception', `user_ids: found ${user_ids.length}, wanted 2 or more`);
      for (const id of user_ids) refuseUnreachable(state, 'user_ids', id);
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
    summary: 'Let a user into a conversation. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: member,
    apply: (state, { conversation_id, user_id }) =>
      changePeople(state, conversation_id, (people) => {
        letIn(people, 'user_id', user_id);
      }),
  }),
  remove_participant_from_conversation: tool({
    summary: 'Let a user leave a conversation. Answers its id.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'environment'],
    args: member,
    apply: (state, { conversation_id, user_id }) =>
      changePeople(state, conversation_id, (people) => {
        letGo(people, 'user_id', user_id);
      }),
  }),
  change_conversation_title: tool({
    summary: 'Give a conversation another title. Answers its id.',
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

/** A title that names the people goes on naming them. */
function changePeople(
  state: MessagingState,
  id: string,
  change: (people: Conversation['participant_ids']) => void,
): string {
  const conversation = conversationOf(state, id);
  const named = conversation.title === defaultTitle(state, conversation.participant_ids);
  change(conversation.participant_ids);
  if (named) conversation.title = defaultTitle(state, conversation.participant_ids);
  return id;
}

/** What an agent finds people with, and reads its user's messages. */
const messageReadingTools = {
  get_user_id: tool({
    summary: 'Get the id of the user of exactly this name, if there is one.',
    returns: 'str | None',
    effect: 'read',
    callers: ['agent'],
    args: { user_name: str },
    apply: ({ name_to_id }, { user_name }) => valueAt(name_to_id, user_name),
  }),
  get_user_name_from_id: tool({
    summary: 'Get the name of the user with an id, if there is one.',
    returns: 'str | None',
    effect: 'read',
    callers: ['agent'],
    args: { user_id: str },
    apply: ({ id_to_name }, { user_id }) => valueAt(id_to_name, user_id),
  }),
  lookup_user_id: tool({
    summary: 'Find the ids of users by a name or one like it, the most alike first.',
    returns: 'dict[str, str]',
    effect: 'read',
    callers: ['agent'],
    args: { user_name: about(str, 'the name, a part of it, or nearly so') },
    apply: (state, { user_name }) => lookUp(state, user_name),
  }),
  get_existing_conversation_ids: tool({
    summary: 'Get the ids of the conversations of the user with exactly these users.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: { user_ids: list(str) },
    apply(state, { user_ids }) {
      const people = withUser(state, user_ids);
      return conversationsIn(state)
        .filter((one) => isSame(peopleIn(one), people))
        .map(({ conversation_id }) => conversation_id);
    },
  }),
  list_recent_conversations: tool({
    summary: 'List the conversations, those with the latest messages first, each with its newest messages.',
    returns: 'list[ConversationV2]',
    effect: 'read',
    callers: ['agent'],
    args: listing(10),
    apply: (state, wanted) => listed(state, recentFirst(conversationsIn(state)), wanted),
  }),
  list_conversations_by_participant: tool({
    summary: 'List the conversations that a user is in, each with its newest messages.',
    returns: 'list[ConversationV2]',
    effect: 'read',
    callers: ['agent'],
    args: { user_id: str, ...listing(5) },
    apply: (state, { user_id, ...wanted }) =>
      listed(
        state,
        conversationsIn(state).filter((one) => peopleIn(one).some((id) => id.includes(user_id))),
        wanted,
      ),
  }),
  read_conversation: tool({
    summary:
      'Read the messages of a conversation, or those of a span of time, newest first, a page at a time.',
    returns: 'dict',
    effect: 'read',
    callers: ['agent'],
    args: { conversation_id: str, offset: optional(int, 0), limit: optional(int, 10), ...span },
    apply: (state, { conversation_id, min_date, max_date, ...wanted }) =>
      readPage(
        readOnly(conversationOf(state, conversation_id, 'ValueError')),
        wanted,
        within({ min_date, max_date }),
      ),
  }),
  search: tool({
    summary: 'Find the conversations with a text in participant ids, title or messages. Answers their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: searching,
    apply: (state, { query, ...dates }) => found(state, dates, contains(query)),
  }),
  regex_search: tool({
    summary:
      'Find the conversations with a pattern in participant ids, title or messages. Answers their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: matching,
    apply: (state, { query, ...dates }) => found(state, dates, matches(query)),
  }),
};

const valueAt = (all: Readonly<Record<string, string>>, key: string): string | null =>
  Object.hasOwn(all, key) ? all[key]! : null;

const written = {
  content: optional(str, ''),
  attachment_path: optional(nullable(about(str, 'of a file to send with it')), null),
};

const spoken = { conversation_id: str, sender_id: about(str, 'of a participant'), content: str };

/** What an agent sends its user's messages with, and others theirs. */
export const messageWritingTools = {
  send_message: tool({
    summary:
      'Send a message to a user, in the conversation with nobody else. Answers the id of the conversation.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { user_id: str, ...written },
    apply(state, { user_id, ...message }, context) {
      const ids = idsIn(context);
      const mine = ownMessage(state, message, ids.message, context);
      refuseUnreachable(state, 'user_id', user_id);
      const id = conversationWith(state, user_id) ?? begin(state, user_id, ids.conversation, mine.timestamp);
      say(conversationOf(state, id), mine);
      return id;
    },
  }),
  send_message_to_group_conversation: tool({
    summary: 'Send a message to a conversation of three or more. Answers the id of the conversation.',
    returns: 'str',
    effect: 'write',
    callers: ['agent'],
    args: { conversation_id: str, ...written },
    apply(state, { conversation_id, ...message }, context) {
      const mine = ownMessage(state, message, idsIn(context).message, context);
      const conversation = conversationOf(state, conversation_id, 'ValueError');
      const { length } = conversation.participant_ids;
      if (length < 3)
        refuse(
          'ValueError',
          `conversation_id: found ${length} participants, wanted a conversation of 3 or more`,
        );
      say(conversation, mine);
      return conversation_id;
    },
  }),
  download_attachment: tool(download_attachment),
  create_and_add_message: tool({
    summary: 'Let a participant send a message.',
    returns: 'None',
    effect: 'write',
    callers: ['environment'],
    args: spoken,
    apply(state, message, context) {
      sendAs(state, message, wholeSeconds(context.now), context);
      return null;
    },
  }),

  // For nobody in particular: scenarios of the field plan messages and whole conversations with these.
  add_conversation: tool({
    summary: 'Put a whole conversation among the others.',
    returns: 'None',
    effect: 'write',
    callers: [],
    args: { conversation: about(dict, 'its fields') },
    apply({ conversations }, { conversation }, context) {
      const whole = parseArgument('conversation', conversation, () =>
        conversationIn(conversation, context.newId()),
      );
      conversations[whole.conversation_id] = whole;
      return null;
    },
  }),
  add_message: tool({
    summary: 'Let a participant send a message, now unless told.',
    returns: 'None',
    effect: 'write',
    callers: [],
    args: { ...spoken, timestamp: optional(nullable(about(float, 'seconds since the Unix epoch')), null) },
    apply(state, { timestamp, ...message }, context) {
      sendAs(state, message, timestamp ?? toSeconds(context.now), context);
      return null;
    },
  }),
};

interface Written {
  readonly content: string;
  readonly attachment_path: string | null;
}

const ownMessage = (
  state: MessagingState,
  { content, attachment_path }: Written,
  message_id: string,
  context: ToolContext,
): Message => ({
  sender_id: userOf(state),
  message_id,
  timestamp: toSeconds(context.now),
  content,
  ...attached(attachment_path, context),
});

/** The conversation of the user and `other`, under the title that such a one has of itself. */
function conversationWith(state: MessagingState, other: string): string | undefined {
  const people = withUser(state, [other]);
  const title = defaultTitle(state, people);
  return Object.entries(readOnly(state).conversations).find(
    ([, one]) => one.title === title && isSame(one.participant_ids, people),
  )?.[0];
}

/** Begins the conversation `id` of the user and `other`. */
function begin(state: MessagingState, other: string, id: string, last_updated: number): string {
  const participant_ids = withUser(state, [other]);
  const title = defaultTitle(state, participant_ids);
  state.conversations[id] = newConversation({ participant_ids, title, last_updated }, id);
  return id;
}

interface Spoken {
  readonly conversation_id: string;
  readonly sender_id: string;
  readonly content: string;
}

function sendAs(
  state: MessagingState,
  { conversation_id, sender_id, content }: Spoken,
  timestamp: number,
  context: ToolContext,
): void {
  const conversation = conversationOf(state, conversation_id);
  refuseStranger(conversation, 'sender_id', sender_id);
  say(conversation, { sender_id, message_id: context.newId(), timestamp, content });
}

/** A messenger: the user's conversations with one or more people, who go by ids. */
export const messaging = app({
  class: 'MessagingAppV2',
  initial: messagingWith,
  tools: { ...messageReadingTools, ...messageWritingTools, ...groupTools },
});
