import { useEffect, useMemo, useRef, useState, type JSX, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import type { Compared } from '../state/comparison.ts';
import { useBench } from '../state/use-bench.ts';
import { drawStrip, LANE_HEIGHT, STRIP_HEIGHT } from './draw-strip.ts';
import { columnOf, layOutStrip, longestOf } from './lay-out-strip.ts';
import { entriesAtTime, type Entries } from './places.ts';

const NOWHERE = { a: undefined, b: undefined };

/** Before its first entry a run stands nowhere on the strip. */
const standing = ({ a, b }: Entries): { a: number | undefined; b: number | undefined } => ({
  a: a < 0 ? undefined : a,
  b: b < 0 ? undefined : b,
});

/** Both runs on one clock, and below them every row: where they differ, at a glance. A press leads to the nearest row. */
export function Strip({ shown }: { readonly shown: Compared }): JSX.Element {
  const { comparison: store } = useBench();
  const { at, lock } = useStore(store);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const layout = useMemo(() => layOutStrip(shown, Math.max(1, width)), [shown, width]);
  const { rows } = shown.comparison;

  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return undefined;
    const { a, b } = lock === 'time' ? standing(entriesAtTime(shown, at)) : (rows[at] ?? NOWHERE);
    const longest = longestOf(shown);
    const cursor = {
      a: a === undefined ? undefined : columnOf(shown.a, a, longest, width),
      b: b === undefined ? undefined : columnOf(shown.b, b, longest, width),
      row: Math.floor((at / Math.max(1, rows.length)) * width),
    };
    const draw = (): void => {
      drawStrip(element, layout, width, cursor);
    };
    draw();
    const colours = matchMedia('(prefers-color-scheme: dark)');
    colours.addEventListener('change', draw);
    return () => {
      colours.removeEventListener('change', draw);
    };
  }, [layout, width, shown, rows, at, lock]);

  const onPointerDown = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent): void => {
    const place = offsetY > 2 * LANE_HEIGHT ? placeInRows() : placeInTime(offsetY < LANE_HEIGHT ? 'a' : 'b');
    if (place >= 0) store.setState({ at: place });

    function placeInRows(): number {
      return Math.min(rows.length - 1, Math.floor((offsetX / width) * rows.length));
    }

    function placeInTime(side: 'a' | 'b'): number {
      const longest = longestOf(shown);
      let [nearest, best] = [-1, Infinity];
      for (const [place, row] of rows.entries()) {
        const index = row[side];
        if (index === undefined) continue;
        const far = Math.abs(columnOf(shown[side], index, longest, width) - offsetX);
        if (far < best) [nearest, best] = [place, far];
      }
      return nearest;
    }
  };

  return (
    <div className="runs-strip">
      <div className="strip-names" aria-hidden>
        <span>A</span>
        <span>B</span>
        <span>Rows</span>
      </div>
      <canvas
        ref={canvas}
        style={{ height: STRIP_HEIGHT }}
        role="img"
        aria-label="Where the runs differ; the rows below say it in words"
        onPointerDown={onPointerDown}
      />
    </div>
  );
}

/** CSS px, followed as the window changes. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry!.contentRect.width));
    });
    observer.observe(element.current!);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
