import { useVirtualizer } from '@tanstack/react-virtual';
import { type JSX, useContext, useEffect, useRef } from 'react';
import clsx from 'clsx';
import { isJsonObject, type Json, type Path, type SimTime, legible } from '../../../../engine/model/index.ts';
import { formatDateTime } from '../../../ui/format/clock.ts';
import { fieldAt, asList, textAt, textsAt, timeAt } from '../../../ui/format/values.ts';
import { Empty } from '../../../ui/messages.tsx';
import { LongText } from '../../../ui/text.tsx';
import { changedClass, type ChangedPaths, ChangedWord } from '../../../ui/json/changed.tsx';
import { KnownContext, KnownLine, unknownClass } from '../../../ui/json/known.tsx';
import { PickButton } from '../../../ui/json/pick.tsx';
import styles from './bubbles.module.css';
import appsStyles from '../apps.module.css';

/** A day and time in UTC. */
export function When({ time }: { readonly time: SimTime | undefined }): JSX.Element | null {
  if (time === undefined) return null;
  const whole = formatDateTime(time);
  return (
    <time className={clsx(appsStyles.when, 'number')} title={`${whole} UTC`}>
      {whole}
    </time>
  );
}

export interface ChatMessage {
  readonly path: Path;
  readonly sender: string;
  /** Whether the user is the sender. */
  readonly byUser: boolean;
  readonly content: string;
  readonly attachments: readonly string[];
  readonly time: SimTime | undefined;
}

/** The messages of a chat, oldest first; `undefined` if the state is not that of a chat. */
export function readChat(state: Json): readonly ChatMessage[] | undefined {
  const messages = isJsonObject(state) ? asList(fieldAt(state, 'messages')) : undefined;
  if (messages?.every(isJsonObject) !== true) return undefined;
  return messages.map((message, index) => ({
    path: ['messages', index],
    sender: textAt(message, 'sender') ?? '',
    byUser: textAt(message, 'sender') === 'User',
    content: textAt(message, 'content') ?? '',
    attachments: textsAt(message, 'attachments'),
    time: timeAt(message, 'timestamp'),
  }));
}

const USUAL_HEIGHT = 64; // CSS px
const GAP = 8; // CSS px

interface BubblesProps {
  readonly messages: readonly ChatMessage[];
  readonly changed: ChangedPaths;
}

/** A virtual list of messages, the user's at the right, others at the left. Scrolls to a changed message, else to the end. */
export function Bubbles({ messages, changed }: BubblesProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count: messages.length,
    getScrollElement: () => frame.current,
    estimateSize: () => USUAL_HEIGHT,
    gap: GAP,
    paddingStart: 12,
    paddingEnd: 12,
    overscan: 8,
  });
  const first = messages.findIndex(({ path }) => changed.marks(path) !== 'no');
  const last = messages.length - 1;
  const at = first < 0 ? last : first;

  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: at === last ? 'end' : 'auto' });
  }, [virtual, at, last, virtual.scrollRect?.height]);

  return (
    <div ref={frame} className={styles.bubbles} role="group" aria-label="Messages" tabIndex={0}>
      <ol style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <li
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Bubble message={messages[index]!} changed={changed} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface BubbleProps {
  readonly message: ChatMessage;
  readonly changed: ChangedPaths;
}

function Bubble({ message, changed }: BubbleProps): JSX.Element {
  const { path, sender, byUser, time, content, attachments } = message;
  const mark = changed.marks(path);
  const known = unknownClass(useContext(KnownContext).of(path));
  return (
    <div className={clsx(styles.bubble, byUser && styles.byUser, changedClass(mark), known)}>
      <p className={styles.head}>
        <bdi>{legible(sender)}</bdi> <When time={time} />
        <ChangedWord mark={mark} />
        <PickButton path={path} />
      </p>
      <LongText text={content} limit={2000} />
      {attachments.length === 0 ? null : (
        <p className={styles.head}>
          Files: <LongText text={attachments.join(', ')} />
        </p>
      )}
      <KnownLine path={path} />
    </div>
  );
}

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
