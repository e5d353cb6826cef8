import {
  groupBy,
  type PassRate,
  type RunGroup,
  type RunLibrary,
  type RunLine,
  type RunOrder,
  type RunQuery,
} from '../model/index.ts';

/**
 * Sorts and groups the runs that a search has found.
 *
 * @param lines the runs found, newest first
 * @param total how many runs there are
 */
export function arrangeRuns(
  lines: readonly RunLine[],
  query: Omit<RunQuery, 'terms'>,
  total: number,
): RunLibrary {
  return { total, found: lines.length, groups: groupsOf(sorted(lines, query), query.group) };
}

/** The share of judged runs that passed, with Wilson's 95 % interval; `undefined` where none was judged. */
export function passRate(lines: readonly Pick<RunLine, 'passed'>[]): PassRate | undefined {
  const judged = lines.filter(({ passed }) => passed !== undefined).length;
  if (judged === 0) return undefined;
  const passed = lines.filter((line) => line.passed === true).length;
  const share = passed / judged;
  const spread = Z ** 2 / judged;
  const middle = (share + spread / 2) / (1 + spread);
  const reach = (Z * Math.sqrt((share * (1 - share)) / judged + spread / (4 * judged))) / (1 + spread);
  return { passed, judged, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

/** Quantile of the normal distribution for a two-sided 95 % interval. */
const Z = 1.959963984540054;

/** Regressions first; runs that compare equal stay as they came. */
function sorted(
  lines: readonly RunLine[],
  { order, descending }: { readonly order: RunOrder; readonly descending: boolean },
): readonly RunLine[] {
  const compare = COMPARE[order];
  const sign = descending ? -1 : 1;
  return lines.toSorted(
    (one, other) => Number(other.regression) - Number(one.regression) || sign * compare(one, other),
  );
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** Worst first: regressions, other failures, runs without a verdict, passes. */
const verdictRank = ({ regression, passed }: RunLine): number =>
  regression ? 0 : passed === false ? 1 : passed === undefined ? 2 : 3;

const wallTime = ({ startedAt, endedAt }: RunLine): number =>
  endedAt === undefined ? -1 : endedAt - startedAt;

const COMPARE: Readonly<Record<RunOrder, (one: RunLine, other: RunLine) => number>> = {
  started: (one, other) => one.startedAt - other.startedAt,
  scenario: (one, other) => NATURAL.compare(one.scenario, other.scenario),
  seed: (one, other) => one.seed - other.seed,
  mode: (one, other) => NATURAL.compare(one.mode, other.mode),
  verdict: (one, other) => verdictRank(one) - verdictRank(other),
  events: (one, other) => one.entries - other.entries,
  simulated: (one, other) => one.now - one.start - (other.now - other.start),
  wall: (one, other) => wallTime(one) - wallTime(other),
};

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

/** Groups with most regressions first, then by name. */
const worstFirst = (one: RunGroup, other: RunGroup): number =>
  other.regressions - one.regressions || NATURAL.compare(one.name!, other.name!);

/** The runs with each branch below its parent, where that is among them, and one level deeper. */
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
