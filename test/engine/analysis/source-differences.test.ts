import { describe, expect, it } from 'vitest';
import { sourceDifferences } from '../../../engine/analysis/source-differences.ts';
import type { FileDifference } from '../../../engine/model/comparison.ts';

const files = (text: string, path = 'a.ts'): ReadonlyMap<string, string> => new Map([[path, text]]);
const shown = ([file]: readonly FileDifference[]): readonly string[] =>
  (file?.hunks ?? []).flatMap(({ a, b, lines }) => [
    `@ ${a} ${b}`,
    ...lines.map(({ sign, text }) => sign + text),
  ]);
const count = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, nth) => String(from + nth)).join('\n');

describe('sourceDifferences()', () => {
  it('returns nothing for equal files', () => {
    expect(sourceDifferences(files('x'), files('x'))).toEqual([]);
  });

  it('shows each change with three lines of context', () => {
    const a = count(1, 20);
    const b = a.replace('\n5\n', '\nfive\n').replace('\n18\n', '\n18\n18½\n');

    expect(shown(sourceDifferences(files(a), files(b)))).toEqual(
      '@ 2 2, 2, 3, 4,-5,+five, 6, 7, 8,@ 16 16, 16, 17, 18,+18½, 19, 20'.split(','),
    );
  });

  it('merges changes that are close together into one hunk', () => {
    const a = count(1, 8);

    expect(shown(sourceDifferences(files(a), files(a.replace('1\n', '').replace('\n8', ''))))).toEqual(
      '@ 1 1,-1, 2, 3, 4, 5, 6, 7,-8'.split(','),
    );
  });

  it('treats a missing file as empty', () => {
    expect(shown(sourceDifferences(new Map(), files('x\ny')))).toEqual(['@ 1 1', '+x', '+y']);
    expect(shown(sourceDifferences(files('x'), new Map()))).toEqual(['@ 1 1', '-x']);
  });

  it('shows a line break that only one file ends with as an empty line', () => {
    expect(shown(sourceDifferences(files('x'), files('x\n')))).toEqual(['@ 1 1', ' x', '+']);
  });

  it('shows very different files as completely replaced', () => {
    const a = Array.from({ length: 2_000 }, (_, nth) => `a${nth}`);
    const b = Array.from({ length: 2_000 }, (_, nth) => `b${nth}`);

    expect(shown(sourceDifferences(files(a.join('\n')), files(b.join('\n'))))).toEqual([
      '@ 1 1',
      ...a.map((line) => `-${line}`),
      ...b.map((line) => `+${line}`),
    ]);
  });
});
