import { type CSSProperties, type JSX, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Line, useRowHeight, useScroller } from './virtual-window.ts';

/** Keys that move through a list, with the number of rows. */
const STEPS: Readonly<Record<string, (page: number) => number>> = {
  ArrowUp: () => -1,
  ArrowDown: () => 1,
  PageUp: (page) => -page,
  PageDown: (page) => page,
};

/**
 * Number of rows that a key moves through the list in `frame`, positive is down; `undefined` for other keys. A page is the
 * visible height. Prevents the default of a key that moves.
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

/** Whether the page is being printed, where nothing scrolls. */
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

const MAX_PRINTED = 2_000; // rows

interface VirtualListProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly count: number;
  /** The selected row; −1 for none. */
  readonly selected: number;
  /** The row to keep visible; without it, the selected one. */
  readonly visible?: number;
  /** The element id of row `nth`. */
  readonly idOf: (nth: number) => string;
  readonly onSelect: (nth: number) => void;
  /** Called by keys with the number of rows to move, in place of `onSelect`. */
  readonly onMove?: (rows: number) => void;
  /** Called by Enter, or Shift+Enter, on the selected row. */
  readonly onEnter?: ((nth: number, isShifted: boolean) => void) | undefined;
  /** Renders a row at its position. */
  readonly row: (line: Line) => ReactNode;
  /** Whether the list takes the focus if no element has it, or just the panel around it. */
  readonly takesFocus?: boolean;
  /** Share of the view above the selected row after a jump; without it, scrolls as little as possible. */
  readonly lead?: number;
}

/** The style that sets the row height for a list's stylesheet. */
export const rowHeightStyle = (height: number): CSSProperties =>
  ({ '--row-height': `${height}px` }) as CSSProperties;

/** A list of any length with rows of equal height, of which only the visible ones are rendered. Printed whole. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { label, className, count, selected, visible = selected, lead } = props;
  const { idOf, onSelect, onMove, onEnter, row, takesFocus = false } = props;
  const rowHeight = useRowHeight();
  const { frame, height, drawn, onScroll } = useScroller({
    count,
    height: rowHeight,
    line: visible,
    lead,
  });
  const printing = usePrinting();
  useEffect(() => {
    const { activeElement } = document;
    const isFree =
      activeElement === document.body ||
      activeElement === (frame.current?.closest('[data-pane-body]') ?? null);
    if (takesFocus && isFree) frame.current?.focus();
  }, [frame, takesFocus]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && onEnter !== undefined && selected >= 0) {
      event.preventDefault();
      onEnter(selected, event.shiftKey);
      return;
    }
    const step = rowsMoved(event, frame.current, rowHeight);
    if (step === undefined) return;
    if (onMove === undefined) onSelect(Math.max(0, Math.min(count - 1, selected + step)));
    else onMove(step);
  };
  const printed = Math.min(count, MAX_PRINTED);
  return (
    <div
      ref={frame}
      className={className}
      style={{ ...rowHeightStyle(rowHeight), isolation: 'isolate' }}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count}
      aria-readonly
      aria-activedescendant={selected < 0 ? undefined : idOf(selected)}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      {/* Below the focus ring of the list, which rows with a background would cover. */}
      <div
        role="rowgroup"
        style={{ position: 'relative', zIndex: -1, height: printing ? printed * rowHeight : height }}
      >
        {printing
          ? Array.from({ length: printed }, (_row, index) =>
              row({ nth: index, top: index * rowHeight, key: index }),
            )
          : drawn.map(row)}
      </div>
    </div>
  );
}
