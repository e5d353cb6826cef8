import { type CSSProperties, type JSX, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Line, useRowHeight, useScroller } from './virtual-window.ts';

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

const MOST_PRINTED = 2_000; // rows

interface VirtualListProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly count: number;
  /** The row looked at; −1 for none. */
  readonly selected: number;
  /** The element of row `nth`. */
  readonly idOf: (nth: number) => string;
  readonly onSelect: (nth: number) => void;
  /** What keys do instead, which move by so many rows. */
  readonly onMove?: (rows: number) => void;
  /** Draws a row where it stands. */
  readonly row: (line: Line) => ReactNode;
  /** Whether it takes the focus that nothing else has. */
  readonly takesFocus?: boolean;
  /** How much of the view stands above the selected row after a leap, as a share; without one the way is the shortest. */
  readonly lead?: number;
}

/** What gives the rows of a list their height in its stylesheet. */
export const rowHeightStyle = (height: number): CSSProperties =>
  ({ '--row-height': `${height}px` }) as CSSProperties;

/** A list of any length of rows of one height, of which only what is in sight is drawn; on paper it is drawn whole. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { label, className, count, selected, idOf, onSelect, onMove, row, takesFocus = false, lead } = props;
  const rowHeight = useRowHeight();
  const { frame, height, drawn, onScroll } = useScroller({
    ...{ count, height: rowHeight, line: selected, lead },
  });
  const printing = usePrinting();
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) frame.current?.focus();
  }, [frame, takesFocus]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = rowsMoved(event, frame.current, rowHeight);
    if (step === undefined) return;
    if (onMove === undefined) onSelect(Math.max(0, Math.min(count - 1, selected + step)));
    else onMove(step);
  };
  const printed = Math.min(count, MOST_PRINTED);
  return (
    <div
      ref={frame}
      className={className}
      style={rowHeightStyle(rowHeight)}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count}
      aria-readonly
      aria-activedescendant={selected < 0 ? undefined : idOf(selected)}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div role="rowgroup" style={{ position: 'relative', height: printing ? printed * rowHeight : height }}>
        {printing
          ? Array.from({ length: printed }, (_row, nth) => row({ nth, top: nth * rowHeight, key: nth }))
          : drawn.map(row)}
      </div>
    </div>
  );
}
