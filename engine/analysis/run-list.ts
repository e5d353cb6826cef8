import {
  compareCodePoints,
  countedAs,
  EMPTY_LIST,
  fewChanges,
  groupBy,
  type ListChanges,
  RUN_RESULTS,
  type RunGroup,
  type RunGrouping,
  type RunId,
  type RunLibrary,
  type RunLine,
  type RunOrder,
  type RunQuery,
  type RunResult,
  runResult,
  SCORE_ORDER,
  totalTokens,
  withChanges,
} from '../model/index.ts';
import { attemptRates, modelName, NO_MODEL, toSample, scoreMeans } from './attempts.ts';
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
 * Arranges a list of runs repeatedly while it changes. Earlier results are reused as long as the line of an unchanged run stays
 * the same object: only new lines are sorted, and only groups with new lines are counted again.
 */
export class RunArranger {
  #view: View | undefined;
  /** The last arranged list, its order and its groups. */
  #lines: readonly RunLine[] = [];
  #sorted: readonly RunLine[] = [];
  #groups: readonly RunGroup[] = [];

  /** @param lines the found runs, newest first */
  arrange(lines: readonly RunLine[], view: View): readonly RunGroup[] {
    const isKnown = this.#view?.order === view.order && this.#view.descending === view.descending;
    const isGrouped = isKnown && this.#view!.group === view.group;
    if (isGrouped && lines === this.#lines) return this.#groups;
    const changes = isKnown ? fewChanges(this.#lines, lines) : undefined;
    const isBefore = changes && lineComparator(lines, view);
    this.#sorted = isBefore
      ? withChanges(this.#sorted, changes.gone, changes.come, isBefore)
      : sorted(lines, view);
    const nameOf = GROUP_NAMES[view.group];
    this.#groups =
      isBefore && isGrouped && nameOf
        ? regrouped(this.#groups, nameOf, changes, isBefore).sort(orderOfGroups(view))
        : createGroups(this.#sorted, view, nameOf);
    this.#lines = lines;
    this.#view = view;
    return this.#groups;
  }
}

/** The runs in the order of the view. Equal runs keep their order. */
function sorted(lines: readonly RunLine[], { order, descending }: View): readonly RunLine[] {
  const keys = Float64Array.from(lines, sortKey(order, lines));
  const sign = descending ? -1 : 1;
  // The newest come first already, which is the usual order.
  if (keys.every((key, index) => index === 0 || sign * (key - keys[index - 1]!) >= 0)) return lines;
  const positions = Uint32Array.from(lines.keys());
  positions.sort((one, other) => sign * (keys[one]! - keys[other]!));
  return Array.from(positions, (position) => lines[position]!);
}

/** Returns a comparison of lines in the view of `lines`, which must contain both. */
function lineComparator(lines: readonly RunLine[], view: View): (one: RunLine, other: RunLine) => boolean {
  const key = sortKey(view.order, lines);
  const sign = view.descending ? -1 : 1;
  return (one, other) => (sign * (key(one) - key(other)) || runNumber(other) - runNumber(one)) < 0;
}

const runNumber = ({ id }: RunLine): number => Number(id.slice(1));

const NATURAL_ORDER = new Intl.Collator('en', { numeric: true });

/** The rank of a run by its verdict: regressions first, then other runs that did not pass, runs that do not count, and passed runs. */
function verdictRank(line: RunLine): number {
  if (line.regression) return 0;
  const counted = countedAs(runResult(line), 'all');
  return counted === 'not-passed' ? 1 : counted === 'passed' ? 3 : 2;
}

const wallTime = ({ startedAt, endedAt }: RunLine): number =>
  endedAt === undefined ? -1 : endedAt - startedAt;

/** Returns a function that gives each line the number by which `order` sorts it. */
const sortKey = (order: RunOrder, lines: readonly RunLine[]): ((line: RunLine) => number) => {
  switch (order) {
    case 'scenario':
      return nameRank(lines, ({ scenario }) => scenario);
    case 'mode':
      return nameRank(lines, ({ agent }) => agent);
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
    case 'attempt':
      return ({ attempt }) => attempt?.attempt ?? -1;
    case 'model':
      return nameRank(lines, ({ attempt }) => attempt?.model ?? '');
    case 'tokens':
      return ({ attempt }) => totalTokens(attempt?.tokens ?? {}) ?? -1;
    case 'cost':
      return ({ attempt }) => attempt?.cost ?? -1;
    case 'duration':
      return ({ attempt }) => attempt?.duration ?? -1;
    case 'errors':
      return ({ attempt }) => attempt?.errors ?? -1;
    default: {
      const wanted = order.slice(SCORE_ORDER.length);
      return ({ attempt }) => attempt?.scores.find(({ scorer }) => scorer === wanted)?.value ?? -Infinity;
    }
  }
};

/** The rank of a line's name among all names. Ranks compare faster than names. */
function nameRank(lines: readonly RunLine[], nameOf: (line: RunLine) => string): (line: RunLine) => number {
  const names = [...new Set(lines.map(nameOf))].sort((one, other) => NATURAL_ORDER.compare(one, other));
  const ranks = new Map<string, number>();
  let rank = 0;
  for (const [index, name] of names.entries()) {
    // Names that differ in capitals only may compare equal.
    if (index > 0 && NATURAL_ORDER.compare(names[index - 1]!, name) !== 0) rank++;
    ranks.set(name, rank);
  }
  return (line) => ranks.get(nameOf(line))!;
}

const NO_SET = 'In no set';
const NO_BENCHMARK = 'In no benchmark';

/** Whether a group holds the runs that have no name of its kind. */
const isRest = ({ name }: RunGroup): boolean => name === NO_SET || name === NO_BENCHMARK || name === NO_MODEL;

/** Returns the group name of a line, for views with named groups. */
const GROUP_NAMES: Readonly<Record<RunGrouping, ((line: RunLine) => string) | undefined>> = {
  none: undefined,
  branches: undefined,
  scenario: ({ scenario }) => scenario,
  // A trace does not record its seed.
  seed: ({ mode, seed }) => (mode === 'trace' ? 'Imported traces' : String(seed)),
  model: modelName,
  set: ({ attempt }) => attempt?.setName ?? NO_SET,
  benchmark: ({ attempt }) => attempt?.benchmark ?? NO_BENCHMARK,
  tool: ({ attempt }) => attempt?.tool ?? 'Orrery',
};

function createGroups(
  lines: readonly RunLine[],
  view: View,
  nameOf: ((line: RunLine) => string) | undefined,
): readonly RunGroup[] {
  if (nameOf !== undefined)
    return [...groupBy(lines, nameOf)]
      .map(([name, some]) => createGroup(name, some))
      .sort(orderOfGroups(view));
  if (view.group === 'none') return [createGroup(undefined, lines)];
  const depths = new Map<RunId, number>();
  return [createGroup(undefined, asTree(lines, depths), depths)];
}

/** The named groups after changes, unsorted. Unchanged groups stay the same objects. */
function regrouped(
  groups: readonly RunGroup[],
  nameOf: (line: RunLine) => string,
  { gone, come }: ListChanges<RunLine>,
  isBefore: (one: RunLine, other: RunLine) => boolean,
): RunGroup[] {
  const byName = new Map(groups.map((group) => [group.name!, group]));
  const [goneFrom, comeTo] = [groupBy([...gone], nameOf), groupBy([...come], nameOf)];
  for (const name of new Set([...goneFrom.keys(), ...comeTo.keys()])) {
    const lines = withChanges(
      byName.get(name)?.lines ?? EMPTY_LIST,
      goneFrom.get(name) ?? EMPTY_LIST,
      comeTo.get(name) ?? EMPTY_LIST,
      isBefore,
    );
    if (lines.length === 0) byName.delete(name);
    else byName.set(name, createGroup(name, lines));
  }
  return [...byName.values()];
}

/** The order of groups: those with the most regressions first, unless runs are sorted by the grouping key. */
function orderOfGroups({ group, order, descending }: View): (one: RunGroup, other: RunGroup) => number {
  if (group !== order) return worstFirst;
  return (one, other) => (descending ? -1 : 1) * byName(one, other);
}

/** A group of runs. Rates and counts are computed on demand, because a list without groups does not show them. */
function createGroup(
  name: string | undefined,
  lines: readonly RunLine[],
  depths?: RunGroup['depths'],
): RunGroup {
  let counted: GroupStatistics | undefined;
  const count = () => (counted ??= groupStatistics(lines));
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
    get attempts() {
      return count().attempts;
    },
    get scores() {
      return count().scores;
    },
    lines,
    ...(depths === undefined ? {} : { depths }),
  };
}

type GroupStatistics = Pick<RunGroup, 'rates' | 'counts' | 'regressions' | 'attempts' | 'scores'>;

function groupStatistics(lines: readonly RunLine[]): GroupStatistics {
  const samples = lines.map(toSample);
  const counts = Object.fromEntries(RUN_RESULTS.map((result) => [result, 0])) as Record<RunResult, number>;
  for (const { result } of samples) counts[result] += 1;
  return {
    rates: passRates(samples),
    counts,
    regressions: lines.filter(({ regression }) => regression).length,
    attempts: attemptRates(lines),
    scores: scoreMeans(lines),
  };
}

const worstFirst = (one: RunGroup, other: RunGroup): number =>
  other.regressions - one.regressions || byName(one, other);

/** Compares groups by name, those without one last. Names that differ only in capitals are ordered by code points. */
const byName = (one: RunGroup, other: RunGroup): number =>
  Number(isRest(one)) - Number(isRest(other)) ||
  NATURAL_ORDER.compare(one.name!, other.name!) ||
  compareCodePoints(one.name!, other.name!);

/** The runs with each branch below its parent, if the parent is among them. Adds the number of ancestors of each run to `depths`. */
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
      const below = children.get(next.id) ?? EMPTY_LIST;
      for (const branch of below) depths.set(branch.id, (depths.get(next.id) ?? 0) + 1);
      open.push(...below.toReversed());
    }
  }
  return tree;
}
