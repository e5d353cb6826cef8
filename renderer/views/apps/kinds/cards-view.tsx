import { type JSX, type KeyboardEvent, useContext, useLayoutEffect, useRef, useState } from 'react';
import clsx from 'clsx';
import { legible } from '../../../../engine/model/index.ts';
import { moveFocus } from '../../../ui/focus.ts';
import { formatCount } from '../../../ui/format/numbers.ts';
import { Empty } from '../../../ui/messages.tsx';
import { HoverText, LongText, useShowMore } from '../../../ui/text.tsx';
import { useRowHeight, useScroller } from '../../../ui/virtual-window.ts';
import { changedClass, type ChangedPaths, ChangedWord } from '../../../ui/json/changed.tsx';
import { KnownContext, KnownLine, KnownMark, unknownClass } from '../../../ui/json/known.tsx';
import { PickButton } from '../../../ui/json/pick.tsx';
import type { Card, CardFace, CardTable, Shelf } from './cards.ts';
import styles from './cards-view.module.css';
import cardListStyles from './card-list.module.css';
import changedStyles from '../../../ui/json/changed.module.css';

/** Height of a card, in text heights. */
const ROW = 3.54;

interface CardListProps {
  readonly label: string;
  readonly cards: readonly CardFace[];
  readonly changed: ChangedPaths;
  readonly selected: CardFace | undefined;
  readonly onPick: (key: string) => void;
}

/** A virtual list of cards. */
export function CardList({ label, cards, changed, selected, onPick }: CardListProps): JSX.Element {
  const known = useContext(KnownContext);
  const at = selected === undefined ? -1 : cards.indexOf(selected);
  const rowHeight = useRowHeight(ROW);
  const { frame, height, drawn, onScroll } = useScroller({
    list: label,
    count: cards.length,
    height: rowHeight,
    line: at,
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(event, `.${cardListStyles.row}`);
  };
  return (
    <div
      ref={frame}
      className={cardListStyles.list}
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
              className={clsx(cardListStyles.row, changedClass(mark), unknownClass(known.of(path)))}
              data-path={JSON.stringify(path)}
              style={{ top, height: rowHeight }}
              aria-current={nth === at}
              onClick={() => {
                onPick(key);
              }}
            >
              <span className={cardListStyles.line}>
                {unread ? <span className={cardListStyles.dot} role="img" aria-label="unread" /> : null}
                <HoverText
                  className={
                    unread ? clsx(cardListStyles.title, cardListStyles.unread) : cardListStyles.title
                  }
                  text={title}
                />
                {aside === undefined ? null : <span className="number">{aside}</span>}
              </span>
              <span className={clsx(cardListStyles.line, cardListStyles.under)}>
                {under === undefined ? null : <HoverText text={under} />}
                {tag === undefined ? null : <span className={cardListStyles.tag}>{tag}</span>}
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

interface CardPaneProps {
  readonly card: Card;
  readonly changed: ChangedPaths;
}

/** An opened card. */
function CardPane({ card, changed }: CardPaneProps): JSX.Element {
  const { heading = card.title, facts, text, parts } = card.open();
  const pane = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // In the frame that shows this card: an immediate write would cost another layout.
    const scrolling = requestAnimationFrame(() => {
      pane.current!.scrollTop = 0;
    });
    return () => {
      cancelAnimationFrame(scrolling);
    };
  }, [card.key]);
  return (
    <article ref={pane} className={styles.pane} aria-label={legible(heading)}>
      <h3>
        <bdi>{legible(heading)}</bdi>
        {card.tag === undefined ? null : <span className={cardListStyles.tag}>{card.tag}</span>}
      </h3>
      <KnownLine path={card.path} />
      <dl>
        {facts.map(({ name, text, path }) => {
          const mark = changed.marks(path);
          return (
            <div key={name} className={changedClass(mark)}>
              <dt>{name}</dt>
              <dd>
                <LongText text={text} />
                <ChangedWord mark={mark} />
                <PickButton path={path} />
              </dd>
            </div>
          );
        })}
      </dl>
      {text === undefined ? null : <LongText text={text} limit={8000} />}
      {parts === undefined ? null : <PartsTable key={card.key} parts={parts} changed={changed} />}
    </article>
  );
}

/** A text that is a number, such as a count or a price. */
const NUMBER = /^[\d,.]+$/;

function PartsTable({
  parts,
  changed,
}: {
  readonly parts: CardTable;
  readonly changed: ChangedPaths;
}): JSX.Element {
  const [first, more] = useShowMore(parts.rows);
  const known = useContext(KnownContext);
  const classes = parts.columns.map((_, index) =>
    first.every(({ cells }) => NUMBER.test(cells[index]!)) ? clsx('number', styles.number) : 'number',
  );
  return (
    <>
      <table className={styles.parts}>
        <caption>{parts.title}</caption>
        <thead>
          <tr>
            {parts.columns.map((column, index) => (
              <th key={column} scope="col" className={classes[index]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map(({ path, cells }) => {
            const mark = changed.marks(path);
            return (
              <tr
                key={JSON.stringify(path)}
                className={clsx(changedClass(mark), unknownClass(known.of(path)))}
              >
                {cells.map((cell, index) => (
                  <td key={index} className={classes[index]}>
                    <LongText text={cell} limit={200} />
                    {index === 0 ? <ChangedWord mark={mark} /> : null}
                    {index === 0 ? <KnownMark path={path} /> : null}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {more}
    </>
  );
}

interface CardsViewProps {
  readonly shelves: readonly Shelf[];
  readonly changed: ChangedPaths;
}

/** The shelves, the cards of one shelf and one opened card. Shows what changed until the person picks. */
export function CardsView({ shelves, changed }: CardsViewProps): JSX.Element {
  const [shelfPicked, pickShelf] = useState<string>();
  const [cardPicked, pickCard] = useState<string>();
  const isChanged = ({ path }: Card | Shelf): boolean => changed.marks(path) !== 'no';
  const shelf =
    shelves.find(({ name }) => name === shelfPicked) ??
    shelves.find(({ cards }) => cards.some(isChanged)) ??
    shelves.find(isChanged) ??
    shelves.find(({ cards }) => cards.length > 0) ??
    shelves.at(0);
  const cards = shelf?.cards ?? [];
  const card = cards.find(({ key }) => key === cardPicked) ?? cards.find(isChanged) ?? cards.at(0);
  return (
    <div className={styles.view}>
      <ul className={styles.shelves} aria-label="Sections">
        {shelves.map((one) => (
          <li key={one.name}>
            <button
              type="button"
              className={isChanged(one) || one.cards.some(isChanged) ? changedStyles.changed : undefined}
              aria-current={one === shelf}
              onClick={() => {
                pickShelf(one.name);
              }}
            >
              <bdi>{legible(one.name)}</bdi> <span className="number">{formatCount(one.cards.length)}</span>
            </button>
          </li>
        ))}
      </ul>
      {card === undefined ? (
        <Empty title={shelf === undefined ? 'No records' : `${shelf.name} is empty`}>{shelf?.sum}</Empty>
      ) : (
        <>
          <div className={styles.middle}>
            {shelf?.sum === undefined ? null : <p className={clsx(styles.sum, 'number')}>{shelf.sum}</p>}
            <CardList
              label={shelf?.name ?? ''}
              cards={cards}
              changed={changed}
              selected={card}
              onPick={pickCard}
            />
          </div>
          <CardPane card={card} changed={changed} />
        </>
      )}
    </div>
  );
}
