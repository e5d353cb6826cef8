import type { JSX } from 'react';
import type { Completion } from './complete.ts';
import { onTop } from './on-top.ts';

interface OffersProps {
  /** Of the list; an offer's is followed by its number. */
  readonly id: string;
  /** What it hangs below. */
  readonly anchor: string;
  readonly offers: readonly Completion[];
  readonly picked: number;
  readonly onTake: (completion: Completion) => void;
}

/** How a text could go on. The focus stays in its field. */
export function Offers({ id, anchor, offers, picked, onTake }: OffersProps): JSX.Element {
  return (
    <ul
      ref={onTop}
      popover="manual"
      id={id}
      className="filter-over filter-offers"
      style={{ positionAnchor: anchor }}
      role="listbox"
      aria-label="Completions"
    >
      {offers.map((completion, at) => (
        <li
          key={completion.text}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === picked}
          onMouseDown={(event) => {
            event.preventDefault();
            onTake(completion);
          }}
        >
          <span className="mono">{completion.text}</span>
          <span className="filter-hint">{completion.hint}</span>
        </li>
      ))}
    </ul>
  );
}
