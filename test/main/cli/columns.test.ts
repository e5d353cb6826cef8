import { expect, it } from 'vitest';
import { inColumns } from '../../../main/cli/commands/runs.ts';

it('sets columns as wide as they need be, numbers by their ends', () => {
  const rows = [
    ['dish', 'pots', ''],
    ['soup', '1,200', 'hot'],
    ['a roast', '7', ''],
  ];

  expect(inColumns(rows, [1])).toEqual(['dish      pots', 'soup     1,200  hot', 'a roast      7']);
});

it('does not wait for what is very wide', () => {
  const long = 'x'.repeat(60);

  expect(
    inColumns([
      [long, 'a'],
      ['y', 'b'],
    ]),
  ).toEqual([`${long}  a`, `y${' '.repeat(39)}  b`]);
});
