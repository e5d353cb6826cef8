import {
  type AttemptCell,
  type AttemptMatrix,
  type AttemptRates,
  compareCodePoints,
  countedAs,
  groupBy,
  type RunLine,
  type RunResult,
  runResult,
  type ScoreMean,
} from '../model/index.ts';
import { allPass, anyPasses, effectiveSize, meanEstimate, type Sample } from './statistics.ts';

/** The name of the model of a run, if it is recorded. */
export const modelName = ({ attempt }: Pick<RunLine, 'attempt'>): string =>
  attempt?.model ?? 'No model recorded';

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

/** The maximum number of tasks in a matrix. */
const MAX_TASKS = 2_000;
const MAX_MODELS = 40;

/** The results of each model's attempts at each task. */
export function attemptMatrix(lines: readonly RunLine[]): AttemptMatrix {
  const attempts = lines.filter(({ attempt }) => attempt !== undefined);
  const models = [...groupBy(attempts, modelName)]
    .toSorted(([one, some], [other, others]) => others.length - some.length || compareCodePoints(one, other))
    .slice(0, MAX_MODELS)
    .map(([model]) => model);
  const tasks = [...groupBy(attempts, ({ scenario }) => scenario)].toSorted(([one], [other]) =>
    NATURAL_ORDER.compare(one, other),
  );
  return {
    models,
    tasks: tasks.slice(0, MAX_TASKS).map(([task, some]) => {
      const byModel = groupBy(some, modelName);
      return { task, cells: models.map((model) => attemptCell(byModel.get(model) ?? [])) };
    }),
    left: Math.max(0, tasks.length - MAX_TASKS),
    totals: models.map((model) => attemptCell(attempts.filter((line) => modelName(line) === model))),
  };
}

const NATURAL_ORDER = new Intl.Collator('en', { numeric: true });

const attemptCell = (lines: readonly RunLine[]): AttemptCell => ({
  ...attemptCounts(lines.filter(hasResult)),
  runs: lines.length,
});
