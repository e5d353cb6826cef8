import {
  type AttemptGroup,
  compareCodePoints,
  type ComparedSets,
  countedAs,
  type FlippedTask,
  groupBy,
  type RunLine,
  runResult,
  type ScoreDifference,
  type SetComparison,
  type SetsBy,
  type TaskFamily,
  type TaskOutcome,
} from '../model/index.ts';
import { modelName, toSample } from './attempts.ts';
import { binomialP, holm, meanEstimate, type Pair, passRates, tallyPairs } from './statistics.ts';

/**
 * Compares two groups of attempts over the tasks that both attempted. Without keys, compares the two groups with the most runs
 * that share a task.
 *
 * @param first key of a group, as of `second`
 */
export function compareSets(
  lines: readonly RunLine[],
  by: SetsBy,
  first?: string,
  second?: string,
): ComparedSets {
  const members = groupBy(
    lines.filter(({ attempt }) => attempt !== undefined && (by === 'model' || attempt.set !== undefined)),
    (line) => (by === 'model' ? modelName(line) : String(line.attempt!.set)),
  );
  const groups = createGroups(members, by);
  const [one, other] = chosenGroups(groups, members, first, second);
  const [inFirst, inSecond] = [one, other].map((key) => (key === undefined ? undefined : members.get(key)));
  return {
    groups,
    first: one,
    second: other,
    comparison: inFirst && inSecond && comparisonOf(inFirst, inSecond),
  };
}

function createGroups(members: ReadonlyMap<string, readonly RunLine[]>, by: SetsBy): readonly AttemptGroup[] {
  const nameOf = (lines: readonly RunLine[]): string =>
    by === 'model' ? modelName(lines[0]!) : (lines[0]!.attempt!.setName ?? '');
  const names = groupBy([...members.values()], nameOf);
  return [...members]
    .map(([key, lines]): AttemptGroup => {
      const name = nameOf(lines);
      // Logs of one benchmark often have one name.
      const label = names.get(name)!.length === 1 ? name : `${name}, ${modelName(lines[0]!)}, set ${key}`;
      return { key, label, runs: lines.length };
    })
    .toSorted((one, other) => other.runs - one.runs || compareCodePoints(one.label, other.label));
}

function chosenGroups(
  groups: readonly AttemptGroup[],
  members: ReadonlyMap<string, readonly RunLine[]>,
  first: string | undefined,
  second: string | undefined,
): readonly [string | undefined, string | undefined] {
  const byTask = new Map<string, Set<string>>();
  for (const [key, lines] of members)
    for (const { scenario } of lines) byTask.set(scenario, (byTask.get(scenario) ?? new Set()).add(key));
  const sharesTask = ({ key }: AttemptGroup): boolean =>
    members.get(key)!.some(({ scenario }) => byTask.get(scenario)!.size > 1);
  const partnerOf = (key: string): string | undefined => {
    const sharing = new Set(members.get(key)!.flatMap(({ scenario }) => [...byTask.get(scenario)!]));
    const others = groups.filter((group) => group.key !== key);
    return (others.find((group) => sharing.has(group.key)) ?? others[0])?.key;
  };
  const known = (key: string | undefined) => groups.find((group) => group.key === key)?.key;
  const [one, other] = [known(first), known(second)];
  const start = one ?? (other === undefined ? (groups.find(sharesTask) ?? groups[0])?.key : partnerOf(other));
  return [start, other ?? (start === undefined ? undefined : partnerOf(start))];
}

function comparisonOf(first: readonly RunLine[], second: readonly RunLine[]): SetComparison {
  const matchedBy = isShared(first, second, wholeName) ? 'whole name' : 'own name';
  const taskOf = matchedBy === 'whole name' ? wholeName : ownName;
  const [inFirst, inSecond] = [groupBy(first, taskOf), groupBy(second, taskOf)];
  const tasks = [...inFirst.keys()]
    .filter((task) => inSecond.has(task))
    .sort((one, other) => NATURAL_ORDER.compare(one, other))
    .map((task): Task => ({ task, lines: [inFirst.get(task)!, inSecond.get(task)!] }));
  const flips = tasks.map(({ task, lines: [one, other] }): FlippedTask => ({
    task,
    first: taskOutcome(one),
    second: taskOutcome(other),
  }));
  const judged = flips.filter((flip) => flip.first.of > 0 && flip.second.of > 0);
  const largestFirst = (one: FlippedTask, other: FlippedTask): number =>
    Math.abs(passRateGrowth(other)) - Math.abs(passRateGrowth(one));
  const rates = (side: 0 | 1) => passRates(tasks.flatMap(({ lines }) => lines[side].map(toSample)));
  return {
    tasks: tasks.length,
    matchedBy,
    first: rates(0),
    second: rates(1),
    paired: comparePairedAttempts(tasks),
    worse: judged.filter((flip) => passRateGrowth(flip) < 0).toSorted(largestFirst),
    better: judged.filter((flip) => passRateGrowth(flip) > 0).toSorted(largestFirst),
    same: judged.filter((flip) => passRateGrowth(flip) === 0).length,
    families: compareFamilies(tasks),
    scores: scoreDifferences(tasks),
    unmatched: { first: inFirst.size - tasks.length, second: inSecond.size - tasks.length },
  };
}

