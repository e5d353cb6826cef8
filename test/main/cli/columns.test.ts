import { expect, it } from 'vitest';
import { inColumns } from '../../../main/cli/print.ts';

it('makes each column as wide as its widest cell and aligns numbers right', () => {
  const rows = [
    ['dish', 'pots', ''],
    ['soup', '1,200', 'hot'],
    ['a roast', '7', ''],
  ];

  expect(inColumns(rows, [1])).toEqual(['dish      pots', 'soup     1,200  hot', 'a roast      7']);
});

it('does not widen a column for a very wide cell', () => {
  const long = 'x'.repeat(60);

  expect(
    inColumns([
      [long, 'a'],
      ['y', 'b'],
    ]),
  ).toEqual([`${long}  a`, `y${' '.repeat(39)}  b`]);
});
