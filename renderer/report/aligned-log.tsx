import { useMemo, useState, type JSX } from 'react';
import clsx from 'clsx';
import type { ComparedRow } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { DifferenceTools, RowCounts } from '../views/compare/comparison.tsx';
import { PairRows } from '../views/compare/pair-row.tsx';
import { nextDifference, placesShown, waits } from '../views/compare/places.ts';
import { Empty } from '../ui/messages.tsx';
import styles from './report.module.css';
import compareStyles from '../views/compare/compare.module.css';

interface AlignedLogProps {
  readonly rows: readonly ComparedRow[];
  /** Rows of each run. */
  readonly a: readonly LogRow[];
  readonly b: readonly LogRow[];
  /** The selected row. */
  readonly at: number;
  readonly onSeek: (row: number) => void;
}

/** The logs of two runs, with matching entries side by side. */
export function AlignedLog({ rows, a, b, at, onSeek }: AlignedLogProps): JSX.Element {
  const [onlyDifferent, showOnly] = useState(false);
  const places = useMemo(() => placesShown(rows, onlyDifferent), [rows, onlyDifferent]);
  return (
    <section className={styles.list} aria-label="Aligned log">
      <header className={styles.partHead}>
        <h2>Log</h2>
        <span className={styles.alignedCounts}>
          <RowCounts rows={rows} />
        </span>
        <DifferenceTools
          onlyDifferent={onlyDifferent}
          onShowOnlyDifferent={showOnly}
          onStep={(by) => {
            onSeek(nextDifference(rows, at, by, waits(rows, { a, b })));
          }}
        />
      </header>
      {places.length === 0 ? (
        <Empty title="No differences" />
      ) : (
        <PairRows
          {...{ rows, a, b, places, at }}
          onSelect={onSeek}
          className={clsx(compareStyles.pairsRows, styles.alignedRows)}
        />
      )}
    </section>
  );
}
