import { createContext, type RefObject, useEffect, useRef } from 'react';

/** The words that a person looks for, in lower case; empty when there are none. What holds them is shown whole. */
export const FindWords = createContext('');

const MAX_RANGES = 2_000;
/** Elements whose texts are read as one. */
const BLOCKS = 'p, pre, li, td, th, h1, h2, h3, h4, h5, h6, button, [data-step]';

/** The places in `root` where its text has `words`, also across the elements of one paragraph. */
export function findRanges(root: Element, words: string): readonly Range[] {
  const ranges: Range[] = [];
  if (words === '') return ranges;
  let block: Element | null = null;
  let nodes: Text[] = [];
  const search = (): void => {
    const text = nodes.map(({ data }) => data).join('');
    const lower = text.toLowerCase();
    // If lower-casing changes the length, positions in the two texts differ.
    if (lower.length === text.length)
      for (
        let index = lower.indexOf(words);
        index >= 0 && ranges.length < MAX_RANGES;
        index = lower.indexOf(words, index + words.length)
      )
        ranges.push(rangeOf(nodes, index, index + words.length));
    nodes = [];
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const around = node.parentElement?.closest(BLOCKS) ?? root;
    if (around !== block) search();
    block = around;
    nodes.push(node);
  }
  search();
  return ranges;
}

/** The range from character `from` to `to` of the texts of `nodes`. */
function rangeOf(nodes: readonly Text[], from: number, to: number): Range {
  const range = document.createRange();
  let start = 0;
  for (const node of nodes) {
    const end = start + node.length;
    if (from >= start && from < end) range.setStart(node, from - start);
    if (to > start && to <= end) {
      range.setEnd(node, to - start);
      break;
    }
    start = end;
  }
  return range;
}

const NAME = 'found';

/**
 * Marks `words` in the text of `frame`, as it is shown, and calls `reveal` with the first mark in `goal`, a selector, once there is
 * one. Nothing is marked where the browser cannot.
 */
export function useFindMarks(
  frame: RefObject<HTMLElement | null>,
  words: string,
  goal: string | undefined,
  reveal: (mark: Range) => void,
): void {
  const onReveal = useRef(reveal);
  useEffect(() => {
    onReveal.current = reveal;
  });
  const sought = useRef<string>(undefined);
  useEffect(() => {
    sought.current = goal;
  }, [goal, words]);
  useEffect(() => {
    const root = frame.current;
    // Browsers without it have no `CSS.highlights` either.
    if (root === null || words === '' || typeof Highlight === 'undefined') return undefined;
    let asked = 0;
    const mark = (): void => {
      const ranges = findRanges(root, words);
      CSS.highlights.set(NAME, new Highlight(...ranges));
      const selector = sought.current;
      const first = ranges.find(
        ({ startContainer }) =>
          selector !== undefined && startContainer.parentElement?.closest(selector) !== null,
      );
      if (first === undefined) return;
      sought.current = undefined;
      onReveal.current(first);
    };
    const soon = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(mark);
    };
    const observer = new MutationObserver(soon);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    soon();
    return () => {
      cancelAnimationFrame(asked);
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [frame, words, goal]);
}
