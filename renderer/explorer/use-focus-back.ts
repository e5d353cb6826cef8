import { useEffect, useRef, type RefObject } from 'react';

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
    const item = frame.current.querySelector<HTMLElement>('.item')!;
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
  const section = item.closest('.section')!;
  const items = [...section.querySelectorAll<HTMLElement>('.item')];
  const at = items.indexOf(item);
  return items[at + 1] ?? items[at - 1] ?? section.querySelector('button')!;
}
