import { type JSX, useState } from 'react';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Path,
  legible,
} from '../../../../engine/model/index.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import {
  fieldAt,
  numberAt,
  objectAt,
  objectsIn,
  textAt,
  textsAt,
  timeAt,
} from '../../../ui/format/values.ts';
import { Empty } from '../../../ui/messages.tsx';
import { LongText } from '../../../ui/text.tsx';
import type { ChangedPaths } from '../../../ui/json/changed.tsx';
import { CardList } from './cards-view.tsx';
import type { CardFace } from './cards.ts';
import { Bubbles, type ChatMessage } from './chat.tsx';
import styles from './messages-view.module.css';

/** A conversation of a messenger, with its messages. */
export interface Conversation extends CardFace {
  /** Names of all participants. */
  readonly people: readonly string[];
  /** Oldest first. */
  messages(): readonly ChatMessage[];
}

/** The conversations of either messenger app, latest first; `undefined` if the state is of neither. */
export function readMessages(state: Json): readonly Conversation[] | undefined {
  if (!isJsonObject(state)) return undefined;
  const conversations = objectsIn(fieldAt(state, 'conversations'));
  const read = conversations?.map(([id, one]) => ({
    updated: numberAt(one, 'last_updated') ?? 0,
    conversation: conversationOf(state, String(id), one),
  }));
  if (read?.every(({ conversation }) => conversation !== undefined) !== true) return undefined;
  return read.sort((one, other) => other.updated - one.updated).map(({ conversation }) => conversation!);
}

function conversationOf(state: JsonObject, id: string, conversation: JsonObject): Conversation | undefined {
  const path = ['conversations', id];
  const said = objectsIn(fieldAt(conversation, 'messages'));
  if (said === undefined) return undefined;
  const names = objectAt(state, 'id_to_name') ?? {};
  const nameOf = (person: string): string => textAt(names, person) ?? person;
  const people = [...textsAt(conversation, 'participants'), ...textsAt(conversation, 'participant_ids')];
  const user = textAt(state, 'current_user_id') ?? 'Me';
  const last = said.at(-1)?.[1];
  return {
    key: id,
    path,
    title: textAt(conversation, 'title') || people.map(nameOf).join(', '),
    get aside() {
      return formatCount(said.length);
    },
    under: last === undefined ? '' : `${nameOf(senderOf(last))}: ${textAt(last, 'content') ?? ''}`,
    people: people.map(nameOf),
    messages: () =>
      said
        .map(([at, message]) => messageOf(message, [...path, 'messages', at], nameOf, user))
        .sort((one, other) => (one.time ?? 0) - (other.time ?? 0)),
  };
}

const senderOf = (message: JsonObject): string =>
  textAt(message, 'sender_id') ?? textAt(message, 'sender') ?? '';

function messageOf(
  message: JsonObject,
  path: Path,
  nameOf: (person: string) => string,
  user: string,
): ChatMessage {
  const file = textAt(message, 'attachment_name');
  return {
    path,
    sender: nameOf(senderOf(message)),
    byUser: senderOf(message) === user,
    content: textAt(message, 'content') ?? '',
    attachments: file === undefined ? [] : [file],
    time: timeAt(message, 'timestamp'),
  };
}

interface MessagesViewProps {
  readonly conversations: readonly Conversation[];
  readonly changed: ChangedPaths;
}

/** A messenger: its conversations and one of them opened. Shows a changed conversation until the person picks one. */
export function MessagesView({ conversations, changed }: MessagesViewProps): JSX.Element {
  const [picked, pick] = useState<string>();
  const shown =
    conversations.find(({ key }) => key === picked) ??
    conversations.find(({ path }) => changed.marks(path) !== 'no') ??
    conversations.at(0);
  if (shown === undefined) return <Empty title="No conversations yet" />;
  return (
    <div className={styles.conversations}>
      <CardList
        label="Conversations"
        cards={conversations}
        changed={changed}
        selected={shown}
        onPick={pick}
      />
      <section className={styles.pane} aria-label={shown.title}>
        <header>
          <h3>
            <bdi>{legible(shown.title)}</bdi>
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
