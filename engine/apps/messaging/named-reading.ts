import { about, int, optional, str } from '../argument.ts';
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
} from './looking.ts';
import { conversationOf, conversationsIn, peopleIn, type NamedMessagingState } from './state.ts';

const tool = toolOf<NamedMessagingState>();

/** What an agent reads its user's messages with, where people go by their names. */
export const namedReadingTools = {
  list_recent_conversations: tool({
    summary: 'List the conversations, those with the latest messages first, each with its newest messages.',
    returns: 'list[Conversation]',
    effect: 'read',
    callers: ['agent'],
    args: listing(5),
    apply: (state, wanted) => listed(state, recentFirst(conversationsIn(state)), wanted),
  }),
  list_conversations_by_participant: tool({
    summary: 'List the conversations that somebody is in, each with its newest messages.',
    returns: 'list[Conversation]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { participant: about(str, 'any part of the name'), ...listing(5) },
    apply: (state, { participant, ...wanted }) =>
      listed(
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
      readPage(asIs(conversationOf(state, conversation_id, 'ValueError')), wanted),
  }),
  search: tool({
    summary: 'Find the conversations with a text in participants, title or messages. Answers their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: searching,
    apply: (state, { query, ...dates }) => found(state, dates, contains(query)),
  }),
  regex_search: tool({
    summary: 'Find the conversations with a pattern in participants, title or messages. Answers their ids.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: matching,
    apply: (state, { query, ...dates }) => found(state, dates, matches(query)),
  }),
};
