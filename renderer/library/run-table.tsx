import { useEffect, useMemo, useRef, type JSX, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useStore } from 'zustand';
import type { RunLibrary } from '../../engine/model/index.ts';
import { useNow } from '../explorer/use-now.ts';
import { openRun } from '../state/library-control.ts';
import { pick } from '../state/library.ts';
import { useBench } from '../state/use-bench.ts';
import { Columns } from './columns.tsx';
import { rowsMoved } from '../elements/rows-moved.ts';
import { GroupRow } from './group-row.tsx';
import { rowsOf } from './rows.ts';
import { RunRow } from './run-row.tsx';

const ROW_HEIGHT = 28; // CSS px

const ENDS: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity };

/** One line for each run and each group; of a long list only what is in sight is drawn. */
export function RunTable({ answer }: { readonly answer: RunLibrary }): JSX.Element {
  const bench = useBench();
  const { library } = bench;
  const { at, folded } = useStore(library);
  const now = useNow();
  const rows = useMemo(() => rowsOf(answer, folded), [answer, folded]);
  const selected = rows.findIndex((row) => row.line !== undefined && row.line.id === at);
  const frame = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });

  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected, { align: 'auto' });
  }, [virtual, selected]);

  const move = (step: number): void => {
    const runs = rows.flatMap(({ line }) => (line === undefined ? [] : [line.id]));
    const place = at === undefined ? -1 : runs.indexOf(at);
    const next = place < 0 && step > 0 ? 0 : Math.max(0, Math.min(runs.length - 1, place + step));
    library.setState({ at: runs[next] });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // The names of the columns have keys of their own.
    if (event.target instanceof Element && event.target.closest('.run-columns') !== null) return;
    const step = ENDS[event.key] ?? rowsMoved(event, frame.current, ROW_HEIGHT);
    if (step !== undefined) move(step);
    else if (event.key === 'Escape') library.setState({ open: false });
    else if (event.key === 'Enter' && at !== undefined) void openRun(bench, at);
    else if (event.key === ' ' && at !== undefined) pick(library, [at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      className="run-table"
      role="grid"
      tabIndex={0}
      aria-label="Runs; Enter opens one, Space picks it"
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      aria-activedescendant={selected < 0 ? undefined : `line-${at!}`}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup">
        <Columns answer={answer} />
      </div>
      <div ref={frame} className="run-rows" role="rowgroup">
        <div style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!;
            return row.line === undefined ? (
              <GroupRow key={`group ${row.group.name}`} group={row.group} top={start} />
            ) : (
              <RunRow key={row.line.id} line={row.line} depth={row.depth} now={now} top={start} />
            );
          })}
        </div>
      </div>
    </div>
  );
}
