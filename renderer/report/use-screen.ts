import { useEffect, useState, useSyncExternalStore } from 'react';

/** How wide `element` is, CSS px; 0 until it is there. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0));
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}

const preference = matchMedia('(prefers-color-scheme: dark)');

/** Whether the reader's system is dark: what is drawn by hand must be drawn again. */
export const useDark = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      preference.addEventListener('change', changed);
      return () => {
        preference.removeEventListener('change', changed);
      };
    },
    () => preference.matches,
  );
