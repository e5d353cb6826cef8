import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOnlyList } from '../../../engine/kernel/read-only-list.ts';

/** A read-only list of `items`, and the positions that were read from it. */
function watched<Item>(items: readonly Item[]) {
  const read: number[] = [];
  const list = readOnlyList({
    length: items.length,
    at: (position) => {
      read.push(position);
      return items[position]!;
    },
  });
  return { list, read };
}

const LONG = Array.from({ length: 40_000 }, (_, position) => position);

describe('readOnlyList()', () => {
  it('answers every reading method as an array does', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });
    const position = fc.integer({ min: -15, max: 15 });
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 9 }), position, position, (items, wanted, from, to) => {
        const { list } = watched(items);
        const is = (one: number): boolean => one === wanted;
        const answers = (array: readonly number[]): readonly unknown[] => [
          ...[
            array.length,
            array[from],
            array.at(from),
            array.slice(from),
            array.slice(from, to),
            [...array],
          ],
          ...[array.some(is), array.every(is), array.find(is), array.findIndex(is), array.findLast(is)],
          ...[array.findLastIndex(is), array.includes(wanted), array.indexOf(wanted, from), array.filter(is)],
          ...[
            array.lastIndexOf(wanted),
            array.map((one, at) => one + at),
            array.flatMap((one) => [one, one]),
          ],
          ...[array.reduce((sum, one) => sum - one, 0), array.reduceRight((sum, one) => sum - one, 0)],
          ...[array.join('-'), String(array), array.concat([1], array), [0].concat(array), array.toSorted()],
          ...[array.toReversed(), array.toSpliced(1, 1), [...array.entries()], [...array.keys()]],
          ...[[...array.values()], JSON.stringify(array), Object.keys(array), Object.entries(array)],
          ...[Array.isArray(array), from in array, 'length' in array, '01' in array, Array.from(array)],
        ];
        expect(answers(list)).toEqual(answers(items));
        expect(list).toEqual(items);
      }),
    );
  });

  it('passes callbacks the item, its position, the list and `this`', () => {
    const { list } = watched(['a', 'b']);
    const heard: unknown[] = [];
    const self = {};
    for (const method of ['some', 'find', 'findIndex', 'findLast', 'findLastIndex'] as const)
      list[method](function (this: unknown, item, position, all) {
        heard.push([item, position, all === list, this === self]);
        return true;
      }, self);
    list.every(function (this: unknown, item, position, all) {
      heard.push([item, position, all === list, this === self]);
      return position < 0;
    }, self);

    const [first, last] = [['a', 0, true, true] as const, ['b', 1, true, true] as const];
    expect(heard).toEqual([first, first, first, last, last, first]);
  });

  it('refuses every way to write', () => {
    const { list } = watched([3, 1, 2]);
    const array = list as number[];

    for (const write of [
      () => array.push(4),
      () => array.pop(),
      () => array.sort(),
      () => array.reverse(),
      () => array.fill(0),
      () => array.splice(0, 1),
      () => (array[0] = 7),
      () => (array.length = 0),
      () => Reflect.deleteProperty(array, 0) || array.pop(),
      () => Object.defineProperty(array, 0, { value: 7 }),
      () => Object.setPrototypeOf(array, null) as unknown,
      () => Object.freeze(array),
    ])
      expect(write).toThrow(TypeError);
    expect(list).toEqual([3, 1, 2]);
  });

  it.each<[string, (list: readonly number[]) => unknown, readonly number[]]>([
    ['length', (list) => list.length, []],
    ['at(-1)', (list) => list.at(-1), [39_999]],
    ['[7]', (list) => list[7], [7]],
    ['findLast()', (list) => list.findLast((one) => one % 10 === 7), [39_999, 39_998, 39_997]],
    ['slice(-2)', (list) => list.slice(-2), [39_998, 39_999]],
    ['some()', (list) => list.some((one) => one === 1), [0, 1]],
    ['a loop that ends early', firstOver, [0, 1, 2]],
  ])('reads only the items that %s needs', (_name, ask, positions) => {
    const { list, read } = watched(LONG);

    ask(list);

    expect([...new Set(read)]).toEqual(positions);
  });
});

function firstOver(list: readonly number[]): number | undefined {
  for (const one of list) if (one > 1) return one;
  return undefined;
}
