import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { positionNow, seek } from '../../stores/selection.ts';
import { useStores, usePosition, useRows, useShownRun } from '../../stores/use-stores.ts';
import { formatDay } from '../../ui/format/clock.ts';
import { bisectLeft } from 'd3';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { lineOf, type Lines } from './lines.ts';
import { FoldRow, LogRowView } from './log-row.tsx';
import styles from './log.module.css';

const COLUMNS = ['Entry', 'Time', 'Event', 'In short'] as const;

interface LogListProps {
  readonly lines: Lines;
  /** Opens the fold that begins with an entry. */
  readonly onOpen: (fold: number) => void;
}

/** The lines in sight and a few around them; the playhead's stays among them. */
export function LogList({ lines, onOpen }: LogListProps): JSX.Element {
  const stores = useStores();
  const { selection, search } = stores;
  const run = useShownRun();
  const rows = useRows();
  const at = usePosition();
  const { results: hits, only } = useStore(search);
  const count = lines.from.length;
  const line = lineOf(lines, at);
  const days = formatDay(run?.start ?? rows[0]!.time) !== formatDay(rows.at(-1)!.time);
  return (
    <div className={days ? clsx(styles.log, styles.days) : styles.log}>
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
        idOf={(nth) => `log-row-${lines.from[nth]!}`}
        onSelect={(nth) => {
          seek(selection, lines.to[nth]!, rows.length);
        }}
        onMove={(steps) => {
          // From between two lines, down is the one below.
          const to = Math.min(lineOf(lines, positionNow(stores)) + steps, count - 1);
          seek(selection, to < 0 ? -1 : lines.to[to]!, rows.length);
        }}
        row={({ nth, top, key }) => {
          const index = lines.from[nth]!;
          const last = lines.to[nth]!;
          const place = {
            ...{ line: nth, top },
            ...{ selected: index <= at && at <= last, future: index > at },
          };
          return index === last ? (
            <LogRowView
              key={key}
              {...place}
              row={rows[index]!}
              previous={rows[index - 1]}
              start={run?.start}
              hit={!only && hits?.[bisectLeft(hits, index)] === index}
              onSelect={() => {
                seek(selection, index, rows.length);
              }}
            />
          ) : (
            <FoldRow
              key={key}
              {...place}
              rows={rows}
              from={index}
              to={last}
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
