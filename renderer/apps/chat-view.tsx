import type { JSX } from 'react';
import { Empty } from '../elements/empty.tsx';
import type { ChangedPaths } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { LongText } from './long-text.tsx';
import type { ChatMessage } from './read-chat.ts';
import { When } from './when.tsx';
import './chat-view.css';

interface ChatViewProps {
  readonly messages: readonly ChatMessage[];
  readonly changed: ChangedPaths;
}

/** The chat between user and agent: the user at the right, the agent at the left. */
export function ChatView({ messages, changed }: ChatViewProps): JSX.Element {
  if (messages.length === 0) return <Empty title="No messages yet" />;
  return (
    <ol className="chat">
      {messages.map((message, at) => {
        const mark = changed.marks(message.path);
        return (
          <li
            key={at}
            className={`bubble ${message.sender === 'User' ? 'by-user' : ''} ${changedClass(mark)}`}
          >
            <p className="bubble-head">
              <bdi>{message.sender}</bdi> <When time={message.time} />
              <ChangedWord mark={mark} />
            </p>
            <LongText text={message.content} limit={2000} />
            {message.attachments.length === 0 ? null : (
              <p className="bubble-head">
                Files: <LongText text={message.attachments.join(', ')} />
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
