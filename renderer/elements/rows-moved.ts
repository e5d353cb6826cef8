import type { KeyboardEvent } from 'react';

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