/** A task with its attempts in both groups. */
interface Task {
  readonly task: string;
  readonly lines: readonly [readonly RunLine[], readonly RunLine[]];
}

const NATURAL_ORDER = new Intl.Collator('en', { numeric: true });

/** Benchmark and task. */
const wholeName = ({ scenario }: RunLine): string => scenario;

/**
 * A task's name without that of its benchmark: versions of a benchmark have other names. A number is no name, since most benchmarks have a
 * first task.
 */
const ownName = ({ scenario, attempt }: RunLine): string =>
  /\p{L}/u.test(attempt!.task) ? attempt!.task : scenario;

function isShared(
  first: readonly RunLine[],
  second: readonly RunLine[],
  nameOf: (line: RunLine) => string,
): boolean {
  const known = new Set(first.map(nameOf));
  return second.some((line) => known.has(nameOf(line)));
}

const isPassed = (line: RunLine): boolean => countedAs(runResult(line), 'all') === 'passed';

function taskOutcome(lines: readonly RunLine[]): TaskOutcome {
  const counted = lines.filter((line) => countedAs(runResult(line), 'all') !== undefined);
  return {
    passed: counted.filter(isPassed).length,
    of: counted.length,
    runs: inOrder(lines).map(({ id }) => id),
  };
}

const inOrder = (lines: readonly RunLine[]): readonly RunLine[] =>
  lines.toSorted((one, other) => one.attempt!.attempt - other.attempt!.attempt);

/** The growth of the share of passed attempts from the first to the second group. */
const passRateGrowth = ({ first, second }: FlippedTask): number =>
  second.passed / second.of - first.passed / first.of;

function comparePairedAttempts(tasks: readonly Task[]): SetComparison['paired'] {
  const pairs = tasks.flatMap(({ lines: [one, other] }): readonly Pair[] => {
    const others = inOrder(other);
    return inOrder(one).flatMap((line, index) =>
      index < others.length ? [{ first: toSample(line), second: toSample(others[index]!) }] : [],
    );
  });
  const counts = tallyPairs(pairs, 'all');
  return { ...counts, p: binomialP(counts.onlyFirst, counts.onlySecond) };
}

/**
 * The prefix that a task's name shares with related tasks, without the number or last part: `astropy__astropy` for
 * `astropy__astropy-12907`.
 */
const familyName = (task: string): string => task.replace(/[\s_:#./-]*[^\s_:#./-]*$/, '') || task;

function compareFamilies(tasks: readonly Task[]): readonly TaskFamily[] {
  const families = [...groupBy(tasks, ({ task }) => familyName(task))];
  if (families.length < 2 || families.length === tasks.length) return [];
  const counted = families.map(([name, some]) => {
    const [first, second] = [0, 1].map((side) => taskOutcome(some.flatMap(({ lines }) => lines[side]!)));
    return { name, tasks: some.length, first: first!, second: second!, ...comparePairedAttempts(some) };
  });
  const corrected = holm(counted.map(({ p }) => p));
  return counted.map((family, index) => ({ ...family, corrected: corrected[index]! }));
}

function scoreDifferences(tasks: readonly Task[]): readonly ScoreDifference[] {
  const scorers = new Set(
    tasks.flatMap(({ lines }) =>
      lines.flat().flatMap(({ attempt }) => attempt!.scores.map(({ scorer }) => scorer)),
    ),
  );
  const meanOf = (lines: readonly RunLine[], scorer: string): number | undefined => {
    const values = lines.flatMap(({ attempt }) =>
      attempt!.scores.flatMap((score) => (score.scorer === scorer ? (score.value ?? []) : [])),
    );
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return [...scorers].flatMap((scorer): readonly ScoreDifference[] => {
    const differences = tasks.flatMap(({ lines: [one, other] }) => {
      const [first, second] = [meanOf(one, scorer), meanOf(other, scorer)];
      return first === undefined || second === undefined ? [] : [second - first];
    });
    if (differences.length === 0) return [];
    const { mean, margin } = meanEstimate(differences, differences.length);
    return [{ scorer, difference: mean, margin, tasks: differences.length }];
  });
}
