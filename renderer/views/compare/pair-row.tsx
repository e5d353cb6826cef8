import type { JSX } from 'react';
import clsx from 'clsx';
import {
  type ComparedRow,
  type EntryDifference,
  instant,
  type Json,
  type SimTime,
} from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { formatClock, formatOffset } from '../../ui/format/clock.ts';
import { summaryOf, isIdle, isFailure, entryTitle } from '../../ui/format/words.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { differingPart } from './difference-table.tsx';
import styles from './compare.module.css';

/** The sign and the word of each kind of row; colour is never the only difference. */
export const ROW_KINDS = {
  equal: { sign: '=', word: 'equal' },
  changed: { sign: '≠', word: 'changed' },
  moved: { sign: '⇅', word: 'moved' },
  'only-a': { sign: '−', word: 'only in A' },
  'only-b': { sign: '+', word: 'only in B' },
} as const satisfies Record<ComparedRow['kind'], { readonly sign: string; readonly word: string }>;

export type SideName = 'a' | 'b';

const LEAD = 16; // characters that are the same, before those that are not
const LONGEST = 120; // characters from there on; no row has room for more

/** Times are counted from each run's start. */
const START: SimTime = instant(0);

/** What differs in one of two counterparts, in short: `content: Never.`; what any other row is about. */
export function sideSummary({ kind, differences }: ComparedRow, side: SideName, row: LogRow): string {
  const told = differences.filter(({ aspect }) => aspect !== 'time' || differences.length === 1);
  if (kind !== 'changed' || !told.every(isTold)) return summaryOf(row);
  return told.map((difference) => `${nameOf(difference)}: ${valueOf(difference, side)}`).join(', ');
}

/** What an entry came to, and what was checked at it, stands in the row's own words. */
const isTold = ({ aspect }: EntryDifference): boolean => !['action', 'outcome', 'check'].includes(aspect);

function nameOf({ aspect, path }: EntryDifference): string {
  switch (aspect) {
    case 'argument':
      return path.join('.');
    case 'effect':
      return path.slice(2).findLast((key) => typeof key === 'string') ?? 'writes';
    case 'result':
      return ['result', ...path].join('.');
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
  const { before, own, after } = differingPart(textOf(value), textOf(sides[side === 'a' ? 'b' : 'a'] ?? ''));
  const rest = own + after;
  return `${before.length > LEAD ? `…${before.slice(-LEAD)}` : before}${rest.length > LONGEST ? `${rest.slice(0, LONGEST)}…` : rest}`;
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface PairRowProps {
  readonly place: number;
  readonly row: ComparedRow;
  readonly a: LogRow | undefined;
  readonly b: LogRow | undefined;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** Two counterparts in one line, or one that has none. */
function PairRow({ place, row, a, b, top, selected, onSelect }: PairRowProps): JSX.Element {
  const { sign, word } = ROW_KINDS[row.kind];
  return (
    <div
      id={`pair-${place}`}
      className={clsx(styles.pair, styles[`pair-${row.kind}`])}
      role="row"
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <Side row={a} words={a && sideSummary(row, 'a', a)} />
      <span
        className={clsx(styles['pair-sign'], styles[`sign-${row.kind}`])}
        role="gridcell"
        aria-label={word}
        title={word}
      >
        {sign}
      </span>
      <Side row={b} words={b && sideSummary(row, 'b', b)} />
    </div>
  );
}

interface SideProps {
  readonly row: LogRow | undefined;
  readonly words: string | undefined;
}

function Side({ row, words }: SideProps): JSX.Element {
  if (row === undefined) return <span className={clsx(styles.side, styles.none)} role="gridcell" />;
  return (
    <span className={clsx(styles.side, isFailure(row) && styles.trouble)} role="gridcell">
      <span className={clsx(styles.sideIndex, 'number')}>#{row.index}</span>
      <span className={clsx(styles.sideTime, 'number')}>{formatClock(row.time)}</span>
      <KindMark kind={row.kind} idle={isIdle(row)} />
      <span className={clsx('mono', styles.sideTitle)} title={row.event}>
        {entryTitle(row)}
      </span>
      <span className={styles.sideGist} title={row.summary}>
        {words}
      </span>
    </span>
  );
}

interface PairRowsProps {
  readonly rows: readonly ComparedRow[];
  /** The entries of either run. */
  readonly a: readonly LogRow[];
  readonly b: readonly LogRow[];
  /** The rows on show, and the one looked at, by place among all. */
  readonly places: readonly number[];
  readonly at: number;
  readonly onSelect: (place: number) => void;
  /** Whether the list takes the focus that nothing else has. */
  readonly takesFocus?: boolean;
  readonly className?: string | undefined;
}

/** After a leap more of what follows from a difference is in sight than of what was before it. */
const LEAD_OF_DIFFERENCE = 1 / 3;

/** Both logs, counterparts side by side. */
export function PairRows(props: PairRowsProps): JSX.Element {
  const { rows, a, b, places, at, onSelect, takesFocus = false, className = styles.pairs } = props;
  return (
    <VirtualList
      label="Aligned entries"
      className={className}
      count={places.length}
      selected={places.indexOf(at)}
      idOf={(nth) => `pair-${places[nth]!}`}
      onSelect={(nth) => {
        onSelect(places[nth]!);
      }}
      lead={LEAD_OF_DIFFERENCE}
      takesFocus={takesFocus}
      row={({ nth, top, key }) => {
        const place = places[nth]!;
        const row = rows[place]!;
        return (
          <PairRow
            key={key}
            {...{ place, row, top, selected: place === at }}
            a={row.a === undefined ? undefined : a[row.a]}
            b={row.b === undefined ? undefined : b[row.b]}
            onSelect={() => {
              onSelect(place);
            }}
          />
        );
      }}
    />
  );
}
