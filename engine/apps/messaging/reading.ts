import { about, int, list, optional, str } from '../argument.ts';
import { asIs } from '../as-is.ts';
import { toolOf } from '../tool.ts';
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
} from './looking.ts';
import { isSame, lookUp, withUser } from './people.ts';
import { conversationOf, conversationsIn, peopleIn, type MessagingState } from './state.ts';

const tool = toolOf<MessagingState>();

/** What an agent finds people with, and reads its user's messages. */
export const messageReadingTools = {
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
        asIs(conversationOf(state, conversation_id, 'ValueError')),
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
