import clsx from 'clsx';
import { type JSX, useMemo, useState } from 'react';
import type { ComparedRow } from '../../engine/model/index.ts';
import { Empty } from '../ui/messages.tsx';
import { DifferenceTools, RowCounts } from '../views/compare/comparison.tsx';
import { nextDifference, visibleRows } from '../views/compare/visible-rows.ts';
import type { StepListProps } from '../views/compare/step-list.tsx';
import compareStyles from '../views/compare/compare.module.css';
import styles from './report.module.css';

interface AlignedRowsProps {
  /** Name of the list for assistive technology. */
  readonly label: string;
  readonly title: string;
  readonly className?: string | undefined;
  readonly rows: readonly Pick<ComparedRow, 'kind'>[];
  /** The selected row. */
  readonly at: number;
  readonly onSelect: (row: number) => void;
  /** Whether a row is passed over on the way to the next difference. */
  readonly isWaiting?: (row: number) => boolean;
  /** Draws the list. */
  readonly children: (list: StepListProps) => JSX.Element;
}

/** The aligned rows of a comparison, with buttons to go through the differences. */
export function AlignedRows(props: AlignedRowsProps): JSX.Element {
  const { label, title, className, rows, at, onSelect, isWaiting = () => false, children } = props;
  const [onlyDifferent, showOnly] = useState(false);
  const visible = useMemo(() => visibleRows(rows, onlyDifferent), [rows, onlyDifferent]);
  return (
    <section className={clsx(styles.list, className)} aria-label={label}>
      <header className={styles.partHead}>
        <h2>{title}</h2>
        <span className={styles.alignedCounts}>
          <RowCounts rows={rows} />
        </span>
        <DifferenceTools
          onlyDifferent={onlyDifferent}
          onShowOnlyDifferent={showOnly}
          onStep={(by) => {
            onSelect(nextDifference(rows, at, by, isWaiting));
          }}
        />
      </header>
      {visible.length === 0 ? (
        <Empty title="No differences" />
      ) : (
        children({ visible, at, onSelect, className: clsx(compareStyles.pairsRows, styles.alignedRows) })
      )}
    </section>
  );
}
