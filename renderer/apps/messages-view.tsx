import { useState, type JSX } from 'react';
import { Empty } from '../elements/empty.tsx';
import { Bubbles } from './bubbles.tsx';
import { CardList } from './card-list.tsx';
import type { ChangedPaths } from './changed-paths.ts';
import { LongText } from './long-text.tsx';
import type { Conversation } from './read-messages.ts';
import './messages-view.css';

interface MessagesViewProps {
  readonly conversations: readonly Conversation[];
  readonly changed: ChangedPaths;
}

/** A messenger: the conversations, and one of them. Until the person picks, it shows the one that changed. */
export function MessagesView({ conversations, changed }: MessagesViewProps): JSX.Element {
  const [picked, pick] = useState<string>();
  const shown =
    conversations.find(({ key }) => key === picked) ??
    conversations.find(({ path }) => changed.marks(path) !== 'no') ??
    conversations.at(0);
  if (shown === undefined) return <Empty title="No conversations yet" />;
  return (
    <div className="conversations">
      <CardList
        label="Conversations"
        cards={conversations}
        changed={changed}
        selected={shown}
        onPick={pick}
      />
      <section className="messages-pane" aria-label={shown.title}>
        <header>
          <h3>
            <bdi>{shown.title}</bdi>
          </h3>
          <LongText text={shown.people.join(', ')} limit={200} />
        </header>
        <Talk key={shown.key} conversation={shown} changed={changed} />
      </section>
    </div>
  );
}

interface TalkProps {
  readonly conversation: Conversation;
  readonly changed: ChangedPaths;
}

function Talk({ conversation, changed }: TalkProps): JSX.Element {
  const messages = conversation.messages();
  if (messages.length === 0) return <Empty title="No messages in this conversation" />;
  return <Bubbles messages={messages} changed={changed} />;
}
