import { useContext, type JSX, type KeyboardEvent } from 'react';
import { moveFocus } from '../elements/move-focus.ts';
import { useScroller } from '../elements/use-scroller.ts';
import type { CardFace } from './cards.ts';
import type { ChangedPaths } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { KnownContext, KnownMark, unknownClass } from './known.tsx';
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
  const known = useContext(KnownContext);
  const at = selected === undefined ? -1 : cards.indexOf(selected);
  const { frame, height, drawn, onScroll } = useScroller({
    ...{ list: label, count: cards.length, height: ROW_HEIGHT, line: at },
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(event, '.card-row', 'column');
  };
  return (
    <div
      ref={frame}
      className="cards-list"
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div style={{ height }}>
        {drawn.map(({ nth, top, key: place }) => {
          const { key, path, title, aside, under, tag, unread = false } = cards[nth]!;
          const mark = changed.marks(path);
          return (
            <button
              key={place}
              type="button"
              className={`card-row ${changedClass(mark)} ${unknownClass(known.of(path))}`}
              style={{ top, height: ROW_HEIGHT }}
              aria-current={nth === at}
              onClick={() => {
                onPick(key);
              }}
            >
              <span className="card-line">
                {unread ? <span className="card-dot" role="img" aria-label="unread" /> : null}
                <bdi className={unread ? 'card-title is-unread' : 'card-title'} title={title}>
                  {title}
                </bdi>
                {aside === undefined ? null : <span className="number">{aside}</span>}
              </span>
              <span className="card-line card-under">
                <bdi title={under}>{under}</bdi>
                {tag === undefined ? null : <span className="card-tag">{tag}</span>}
                <KnownMark path={path} />
              </span>
              <ChangedWord mark={mark} />
            </button>
          );
        })}
      </div>
    </div>
  );
}
