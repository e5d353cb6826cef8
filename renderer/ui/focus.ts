import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Moves the focus through the elements that match `selector` in the event's current target: arrow keys, Home, End. */
export function moveFocus(event: ReactKeyboardEvent<HTMLElement>, selector: string): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = items.findIndex((item) => item.contains(event.target as Node));
  const step = STEPS[event.key];
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? items.length - 1
        : step === undefined
          ? -1
          : index + step;
  const item = items[to];
  if (index < 0 || item === undefined) return;
  event.preventDefault();
  item.focus();
}

const FOCUSABLE = 'textarea, input, button:not(:disabled), [tabindex="0"], a[href], [contenteditable=true]';
const PANELS = '[data-pane]:not(:empty)';

/** Focuses what is read in `place`, or else the first focusable element in sight, or `place` itself: a panel shows its beginning. */
export function focusWithin(place: Element): void {
  const body = place.querySelector<HTMLElement>('[data-pane-body]') ?? (place as HTMLElement);
  const { bottom } = body.getBoundingClientRect();
  const isInSight = (element: HTMLElement): boolean =>
    element.checkVisibility() && element.getBoundingClientRect().top <= bottom;
  const candidates = [...body.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const read = candidates.find((element) => element.dataset['read'] !== undefined);
  (read ?? candidates.find((element) => element.tabIndex >= 0 && isInSight(element)) ?? body).focus();
}

/** Focuses the main area as {@link focusWithin} does. */
export function focusMainArea(): void {
  const area = document.querySelector('#centre-panel');
  if (area !== null) focusWithin(area);
}

/** Runs `change`, then focuses the element that it made visible. */
export function focusAfter(change: () => void, selector: string): void {
  flushSync(change);
  const place = document.querySelector(selector);
  if (place !== null) focusWithin(place);
}

/** Moves the focus to the next or previous panel, wrapping at the ends. */
export function nextPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll(PANELS)];
  const index = panels.findIndex((panel) => panel.contains(document.activeElement));
  const from = index < 0 && step === -1 ? 0 : index;
  const next = panels.at((from + step) % panels.length);
  if (next !== undefined) focusWithin(next);
}

/** Focuses the search field of the focused panel, or else the first one in the window, and selects its text. */
export function focusSearch(): void {
  const panel = document.activeElement?.closest('[data-pane]') ?? null;
  const fields = [...document.querySelectorAll<HTMLInputElement>('[role=search] input')].filter((field) =>
    field.checkVisibility(),
  );
  const field = fields.find((one) => panel?.contains(one)) ?? fields.at(0);
  field?.focus();
  field?.select();
}

const MAX_PLACES = 20;
/** Delay after which most effects of a key or click are done. */
const SETTLED_MILLISECONDS = 100;

const FIELD = 'input, textarea, [role=combobox]';
/** Elements that handle Escape themselves. */
const HANDLES_ESCAPE = '[role=dialog], .monaco-editor';
/** Groups of fields that Escape leaves as a whole. */
const TOGETHER = 'form, [role=search]';

/** Whether an element can get the focus back. A focused tab opens its panel, so only the open tab can. */
const canTake = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled, [role=tab]:not([aria-selected=true])') &&
  element.checkVisibility();

/**
 * Returns the focus to its previous element when the focused one disappears, and moves it out of a field on an Escape that
 * nothing else handles; until the returned function is called.
 */
export function keepFocus(page: Window): () => void {
  const { document } = page;
  const listening = new AbortController();
  const { signal } = listening;
  let settling: ReturnType<typeof setTimeout> | undefined;
  /** Focused elements, the latest at the end, each with its panel. Dialogs restore the focus themselves. */
  let trail: readonly { readonly element: HTMLElement; readonly panel: Element | null }[] = [];

  /** The element that gets the focus back when the latest one is left, or all of `from`. */
  const elementBefore = (from: Element | undefined): HTMLElement | null | undefined => {
    const panel = trail.at(-1)?.panel;
    const others = trail.slice(0, -1).filter(({ element }) => from?.contains(element) !== true);
    const able = others.filter(({ element }) => canTake(element));
    // When the element before is gone, older ones may be far away.
    const near =
      others.at(-1) === able.at(-1)
        ? undefined
        : (able.findLast((other) => other.panel === panel)?.element ??
          panel?.querySelector<HTMLElement>('[role=tab][aria-selected=true]'));
    return near ?? able.at(-1)?.element;
  };
  const back = (from?: Element): void => {
    const before = elementBefore(from);
    const panel = from?.closest('section[data-pane]') ?? document.querySelector('section[data-pane]');
    if (before) before.focus();
    else if (panel !== null) focusWithin(panel);
  };
  /** Returns whether the focus had been lost. */
  const restoreFocus = (): boolean => {
    const last = trail.at(-1);
    const isLost = document.activeElement === document.body && last !== undefined && !canTake(last.element);
    if (isLost) back();
    return isLost;
  };
  const soon = (): void => {
    clearTimeout(settling);
    settling = setTimeout(restoreFocus, SETTLED_MILLISECONDS);
  };
  const onKey = (event: KeyboardEvent): void => {
    // Enter must not press the restored element before the person has seen the focus there.
    if (restoreFocus() && event.key === 'Enter') event.preventDefault();
    soon();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest('[role=dialog]') !== null) return;
    const others = trail.filter(({ element }) => element !== target);
    trail = [...others, { element: target, panel: target.closest('section[data-pane]') }].slice(-MAX_PLACES);
  };
  const onEscape = ({ key, defaultPrevented, target }: KeyboardEvent): void => {
    if (key !== 'Escape' || defaultPrevented || !(target instanceof Element)) return;
    if (target.matches(FIELD) && target.closest(HANDLES_ESCAPE) === null)
      back(target.closest(TOGETHER) ?? target);
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

interface FocusBack<Frame extends HTMLElement> {
  /** The element around the item. */
  readonly frame: RefObject<Frame | null>;
  /** Requests the focus for the item once it is shown again, or for its neighbour if it is about to be removed. */
  readonly giveBack: (to: 'item' | 'neighbour') => void;
}

/** Returns the focus to the item of a list after a question in its place is answered. */
export function useFocusBack<Frame extends HTMLElement = HTMLDivElement>(): FocusBack<Frame> {
  const frame = useRef<Frame>(null);
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

/** The next item of the section, else the previous one, else the section's header. */
function neighbourOf(item: HTMLElement): HTMLElement {
  const section = item.closest('[data-section]')!;
  const items = [...section.querySelectorAll<HTMLElement>('[data-item]')];
  const index = items.indexOf(item);
  return items[index + 1] ?? items[index - 1] ?? section.querySelector('button')!;
}
