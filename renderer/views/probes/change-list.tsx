import type { JSX, KeyboardEvent } from 'react';
import clsx from 'clsx';
import type { Probe } from '../../../preload/contract.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { nthAt, type ProbeSeries } from '../../ui/format/probe-series.ts';
import { isGap, probeName, valueWords } from '../../ui/format/words.ts';
import { rowHeightStyle, rowsMoved } from '../../ui/virtual-list.tsx';
import { useRowHeight, useScroller } from '../../ui/virtual-window.ts';
import type { LogPosition } from './probe-row.tsx';
import styles from './probes.module.css';

/** Height of a row, in text heights. */
const ROW = 1.85;

interface ChangeListProps {
  readonly probe: Probe;
  readonly series: ProbeSeries;
  readonly log: LogPosition;
  readonly onSeek: (entry: number) => void;
}

/** The entries at which the value of a probe changed; the one at the playhead stays visible. */
export function ChangeList(props: ChangeListProps): JSX.Element {
  const { probe, series, onSeek } = props;
  const { rows, at } = props.log;
  const { entries, values } = series;
  const line = nthAt(series, at);
  const rowHeight = useRowHeight(ROW);
  const { frame, height, drawn, onScroll } = useScroller({
    list: probe.expression,
    count: entries.length,
    height: rowHeight,
    line,
  });
  const go = (nth: number): void => {
    onSeek(entries[Math.max(0, Math.min(nth, entries.length - 1))] ?? -1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = rowsMoved(event, frame.current, rowHeight);
    if (steps !== undefined) go(line + steps);
  };
  return (
    <div
      ref={frame}
      className={styles.list}
      style={rowHeightStyle(rowHeight)}
      role="listbox"
      tabIndex={0}
      aria-label={`Changes of ${probeName(probe)}`}
      aria-activedescendant={line < 0 ? undefined : `probe-change-${line}`}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div role="presentation" style={{ height }}>
        {drawn.map(({ nth, top, key }) => {
          const entry = entries[nth]!;
          const value = values[nth]!;
          const time = rows[entry]?.time;
          return (
            <div
              key={key}
              id={`probe-change-${nth}`}
              className={clsx(styles.change, nth === line && styles.here)}
              role="option"
              aria-selected={nth === line}
              aria-setsize={entries.length}
              aria-posinset={nth + 1}
              style={{ top }}
              onClick={() => {
                go(nth);
              }}
            >
              <span className="number">{entry < 0 ? 'Start' : `#${entry}`}</span>
              <span className="number">{time === undefined ? '' : formatClock(time)}</span>
              <span className={isGap(value) ? styles.gap : 'mono'} title={valueWords(value)}>
                {valueWords(value)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
