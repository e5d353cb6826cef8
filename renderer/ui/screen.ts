import { useEffect, useState, useSyncExternalStore } from 'react';

const MINUTE = 60_000; // milliseconds

/** The wall clock, to the minute: for "5 min ago" and nothing else. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, MINUTE);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}

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

const preference = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');

/** Whether the reader's system is dark: what is drawn by hand must be drawn again. */
export const useDark = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = preference();
      media.addEventListener('change', changed);
      return () => {
        media.removeEventListener('change', changed);
      };
    },
    () => preference().matches,
  );
