import { ChevronRight } from 'lucide-react';
import { type JSX, useMemo, useState } from 'react';
import clsx from 'clsx';
import { bisectLeft } from 'd3';
import {
  type ComparedRow,
  type EntryDifference,
  instant,
  legible,
  printPath,
  type SimTime,
  textOrJson,
} from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { formatClock, formatOffset } from '../../ui/format/clock.ts';
import { formatCount, waitsText } from '../../ui/format/numbers.ts';
import { entryTitle, summaryOf } from '../../ui/format/words.ts';
import { isIdle, isFailure } from '../../ui/format/row-state.ts';
import { REPEATED_TAG } from '../../ui/entry-tag.tsx';
import { KindMark } from '../../ui/kind-mark.tsx';
import { lineOfRow, FoldedLines } from '../../ui/folded-lines.ts';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { differingPart } from '../../ui/differing-text.tsx';
import { waits } from './visible-rows.ts';
import styles from './compare.module.css';

/** Sign and label of each kind of row; colour is never the only difference. */
export const ROW_SIGNS = {
  equal: { sign: '=', word: 'equal' },
  changed: { sign: '≠', word: 'changed' },
  moved: { sign: '⇅', word: 'moved' },
  'only-a': { sign: '−', word: 'only in A' },
  'only-b': { sign: '+', word: 'only in B' },
} as const satisfies Record<ComparedRow['kind'], { readonly sign: string; readonly word: string }>;

export type SideName = 'a' | 'b';

const LEAD = 16; // common characters shown before a difference
const MAX_LENGTH = 120; // characters shown from there on; a row has no room for more

/** Times are relative to the start of each run. */
const START: SimTime = instant(0);

/**
 * A short text for one side of a row: the differences of a changed entry, such as `content: Never.`, else the summary of the
 * entry.
 */
export function sideSummary({ kind, differences }: ComparedRow, side: SideName, row: LogRow): string {
  const listed = differences.filter(({ aspect }) => aspect !== 'time' || differences.length === 1);
  if (kind !== 'changed' || !listed.every(isListed)) return summaryOf(row);
  return listed.map((difference) => `${nameOf(difference)}: ${valueOf(difference, side)}`).join(', ');
}

/** The row's own summary covers differences in action, outcome and check. */
const isListed = ({ aspect }: EntryDifference): boolean => !['action', 'outcome', 'check'].includes(aspect);

function nameOf({ aspect, path }: EntryDifference): string {
  switch (aspect) {
    case 'argument':
      return printPath(path);
    case 'effect':
      return path.slice(2).findLast((key) => typeof key === 'string') ?? 'writes';
    case 'result':
      return printPath(['result', ...path]);
    case 'action':
    case 'outcome':
    case 'check':
    case 'time':
      return aspect;
  }
}

function valueOf({ aspect, ...sides }: EntryDifference, side: SideName): string {
  const value = sides[side];
  if (value === undefined) return 'nothing';
  if (aspect === 'time') return formatOffset(START, value as SimTime);
  const { before, own, after } = differingPart(
    textOrJson(value),
    textOrJson(sides[side === 'a' ? 'b' : 'a'] ?? ''),
  );
  const rest = own + after;
  return `${before.length > LEAD ? `…${before.slice(-LEAD)}` : before}${rest.length > MAX_LENGTH ? `${rest.slice(0, MAX_LENGTH)}…` : rest}`;
}

