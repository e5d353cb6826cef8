import { toSeconds } from '../../model/time.ts';
import { about, dict, float, nullable, optional, str } from '../argument.ts';
import { asIs } from '../as-is.ts';
import { givenWhole } from '../recorded.ts';
import { refuse, toolOf, type ToolContext } from '../tool.ts';
import { attached, download_attachment } from './attachments.ts';
import { newConversation } from './beginning.ts';
import { defaultTitle, isSame, refuseUnreachable, userOf, withUser } from './people.ts';
import { conversationIn } from './recorded.ts';
import {
  conversationOf,
  idsIn,
  refuseStranger,
  say,
  wholeSeconds,
  type Message,
  type MessagingState,
} from './state.ts';

const tool = toolOf<MessagingState>();

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
      const whole = givenWhole('conversation', conversation, () =>
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
  return Object.entries(asIs(state).conversations).find(
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
