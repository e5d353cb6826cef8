import type { KeyboardEvent } from 'react';

const STEPS = {
  row: { ArrowLeft: -1, ArrowRight: 1 },
  column: { ArrowUp: -1, ArrowDown: 1 },
} as const;

/**
 * Moves the focus along the elements that match `selector` within the one that heard `event`: arrows, Home and End.
 * Answers where it went.
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  direction: keyof typeof STEPS,
): HTMLElement | undefined {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.findIndex((item) => item.contains(event.target as Node));
  const step = (STEPS[direction] as Record<string, number | undefined>)[event.key];
  const to =
    event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : step === undefined ? -1 : at + step;
  const item = items[to];
  if (at < 0 || item === undefined) return undefined;
  event.preventDefault();
  item.focus();
  return item;
}
