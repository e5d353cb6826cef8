import type { JSX, ReactNode } from 'react';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { lineOfPlace } from './places.ts';
import styles from './compare.module.css';

export interface StepListProps {
  /** The visible rows and the selected one, by index among all rows. */
  readonly places: readonly number[];
  readonly at: number;
  readonly onSelect: (place: number) => void;
  /** Opens the step of a row in its run, by Enter; with Shift, the last one in place of the first. */
  readonly onOpenRow?: ((place: number, isLast: boolean) => void) | undefined;
  /** The class of a list in a page; in the window, the list fills its panel and takes the focus. */
  readonly className?: string | undefined;
}

interface Props extends StepListProps {
  readonly label: string;
  /** Begins the ids of the rows. */
  readonly name: string;
  readonly classOf: (place: number) => string;
  /** What stands in a row. */
  readonly children: (place: number) => ReactNode;
}

/** Rows of aligned steps, of which one is selected. */
export function StepList(props: Props): JSX.Element {
  const { label, name, places, at, onSelect, onOpenRow, className, classOf, children } = props;
  return (
    <VirtualList
      label={label}
      className={className ?? styles.pairs}
      count={places.length}
      selected={lineOfPlace(places, at)}
      idOf={(nth) => `${name}-${places[nth]!}`}
      onSelect={(nth) => {
        onSelect(places[nth]!);
      }}
      onEnter={
        onOpenRow &&
        ((nth, isLast) => {
          onOpenRow(places[nth]!, isLast);
        })
      }
      lead={1 / 3}
      takesFocus={className === undefined}
      row={({ nth, top, key }) => {
        const place = places[nth]!;
        return (
          <div
            key={key}
            id={`${name}-${place}`}
            className={classOf(place)}
            role="row"
            aria-selected={place === at}
            style={{ transform: `translateY(${top}px)` }}
            onClick={() => {
              onSelect(place);
            }}
          >
            {children(place)}
          </div>
        );
      }}
    />
  );
}
