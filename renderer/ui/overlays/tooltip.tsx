import { Tooltip } from '@base-ui/react/tooltip';
import { type JSX, useEffect, useState } from 'react';
import styles from './tooltip.module.css';

/** The attributes of an element for which {@link TooltipHost} shows `text` and a shortcut on hover and on keyboard focus. */
export const hinted = (
  text: string | undefined,
  keys: string | undefined,
): Readonly<Record<`data-hint${string}`, string | undefined>> => ({
  'data-hint': text,
  'data-hint-keys': keys,
});

const DELAY = 500; // milliseconds before the first tooltip
const AT_ONCE = 300; // milliseconds after a tooltip in which a neighbour shows its own without delay

/**
 * The single tooltip of the page. It watches for elements with a hint, because a component around each of them would take longer
 * to render than the elements themselves.
 */
export function TooltipHost(): JSX.Element {
  const [anchor, setAnchor] = useState<Element | null>(null);
  useEffect(() => watchHints(setAnchor), []);
  const keys = anchor?.getAttribute('data-hint-keys') ?? undefined;
  return (
    <Tooltip.Root
      open={anchor !== null}
      onOpenChange={(open) => {
        if (!open) setAnchor(null);
      }}
      disableHoverablePopup
    >
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className={styles.positioner}>
          <Tooltip.Popup className={styles.tooltip}>
            {anchor?.getAttribute('data-hint')}
            {keys === undefined ? null : <kbd>{keys}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Calls `show` with the element whose hint is to be shown, and with null to hide it, until the returned function is called. */
function watchHints(show: (anchor: Element | null) => void): () => void {
  let under: Element | null = null;
  let shown: Element | null = null;
  let hiddenAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = (): void => {
    clearTimeout(timer);
    if (shown !== null) hiddenAt = performance.now();
    shown = null;
    show(null);
  };
  const showSoon = (anchor: Element, delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      shown = anchor;
      show(anchor);
    }, delay);
  };
  const anchorOf = ({ target }: Event): Element | null =>
    target instanceof Element ? target.closest('[data-hint]') : null;

  const watching = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    act: (event: DocumentEventMap[Name]) => void,
  ): void => {
    document.addEventListener(name, act, { capture: true, passive: true, signal: watching.signal });
  };
  on('pointerover', (event) => {
    const next = anchorOf(event);
    if (next === under) return;
    under = next;
    hide();
    if (next !== null && event.pointerType !== 'touch')
      showSoon(next, performance.now() - hiddenAt < AT_ONCE ? 0 : DELAY);
  });
  on('pointerout', ({ relatedTarget }) => {
    if (relatedTarget !== null) return;
    under = null;
    hide();
  });
  on('focusin', (event) => {
    const anchor = anchorOf(event);
    if (anchor?.matches(':focus-visible') === true) showSoon(anchor, 0);
  });
  // A press or a key means that the hint was read.
  for (const name of ['focusout', 'pointerdown', 'keydown'] as const) on(name, hide);
  return () => {
    clearTimeout(timer);
    watching.abort();
  };
}
