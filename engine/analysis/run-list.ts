import {
  groupBy,
  type PassRate,
  type RunGroup,
  type RunLibrary,
  type RunLine,
  type RunOrder,
  type RunQuery,
} from '../model/index.ts';

/** The runs that were found, of `total` there are, as `query` wants to see them. */
export function arrangeRuns(
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

/** `lines` with each branch below the run it was branched off, where that is among them, and how deep it stands. */
function asTree(lines: readonly RunLine[]): readonly { line: RunLine; depth: number }[] {
  const known = new Set(lines.map(({ id }) => id));
  const below = groupBy(lines, ({ parent }) =>
    parent !== undefined && known.has(parent) ? parent : undefined,
  );
  const tree: { line: RunLine; depth: number }[] = [];
  // Not recursive: branches of branches may go as deep as they like.
  const open = (below.get(undefined) ?? []).toReversed().map((line) => ({ line, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    tree.push(next);
    const { line, depth } = next;
    for (const branch of (below.get(line.id) ?? []).toReversed())
      open.push({ line: branch, depth: depth + 1 });
  }
  return tree;
}

/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;

/** The rate at which `lines` passed, with Wilson's interval; `undefined` where none was judged. */
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

type Compare = (one: RunLine, other: RunLine) => number;

const WHOLE = new Intl.Collator('en', { numeric: true });

/** Worst first: what did not pass where it should have, what did not pass, what was not judged, what passed. */
const rankOf = ({ regression, passed }: RunLine): number =>
  regression ? 0 : passed === false ? 1 : passed === undefined ? 2 : 3;

const wallOf = ({ startedAt, endedAt }: RunLine): number =>
  endedAt === undefined ? -1 : endedAt - startedAt;

const COMPARE: Readonly<Record<RunOrder, Compare>> = {
  started: (one, other) => one.startedAt - other.startedAt,
  scenario: (one, other) => WHOLE.compare(one.scenario, other.scenario),
  seed: (one, other) => one.seed - other.seed,
  mode: (one, other) => WHOLE.compare(one.mode, other.mode),
  verdict: (one, other) => rankOf(one) - rankOf(other),
  events: (one, other) => one.entries - other.entries,
  simulated: (one, other) => one.now - one.start - (other.now - other.start),
  wall: (one, other) => wallOf(one) - wallOf(other),
};

/** `lines`, newest first, in order: regressions before all others, and equals as they came. */
function sortLines(
  lines: readonly RunLine[],
  { order, descending }: { readonly order: RunOrder; readonly descending: boolean },
): readonly RunLine[] {
  const compare = COMPARE[order];
  const sign = descending ? -1 : 1;
  return lines.toSorted(
    (one, other) => Number(other.regression) - Number(one.regression) || sign * compare(one, other),
  );
}
