import {
  countedAs,
  EMPTY,
  firstPosition,
  groupBy,
  RUN_RESULTS,
  type RunGroup,
  type RunId,
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
export const arrangeRuns = (
  lines: readonly RunLine[],
  query: Omit<RunQuery, 'terms'>,
  total: number,
): RunLibrary => ({ total, found: lines.length, groups: new RunArranger().arrange(lines, query) });

type View = Omit<RunQuery, 'terms'>;

/**
 * Arranges a list of runs again and again while it changes. What still holds is kept, as long as the line of a run stays the
 * same object until the run changes: the order is sorted anew where lines are new, and only groups with new lines are counted.
 */
export class RunArranger {
  #view: View | undefined;
  /** The list that was arranged last, its order and its groups. */
  #lines: readonly RunLine[] = [];
  #sorted: readonly RunLine[] = [];
  #groups: readonly RunGroup[] = [];

  /** @param lines the found runs, newest first */
  arrange(lines: readonly RunLine[], view: View): readonly RunGroup[] {
    const isKnown = this.#view?.order === view.order && this.#view.descending === view.descending;
    if (isKnown && this.#view!.group === view.group && lines === this.#lines) return this.#groups;
    this.#sorted = isKnown ? resorted(this.#lines, this.#sorted, lines, view) : sorted(lines, view);
    this.#groups = groupsOf(this.#sorted, view, this.#groups);
    this.#lines = lines;
    this.#view = view;
    return this.#groups;
  }
}

/** Runs that compare equal keep their order. */
function sorted(lines: readonly RunLine[], { order, descending }: View): readonly RunLine[] {
  const keys = Float64Array.from(lines, keysOf(order, lines));
  const sign = descending ? -1 : 1;
  // The newest come first already, which is the usual order.
  if (keys.every((key, at) => at === 0 || sign * (key - keys[at - 1]!) >= 0)) return lines;
  const positions = Uint32Array.from(lines.keys());
  positions.sort((one, other) => sign * (keys[one]! - keys[other]!));
  return Array.from(positions, (position) => lines[position]!);
}

/** If more lines than this have come or gone, all are sorted anew. */
const FEW = 100;

/** The lines `now` in order, from the order of those that were there `before`. Both lists are newest first. */
function resorted(
  before: readonly RunLine[],
  order: readonly RunLine[],
  now: readonly RunLine[],
  view: View,
): readonly RunLine[] {
  if (before === now) return order;
  const [gone, come] = changesBetween(before, now);
  if (gone.size + come.size > FEW) return sorted(now, view);
  const key = keysOf(view.order, now);
  const sign = view.descending ? -1 : 1;
  const isBefore = (one: RunLine, other: RunLine): boolean =>
    (sign * (key(one) - key(other)) || numberOf(other) - numberOf(one)) < 0;
  const next = [...order];
  for (const line of gone) next.splice(next.indexOf(line), 1);
  for (const line of come)
    next.splice(
      firstPosition(next, (other) => isBefore(line, other)),
      0,
      line,
    );
  return next;
}

const numberOf = ({ id }: RunLine): number => Number(id.slice(1));

/** The lines of one list that the other has not, and the other way round, apart from what both begin and end with. */
function changesBetween(
  before: readonly RunLine[],
  now: readonly RunLine[],
): readonly [gone: ReadonlySet<RunLine>, come: ReadonlySet<RunLine>] {
  let start = 0;
  while (start < before.length && before[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(before.length, now.length) - start;
  while (end < most && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  const gone = new Set(before.slice(start, before.length - end));
  const come = new Set<RunLine>();
  for (let at = start; at < now.length - end; at++) if (!gone.delete(now[at]!)) come.add(now[at]!);
  return [gone, come];
}

const NATURAL = new Intl.Collator('en', { numeric: true });

/** Worst first: regressions, other runs that did not pass, runs that do not count, passes. */
function verdictRank(line: RunLine): number {
  if (line.regression) return 0;
  const counted = countedAs(runResult(line), 'all');
  return counted === 'not-passed' ? 1 : counted === 'passed' ? 3 : 2;
}

const wallTime = ({ startedAt, endedAt }: RunLine): number =>
  endedAt === undefined ? -1 : endedAt - startedAt;

/** The number by which lines are ordered, by the lines and the order. */
const keysOf = (order: RunOrder, lines: readonly RunLine[]): ((line: RunLine) => number) => {
  switch (order) {
    case 'scenario':
      return rankOf(lines, ({ scenario }) => scenario);
    case 'mode':
      return rankOf(lines, ({ agent }) => agent);
    case 'started':
      return ({ startedAt }) => startedAt;
    case 'seed':
      return ({ seed }) => seed;
    case 'verdict':
      return verdictRank;
    case 'events':
      return ({ entries }) => entries;
    case 'simulated':
      return ({ start, now }) => now - start;
    case 'wall':
      return wallTime;
  }
};

/** The rank of a line's name among all names: there are few names, and comparing names takes long. */
function rankOf(lines: readonly RunLine[], nameOf: (line: RunLine) => string): (line: RunLine) => number {
  const names = [...new Set(lines.map(nameOf))].sort((one, other) => NATURAL.compare(one, other));
  const ranks = new Map<string, number>();
  let rank = 0;
  for (const [at, name] of names.entries()) {
    // Names that differ in capitals only may compare equal.
    if (at > 0 && NATURAL.compare(names[at - 1]!, name) !== 0) rank++;
    ranks.set(name, rank);
  }
  return (line) => ranks.get(nameOf(line))!;
}

/** Groups with the most regressions come first, except where the runs are sorted by what they are grouped by. */
function groupsOf(
  lines: readonly RunLine[],
  { group, order, descending }: View,
  known: readonly RunGroup[],
): readonly RunGroup[] {
  if (group === 'none') return [groupOf(undefined, lines)];
  if (group === 'branches') {
    const depths = new Map<RunId, number>();
    return [groupOf(undefined, asTree(lines, depths), depths)];
  }
  const nameOf =
    group === 'scenario'
      ? ({ scenario }: RunLine) => scenario
      : // A trace does not record its seed.
        ({ mode, seed }: RunLine) => (mode === 'trace' ? 'Imported traces' : String(seed));
  const before = new Map(known.map((one) => [one.name, one]));
  const groups = [...groupBy(lines, nameOf)].map(([name, some]) => {
    const old = before.get(name);
    return old !== undefined && isSame(old.lines, some) ? old : groupOf(name, some);
  });
  if (group !== order) return groups.sort(worstFirst);
  return groups.sort((one, other) => (descending ? -1 : 1) * byName(one, other));
}

const isSame = (some: readonly RunLine[], others: readonly RunLine[]): boolean =>
  some.length === others.length && some.every((line, at) => line === others[at]);

/** The rates and the counts are computed when they are asked for: a list without groups does not show them. */
function groupOf(name: string | undefined, lines: readonly RunLine[], depths?: RunGroup['depths']): RunGroup {
  let counted: Pick<RunGroup, 'rates' | 'counts' | 'regressions'> | undefined;
  const count = () => (counted ??= countedOf(lines));
  return {
    name,
    runs: lines.length,
    get rates() {
      return count().rates;
    },
    get counts() {
      return count().counts;
    },
    get regressions() {
      return count().regressions;
    },
    lines,
    ...(depths === undefined ? {} : { depths }),
  };
}

function countedOf(lines: readonly RunLine[]): Pick<RunGroup, 'rates' | 'counts' | 'regressions'> {
  const samples = lines.map((line) => {
    const { scenario, variant, agent, log, logVersion, entries } = line;
    return { scenario, variant, agent, log, logVersion, entries, result: runResult(line) };
  });
  const counts = Object.fromEntries(RUN_RESULTS.map((result) => [result, 0])) as Record<RunResult, number>;
  for (const { result } of samples) counts[result] += 1;
  return {
    rates: passRates(samples),
    counts,
    regressions: lines.filter(({ regression }) => regression).length,
  };
}

const worstFirst = (one: RunGroup, other: RunGroup): number =>
  other.regressions - one.regressions || byName(one, other);

const byName = (one: RunGroup, other: RunGroup): number => NATURAL.compare(one.name!, other.name!);

/** The runs with each branch below its parent, if the parent is among them. Adds the number of its ancestors to `depths`. */
function asTree(lines: readonly RunLine[], depths: Map<RunId, number>): readonly RunLine[] {
  const parents = new Set(lines.flatMap(({ parent }) => parent ?? []));
  const known = new Set(lines.flatMap(({ id }) => (parents.has(id) ? id : [])));
  const isBelow = ({ parent }: RunLine): boolean => parent !== undefined && known.has(parent);
  const children = groupBy(lines.filter(isBelow), ({ parent }) => parent!);
  const tree: RunLine[] = [];
  for (const root of lines) {
    if (isBelow(root)) continue;
    // A stack instead of recursion: chains of branches may be longer than calls can nest.
    const open = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      tree.push(next);
      const below = children.get(next.id) ?? EMPTY;
      for (const branch of below) depths.set(branch.id, (depths.get(next.id) ?? 0) + 1);
      open.push(...below.toReversed());
    }
  }
  return tree;
}
