import {
  groupBy,
  RUN_RESULTS,
  type RunGroup,
  type RunLibrary,
  type RunLine,
  type RunOrder,
  type RunQuery,
  type RunResult,
  runResult,
} from '../model/index.ts';
import { passRates } from './statistics.ts';

/**
 * Sorts and groups the results of a search for runs.
 *
 * @param lines the found runs, newest first
 * @param total the number of all runs
 */
export function arrangeRuns(
  lines: readonly RunLine[],
  query: Omit<RunQuery, 'terms'>,
  total: number,
): RunLibrary {
  return { total, found: lines.length, groups: groupsOf(sorted(lines, query), query) };
}

/** Runs that compare equal keep their order. */
function sorted(
  lines: readonly RunLine[],
  { order, descending }: { readonly order: RunOrder; readonly descending: boolean },
): readonly RunLine[] {
  const compare = COMPARE[order];
  const sign = descending ? -1 : 1;
  return lines.toSorted((one, other) => sign * compare(one, other));
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** Worst first: regressions, other failures, runs without a verdict, passes. */
const verdictRank = ({ regression, outcome }: RunLine): number =>
  regression ? 0 : outcome === 'failed' ? 1 : outcome === 'passed' ? 3 : 2;

const wallTime = ({ startedAt, endedAt }: RunLine): number =>
  endedAt === undefined ? -1 : endedAt - startedAt;

const COMPARE: Readonly<Record<RunOrder, (one: RunLine, other: RunLine) => number>> = {
  started: (one, other) => one.startedAt - other.startedAt,
  scenario: (one, other) => NATURAL.compare(one.scenario, other.scenario),
  seed: (one, other) => one.seed - other.seed,
  mode: (one, other) => NATURAL.compare(one.agent, other.agent),
  verdict: (one, other) => verdictRank(one) - verdictRank(other),
  events: (one, other) => one.entries - other.entries,
  simulated: (one, other) => one.now - one.start - (other.now - other.start),
  wall: (one, other) => wallTime(one) - wallTime(other),
};

/** Groups with the most regressions come first, except where the runs are sorted by what they are grouped by. */
function groupsOf(
  lines: readonly RunLine[],
  { group, order, descending }: Omit<RunQuery, 'terms'>,
): readonly RunGroup[] {
  if (group === 'none') return [groupOf(undefined, lines)];
  if (group === 'branches') return [{ ...groupOf(undefined, lines), lines: asTree(lines) }];
  const nameOf =
    group === 'scenario'
      ? ({ scenario }: RunLine) => scenario
      : // A trace does not record its seed.
        ({ mode, seed }: RunLine) => (mode === 'trace' ? 'Imported traces' : String(seed));
  const groups = [...groupBy(lines, nameOf)].map(([name, some]) => groupOf(name, some));
  if (group !== order) return groups.sort(worstFirst);
  return groups.sort((one, other) => (descending ? -1 : 1) * byName(one, other));
}

function groupOf(name: string | undefined, lines: readonly RunLine[]): RunGroup {
  const samples = lines.map((line) => ({ ...line, result: runResult(line) }));
  const counts = Object.fromEntries(RUN_RESULTS.map((result) => [result, 0])) as Record<RunResult, number>;
  for (const { result } of samples) counts[result] += 1;
  return {
    name,
    runs: lines.length,
    rates: passRates(samples),
    counts,
    regressions: lines.filter(({ regression }) => regression).length,
    lines: lines.map((line) => ({ line, depth: 0 })),
  };
}

const worstFirst = (one: RunGroup, other: RunGroup): number =>
  other.regressions - one.regressions || byName(one, other);

const byName = (one: RunGroup, other: RunGroup): number => NATURAL.compare(one.name!, other.name!);

/** The runs with each branch one level below its parent, if the parent is among them. */
function asTree(lines: readonly RunLine[]): RunGroup['lines'] {
  const known = new Set(lines.map(({ id }) => id));
  const children = groupBy(lines, ({ parent }) =>
    parent !== undefined && known.has(parent) ? parent : undefined,
  );
  const tree: { line: RunLine; depth: number }[] = [];
  // A stack instead of recursion: chains of branches may be longer than calls can nest.
  const open = (children.get(undefined) ?? []).toReversed().map((line) => ({ line, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    tree.push(next);
    const { line, depth } = next;
    for (const branch of (children.get(line.id) ?? []).toReversed())
      open.push({ line: branch, depth: depth + 1 });
  }
  return tree;
}
