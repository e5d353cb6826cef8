import { isJsonObject, type Json, type Path, type SimTime } from '../../engine/model/index.ts';
import { fieldOf, listIn, textOf, textsOf, timeOf } from './guards.ts';

export interface ChatMessage {
  readonly path: Path;
  readonly sender: string;
  /** Whether the user says it, rather than an agent or another. */
  readonly byUser: boolean;
  readonly content: string;
  readonly attachments: readonly string[];
  readonly time: SimTime | undefined;
}

/** The messages of a chat, oldest first, or nothing where the state is no chat. */
export function readChat(state: Json): readonly ChatMessage[] | undefined {
  const messages = isJsonObject(state) ? listIn(fieldOf(state, 'messages')) : undefined;
  if (messages?.every(isJsonObject) !== true) return undefined;
  return messages.map((message, at) => ({
    path: ['messages', at],
    sender: textOf(message, 'sender') ?? '',
    byUser: textOf(message, 'sender') === 'User',
    content: textOf(message, 'content') ?? '',
    attachments: textsOf(message, 'attachments'),
    time: timeOf(message, 'timestamp'),
  }));
}
