import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const TEXT_SIZE = 13; // CSS px, where the person chose none

/** Of a row, in heights of the text. */
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

/** How high each row of a list is, CSS px: `lines` heights of the text that the person chose. */
export const useRowHeight = (lines = ROW): number =>
  Math.round(lines * useSyncExternalStore(onTextSize, textSize));

/** Chromium draws no element higher than some 33 million px: a longer list is scrolled through in less than its height. */
const HIGHEST = 30_000_000; // CSS px

interface Look {
  readonly lines: number;
  /** Of each line, CSS px. */
  readonly height: number;
  /** How much is in sight, CSS px, and how far it is scrolled. */
  readonly view: number;
  readonly top: number;
  /** How many lines are drawn beyond either edge. */
  readonly around: number;
}

/** What stands where in a list that is looked at. */
export class VirtualWindow {
  /** Of what is scrolled through, CSS px. */
  readonly height: number;
  readonly #lines: number;
  /** Of each line, CSS px. */
  readonly #line: number;
  readonly #view: number;
  readonly #top: number;
  readonly #around: number;
  /** How far the list goes for each px of scrolling. */
  readonly #stretch: number;

  constructor({ lines, height, view, top, around }: Look) {
    const whole = lines * height;
    this.height = Math.min(whole, HIGHEST);
    this.#lines = lines;
    this.#line = height;
    this.#view = view;
    this.#around = around;
    this.#top = Math.max(0, Math.min(top, this.height - view));
    this.#stretch = whole > HIGHEST ? (whole - view) / (HIGHEST - view) : 1;
  }

  /** The lines to draw: the first, and how many. */
  get drawn(): { readonly first: number; readonly count: number } {
    const first = Math.max(0, Math.floor(this.#offset / this.#line) - this.#around);
    const end = Math.min(this.#lines, Math.ceil((this.#offset + this.#view) / this.#line) + this.#around);
    return { first, count: Math.max(0, end - first) };
  }

  /** Where a drawn line stands, CSS px from the top of what is scrolled through. */
  topOf(line: number): number {
    return this.#top + line * this.#line - this.#offset;
  }

  /** To where to scroll so that `line` is in sight, which is no way where it is; else `lead` of the view stands above it. */
  reaching(line: number, lead?: number): number {
    const top = line * this.#line;
    const isSeen = top >= this.#offset && top + this.#line <= this.#offset + this.#view;
    if (lead !== undefined && !isSeen) return Math.max(0, top - lead * this.#view) / this.#stretch;
    const offset = Math.max(top + this.#line - this.#view, Math.min(this.#offset, top));
    return offset === this.#offset ? this.#top : offset / this.#stretch;
  }

  /** CSS px of the list above the upper edge. */
  get #offset(): number {
    return this.#top * this.#stretch;
  }
}

/** A list's part in sight. */
interface Scroller {
  /** What scrolls. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Of all that is scrolled through, CSS px. */
  readonly height: number;
  /** What to draw. */
  readonly drawn: readonly Line[];
  readonly onScroll: () => void;
}

/** A line that is drawn. */
export interface Line {
  readonly nth: number;
  /** CSS px from the top of what is scrolled through. */
  readonly top: number;
  /** A line far away takes over the key of one that was here: nothing is taken down on a leap. */
  readonly key: number;
}

interface Scrolled {
  /** Tells this list from others that come in its place. */
  readonly list?: string | undefined;
  /** How many, and how high each of them is, CSS px. */
  readonly count: number;
  readonly height: number;
  /** The one that is to be in sight; −1 for none. */
  readonly line: number;
  /** How much of the view stands above it after a leap, as a share. */
  readonly lead?: number | undefined;
}

/** How many lines are drawn beyond either edge: on a leap hardly any, once it is scrolled so many that a quick scroll finds some there. */
const AROUND = { leap: 4, scroll: 12 } as const;

/** Scrolls through a list, and brings its `line` into sight whenever that, or the list, is another. */
export function useScroller({ list, count, height, line, lead }: Scrolled): Scroller {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(0);
  const [top, setTop] = useState(0);
  /** What was last brought into sight, in a view of which height, where that led, and the line that has key 0. */
  const [reached, setReached] = useState({ list, line: -1, height, view, top, first: 0, zero: 0 });
  const scrolled = Math.abs(top - reached.top) >= 1;
  const look = { lines: count, height, view, around: scrolled ? AROUND.scroll : AROUND.leap };
  const space = new VirtualWindow({ ...look, top });
  if (list !== reached.list || line !== reached.line || view !== reached.view || height !== reached.height) {
    const isStep = Math.abs(line - reached.line) <= 1 && view === reached.view;
    // How much of the view is to stand above the line is not known before the list has been measured.
    const isUnmeasured = lead !== undefined && view === 0;
    const to = line < 0 || isUnmeasured ? top : space.reaching(line, isStep ? undefined : lead);
    const { first, count: drawn } = new VirtualWindow({ ...look, top: to, around: AROUND.leap }).drawn;
    const far = first - reached.first;
    const zero = Math.abs(far) < drawn ? reached.zero : reached.zero + far;
    setReached({ list, line, height, view, top: to, first, zero });
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
  /** The frame that is waited for to scroll to what was reached; 0 for none. */
  const scrolling = useRef(0);
  useLayoutEffect(() => {
    // With the frame that shows these lines: at once, the page would be laid out for it once more.
    scrolling.current = requestAnimationFrame(() => {
      scrolling.current = 0;
      frame.current!.scrollTop = reached.top;
    });
    return () => {
      cancelAnimationFrame(scrolling.current);
    };
  }, [reached]);

  const onScroll = (): void => {
    // What is told then is where the frame before left the list: of a run that goes on, too far from its end.
    if (scrolling.current === 0) setTop(frame.current!.scrollTop);
  };
  const most = Math.ceil(view / height) + 1 + 2 * AROUND.scroll;
  const drawn = Array.from({ length: space.drawn.count }, (_, offset) => {
    const nth = space.drawn.first + offset;
    const key = (((nth - reached.zero) % most) + most) % most;
    return { nth, top: space.topOf(nth), key };
  });
  return { frame, height: space.height, drawn, onScroll };
}
