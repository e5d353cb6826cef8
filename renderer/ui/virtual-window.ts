import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const TEXT_SIZE = 13; // CSS px, default

/** Height of a row, in text heights. */
const ROW = 2;

const textSize = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue('--text')) || TEXT_SIZE;

function onTextSize(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  return () => {
    observer.disconnect();
  };
}

/** Height of each row of a list, CSS px: `lines` times the font size. */
export const useRowHeight = (lines = ROW): number =>
  Math.round(lines * useSyncExternalStore(onTextSize, textSize));

/** Chromium limits elements to a height of some 33 million px. A longer list is scrolled at a smaller scale. */
const MAX_HEIGHT = 30_000_000; // CSS px

interface WindowInput {
  readonly lines: number;
  /** Height of each line, CSS px. */
  readonly height: number;
  /** Height of the visible part and its scroll position, CSS px. */
  readonly view: number;
  readonly top: number;
  /** Number of lines rendered beyond either edge. */
  readonly around: number;
}

/** Positions of the lines in a scrolled list. */
export class VirtualWindow {
  /** Height of the scrolled content, CSS px. */
  readonly height: number;
  readonly #lines: number;
  /** Height of each line, CSS px. */
  readonly #line: number;
  readonly #view: number;
  readonly #top: number;
  readonly #around: number;
  /** CSS px of the list per px of scrolling. */
  readonly #stretch: number;

  constructor({ lines, height, view, top, around }: WindowInput) {
    const whole = lines * height;
    this.height = Math.min(whole, MAX_HEIGHT);
    this.#lines = lines;
    this.#line = height;
    this.#view = view;
    this.#around = around;
    this.#top = Math.max(0, Math.min(top, this.height - view));
    this.#stretch = whole > MAX_HEIGHT ? (whole - view) / (MAX_HEIGHT - view) : 1;
  }

  /** The lines to render: the first, and their number. */
  get drawn(): { readonly first: number; readonly count: number } {
    const first = Math.max(0, Math.floor(this.#offset / this.#line) - this.#around);
    const end = Math.min(this.#lines, Math.ceil((this.#offset + this.#view) / this.#line) + this.#around);
    return { first, count: Math.max(0, end - first) };
  }

  /** Top of a rendered line, CSS px from the top of the scrolled content. */
  topOf(line: number): number {
    return this.#top + line * this.#line - this.#offset;
  }

  /** The scroll position that makes `line` visible; the current one if it is. Else `lead` is the share of the view above it. */
  reaching(line: number, lead?: number): number {
    const top = line * this.#line;
    const isSeen = top >= this.#offset && top + this.#line <= this.#offset + this.#view;
    if (lead !== undefined && !isSeen) return Math.max(0, top - lead * this.#view) / this.#stretch;
    const offset = Math.max(top + this.#line - this.#view, Math.min(this.#offset, top));
    return offset === this.#offset ? this.#top : offset / this.#stretch;
  }

  /** CSS px of the list above the visible part. */
  get #offset(): number {
    return this.#top * this.#stretch;
  }
}

/** The visible part of a list. */
interface Scroller {
  /** The element that scrolls. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Height of the scrolled content, CSS px. */
  readonly height: number;
  /** Lines to render. */
  readonly drawn: readonly Line[];
  readonly onScroll: () => void;
}

/** A rendered line. */
export interface Line {
  readonly nth: number;
  /** CSS px from the top of the scrolled content. */
  readonly top: number;
  /** Keys are reused after a jump, so that React unmounts nothing. */
  readonly key: number;
}

interface Scrolled {
  /** Identifies the list, if others take its place. */
  readonly list?: string | undefined;
  /** Number of lines, and the height of each in CSS px. */
  readonly count: number;
  readonly height: number;
  /** The line to keep visible; −1 for none. */
  readonly line: number;
  /** Share of the view above the line after a jump. */
  readonly lead?: number | undefined;
}

/** Lines rendered beyond either edge: few on a jump; more while scrolling, so that a quick scroll finds some there. */
const LINES_BEYOND_EDGE = { leap: 4, scroll: 12 } as const;

/** Scrolls a list, and makes its `line` visible whenever the line or the list changes. */
export function useScroller({ list, count, height, line, lead }: Scrolled): Scroller {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(0);
  const [top, setTop] = useState(0);
  /** The line last made visible, the view's height then, the scroll position, and the line with key 0. */
  const [reached, setReached] = useState({ list, line: -1, height, view, top, first: 0, zero: 0 });
  const scrolled = Math.abs(top - reached.top) >= 1;
  const look = {
    lines: count,
    height,
    view,
    around: scrolled ? LINES_BEYOND_EDGE.scroll : LINES_BEYOND_EDGE.leap,
  };
  const space = new VirtualWindow({ ...look, top });
  if (list !== reached.list || line !== reached.line || view !== reached.view || height !== reached.height) {
    const isStep = Math.abs(line - reached.line) <= 1 && view === reached.view;
    // `lead` cannot be applied before the list has been measured.
    const isUnmeasured = lead !== undefined && view === 0;
    const to = line < 0 || isUnmeasured ? top : space.reaching(line, isStep ? undefined : lead);
    const { first, count: drawn } = new VirtualWindow({ ...look, top: to, around: LINES_BEYOND_EDGE.leap })
      .drawn;
    const far = first - reached.first;
    const zero = Math.abs(far) < drawn ? reached.zero : reached.zero + far;
    setReached({ list, line, height, view, top: to, first, zero });
    // Do not wait for the scroll event: it arrives after a frame without these lines.
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
  /** The pending animation frame that will scroll; 0 for none. */
  const scrolling = useRef(0);
  useLayoutEffect(() => {
    // In the frame that shows these lines: an immediate write would cost another layout.
    scrolling.current = requestAnimationFrame(() => {
      scrolling.current = 0;
      frame.current!.scrollTop = reached.top;
    });
    return () => {
      cancelAnimationFrame(scrolling.current);
    };
  }, [reached]);

  const onScroll = (): void => {
    // While a scroll is pending, the event reports the old position: in an active run, too far from its end.
    if (scrolling.current === 0) setTop(frame.current!.scrollTop);
  };
  const most = Math.ceil(view / height) + 1 + 2 * LINES_BEYOND_EDGE.scroll;
  const drawn = Array.from({ length: space.drawn.count }, (_, offset) => {
    const nth = space.drawn.first + offset;
    const key = (((nth - reached.zero) % most) + most) % most;
    return { nth, top: space.topOf(nth), key };
  });
  return { frame, height: space.height, drawn, onScroll };
}
