import type { Mark } from './lay-out.ts';
import type { SignMark } from './signs.ts';

const REACH = 9; // CSS px around a glyph or a sign

/** The mark under the pointer, if any: the nearest glyph or sign within reach, else the heap. */
export function markAt<Any extends Mark | SignMark>(
  marks: readonly Any[],
  x: number,
  y: number,
): Any | undefined {
  let best: Any | undefined;
  let least = REACH;
  for (const mark of marks) {
    if (mark.form === 'bar') {
      const inside = x >= mark.x && x < mark.x + mark.width && y >= mark.y && y <= mark.y + mark.height;
      if (inside) best ??= mark;
      continue;
    }
    const distance = Math.hypot(mark.x - x, mark.y - y);
    if (distance > least) continue;
    least = distance;
    best = mark;
  }
  return best;
}
