import type { ComparedRow, Comparison } from '../model/comparison.ts';
import type { AppName } from '../model/ids.ts';
import { idsIn } from '../model/made-up-ids.ts';
import { own } from '../model/own.ts';
import { align, type Alignment } from './align.ts';
import type { Compared } from './compared.ts';
import { differencesBetween } from './differences.ts';
import { divergenceOf } from './divergence.ts';
import { entryDifferences, type Timed } from './entry-differences.ts';
import { Renaming } from './renaming.ts';

/**
 * Lays two runs side by side. Entries are matched by what they are, so that one more or less does not shift the rest; times
 * are counted from each run's start.
 *
 * @param sameScenario whether both are runs of one text, so that their events have the same ids
 */
export function compareRuns(a: Compared, b: Compared, sameScenario: boolean): Comparison {
  const renaming = new Renaming();
  for (const { states } of [a, b]) renaming.keep(idsIn(JSON.stringify(states)));

  const apps = new Set([...Object.keys(a.states), ...Object.keys(b.states)] as AppName[]);
  const first = [...apps].flatMap((app) => {
    const [one, other] = [own(a.states, app), own(b.states, app)];
    const differences =
      one !== undefined && other !== undefined
        ? differencesBetween(one, other)
        : [{ path: [], ...(one === undefined ? { b: other! } : { a: one }) }];
    return differences.length === 0 ? [] : [{ app, differences }];
  });
  const rows = rowsOf(a, b, align(a.entries, b.entries, sameScenario), renaming);
  return { rows, first, ids: renaming.pairs, divergence: divergenceOf(a, b, rows, first) };
}

const timed = ({ entries, start, recorded }: Compared, at: number): Timed => ({
  entry: entries[at]!,
  start,
  recorded,
});

function rowsOf(a: Compared, b: Compared, alignment: Alignment, renaming: Renaming): readonly ComparedRow[] {
  const { there, back, inOrder } = alignment;
  const rows: ComparedRow[] = [];
  let nextA = 0;
  let nextB = 0;

  const takeA = (): void => {
    const one = nextA++;
    const other = there[one]!;
    if (other < 0) rows.push({ kind: 'only-a', a: one, b: undefined, differences: [] });
    // A counterpart that has moved stands where it comes first.
    else if (other >= nextB) rows.push(moved(one, other));
  };
  const takeB = (): void => {
    const other = nextB++;
    const one = back[other]!;
    if (one < 0) rows.push({ kind: 'only-b', a: undefined, b: other, differences: [] });
    else if (one >= nextA) rows.push(moved(one, other));
  };
  const moved = (one: number, other: number): ComparedRow => ({
    kind: 'moved',
    a: one,
    b: other,
    differences: differences(one, other),
  });
  const differences = (one: number, other: number): ComparedRow['differences'] =>
    entryDifferences(timed(a, one), timed(b, other), renaming);
  /** What lies between counterparts, earliest first. */
  const takeTill = (endA: number, endB: number): void => {
    while (nextA < endA || nextB < endB) {
      const timeA = nextA < endA ? a.entries[nextA]!.time - a.start : Infinity;
      const timeB = nextB < endB ? b.entries[nextB]!.time - b.start : Infinity;
      if (timeA <= timeB) takeA();
      else takeB();
    }
  };

  for (const one of inOrder) {
    const other = there[one]!;
    takeTill(one, other);
    const found = differences(one, other);
    rows.push({ kind: found.length === 0 ? 'equal' : 'changed', a: one, b: other, differences: found });
    nextA = one + 1;
    nextB = other + 1;
  }
  takeTill(a.entries.length, b.entries.length);
  return rows;
}
