import { useVirtualizer } from '@tanstack/react-virtual';
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Keys that move along a list, in rows. */
const STEPS: Readonly<Record<string, (page: number) => number>> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (page) => -page,
  PageDown: (page) => page,
};

/**
 * How many rows a key moves along the list in `frame`, and down is more; `undefined` where it moves none. A page is what is
 * on show. A key that moves does nothing else.
 */
export function rowsMoved(
  event: KeyboardEvent,
  frame: HTMLElement | null,
  rowHeight: number,
): number | undefined {
  const page = Math.floor((frame?.clientHeight ?? rowHeight) / rowHeight);
  const rows = STEPS[event.key]?.(page);
  if (rows !== undefined) event.preventDefault();
  return rows;
}

/** Whether the page is being put on paper, where nothing scrolls. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    for (const [event, is] of [
      ['beforeprint', true],
      ['afterprint', false],
    ] as const)
      window.addEventListener(
        event,
        () => {
          flushSync(() => {
            setPrinting(is);
          });
        },
        { signal: listening.signal },
      );
    return () => {
      listening.abort();
    };
  }, []);
  return printing;
}

const ROW_HEIGHT = 26; // CSS px, as in the window's lists
const ROWS_ABOVE = 5; // the row looked at first
const MOST_PRINTED = 2_000; // rows

interface VirtualListProps {
  readonly label: string;
  readonly className: string;
  readonly count: number;
  /** The row looked at; −1 for none. */
  readonly selected: number;
  /** The element of row `nth`. */
  readonly idOf: (nth: number) => string;
  readonly onSelect: (nth: number) => void;
  /** Draws row `nth`, `top` CSS px from the top. */
  readonly row: (nth: number, top: number) => JSX.Element;
}

/** A list of any length, of which only what is in sight is drawn; on paper it is drawn whole. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { label, className, count, selected, idOf, onSelect, row } = props;
  const frame = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialOffset: Math.max(0, selected - ROWS_ABOVE) * ROW_HEIGHT,
  });
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected, { align: 'auto' });
  }, [virtual, selected, virtual.scrollRect?.height]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = rowsMoved(event, frame.current, ROW_HEIGHT);
    if (step === undefined) return;
    onSelect(Math.max(0, Math.min(count - 1, selected + step)));
  };
  const printed = Math.min(count, MOST_PRINTED);
  return (
    <div
      ref={frame}
      className={className}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count}
      aria-readonly
      aria-activedescendant={selected < 0 ? undefined : idOf(selected)}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {printing
          ? Array.from({ length: printed }, (_row, nth) => row(nth, nth * ROW_HEIGHT))
          : virtual.getVirtualItems().map(({ index, start }) => row(index, start))}
      </div>
    </div>
  );
}
