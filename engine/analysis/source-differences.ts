import type { DifferingLine, FileDifference, Hunk } from '../model/index.ts';
import { matchInOrder } from './align.ts';

/** Equal lines that are shown around what differs. */
const AROUND = 3;

/** How the files `a` differ from the files `b`, line by line, by path; nothing of those that are the same. */
export function sourceDifferences(
  a: ReadonlyMap<string, string>,
  b: ReadonlyMap<string, string>,
): readonly FileDifference[] {
  const paths = [...new Set([...a.keys(), ...b.keys()])].sort();
  return paths.flatMap((path) => {
    const [one, other] = [a.get(path) ?? '', b.get(path) ?? ''];
    return one === other ? [] : [{ path, hunks: hunksOf(linesOf(one), linesOf(other)) }];
  });
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));

function hunksOf(a: readonly string[], b: readonly string[]): readonly Hunk[] {
  const hunks: { a: number; b: number; lines: DifferingLine[] }[] = [];
  /** Equal lines since the last difference, and where they stand in `a`. */
  let equal: string[] = [];
  let [atA, atB] = [0, 0];
  const differ = (sign: '-' | '+', text: string): void => {
    const last = hunks.at(-1);
    if (last !== undefined && equal.length <= 2 * AROUND) last.lines.push(...same(equal));
    else {
      last?.lines.push(...same(equal.slice(0, AROUND)));
      const before = equal.slice(-AROUND);
      hunks.push({ a: atA + 1 - before.length, b: atB + 1 - before.length, lines: same(before) });
    }
    equal = [];
    hunks.at(-1)!.lines.push({ sign, text });
  };

  for (const [one, other] of [...matchInOrder(...numbered(a, b)), [a.length, b.length] as const]) {
    for (; atA < one; atA++) differ('-', a[atA]!);
    for (; atB < other; atB++) differ('+', b[atB]!);
    if (one === a.length) break;
    equal.push(a[atA]!);
    atA += 1;
    atB += 1;
  }
  hunks.at(-1)?.lines.push(...same(equal.slice(0, AROUND)));
  return hunks;
}

const same = (lines: readonly string[]): DifferingLine[] => lines.map((text) => ({ sign: ' ', text }));

/** The same number for the same line. */
function numbered(a: readonly string[], b: readonly string[]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  };
  return [a.map(numberOf), b.map(numberOf)];
}
