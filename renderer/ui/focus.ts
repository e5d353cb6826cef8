import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves the focus along a column, the elements that match `selector` within the one that heard `event`: arrows, Home and End. */
export function moveFocus(event: ReactKeyboardEvent<HTMLElement>, selector: string): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.findIndex((item) => item.contains(event.target as Node));
  const step = STEPS[event.key];
  const to =
    event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : step === undefined ? -1 : at + step;
  const item = items[to];
  if (at < 0 || item === undefined) return;
  event.preventDefault();
  item.focus();
}

const FOCUSABLE = 'textarea, input, button:not(:disabled), [tabindex="0"], a[href], [contenteditable=true]';
const PANELS = '[data-panel]:not(:empty)';

/** Puts the focus on the first thing on show in `place` that takes it, or on the place itself. */
export function focusWithin(place: Element): void {
  const body = place.querySelector<HTMLElement>('[data-panel-body]') ?? (place as HTMLElement);
  const candidates = [...body.querySelectorAll<HTMLElement>(FOCUSABLE)];
  (candidates.find((element) => element.tabIndex >= 0 && element.checkVisibility()) ?? body).focus();
}

/** Does `change`, and gives the focus to a place that it brings on show: what is typed next goes there. */
export function focusAfter(change: () => void, selector: string): void {
  flushSync(change);
  const place = document.querySelector(selector);
  if (place !== null) focusWithin(place);
}

/** Takes the focus to the panel after the one that has it, or before; round at the ends. */
export function nextPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll(PANELS)];
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const from = at < 0 && step === -1 ? 0 : at;
  const next = panels.at((from + step) % panels.length);
  if (next !== undefined) focusWithin(next);
}

const LONGEST = 20;
/** By then most of what a key or a click does is done. */
const SETTLED = 100; // milliseconds

const FIELD = 'input, textarea, [role=combobox]';
/** What has an Escape of its own. */
const OWN = '[role=dialog], .monaco-editor';
/** Fields that are left together. */
const TOGETHER = 'form, [role=search]';

/** A tab that gets the focus opens its panel, so only the open one may get it back. */
const canTake = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled, [role=tab]:not([aria-selected=true])') &&
  element.checkVisibility();

/**
 * Leads the focus back to where it was before, where what had it is gone, and out of a field with an Escape that
 * nothing else takes; until the returned function is called.
 */
export function keepFocus(page: Window): () => void {
  const { document } = page;
  const listening = new AbortController();
  const { signal } = listening;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** What had the focus, the last at the end. Dialogs lead back by themselves. */
  let trail: readonly HTMLElement[] = [];

  const back = (from?: Element): void => {
    const before = trail.findLast((element) => canTake(element) && from?.contains(element) !== true);
    const panel = from?.closest('section[data-panel]') ?? document.querySelector('section[data-panel]');
    if (before !== undefined) before.focus();
    else if (panel !== null) focusWithin(panel);
  };
  /** Answers whether the focus had been lost. */
  const mend = (): boolean => {
    const last = trail.at(-1);
    const isLost = document.activeElement === document.body && last !== undefined && !canTake(last);
    if (isLost) back();
    return isLost;
  };
  const soon = (): void => {
    clearTimeout(settling);
    settling = setTimeout(mend, SETTLED);
  };
  const onKey = (event: KeyboardEvent): void => {
    // What it comes back to is pressed only by who has seen it there.
    if (mend() && event.key === 'Enter') event.preventDefault();
    soon();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest('[role=dialog]') !== null) return;
    const others = trail.filter((element) => element !== target && element.isConnected);
    trail = [...others, target].slice(-LONGEST);
  };
  const onEscape = ({ key, defaultPrevented, target }: KeyboardEvent): void => {
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
    if (target.matches(FIELD) && target.closest(OWN) === null) back(target.closest(TOGETHER) ?? target);
  };

  page.addEventListener('focusin', onFocus, { signal });
  page.addEventListener('keydown', onKey, { signal, capture: true });
  page.addEventListener('click', soon, { signal, capture: true });
  page.addEventListener('keydown', onEscape, { signal });
  return () => {
    listening.abort();
    clearTimeout(settling);
  };
}

interface FocusBack {
  /** What the item stands in. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Asks that the item has the focus once it is there again; or, where it is about to go, its neighbour. */
  readonly giveBack: (to: 'item' | 'neighbour') => void;
}

/** Gives the explorer the focus back when what was asked in an item's place is answered. */
export function useFocusBack(): FocusBack {
  const frame = useRef<HTMLDivElement>(null);
  const wanted = useRef<'item' | 'neighbour'>(undefined);
  useEffect(() => {
    if (wanted.current === undefined || frame.current === null) return;
    const item = frame.current.querySelector<HTMLElement>('[data-item]')!;
    (wanted.current === 'item' ? item : neighbourOf(item)).focus();
    wanted.current = undefined;
  });
  return {
    frame,
    giveBack: (to) => {
      wanted.current = to;
    },
  };
}

/** The next of the same section, else the one before; of the only one the head of the section. */
function neighbourOf(item: HTMLElement): HTMLElement {
  const section = item.closest('[data-section]')!;
  const items = [...section.querySelectorAll<HTMLElement>('[data-item]')];
  const at = items.indexOf(item);
  return items[at + 1] ?? items[at - 1] ?? section.querySelector('button')!;
}
