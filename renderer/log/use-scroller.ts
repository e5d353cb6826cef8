import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Space } from './space.ts';

/** A list's part in sight. */
interface Scroller {
  /** What scrolls. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly space: Space;
  readonly onScroll: () => void;
}

/** Scrolls through a list of `lines` lines, and keeps `line` in sight whenever it is another; −1 keeps none. */
export function useScroller(lines: number, line: number): Scroller {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(0);
  const [top, setTop] = useState(0);
  /** What was last brought into sight, in a view of which height, and where that led. */
  const [reached, setReached] = useState({ line: -1, view, top });
  const space = new Space(lines, view, top);
  if (line !== reached.line || view !== reached.view) {
    const to = line < 0 ? top : space.reaching(line);
    setReached({ line, view, top: to });
    // Not with the scroll event, which comes after a frame without these lines.
    setTop(to);
  }

  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = (): void => {
      setView(element.clientHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    frame.current!.scrollTop = reached.top;
  }, [reached]);

  const onScroll = (): void => {
    setTop(frame.current!.scrollTop);
  };
  return { frame, space, onScroll };
}
