import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Space } from './space.ts';

/** A list's part in sight. */
interface Scroller {
  /** What scrolls. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly space: Space;
  readonly onScroll: () => void;
}

interface Scrolled {
  /** Tells this list from others that come in its place. */
  readonly list?: string | undefined;
  /** How many, and how high each of them is, CSS px. */
  readonly lines: number;
  readonly height: number;
  /** The one that is to be in sight; −1 for none. */
  readonly line: number;
}

/** Scrolls through a list, and brings its `line` into sight whenever that, or the list, is another. */
export function useScroller({ list, lines, height, line }: Scrolled): Scroller {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(0);
  const [top, setTop] = useState(0);
  /** What was last brought into sight, in a view of which height, and where that led. */
  const [reached, setReached] = useState({ list, line: -1, view, top });
  const space = new Space({ lines, height, view, top });
  if (list !== reached.list || line !== reached.line || view !== reached.view) {
    const to = line < 0 ? top : space.reaching(line);
    setReached({ list, line, view, top: to });
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
    // With the frame that shows these lines: at once, the page would be laid out for it once more.
    const scrolling = requestAnimationFrame(() => {
      frame.current!.scrollTop = reached.top;
    });
    return () => {
      cancelAnimationFrame(scrolling);
    };
  }, [reached]);

  const onScroll = (): void => {
    setTop(frame.current!.scrollTop);
  };
  return { frame, space, onScroll };
}
