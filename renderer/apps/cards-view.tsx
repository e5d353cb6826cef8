import { useState, type JSX } from 'react';
import { Empty } from '../elements/empty.tsx';
import { formatCount } from '../format/amount.ts';
import { CardList } from './card-list.tsx';
import { CardPane } from './card-pane.tsx';
import type { Card, Shelf } from './cards.ts';
import type { ChangedPaths } from './changed-paths.ts';
import './cards-view.css';

interface CardsViewProps {
  readonly shelves: readonly Shelf[];
  readonly changed: ChangedPaths;
}

/** Things by kind: the kinds, those of one kind, one of them. Until the person picks, it shows what changed. */
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
    <div className="cards-view">
      <ul className="cards-shelves" aria-label="Kinds">
        {shelves.map((one) => (
          <li key={one.name}>
            <button
              type="button"
              className={isChanged(one) || one.cards.some(isChanged) ? 'is-changed' : ''}
              aria-current={one === shelf}
              onClick={() => {
                pickShelf(one.name);
              }}
            >
              <bdi>{one.name}</bdi> <span className="number">{formatCount(one.cards.length)}</span>
            </button>
          </li>
        ))}
      </ul>
      {card === undefined ? (
        <Empty title="Nothing here">{shelf?.sum}</Empty>
      ) : (
        <>
          <div className="cards-middle">
            {shelf?.sum === undefined ? null : <p className="cards-sum number">{shelf.sum}</p>}
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
