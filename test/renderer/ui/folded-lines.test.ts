import { describe, expect, it } from 'vitest';
import { lineOfRow, FoldedLines, type FoldOptions } from '../../../renderer/ui/folded-lines.ts';

/** `w` is a waiting check, `.` any other entry. */
const log = (signs: string): string[] => Array.from(signs);

const newLines = (rows: readonly string[], wanted: FoldOptions): FoldedLines =>
  new FoldedLines(rows, (index) => rows[index] === 'w', wanted);

function linesOf(rows: readonly string[], wanted: FoldOptions): FoldedLines {
  const lines = newLines(rows, wanted);
  lines.grow();
  return lines;
}

const ranges = ({ from, to }: FoldedLines): readonly string[] =>
  from.map((first, nth) => (first === to[nth] ? String(first) : `${first}-${to[nth]}`));

const WANTED = { only: undefined, folding: true, opened: new Set<number>() };

describe('the lines of a log', () => {
  it('fold consecutive waiting checks into one line', () => {
    expect(ranges(linesOf(log('.www.w.ww'), WANTED))).toEqual(['0', '1-3', '4', '5', '6', '7-8']);
  });

  it('stay unfolded when the person opened them or folding is off', () => {
    expect(ranges(linesOf(log('www.ww'), { ...WANTED, opened: new Set([0]) }))).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4-5',
    ]);
    expect(ranges(linesOf(log('ww'), { ...WANTED, folding: false }))).toEqual(['0', '1']);
  });

  it('show only search results, and fold those too', () => {
    expect(ranges(linesOf(log('.w.ww.'), { ...WANTED, only: [0, 1, 3, 4, 5] }))).toEqual(['0', '1-4', '5']);
  });

  it('continue after the last line as the log grows', () => {
    const rows = log('.ww');
    const lines = newLines(rows, WANTED);
    expect(lines.grow()).toBe(2);

    rows.push(...log('.wwww.').slice(3));
    expect(lines.grow()).toBe(3);
    expect(ranges(lines)).toEqual(['0', '1-4', '5']);
  });

  it('are found by an entry in them', () => {
    const lines = linesOf(log('.www.'), WANTED);

    expect([-1, 0, 1, 3, 4, 9].map((index) => lineOfRow(lines, index))).toEqual([-1, 0, 1, 1, 2, 2]);
  });
});
