import type { JSX, ReactNode } from 'react';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { lineOfRow } from './visible-rows.ts';
import styles from './compare.module.css';

export interface StepListProps {
  /** The visible rows and the selected one, by index among all rows. */
  readonly visible: readonly number[];
  readonly at: number;
  readonly onSelect: (rowIndex: number) => void;
  /** Opens the step of a row in its run, by Enter; with Shift, the last one in place of the first. */
  readonly onOpenRow?: ((rowIndex: number, isLast: boolean) => void) | undefined;
  /** The class of a list in a page; in the window, the list fills its panel and takes the focus. */
  readonly className?: string | undefined;
}

interface Props extends StepListProps {
  readonly label: string;
  /** Begins the ids of the rows. */
  readonly name: string;
  readonly classOf: (rowIndex: number) => string;
  /** What stands in a row. */
  readonly children: (rowIndex: number) => ReactNode;
}

/** Rows of aligned steps, of which one is selected. */
export function StepList(props: Props): JSX.Element {
  const { label, name, visible, at, onSelect, onOpenRow, className, classOf, children } = props;
  return (
    <VirtualList
      label={label}
      className={className ?? styles.pairs}
      count={visible.length}
      selected={lineOfRow(visible, at)}
      idOf={(nth) => `${name}-${visible[nth]!}`}
      onSelect={(nth) => {
        onSelect(visible[nth]!);
      }}
      onEnter={
        onOpenRow &&
        ((nth, isLast) => {
          onOpenRow(visible[nth]!, isLast);
        })
      }
      lead={1 / 3}
      takesFocus={className === undefined}
      row={({ nth, top, key }) => {
        const rowIndex = visible[nth]!;
        return (
          <div
            key={key}
            id={`${name}-${rowIndex}`}
            className={classOf(rowIndex)}
            role="row"
            aria-selected={rowIndex === at}
            style={{ transform: `translateY(${top}px)` }}
            onClick={() => {
              onSelect(rowIndex);
            }}
          >
            {children(rowIndex)}
          </div>
        );
      }}
    />
  );
}
