import type { Mark } from './lay-out.ts';
import type { Lanes } from './lanes.ts';

const REACH = 9; // CSS px around a glyph

/** The mark under the pointer, if any: the nearest glyph within reach, else the heap. */
export function markAt(marks: readonly Mark[], lanes: Lanes, x: number, y: number): Mark | undefined {
  let best: Mark | undefined;
  let least = REACH;
  for (const mark of marks) {
    if (mark.form === 'bar') {
      const inside = x >= mark.x && x < mark.x + mark.width && Math.abs(y - mark.y) < lanes.height;
      if (inside && best === undefined && y >= mark.y && y <= mark.y + mark.height) best = mark;
      continue;
    }
    const distance = Math.hypot(mark.x - x, mark.y - y);
    if (distance > least) continue;
    least = distance;
    best = mark;
  }
  return best;
}
