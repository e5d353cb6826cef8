import type { JSX } from 'react';
import clsx from 'clsx';
import { type AttemptStep, hasEntry, legible, type StepRow } from '../../../engine/model/index.ts';
import { differingPart, Marked } from '../../ui/differing-text.tsx';
import { STEP_KINDS } from '../../ui/step-kinds.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { ROW_KINDS, type SideName } from './pair-row.tsx';
import { lineOfPlace } from './places.ts';
import styles from './compare.module.css';

interface StepRowsProps {
  readonly rows: readonly StepRow[];
  readonly a: readonly AttemptStep[];
  readonly b: readonly AttemptStep[];
  /** The visible rows and the selected one, by index among all rows. */
  readonly places: readonly number[];
  readonly at: number;
  readonly onSelect: (place: number) => void;
}

/** The steps of two attempts, with those that correspond side by side. */
export function StepRows({ rows, a, b, places, at, onSelect }: StepRowsProps): JSX.Element {
  return (
    <VirtualList
      label="Aligned steps"
      className={styles.pairs}
      count={places.length}
      selected={lineOfPlace(places, at)}
      idOf={(nth) => `step-${places[nth]!}`}
      onSelect={(nth) => {
        onSelect(places[nth]!);
      }}
      lead={1 / 3}
      takesFocus
      row={({ nth, top, key }) => {
        const place = places[nth]!;
        const row = rows[place]!;
        const { sign, word } = ROW_KINDS[row.kind];
        const one = row.a === undefined ? undefined : a[row.a];
        const other = row.b === undefined ? undefined : b[row.b];
        return (
          <div
            key={key}
            id={`step-${place}`}
            className={clsx(styles.pair, styles[`pair-${row.kind}`])}
            role="row"
            aria-selected={place === at}
            style={{ transform: `translateY(${top}px)` }}
            onClick={() => {
              onSelect(place);
            }}
          >
            <Side step={one} other={other} side="a" />
            <span
              className={clsx(styles['pair-sign'], styles[`sign-${row.kind}`])}
              role="gridcell"
              aria-label={word}
              title={word}
            >
              {sign}
            </span>
            <Side step={other} other={one} side="b" />
          </div>
        );
      }}
    />
  );
}

interface SideProps {
  readonly step: AttemptStep | undefined;
  readonly other: AttemptStep | undefined;
  readonly side: SideName;
}

function Side({ step, other, side }: SideProps): JSX.Element {
  if (step === undefined) return <span className={clsx(styles.side, styles.none)} role="gridcell" />;
  const { kind, tool, text, entry, failed } = step;
  const { icon: Icon, word } = STEP_KINDS[kind];
  return (
    <span className={clsx(styles.side, styles[`step-${kind}`], failed && styles.failure)} role="gridcell">
      <span className={clsx(styles.sideIndex, 'number')}>
        {hasEntry(step) && kind !== 'result' ? `#${entry!}` : ''}
      </span>
      <Icon aria-label={word} className={styles.stepKind} />
      {kind === 'call' ? <span className={clsx('mono', styles.sideTitle)}>{legible(tool)}</span> : null}
      {kind === 'result' && failed ? <span className={styles.stepFailed}>failed</span> : null}
      <span className={clsx(styles.sideSummary, styles[`marks-${side}`])}>
        {other === undefined || other.text === text ? (
          legible(text)
        ) : (
          <Marked {...differingPart(legible(text), legible(other.text))} />
        )}
      </span>
    </span>
  );
}
