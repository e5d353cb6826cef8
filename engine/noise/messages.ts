import type { AppInstance } from '../apps/app.ts';
import { namedWritingTools } from '../apps/messaging/named-writing.ts';
import type { MessagingState, NamedMessagingState } from '../apps/messaging/state.ts';
import { messageWritingTools } from '../apps/messaging/writing.ts';
import { stateBehind, statesBehind, type Kind } from './story.ts';

const TOOL = 'create_and_add_message';

/** How much of a conversation is told at once. */
const LONGEST_TALK = 4; // messages

/** Somebody other than the user, in a conversation that is there from the start. */
interface Speaker {
  readonly conversation_id: string;
  readonly as: { readonly sender: string } | { readonly sender_id: string };
}

/** Messages from people the user talks with already: what is said in the sources' conversations. */
export const messages: Kind = (app, sources) => {
  const speakers = speakersIn(app);
  const talks = sources.flatMap(talksIn).filter(({ length }) => length > 0);
  if (speakers.length === 0 || talks.length === 0) return undefined;
  return (pick) => {
    const { conversation_id, as } = pick(speakers);
    const said = pick(talks).slice(0, LONGEST_TALK);
    return () => said.map((content) => ({ tool: TOOL, args: { conversation_id, ...as, content } }));
  };
};

function speakersIn(app: AppInstance): readonly Speaker[] {
  const people = stateBehind<MessagingState>(app, TOOL, messageWritingTools[TOOL]);
  const names = stateBehind<NamedMessagingState>(app, TOOL, namedWritingTools[TOOL]);
  return [
    ...Object.values(people?.conversations ?? {}).flatMap(({ conversation_id, participant_ids }) =>
      participant_ids
        .filter((sender_id) => sender_id !== people?.current_user_id)
        .map((sender_id) => ({ conversation_id, as: { sender_id } })),
    ),
    ...Object.values(names?.conversations ?? {}).flatMap(({ conversation_id, participants }) =>
      participants.filter((sender) => sender !== USER).map((sender) => ({ conversation_id, as: { sender } })),
    ),
  ];
}

/** What the user goes by in the first messenger. */
const USER = 'Me';

/** What is said in each conversation, in order. */
const talksIn = (app: AppInstance): readonly (readonly string[])[] =>
  [
    ...statesBehind<MessagingState>([app], TOOL, messageWritingTools[TOOL]),
    ...statesBehind<NamedMessagingState>([app], TOOL, namedWritingTools[TOOL]),
  ].flatMap(({ conversations }) =>
    Object.values<{ readonly messages: readonly { readonly content: string }[] }>(conversations).map((talk) =>
      talk.messages.map(({ content }) => content),
    ),
  );
