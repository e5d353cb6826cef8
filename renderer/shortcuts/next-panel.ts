import { flushSync } from 'react-dom';

const FOCUSABLE =
  'textarea, input, select, button:not(:disabled), [tabindex="0"], a[href], [contenteditable=true]';
const PANELS = '.title-bar, .panel, .notices:not(:empty)';

/** Puts the focus on the first thing on show in `place` that takes it, or on the place itself. */
export function focusWithin(place: Element): void {
  const body = place.querySelector<HTMLElement>('.panel-body') ?? (place as HTMLElement);
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
