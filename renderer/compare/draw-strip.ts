import type { RowKind, StripLayout } from './lay-out-strip.ts';

export const LANE_HEIGHT = 20; // CSS px
export const STRIP_HEIGHT = 3 * LANE_HEIGHT;
const BAR = 12; // CSS px, of a lane's height

/** Where the row looked at stands in each lane, in CSS px. */
export interface Cursor {
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly row: number;
}

const TOKENS: Readonly<Record<RowKind, string>> = {
  equal: '--line-strong',
  changed: '--warn',
  moved: '--accent',
  'only-a': '--bad',
  'only-b': '--good',
};

/** Draws `layout` with the style sheet's colours as they are now. */
export function drawStrip(
  canvas: HTMLCanvasElement,
  layout: StripLayout,
  width: number,
  cursor: Cursor,
): void {
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
