import { describe, expect, it } from 'vitest';
import { VirtualWindow } from '../../../renderer/ui/virtual-window.ts';

const LINE = 26;
const VIEW = 10 * LINE;

const windowOf = (lines: number, top: number): VirtualWindow =>
  new VirtualWindow({ lines, height: LINE, view: VIEW, top, around: 12 });

/** The lines that are fully or partly visible. */
function inSight(lines: number, top: number): readonly number[] {
  const space = windowOf(lines, top);
  const { first, count } = space.drawn;
  return Array.from({ length: count }, (_, offset) => first + offset).filter((line) => {
    const at = space.topOf(line) - top;
    return at > -LINE && at < VIEW;
  });
}

describe('VirtualWindow', () => {
  it('puts every line at its real place when all lines fit', () => {
    const space = windowOf(1_000, 500 * LINE);

    expect(space.height).toBe(1_000 * LINE);
    expect(space.topOf(500)).toBe(500 * LINE);
    expect(space.drawn).toEqual({ first: 488, count: 34 });
  });

  it('draws fewer lines at the ends, and none of an empty list', () => {
    expect(windowOf(5, 0).drawn).toEqual({ first: 0, count: 5 });
    expect(windowOf(100, 1e9).drawn).toEqual({ first: 78, count: 22 });
    expect(windowOf(0, 0).drawn.count).toBe(0);
  });

  it('scrolls only as far as needed to show a hidden line', () => {
    const space = windowOf(1_000, 500 * LINE);

    expect(space.reaching(505)).toBe(500 * LINE);
    expect(space.reaching(490)).toBe(490 * LINE);
    expect(space.reaching(510)).toBe(501 * LINE);
  });

  it.each([0, 1, 777_777, 4_999_998, 4_999_999])(
    'scrolls to line %i of five million within the browser’s maximum height',
    (line) => {
      const { height } = windowOf(5_000_000, 0);
      expect(height).toBeLessThan(33_500_000);

      const top = windowOf(5_000_000, 12_345_678).reaching(line);

      expect(top).toBeLessThanOrEqual(height - VIEW);
      expect(inSight(5_000_000, top)).toContain(line);
    },
  );
});
