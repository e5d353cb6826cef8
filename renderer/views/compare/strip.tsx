import { type JSX, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ComparedRow } from '../../../engine/model/index.ts';
import type { Compared, ComparisonState } from '../../stores/comparison.ts';
import { type EntryPair, entriesAtTime, waits } from './visible-rows.ts';
import styles from './compare.module.css';

export type RowKind = ComparedRow['kind'];

/** Priority of each kind: when several rows share a pixel, the highest is drawn. */
const WEIGHT: Readonly<Record<RowKind, number>> = {
  equal: 1,
  moved: 2,
  changed: 3,
  'only-a': 4,
  'only-b': 4,
};

/** The kind shown in each pixel column: for both runs by time, and for all rows in order. */
export interface StripLayout {
  readonly a: readonly (RowKind | undefined)[];
  readonly b: readonly (RowKind | undefined)[];
  readonly rows: readonly (RowKind | undefined)[];
}

/** Length of the longer run, in microseconds; at least 1. */
export const longerDuration = ({ a, b }: Compared): number => Math.max(1, ...[a, b].map(lengthOf));

const lengthOf = (rows: Compared['a']): number => (rows.at(-1)?.time ?? 0) - (rows[0]?.time ?? 0);

/** The pixel column of entry `index` in a strip of `width`. Times are relative to each run's first entry. */
export function columnOf(rows: Compared['a'], index: number, longest: number, width: number): number {
  const offset = rows[index]!.time - rows[0]!.time;
  return Math.min(width - 1, Math.floor((offset / longest) * (width - 1)));
}

export function layOutStrip(shown: Compared, width: number): StripLayout {
  const { rows } = shown.comparison;
  const longest = longerDuration(shown);
  const columns = (): (RowKind | undefined)[] => new Array<RowKind | undefined>(width).fill(undefined);
  const layout = { a: columns(), b: columns(), rows: columns() };
  const put = (lane: (RowKind | undefined)[], column: number, kind: RowKind): void => {
    const there = lane[column];
    if (there === undefined || WEIGHT[kind] > WEIGHT[there]) lane[column] = kind;
  };
  const isWait = waits(rows, shown);
  for (const [index, { kind, a, b }] of rows.entries()) {
    if (kind === 'equal' && isWait(index)) continue;
    if (a !== undefined) put(layout.a, columnOf(shown.a, a, longest, width), kind);
    if (b !== undefined) put(layout.b, columnOf(shown.b, b, longest, width), kind);
    put(layout.rows, Math.floor((index / rows.length) * width), kind);
  }
  return layout;
}

const LANE_HEIGHT = 20; // CSS px
const STRIP_HEIGHT = 3 * LANE_HEIGHT;
const BAR = 12; // CSS px, of a lane's height

/** Position of the selected row in each lane, CSS px. */
export interface Cursor {
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly row: number;
}

const TOKENS: Readonly<Record<RowKind, string>> = {
  equal: '--line-strong',
  changed: '--warn',
  moved: '--accent',
  'only-a': '--side-a',
  'only-b': '--side-b',
};

/** Draws `layout` with the current colours of the style sheet. */
function drawStrip(canvas: HTMLCanvasElement, layout: StripLayout, width: number, cursor: Cursor): void {
  const scale = devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = STRIP_HEIGHT * scale;
  const context = canvas.getContext('2d')!;
  const style = getComputedStyle(canvas);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const colours = Object.fromEntries(Object.entries(TOKENS).map(([kind, token]) => [kind, colour(token)]));
  context.scale(scale, scale);

  for (const [lane, columns] of [layout.a, layout.b, layout.rows].entries()) {
    const top = lane * LANE_HEIGHT + (LANE_HEIGHT - BAR) / 2;
    for (const [column, kind] of columns.entries()) {
      if (kind === undefined) continue;
      context.fillStyle = colours[kind]!;
      context.fillRect(column, top, lane === 2 ? 1 : 2, BAR);
    }
  }
  context.fillStyle = colour('--moment');
  for (const [lane, x] of [cursor.a, cursor.b, cursor.row].entries())
    if (x !== undefined) context.fillRect(x - 1, lane * LANE_HEIGHT, 3, LANE_HEIGHT);
}

const NO_POSITIONS = { a: undefined, b: undefined };

/** Before its first entry, a run has no position on the strip. */
const shownPositions = ({ a, b }: EntryPair): { a: number | undefined; b: number | undefined } => ({
  a: a < 0 ? undefined : a,
  b: b < 0 ? undefined : b,
});

interface StripProps extends Pick<ComparisonState, 'at' | 'lock'> {
  readonly shown: Compared;
  readonly onSelect: (row: number) => void;
}

/** An overview of where two runs differ: both by time, and below them all rows in order. A click selects the nearest row. */
export function Strip({ shown, at, lock, onSelect }: StripProps): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const layout = useMemo(() => layOutStrip(shown, Math.max(1, width)), [shown, width]);
  const { rows } = shown.comparison;

  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0) return undefined;
    const { a, b } = lock === 'time' ? shownPositions(entriesAtTime(shown, at)) : (rows[at] ?? NO_POSITIONS);
    const longest = longerDuration(shown);
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
    const rowIndex = offsetY > 2 * LANE_HEIGHT ? rowByColumn() : rowByTime(offsetY < LANE_HEIGHT ? 'a' : 'b');
    if (rowIndex >= 0) onSelect(rowIndex);

    function rowByColumn(): number {
      return Math.min(rows.length - 1, Math.floor((offsetX / width) * rows.length));
    }

    function rowByTime(side: 'a' | 'b'): number {
      const longest = longerDuration(shown);
      let [nearest, best] = [-1, Infinity];
      for (const [rowIndex, row] of rows.entries()) {
        const index = row[side];
        if (index === undefined) continue;
        const far = Math.abs(columnOf(shown[side], index, longest, width) - offsetX);
        if (far < best) [nearest, best] = [rowIndex, far];
      }
      return nearest;
    }
  };

  return (
    <div className={styles.runsStrip}>
      <div className={styles.stripNames} style={{ height: STRIP_HEIGHT }} aria-hidden>
        <span>A</span>
        <span>B</span>
        <span>Rows</span>
      </div>
      <canvas
        ref={canvas}
        style={{ height: STRIP_HEIGHT }}
        role="img"
        aria-label="Overview of the differences"
        onPointerDown={onPointerDown}
      />
    </div>
  );
}

/** Width of an element in CSS px, updated on resize. */
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
