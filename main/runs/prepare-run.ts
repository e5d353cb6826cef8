import { Environment, isScenario, planOf, ScenarioError, type Plan } from '../../engine/index.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { RunMode } from '../../engine/model/run.ts';
import * as orrery from '../../engine/scenario/index.ts';
import { compileScenario } from '../scenario/compile-scenario.ts';
import { loadScenario } from '../scenario/load-scenario.ts';
import { WatchdogError } from '../scenario/watchdog.ts';

/** Checks the types of the scenario at `path` of `folder`. */
export type CheckTypes = (folder: string, path: string) => Promise<readonly Problem[]>;

/** Which scenario to run, and how. */
export interface RunRequest {
  /** The workspace. */
  readonly folder: string;
  /** Within the workspace, with forward slashes. */
  readonly path: string;
  readonly mode: RunMode;
  /** The scenario's own when left out. */
  readonly seed?: number | undefined;
}

/** A run that is ready for its first event. */
export interface PreparedRun {
  readonly path: string;
  /** The scenario's text. */
  readonly text: string | undefined;
  readonly mode: RunMode;
  readonly plan: Plan;
  readonly environment: Environment;
  /** Every call of `environment` belongs inside. */
  readonly within: <Answer>(work: () => Answer) => Answer;
  /** What the scenario's code has printed so far. */
  readonly printed: readonly string[];
  /** Warnings: none of them keeps it from running. */
  readonly problems: readonly Problem[];
}

/** Makes a run of a scenario ready. @throws {ScenarioError} with all that keeps it from running. */
export async function prepareRun(
  { folder, path, mode, seed }: RunRequest,
  checkTypes: CheckTypes,
): Promise<PreparedRun> {
  const compiled = await compileScenario(folder, path);
  const mistakes = await checkTypes(folder, compiled.path);
  const errors = mistakes.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ScenarioError(errors);

  return placed(compiled.path, () => {
    const loaded = loadScenario(compiled, { orrery, isScenario });
    const { scenario, surroundings, printed } = loaded;
    const within = <Answer>(work: () => Answer): Answer => loaded.within(work);
    const plan = within(() => planOf(scenario, { seed, surroundings }));
    const environment = within(() => new Environment(plan, { mode, surroundings }));
    return {
      path: compiled.path,
      text: compiled.files.get(compiled.path),
      mode,
      plan,
      environment,
      within,
      printed,
      problems: [...mistakes, ...plan.problems],
    };
  });
}

/** A watchdog cannot tell where it tore code down, but the file is known. */
function placed<Answer>(path: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof WatchdogError)) throw thrown;
    throw new ScenarioError([
      { severity: 'error', message: thrown.message, place: { file: path, line: 1, column: 1 } },
    ]);
  }
}
