import { useMemo, useState, type JSX } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import clsx from 'clsx';
import type { ComparedRow } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { PairRows, ROW_KINDS } from '../views/compare/pair-row.tsx';
import { nextDifference, placesShown, waits } from '../views/compare/places.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/messages.tsx';
import { Segments } from '../ui/segments.tsx';
import { formatCount } from '../ui/format/numbers.ts';
import styles from './report.module.css';
import compareStyles from '../views/compare/compare.module.css';

interface AlignedLogProps {
  readonly rows: readonly ComparedRow[];
  /** The entries of either run. */
  readonly a: readonly LogRow[];
  readonly b: readonly LogRow[];
  /** The row that is looked at. */
  readonly at: number;
  readonly onSeek: (row: number) => void;
}

/** The logs of two runs, each entry beside its counterpart. */
export function AlignedLog({ rows, a, b, at, onSeek }: AlignedLogProps): JSX.Element {
  const [onlyDifferent, showOnly] = useState(false);
  const places = useMemo(() => placesShown(rows, onlyDifferent), [rows, onlyDifferent]);
  const go = (step: 1 | -1): void => {
    onSeek(nextDifference(rows, at, step, waits(rows, { a, b })));
  };
  return (
    <section className={styles.list} aria-label="Aligned log">
      <header className={styles.partHead}>
        <h2>Log</h2>
        <Counts rows={rows} />
        <Segments
          label="Rows on show"
          choices={{ all: 'All rows', different: 'Differences' }}
          chosen={onlyDifferent ? 'different' : 'all'}
          onChoose={(chosen) => {
            showOnly(chosen === 'different');
          }}
        />
        <Button
          bare
          icon={ChevronUp}
          label="Previous difference"
          onClick={() => {
            go(-1);
          }}
        />
        <Button
          bare
          icon={ChevronDown}
          label="Next difference"
          onClick={() => {
            go(1);
          }}
        />
      </header>
      {places.length === 0 ? (
        <Empty title="Nothing differs" />
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

function Counts({ rows }: Pick<AlignedLogProps, 'rows'>): JSX.Element {
  return (
    <span className={clsx(compareStyles.counts, 'number', styles.alignedCounts)}>
      {Object.entries(ROW_KINDS).map(([kind, { sign, word }]) => {
        const count = rows.filter((row) => row.kind === kind).length;
        return count === 0 ? null : (
          <span key={kind} className={compareStyles[`sign-${kind}`]}>
            {sign} {formatCount(count)} {word}
          </span>
        );
      })}
    </span>
  );
}