interface PairRowProps {
  readonly rowIndex: number;
  readonly row: ComparedRow;
  readonly a: LogRow | undefined;
  readonly b: LogRow | undefined;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** A row with two matching entries, or with one that has no match. */
function PairRow({ rowIndex, row, a, b, top, selected, onSelect }: PairRowProps): JSX.Element {
  return (
    <div
      id={`pair-${rowIndex}`}
      className={clsx(styles.pair, styles[`pair-${row.kind}`])}
      role="row"
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <Side row={a} words={a && sideSummary(row, 'a', a)} />
      <PairSign kind={row.kind} />
      <Side row={b} words={b && sideSummary(row, 'b', b)} />
    </div>
  );
}

/** The sign between the two sides of a row. */
export function PairSign({ kind }: Pick<ComparedRow, 'kind'>): JSX.Element {
  const { sign, word } = ROW_SIGNS[kind];
  return (
    <span
      className={clsx(styles['pair-sign'], styles[`sign-${kind}`])}
      role="gridcell"
      aria-label={word}
      title={word}
    >
      {sign}
    </span>
  );
}

interface SideProps {
  readonly row: LogRow | undefined;
  readonly words: string | undefined;
}

function Side({ row, words }: SideProps): JSX.Element {
  if (row === undefined) return <span className={clsx(styles.side, styles.none)} role="gridcell" />;
  return (
    <span className={clsx(styles.side, isFailure(row) && styles.failure)} role="gridcell">
      <span className={clsx(styles.sideIndex, 'number')}>#{row.index}</span>
      <span className={clsx(styles.sideTime, 'number')}>{formatClock(row.time)}</span>
      <KindMark kind={row.kind} idle={isIdle(row)} />
      <span className={clsx('mono', styles.sideTitle)} title={legible(row.event)}>
        {entryTitle(row)}
      </span>
      {row.answersOther ? REPEATED_TAG : null}
      <span className={styles.sideSummary} title={legible(row.summary)}>
        {words}
      </span>
    </span>
  );
}

interface FoldedPairsProps
  extends Pick<PairRowProps, 'top' | 'selected'>, Pick<PairRowsProps, 'rows' | 'visible' | 'a' | 'b'> {
  /** First and last row of the fold, by index among all rows. */
  readonly from: number;
  readonly to: number;
  readonly onOpen: () => void;
}

/** Number of visible rows of each kind from `from` to `to`, most important kind first. */
function kindsIn(
  { rows, visible }: Pick<PairRowsProps, 'rows' | 'visible'>,
  from: number,
  to: number,
): readonly (readonly [kind: ComparedRow['kind'], count: number])[] {
  const counts = { 'only-a': 0, 'only-b': 0, changed: 0, moved: 0, equal: 0 };
  for (let nth = bisectLeft(visible, from); nth < visible.length && visible[nth]! <= to; nth++)
    counts[rows[visible[nth]!]!.kind] += 1;
  return (Object.entries(counts) as [ComparedRow['kind'], number][]).filter(([, count]) => count > 0);
}

/** Waiting checks of both runs folded into one row, which opens them. */
function FoldedPairs(props: FoldedPairsProps): JSX.Element {
  const { rows, visible, a, b, from, to, top, selected, onOpen } = props;
  const counts = useMemo(() => kindsIn({ rows, visible }, from, to), [rows, visible, from, to]);
  const [[kind] = ['equal' as const]] = counts;
  const words = counts.map(([one, count]) => `${formatCount(count)} ${ROW_SIGNS[one].word}`).join(', ');
  const first = rows[from]!;
  const { time } = first.a === undefined ? b[first.b!]! : a[first.a]!;
  return (
    <div
      id={`pair-${from}`}
      className={clsx(styles.pair, styles.fold)}
      role="row"
      aria-selected={selected}
      title="Show these checks"
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <span className={styles.side} role="gridcell">
        <ChevronRight aria-hidden className={styles.sideIndex} />
        <span className={clsx(styles.sideTime, 'number')}>{formatClock(time)}</span>
        <span className={styles.sideSummary}>
          {waitsText(counts.reduce((sum, [, count]) => sum + count, 0))}
        </span>
      </span>
      <span
        className={clsx(styles['pair-sign'], styles[`sign-${kind}`])}
        role="gridcell"
        aria-label={words}
        title={words}
      >
        {ROW_SIGNS[kind].sign}
      </span>
      <span className={styles.side} role="gridcell">
        <span className={styles.sideSummary}>{words}</span>
      </span>
    </div>
  );
}

interface PairRowsProps {
  readonly rows: readonly ComparedRow[];
  /** Rows of each run. */
  readonly a: readonly LogRow[];
  readonly b: readonly LogRow[];
  /** The visible rows and the selected one, by index among all rows. */
  readonly visible: readonly number[];
  readonly at: number;
  readonly onSelect: (rowIndex: number) => void;
  /** Whether the list takes the focus if no element has it. */
  readonly takesFocus?: boolean;
  readonly className?: string | undefined;
}

/** After a jump, more rows are visible after the difference than before it. */
const LEAD_OF_DIFFERENCE = 1 / 3;

/** Both logs with matching entries side by side and waiting checks folded. */
export function PairRows(props: PairRowsProps): JSX.Element {
  const { rows, a, b, visible, at, onSelect, takesFocus = false, className = styles.pairs } = props;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const lines = useMemo(() => {
    const made = new FoldedLines(rows, waits(rows, { a, b }), { only: visible, folding: true, opened });
    made.grow();
    return made;
  }, [rows, a, b, visible, opened]);
  const nearest = lineOfRow(lines, at);
  const line = at <= (lines.to[nearest] ?? -1) ? nearest : -1;
  return (
    <VirtualList
      label="Aligned entries"
      className={className}
      count={lines.from.length}
      selected={line}
      idOf={(nth) => `pair-${lines.from[nth]!}`}
      onSelect={(nth) => {
        onSelect(lines.from[nth]!);
      }}
      lead={LEAD_OF_DIFFERENCE}
      takesFocus={takesFocus}
      row={({ nth, top, key }) => {
        const [rowIndex, last] = [lines.from[nth]!, lines.to[nth]!];
        const selected = nth === line;
        if (last > rowIndex)
          return (
            <FoldedPairs
              key={key}
              {...{ rows, visible, a, b, top, selected }}
              from={rowIndex}
              to={last}
              onOpen={() => {
                onSelect(rowIndex);
                setOpened(new Set(opened).add(rowIndex));
              }}
            />
          );
        const row = rows[rowIndex]!;
        return (
          <PairRow
            key={key}
            {...{ rowIndex, row, top, selected }}
            a={row.a === undefined ? undefined : a[row.a]}
            b={row.b === undefined ? undefined : b[row.b]}
            onSelect={() => {
              onSelect(rowIndex);
            }}
          />
        );
      }}
    />
  );
}
