import {
  type AttemptCell,
  type AttemptMatrix,
  type AttemptRates,
  type BenchmarkMatrix,
  compareCodePoints,
  countedAs,
  groupBy,
  type RunLine,
  type RunResult,
  runResult,
  type ScoreMean,
} from '../model/index.ts';
import { allPass, anyPasses, effectiveSize, meanEstimate, type Sample } from './statistics.ts';

/** Stands for the model of runs that record none. */
export const NO_MODEL = 'No model recorded';

/** The name of the model of a run, if it is recorded. */
export const modelName = ({ attempt }: Pick<RunLine, 'attempt'>): string => attempt?.model ?? NO_MODEL;

/** The number of attempts at a task, and how many of them passed. */
export interface TaskAttempts {
  readonly attempts: number;
  readonly passed: number;
}

/**
 * pass@k, the chance that at least one of `k` attempts at a task passes, and pass^k, the chance that all of them do: unbiased estimates
 * from more attempts than `k`, as means over the tasks.
 */
export function passAtK(
  tasks: readonly TaskAttempts[],
  k: number,
): { readonly any: number; readonly all: number } {
  let [any, all] = [0, 0];
  for (const { attempts, passed } of tasks) {
    any += anyPasses(passed, attempts, k);
    all += allPass(passed, attempts, k);
  }
  return { any: any / tasks.length, all: all / tasks.length };
}

/**
 * pass@k and pass^k of runs, with the largest `k` for which every task has enough judged attempts; `undefined` if a task has only
 * one. Attempts by other models or in other sets count as attempts at other tasks.
 */
export function attemptRates(lines: readonly RunLine[]): AttemptRates | undefined {
  const tasks = [...groupBy(lines.filter(hasResult), taskKey).values()].map(attemptCounts);
  const k = Math.min(...tasks.map(({ attempts }) => attempts));
  return tasks.length === 0 || k < 2 ? undefined : { k, tasks: tasks.length, ...passAtK(tasks, k) };
}

const hasResult = (line: RunLine): boolean =>
  line.attempt !== undefined && countedAs(runResult(line), 'all') !== undefined;

const taskKey = ({ scenario, attempt }: RunLine): string =>
  JSON.stringify([attempt!.set, scenario, attempt!.model, attempt!.agent]);

const attemptCounts = (lines: readonly RunLine[]): TaskAttempts => ({
  attempts: lines.length,
  passed: lines.filter((line) => countedAs(runResult(line), 'all') === 'passed').length,
});

/** A listed run in the form that statistics use. */
export const toSample = (line: RunLine): Sample & { readonly result: RunResult } => {
  const { scenario, variant, agent, log, logVersion, entries } = line;
  return { scenario, variant, agent, log, logVersion, entries, result: runResult(line) };
};

/**
 * The mean score of each scorer over the runs, with a 95 % interval; scorers with the most runs first. As in pass rates, runs
 * with equal logs count as one observation.
 */
export function scoreMeans(lines: readonly RunLine[]): readonly ScoreMean[] {
  const scores = lines.flatMap((line) =>
    (line.attempt?.scores ?? []).flatMap(({ scorer, value }) =>
      value === undefined ? [] : [{ line, scorer, value }],
    ),
  );
  return [...groupBy(scores, ({ scorer }) => scorer)]
    .map(([scorer, some]): ScoreMean => {
      const size = effectiveSize(some.map(({ line }) => toSample(line)));
      return {
        scorer,
        of: some.length,
        ...meanEstimate(
          some.map(({ value }) => value),
          size,
        ),
      };
    })
    .toSorted((one, other) => other.of - one.of || compareCodePoints(one.scorer, other.scorer));
}

const MAX_SCORERS = 3;

/** The scorers of most of the runs, up to {@link MAX_SCORERS}; `undefined` when most runs were not imported. */
export function commonScorers(lines: readonly RunLine[]): readonly string[] | undefined {
  let attempts = 0;
  const counts = new Map<string, number>();
  for (const { attempt } of lines) {
    if (attempt === undefined) continue;
    attempts += 1;
    for (const { scorer } of attempt.scores) counts.set(scorer, (counts.get(scorer) ?? 0) + 1);
  }
  if (attempts === 0 || attempts * 2 < lines.length) return undefined;
  return [...counts]
    .toSorted(([one, count], [other, counted]) => counted - count || compareCodePoints(one, other))
    .slice(0, MAX_SCORERS)
    .map(([scorer]) => scorer);
}

/** The maximum number of tasks in a matrix. */
const MAX_TASKS = 2_000;
const MAX_MODELS = 40;

/** The results of each model's attempts at each task, by benchmark. */
export function attemptMatrix(lines: readonly RunLine[]): AttemptMatrix {
  const attempts = lines.flatMap((line) => (line.attempt === undefined ? [] : [{ line, ...line.attempt }]));
  const models = [...groupBy(attempts, ({ model }) => model)]
    .toSorted(
      ([one, some], [other, others]) =>
        missingLast(one, other) || others.length - some.length || compareCodePoints(one ?? '', other ?? ''),
    )
    .slice(0, MAX_MODELS)
    .map(([model]) => model);
  const cells = (some: readonly (typeof attempts)[number][]): readonly AttemptCell[] => {
    const byModel = groupBy(some, ({ model }) => model);
    return models.map((model) => attemptCell((byModel.get(model) ?? []).map(({ line }) => line)));
  };
  let tasks = 0;
  const benchmarks = [...groupBy(attempts, ({ benchmark }) => benchmark)]
    .toSorted(([one], [other]) => missingLast(one, other) || byName(one ?? '', other ?? ''))
    .map(([benchmark, ofIt]): BenchmarkMatrix => {
      const byTask = [...groupBy(ofIt, ({ line }) => line.scenario)].toSorted(([one], [other]) =>
        byName(one, other),
      );
      const shown = byTask.slice(0, Math.max(0, MAX_TASKS - tasks));
      tasks += byTask.length;
      return {
        benchmark,
        totals: cells(ofIt),
        tasks: shown.map(([task, some]) => ({ task, cells: cells(some) })),
      };
    });
  return { models, benchmarks, tasks, left: Math.max(0, tasks - MAX_TASKS), totals: cells(attempts) };
}

/** Puts a missing name after all others. */
const missingLast = (one: string | undefined, other: string | undefined): number =>
  Number(one === undefined) - Number(other === undefined);

const byName = new Intl.Collator('en', { numeric: true }).compare;

const attemptCell = (lines: readonly RunLine[]): AttemptCell => ({
  ...attemptCounts(lines.filter(hasResult)),
  runs: lines.length,
});
