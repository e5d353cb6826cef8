import { toSeconds } from '../../model/time.ts';
import { list, nullable, optional, str } from '../argument.ts';
import { refuse, toolOf } from '../tool.ts';
import { newConversation } from './beginning.ts';
import { defaultTitle, refuseUnreachable, withUser } from './people.ts';
import { conversationOf, letGo, letIn, type Conversation, type MessagingState } from './state.ts';

const tool = toolOf<MessagingState>();

const member = { conversation_id: str, user_id: str };

/** What conversations of several people are begun and changed with. */
export const groupTools = {
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
