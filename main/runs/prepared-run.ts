import type { Environment, Plan, TracePlan } from '../../engine/index.ts';
import type { BranchOrigin, Problem, RunChoices, RunId, RunMode } from '../../engine/model/index.ts';

/** Which scenario to run, and how. */
export interface RunRequest extends Manner {
  /** The workspace. */
  readonly folder: string;
  /** Within the workspace, with forward slashes. */
  readonly path: string;
}

/** Which run to begin once more, of the files that it was made of, and how. */
export interface AgainRequest extends Manner {
  /** The workspace. */
  readonly folder: string;
  readonly of: RunId;
}

/** How a scenario is run. */
export interface Manner {
  readonly mode: RunMode;
  /** The scenario's own when left out. */
  readonly seed?: number | undefined;
  readonly choices?: RunChoices | undefined;
  readonly origin?: BranchOrigin;
  /** The scripts that its agents follow, by path. */
  readonly scripts?: ReadonlyMap<string, string>;
}

/** A run that is ready for its first event. */
export interface PreparedRun {
  readonly path: string;
  /** The texts of the scenario and of what it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly mode: RunMode;
  readonly plan: Plan;
  readonly environment: Environment;
  /** Every call of `environment` belongs inside. */
  readonly within: <Answer>(work: () => Answer) => Answer;
  /** What the scenario's code has printed so far. */
  readonly printed: readonly string[];
  /** Warnings: none of them keeps it from running. */
  readonly problems: readonly Problem[];
  readonly origin: BranchOrigin | undefined;
  readonly choices: RunChoices;
  /** What came with the plan, where a file of ARE's holds it. */
  readonly imported?: Pick<TracePlan, 'extras' | 'notes'>;
}
