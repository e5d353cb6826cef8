import { SearchX } from 'lucide-react';
import { type JSX, useMemo, useState } from 'react';
import clsx from 'clsx';
import { bisectLeft } from 'd3';
import type { SimTime } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import type { SearchState } from '../../stores/log.ts';
import { Button } from '../../ui/button.tsx';
import { formatClock, formatDay } from '../../ui/format/clock.ts';
import { isWaiting } from '../../ui/format/row-state.ts';
import { lineOfRow, FoldedLines } from '../../ui/folded-lines.ts';
import { Empty } from '../../ui/messages.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { FoldRow, LogRowView, type RowDifference } from './log-row.tsx';
import styles from './log.module.css';

interface LogRowsProps {
  /** One array that grows in place. Rows that no line shows may be missing. */
  readonly rows: readonly LogRow[];
  /** Start of the run. */
  readonly start: SimTime | undefined;
  /** The entry at the playhead. */
  readonly at: number;
  /** The search results and how to show them. */
  readonly found: Pick<SearchState, 'results' | 'only' | 'folding'>;
  /** The current playhead position; the view may be a few milliseconds behind. */
  readonly positionNow: () => number;
  readonly onSeek: (entry: number) => void;
  /** How an entry differs from the preview before. */
  readonly differenceOf?: ((index: number) => RowDifference) | undefined;
  /** Clears the search. */
  readonly onShowAll: () => void;
}

/** The log or the search results, with waiting checks folded. */
export function LogRows(props: LogRowsProps): JSX.Element {
  const { rows, start, at, found, positionNow, onSeek, differenceOf, onShowAll } = props;
  const { results, only, folding } = found;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const shown = only ? results : undefined;
  const lines = useMemo(
    () => new FoldedLines(rows, (index) => isWaiting(rows[index]!), { only: shown, folding, opened }),
    [rows, shown, folding, opened],
  );
  if (lines.grow() === 0)
    return (
      <Empty icon={SearchX} title="No matching entries">
        <Button label="Show all entries" onClick={onShowAll} />
      </Empty>
    );
  return (
    <LogList
      {...{ lines, rows, start, at, positionNow, onSeek, differenceOf }}
      hits={only ? undefined : results}
      onOpen={(fold) => {
        setOpened(new Set(opened).add(fold));
      }}
    />
  );
}

/** The entry of the row around `element`; for the list itself, the row that keys move. */
export function entryUnder(element: Element): number | undefined {
  const row = element.closest('[role=row]') ?? element.querySelector('[aria-selected=true]');
  const index = /^log-row-(\d+)$/.exec(row?.id ?? '')?.[1];
  return index === undefined ? undefined : Number(index);
}

/** Whether the time of a row has a fraction of a second, for which the column is wider. */
const hasFraction = ({ time }: LogRow): boolean => formatClock(time).includes('.');

const COLUMNS = ['Entry', 'Time', 'Event', 'Summary'] as const;

interface LogListProps extends Pick<
  LogRowsProps,
  'rows' | 'start' | 'at' | 'positionNow' | 'onSeek' | 'differenceOf'
> {
  readonly lines: FoldedLines;
  /** Entries to mark, ascending. */
  readonly hits: readonly number[] | undefined;
  /** Opens the fold that starts at an entry. */
  readonly onOpen: (fold: number) => void;
}

/** A virtual list of the lines, always including the playhead's. */
function LogList(props: LogListProps): JSX.Element {
  const { lines, rows, start, at, hits, positionNow, onSeek, differenceOf, onOpen } = props;
  const count = lines.from.length;
  const line = lineOfRow(lines, at);
  const [first, last] = [rows[0] ?? rows[lines.from[0]!]!, rows.at(-1)!];
  const days = formatDay(start ?? first.time) !== formatDay(last.time);
  const hasLongTimes = days || hasFraction(first) || hasFraction(last);
  return (
    <div className={clsx(styles.log, hasLongTimes && styles.longTimes, days && styles.days)}>
      <div className={styles.head} aria-hidden>
        {COLUMNS.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <VirtualList
        label="Log"
        className={styles.rows}
        count={count}
        selected={line}
        visible={Math.max(0, line)}
        idOf={(nth) => `log-row-${lines.from[nth]!}`}
        onSelect={(nth) => {
          onSeek(lines.to[nth]!);
        }}
        onMove={(steps) => {
          // When the playhead is between two lines, moving down goes to the lower one.
          const to = Math.min(lineOfRow(lines, positionNow()) + steps, count - 1);
          onSeek(to < 0 ? -1 : lines.to[to]!);
        }}
        row={({ nth, top, key }) => {
          const index = lines.from[nth]!;
          const end = lines.to[nth]!;
          const place = {
            line: nth,
            top,
            selected: index <= at && at <= end,
            future: index > at,
          };
          return index === end ? (
            <LogRowView
              key={key}
              {...place}
              row={rows[index]!}
              previous={rows[index - 1]}
              start={start}
              difference={differenceOf?.(index)}
              hit={hits?.[bisectLeft(hits, index)] === index}
              onSelect={() => {
                onSeek(index);
              }}
            />
          ) : (
            <FoldRow
              key={key}
              {...place}
              rows={rows}
              from={index}
              to={end}
              onOpen={() => {
                onOpen(index);
              }}
            />
          );
        }}
      />
    </div>
  );
}
