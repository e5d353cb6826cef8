import { useEffect, useRef, type JSX, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useStore } from 'zustand';
import { ScrollText } from 'lucide-react';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { seek } from '../state/playhead.ts';
import { useBench, usePosition, useRows, useShownRun } from '../state/use-bench.ts';
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
  const { playhead } = useBench();
  const run = useShownRun();
  const rows = useRows();
  const at = usePosition();
  const frame = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });

  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at, virtual.scrollRect?.height]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.floor((frame.current?.clientHeight ?? ROW_HEIGHT) / ROW_HEIGHT);
    const steps = STEPS[event.key]?.(page);
    if (steps === undefined) return;
    event.preventDefault();
    seek(playhead, at + steps, rows.length);
  };

  const items = virtual.getVirtualItems();
  return (
    <div className="log" role="grid" aria-label="Log" aria-rowcount={rows.length} aria-readonly>
      <div className="log-head" role="row">
        {COLUMNS.map((column) => (
          <span key={column} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div
        ref={frame}
        className="log-rows"
        role="rowgroup"
        tabIndex={0}
        aria-label="Entries"
        aria-activedescendant={at < 0 ? undefined : `log-row-${at}`}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <LogRowView
              // An entry far away takes over the row of one that was here: nothing is taken down on a leap.
              key={index % items.length}
              row={rows[index]!}
              previous={rows[index - 1]}
              start={run?.start}
              top={start}
              selected={index === at}
              future={index > at}
              onSelect={() => {
                seek(playhead, index, rows.length);
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
