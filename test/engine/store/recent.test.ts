import { describe, expect, it } from 'vitest';
import { Recent } from '../../../engine/store/recent.ts';

/** Reads `keys` in turn, each of the size that it names; answers those that had to be made. */
function made(room: number, keys: readonly string[]): readonly string[] {
  const recent = new Recent<{ size: number }>(room);
  const list: string[] = [];
  for (const key of keys)
    recent.get(key, () => {
      list.push(key);
      return { size: Number(key.slice(1)) };
    });
  return list;
}

describe('Recent', () => {
  it('has at hand what was read last', () => {
    expect(made(10, ['a4', 'b4', 'a4', 'b4'])).toEqual(['a4', 'b4']);
  });

  it('lets go what was read longest ago when there is no room for all', () => {
    expect(made(10, ['a4', 'b4', 'a4', 'c4', 'a4', 'b4'])).toEqual(['a4', 'b4', 'c4', 'b4']);
  });

  it('does not keep what takes more than all the room', () => {
    expect(made(10, ['a11', 'a11', 'b4', 'b4'])).toEqual(['a11', 'a11', 'b4']);
  });

  it('does not keep what takes no room, of which there may be any number', () => {
    expect(made(10, ['a0', 'a0'])).toEqual(['a0', 'a0']);
  });

  it('does not keep that there is nothing', () => {
    const recent = new Recent<{ size: number }>(10);

    expect(recent.get('a', () => undefined)).toBeUndefined();
    expect(recent.get('a', () => ({ size: 1 }))).toEqual({ size: 1 });
  });

  it('has nothing at hand once it was cleared', () => {
    const recent = new Recent<{ size: number }>(10);
    recent.get('a', () => ({ size: 10 }));
    recent.clear();

    expect(recent.get('a', () => ({ size: 9 }))).toEqual({ size: 9 });
    expect(recent.get('b', () => ({ size: 1 }))).toEqual({ size: 1 });
    expect(recent.get('a', () => ({ size: 2 }))).toEqual({ size: 9 });
  });
});
