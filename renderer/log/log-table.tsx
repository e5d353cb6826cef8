import { useEffect, useMemo, useRef, useState, type JSX, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useStore } from 'zustand';
import { ScrollText, SearchX } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { formatDay } from '../format/clock.ts';
import { hitsBefore } from '../state/hits.ts';
import { seek } from '../state/playhead.ts';
import { useBench, usePosition, useRows, useShownRun } from '../state/use-bench.ts';
import { FoldRow } from './fold-row.tsx';
import { lineOf, linesOf } from './lines.ts';
import { LogRowView } from './log-row.tsx';
import './log.css';

const ROW_HEIGHT = 26; // CSS px
const COLUMNS = ['Entry', 'Time', 'Event', 'What came of it'] as const;

/** The timeline's twin in words: one row for each entry. */
export function LogTable(): JSX.Element {
  const { log } = useBench();
  const run = useShownRun();
  const refusal = useStore(log, (state) => state.refusal);
  const count = useRows().length;
  if (run === undefined)
    return (
      <Empty icon={ScrollText} title="No run on show">
        Entries appear here one by one while a run goes on.
      </Empty>
    );
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (count === 0) return <Empty title={run.entries === 0 ? 'No entries yet' : 'Reading the log'} />;
  return <Rows key={run.id} />;
}

/** Keys that move along the list, in entries; pages are counted in rows on show. */
const STEPS: Readonly<Record<string, (page: number) => number>> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (page) => -page,
  PageDown: (page) => page,
};

function Rows(): JSX.Element {
  const { playhead, hits: search } = useBench();
  const run = useShownRun();
  const rows = useRows();
  const at = usePosition();
  const { hits, only, folding } = useStore(search);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const shown = only ? hits : undefined;
  const lines = useMemo(
    () => linesOf(rows, { only: shown, folding, opened }),
    [rows, shown, folding, opened],
  );
  const line = lineOf(lines, at);
  const frame = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count: lines.from.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });

  useEffect(() => {
    if (line >= 0) virtual.scrollToIndex(line, { align: 'auto' });
  }, [virtual, line, virtual.scrollRect?.height]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.floor((frame.current?.clientHeight ?? ROW_HEIGHT) / ROW_HEIGHT);
    const steps = STEPS[event.key]?.(page);
    if (steps === undefined) return;
    event.preventDefault();
    // From between two lines, down is the one below.
    const to = Math.min(line + steps, lines.from.length - 1);
    seek(playhead, to < 0 ? -1 : lines.to[to]!, rows.length);
  };

  if (shown?.length === 0)
    return (
      <Empty icon={SearchX} title="Nothing in this log is like that">
        <Button
          label="Show all entries"
          onClick={() => {
            search.setState({ text: '' });
          }}
        />
      </Empty>
    );
  const items = virtual.getVirtualItems();
  const days = formatDay(run?.start ?? rows[0]!.time) !== formatDay(rows.at(-1)!.time);
  return (
    <div className={days ? 'log days' : 'log'}>
      <div className="log-head" aria-hidden>
        {COLUMNS.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      <div
        ref={frame}
        className="log-rows"
        role="grid"
        tabIndex={0}
        aria-label="Log"
        aria-rowcount={lines.from.length}
        aria-readonly
        aria-activedescendant={line < 0 ? undefined : `log-row-${lines.from[line]!}`}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index: nth, start }) => {
            const index = lines.from[nth]!;
            const last = lines.to[nth]!;
            const place = { line: nth, top: start, selected: index <= at && at <= last, future: index > at };
            // An entry far away takes over the row of one that was here: nothing is taken down on a leap.
            const key = nth % items.length;
            return index === last ? (
              <LogRowView
                key={key}
                {...place}
                row={rows[index]!}
                previous={rows[index - 1]}
                start={run?.start}
                hit={!only && hits?.[hitsBefore(hits, index)] === index}
                onSelect={() => {
                  seek(playhead, index, rows.length);
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
                  setOpened(new Set(opened).add(index));
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
