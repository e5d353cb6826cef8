import { describe, expect, it } from 'vitest';
import { LINE_HEIGHT, Space } from '../../../renderer/log/space.ts';

const VIEW = 10 * LINE_HEIGHT;

/** The lines that are wholly or partly in sight. */
function inSight(lines: number, top: number): readonly number[] {
  const space = new Space(lines, VIEW, top);
  const { first, count } = space.drawn;
  return Array.from({ length: count }, (_, offset) => first + offset).filter((line) => {
    const at = space.topOf(line) - top;
    return at > -LINE_HEIGHT && at < VIEW;
  });
}

describe('the space of a list', () => {
  it('has every line at its place where there is room for all', () => {
    const space = new Space(1_000, VIEW, 500 * LINE_HEIGHT);

    expect(space.height).toBe(1_000 * LINE_HEIGHT);
    expect(space.topOf(500)).toBe(500 * LINE_HEIGHT);
    expect(space.drawn).toEqual({ first: 488, count: 34 });
  });

  it('draws what is left at the ends, and nothing of an empty list', () => {
    expect(new Space(5, VIEW, 0).drawn).toEqual({ first: 0, count: 5 });
    expect(new Space(100, VIEW, 1e9).drawn).toEqual({ first: 78, count: 22 });
    expect(new Space(0, VIEW, 0).drawn.count).toBe(0);
  });

  it('scrolls no further than a line out of sight needs', () => {
    const space = new Space(1_000, VIEW, 500 * LINE_HEIGHT);

    expect(space.reaching(505)).toBe(500 * LINE_HEIGHT);
    expect(space.reaching(490)).toBe(490 * LINE_HEIGHT);
    expect(space.reaching(510)).toBe(501 * LINE_HEIGHT);
  });

  it.each([0, 1, 777_777, 4_999_998, 4_999_999])(
    'reaches line %i of five million, though no element can be as high as all of them',
    (line) => {
      const { height } = new Space(5_000_000, VIEW, 0);
      expect(height).toBeLessThan(33_500_000);

      const top = new Space(5_000_000, VIEW, 12_345_678).reaching(line);

      expect(top).toBeLessThanOrEqual(height - VIEW);
      expect(inSight(5_000_000, top)).toContain(line);
    },
  );
});
