import { expect, it } from 'vitest';
import { probeLanes } from '../../../../renderer/views/timeline/probe-names.tsx';

const series = (...values: readonly number[]) => ({
  entries: values.map((_, nth) => nth - 1),
  values,
  next: 10,
  problem: undefined,
});
const LIST = [
  { name: 'Eggs', expression: 'apps.fridge.eggs' },
  { name: '', expression: 'apps.fridge.milk' },
];

it('leaves out the lane of a probe whose app the run does not have', () => {
  const gaps = { entries: [-1], values: [{ gap: 'this run has no app "fridge"' }], problem: undefined };
  const lanesOf = (next: number) =>
    probeLanes(LIST.slice(0, 1), new Map([['apps.fridge.eggs', { ...gaps, next }]]));

  expect(lanesOf(-1)).toHaveLength(1);
  expect(lanesOf(0)).toEqual([]);
});

it('names a lane after its probe or expression, and keeps the range of its numbers', () => {
  const milk = series(3, 1, 2);
  const before = probeLanes(LIST, new Map([['apps.fridge.milk', milk]]));

  expect(before).toMatchObject([
    { name: 'Eggs', expression: 'apps.fridge.eggs', extent: undefined },
    { name: 'apps.fridge.milk', expression: 'apps.fridge.milk', extent: [1, 3] },
  ]);
  const after = probeLanes(
    LIST,
    new Map([
      ['apps.fridge.milk', milk],
      ['apps.fridge.eggs', series(6, 12)],
    ]),
  );
  expect(after[0]!.extent).toEqual([6, 12]);
  expect(after[1]!.extent).toBe(before[1]!.extent);
});
