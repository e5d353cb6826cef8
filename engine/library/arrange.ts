import { groupBy } from '../model/group-by.ts';
import type { RunGroup, RunLibrary, RunLine, RunQuery } from '../model/run-query.ts';
import { asTree } from './branches.ts';
import { passRate } from './pass-rate.ts';
import { sortLines } from './sort-lines.ts';

/** The runs that were found, of `total` there are, as `query` wants to see them. */
export function arrange(
  lines: readonly RunLine[],
  query: Omit<RunQuery, 'terms'>,
  total: number,
): RunLibrary {
  const sorted = sortLines(lines, query);
  return { total, found: lines.length, groups: groupsOf(sorted, query.group) };
}

function groupsOf(lines: readonly RunLine[], group: RunQuery['group']): readonly RunGroup[] {
  if (group === 'none') return [groupOf(undefined, lines)];
  if (group === 'branches') return [{ ...groupOf(undefined, lines), lines: asTree(lines) }];
  const nameOf =
    group === 'scenario' ? ({ scenario }: RunLine) => scenario : ({ seed }: RunLine) => String(seed);
  return [...groupBy(lines, nameOf)].map(([name, some]) => groupOf(name, some)).sort(worstFirst);
}

const groupOf = (name: string | undefined, lines: readonly RunLine[]): RunGroup => ({
  name,
  runs: lines.length,
  rate: passRate(lines),
  regressions: lines.filter(({ regression }) => regression).length,
  lines: lines.map((line) => ({ line, depth: 0 })),
});

const BY_NAME = new Intl.Collator('en', { numeric: true });

/** Groups with regressions before those without; then by name. */
const worstFirst = (one: RunGroup, other: RunGroup): number =>
  other.regressions - one.regressions || BY_NAME.compare(one.name!, other.name!);
