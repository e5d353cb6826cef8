import type { JSX } from 'react';
import { Empty } from '../elements/empty.tsx';
import { Bubbles } from './bubbles.tsx';
import type { ChangedPaths } from './changed-paths.ts';
import type { ChatMessage } from './read-chat.ts';

interface ChatViewProps {
  readonly messages: readonly ChatMessage[];
  readonly changed: ChangedPaths;
}

/** The chat between user and agent. */
export const ChatView = ({ messages, changed }: ChatViewProps): JSX.Element =>
  messages.length === 0 ? (
    <Empty title="No messages yet" />
  ) : (
    <Bubbles messages={messages} changed={changed} />
  );
