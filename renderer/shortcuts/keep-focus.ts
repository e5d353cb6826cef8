import { focusWithin } from './next-panel.ts';

const LONGEST = 20;
/** By then most of what a key or a click does is done. */
const SETTLED = 100; // milliseconds

const FIELD = 'input, textarea, select';
/** What has an Escape of its own. */
const OWN = 'dialog, .monaco-editor';
/** Fields that are left together. */
const TOGETHER = 'form, [role=search]';

const canTake = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

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
    const panel = from?.closest('.panel') ?? document.querySelector('.panel');
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
    if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return;
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
