import { describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/model/values/json.ts';
import { editsBetween, applyEdits } from '../../../engine/are/trace-extras.ts';

describe('editsBetween() and applyEdits()', () => {
  it.each<readonly [string, Json, Json]>([
    ['nothing', { soup: [1, { hot: true }] }, { soup: [1, { hot: true }] }],
    ['a value', { soup: 'hot' }, { soup: null }],
    ['fields that came and went', { soup: 1, bread: 2 }, { bread: 2, wine: { red: true } }],
    ['a longer list', [1, 2], [1, 3, { four: 4 }, 5]],
    ['a shorter list', [1, 2, 3, 4], [0]],
    ['another shape', { soup: [1] }, { soup: { 0: 1 } }],
    ['all of it', 'soup', { soup: [] }],
  ])('restore the original: %s', (_what, from, to) => {
    expect(applyEdits(from, editsBetween(from, to))).toEqual(to);
  });

  it('return no edits when only the order of keys differs', () => {
    expect(editsBetween({ soup: 1, bread: 2 }, { bread: 2, soup: 1 })).toEqual([]);
  });

  it('ignore an edit at a missing place', () => {
    expect(applyEdits({ soup: 1 }, [{ path: ['bread', 'crust'], value: 2 }])).toEqual({ soup: 1 });
  });
});
