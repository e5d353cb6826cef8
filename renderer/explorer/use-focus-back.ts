import { useEffect, useRef, type RefObject } from 'react';

interface FocusBack {
  /** What the item stands in. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Asks that the item has the focus once it is there again. */
  readonly giveBack: () => void;
}

/** Gives an item of the explorer the focus back when what was asked in its place is answered. */
export function useFocusBack(): FocusBack {
  const frame = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current || frame.current === null) return;
    wanted.current = false;
    frame.current.querySelector<HTMLElement>('.item')?.focus();
  });
  return {
    frame,
    giveBack: () => {
      wanted.current = true;
    },
  };
}
