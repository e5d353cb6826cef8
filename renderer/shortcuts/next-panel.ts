const FOCUSABLE =
  'textarea, input, select, button:not(:disabled), [tabindex="0"], a[href], [contenteditable=true]';
const PANELS = '.title-bar, .panel';

/** Puts the focus on the first thing in `place` that takes it: what is on show there, before its tabs. */
export function focusWithin(place: Element): void {
  const body = place.querySelector('.panel-body') ?? place;
  const candidates = [
    ...body.querySelectorAll<HTMLElement>(FOCUSABLE),
    ...place.querySelectorAll<HTMLElement>(FOCUSABLE),
  ];
  candidates.find((element) => element.tabIndex >= 0 && element.checkVisibility())?.focus();
}

/** Takes the focus to the panel after the one that has it, or before; round at the ends. */
export function nextPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll(PANELS)];
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const from = at < 0 && step === -1 ? 0 : at;
  const next = panels.at((from + step) % panels.length);
  if (next !== undefined) focusWithin(next);
}
