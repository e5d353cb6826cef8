import { useContext, useEffect, useRef, type JSX } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ChangedPaths } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { KnownContext, unknownClass } from './known.tsx';
import { KnownLine } from './known-line.tsx';
import { LongText } from './long-text.tsx';
import { PickButton } from './pick.tsx';
import type { ChatMessage } from './read-chat.ts';
import { When } from './when.tsx';
import './bubbles.css';

const USUAL_HEIGHT = 64; // CSS px
const GAP = 8; // CSS px

interface BubblesProps {
  readonly messages: readonly ChatMessage[];
  readonly changed: ChangedPaths;
}

/** What was said, however much: the user at the right, others at the left. It shows what changed, else the end. */
export function Bubbles({ messages, changed }: BubblesProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
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
    <div ref={frame} className="bubbles" role="group" aria-label="Messages" tabIndex={0}>
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
    <div className={`bubble ${byUser ? 'by-user' : ''} ${changedClass(mark)} ${known}`}>
      <p className="bubble-head">
        <bdi>{sender}</bdi> <When time={time} />
        <ChangedWord mark={mark} />
        <PickButton path={path} />
      </p>
      <LongText text={content} limit={2000} />
      {attachments.length === 0 ? null : (
        <p className="bubble-head">
          Files: <LongText text={attachments.join(', ')} />
        </p>
      )}
      <KnownLine path={path} />
    </div>
  );
}
