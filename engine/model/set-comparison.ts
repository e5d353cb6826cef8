import type { PassRates } from './run-result.ts';
import type { CorrectedComparison, PairedComparison } from './sweep.ts';
import type { RunId } from './values/ids.ts';

/** What groups are compared: sets of imported runs, or models. */
export const SETS_BY = ['set', 'model'] as const;

export type SetsBy = (typeof SETS_BY)[number];

/** A group of attempts to compare: those of one set or one model. */
export interface AttemptGroup {
  /** The id of the set, or the name of the model. */
  readonly key: string;
  readonly label: string;
  readonly runs: number;
}

/** The judged attempts at a task in one of two groups. */
export interface TaskOutcome {
  readonly passed: number;
  readonly of: number;
  readonly runs: readonly RunId[];
}

/** A task that one of two groups passes more often than the other. */
export interface FlippedTask {
  readonly task: string;
  readonly first: TaskOutcome;
  readonly second: TaskOutcome;
}

/** At most `most` of the attempts at a task, half from each group if both have enough. */
export function attemptsToCompare({ first, second }: FlippedTask, most: number): readonly RunId[] {
  const ofFirst = Math.max(Math.floor(most / 2), most - second.runs.length);
  const chosen = first.runs.slice(0, ofFirst);
  return [...chosen, ...second.runs.slice(0, most - chosen.length)];
}

/** Tasks whose names begin with the same prefix. */
export interface TaskFamily extends CorrectedComparison {
  readonly name: string;
  readonly tasks: number;
  readonly first: Omit<TaskOutcome, 'runs'>;
  readonly second: Omit<TaskOutcome, 'runs'>;
}

/** The mean score of the second group minus that of the first, over the tasks that both attempted. */
export interface ScoreDifference {
  readonly scorer: string;
  readonly difference: number;
  /** Half of the 95 % interval; `undefined` for a single task. */
  readonly margin: number | undefined;
  readonly tasks: number;
}

/** Two groups of attempts, over the tasks that both attempted. */
export interface SetComparison {
  readonly tasks: number;
  /** The name by which tasks are the same: that of benchmark and task, or, if no two are, the task's alone. */
  readonly matchedBy: 'whole name' | 'own name';
  readonly first: PassRates;
  readonly second: PassRates;
  /** Attempts at the same task with the same number. */
  readonly paired: PairedComparison;
  /** Tasks that the second group passes less often. Tasks that the first always passed and the second never come first. */
  readonly worse: readonly FlippedTask[];
  readonly better: readonly FlippedTask[];
  /** The number of tasks that both pass equally often. */
  readonly same: number;
  /** Empty if the names of tasks have no common prefixes. */
  readonly families: readonly TaskFamily[];
  readonly scores: readonly ScoreDifference[];
  /** The number of tasks that only one of the groups has. */
  readonly unmatched: { readonly first: number; readonly second: number };
}

/** The groups that can be compared, and the comparison of two of them. */
export interface ComparedSets {
  /** The groups, those with the most runs first. */
  readonly groups: readonly AttemptGroup[];
  /** The keys of the two compared groups; `undefined` if there are fewer than two. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly comparison: SetComparison | undefined;
}
