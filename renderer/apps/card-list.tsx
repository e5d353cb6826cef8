import { useEffect, useRef, type JSX, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { moveFocus } from '../elements/move-focus.ts';
import type { CardFace } from './cards.ts';
import type { ChangedPaths } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import './card-list.css';

const ROW_HEIGHT = 46; // CSS px

interface CardListProps {
  readonly label: string;
  readonly cards: readonly CardFace[];
  readonly changed: ChangedPaths;
  readonly selected: CardFace | undefined;
  readonly onPick: (key: string) => void;
}

/** Cards one below the other, however many. */
export function CardList({ label, cards, changed, selected, onPick }: CardListProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const at = selected === undefined ? -1 : cards.indexOf(selected);

  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at, virtual.scrollRect?.height]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(event, '.card-row', 'column');
  };
  return (
    <div ref={frame} className="cards-list" role="group" aria-label={label} onKeyDown={onKeyDown}>
      <div style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { key, path, title, aside, under, tag, unread = false } = cards[index]!;
          const mark = changed.marks(path);
          return (
            <button
              key={index}
              type="button"
              className={`card-row ${changedClass(mark)}`}
              style={{ top: start, height: ROW_HEIGHT }}
              aria-current={index === at}
              onClick={() => {
                onPick(key);
              }}
            >
              <span className="card-line">
                {unread ? <span className="card-dot" role="img" aria-label="unread" /> : null}
                <bdi className={unread ? 'card-title is-unread' : 'card-title'}>{title}</bdi>
                {aside === undefined ? null : <span className="number">{aside}</span>}
              </span>
              <span className="card-line card-under">
                <bdi>{under}</bdi>
                {tag === undefined ? null : <span className="card-tag">{tag}</span>}
              </span>
              <ChangedWord mark={mark} />
            </button>
          );
        })}
      </div>
    </div>
  );
}
