import { ChevronRight, PenLine, TriangleAlert } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { legible, type SimTime } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { formatClock, formatDay, formatDateTime, formatOffset } from '../../ui/format/clock.ts';
import { waitsText } from '../../ui/format/numbers.ts';
import { entryTitle, summaryOf } from '../../ui/format/words.ts';
import { isIdle, isFailure } from '../../ui/format/row-state.ts';
import { ORACLE_TAG, REPEATED_TAG } from '../../ui/entry-tag.tsx';
import { KindMark } from '../../ui/kind-mark.tsx';
import styles from './log.module.css';

/** How an entry differs from that of another run; `undefined` if it does not. */
export type RowDifference = 'changed' | 'moved' | 'only-b' | undefined;

const DIFFERENCE_WORDS = {
  changed: 'Changed by the last edit',
  moved: 'Moved by the last edit',
  'only-b': 'New with the last edit',
} as const;

interface LogRowViewProps {
  readonly row: LogRow;
  /** Line number in the list. */
  readonly line: number;
  readonly previous: LogRow | undefined;
  readonly start: SimTime | undefined;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  /** Whether the entry is after the playhead. */
  readonly future: boolean;
  /** Whether the entry is a search result. */
  readonly hit: boolean;
  /** How the entry differs from the preview before, if it does. */
  readonly difference: RowDifference;
  readonly onSelect: () => void;
}

// Created once, because React skips identical elements: a jump of the playhead redraws all rows.
const FAILED = <TriangleAlert role="img" aria-label="Failed" />;
const CHANGED = (
  <span className={styles.changed} role="img" aria-label="Changed state" title="Changed state">
    <PenLine />
  </span>
);

/** One log entry as a row. */
export function LogRowView(props: LogRowViewProps): JSX.Element {
  const { row, line, previous, start, top, selected, future, hit, difference, onSelect } = props;
  const failure = isFailure(row);
  const sameInstant = previous?.time === row.time;
  const day = previous === undefined ? start : previous.time;
  const newDay = day !== undefined && formatDay(day) !== formatDay(row.time);
  const when =
    start === undefined
      ? ''
      : [formatDateTime(row.time), formatOffset(start, row.time)].filter((part) => part !== '').join(', ');
  return (
    <div
      id={`log-row-${row.index}`}
      className={clsx(styles.row, future && styles.future, failure && styles.failure, hit && styles.hit)}
      data-difference={difference}
      role="row"
      aria-rowindex={line + 1}
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <span className={clsx(styles.index, 'number')} role="gridcell">
        {difference === undefined ? null : (
          <span
            className={styles.difference}
            role="img"
            aria-label={DIFFERENCE_WORDS[difference]}
            title={DIFFERENCE_WORDS[difference]}
          />
        )}
        #{row.index}
      </span>
      <span className={clsx(styles.time, 'number', sameInstant && styles.same)} role="gridcell" title={when}>
        {newDay ? <span className={styles.day}>{formatDay(row.time).slice(5)} </span> : null}
        {formatClock(row.time)}
      </span>
      <span className={styles.what} role="gridcell" title={legible(row.event)}>
        <KindMark kind={row.kind} idle={isIdle(row)} />
        <span className="mono">{entryTitle(row)}</span>
        {row.oracle ? ORACLE_TAG : null}
        {row.answersOther ? REPEATED_TAG : null}
      </span>
      <span className={styles.summary} role="gridcell" title={legible(row.summary)}>
        {failure ? FAILED : null}
        <span>{summaryOf(row)}</span>
        {row.changed ? CHANGED : null}
      </span>
    </div>
  );
}

interface FoldRowProps {
  readonly line: number;
  readonly rows: readonly LogRow[];
  readonly from: number;
  readonly to: number;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  readonly future: boolean;
  readonly onOpen: () => void;
}

const MAX_NAMES = 3;

/** Waiting checks folded into one row, which opens them. */
export function FoldRow({ line, rows, from, to, top, selected, future, onOpen }: FoldRowProps): JSX.Element {
  const count = to - from + 1;
  return (
    <div
      id={`log-row-${from}`}
      className={clsx(styles.row, styles.fold, future && styles.future)}
      role="row"
      aria-rowindex={line + 1}
      aria-selected={selected}
      title={`Entries #${from} to #${to}. Show them`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <span className={clsx(styles.index, 'number')} role="gridcell">
        <ChevronRight aria-hidden />
      </span>
      <span className={clsx(styles.time, 'number')} role="gridcell">
        {formatClock(rows[from]!.time)}
      </span>
      <span className={styles.what} role="gridcell">
        {waitsText(count)}
      </span>
      <span className={styles.summary} role="gridcell">
        <span>{legible(namesIn(rows, from, to))}</span>
      </span>
    </div>
  );
}

/** The distinct names of what the checks wait for. */
function namesIn(rows: readonly LogRow[], from: number, to: number): string {
  const names = new Set<string>();
  // A fold may be as long as the log.
  for (let at = from; at <= to && names.size <= MAX_NAMES && at < from + 200; at++) {
    const { event, summary, verdict } = rows[at]!;
    if (verdict === 'waiting') names.add(summary === '' ? event : summary);
  }
  const shown = [...names].slice(0, MAX_NAMES).join(' · ');
  return names.size > MAX_NAMES ? `${shown} · …` : shown;
}
