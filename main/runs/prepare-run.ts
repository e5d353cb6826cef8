import {
  applyInterventions,
  Environment,
  applyAgentScripts,
  isScenario,
  planOf,
  ScenarioError,
} from '../../engine/index.ts';
import type { Problem, RunMode } from '../../engine/model/index.ts';
import * as orrery from '../../engine/scenario/orrery.ts';
import { compileScenario, type Compiled } from '../scenario/compile-scenario.ts';
import { loadScenario } from '../scenario/load-scenario.ts';
import { WatchdogError } from '../scenario/watchdog.ts';
import { prepareTraceRun } from './prepare-trace-run.ts';
import type { Manner, PreparedRun, RunRequest } from './prepared-run.ts';
import { settled } from './settled-choices.ts';
import { withScripts } from './with-scripts.ts';

/** Checks the types of the scenario at `path` of `folder`. */
export type CheckTypes = (folder: string, path: string) => Promise<readonly Problem[]>;

/**
 * Makes a run ready: of a scenario, or of what a file of ARE's holds.
 *
 * @throws {ScenarioError | TraceError} with all that keeps it from running.
 */
export async function prepareRun(request: RunRequest, checkTypes: CheckTypes): Promise<PreparedRun> {
  const { folder, path, ...asked } = request;
  const manner = { ...asked, mode: modeOf(asked) };
  if (path.endsWith('.json')) return prepareTraceRun({ folder, path, ...manner });
  const compiled = await compileScenario(folder, path);
  const mistakes = await mistakesIn(folder, compiled.path, checkTypes);
  const run = makeReady(compiled, manner);
  return { ...run, problems: [...mistakes, ...run.problems] };
}

/** What is odd with the types of a scenario. @throws {ScenarioError} with what is wrong with them. */
export async function mistakesIn(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
): Promise<readonly Problem[]> {
  const mistakes = await checkTypes(folder, path);
  const errors = mistakes.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ScenarioError(errors);
  return mistakes;
}

/** An agent from outside, or one that follows a script, does what the oracle would. */
export const modeOf = ({ mode, choices: { agent, script } = {} }: Manner): RunMode =>
  agent === undefined && script === undefined ? mode : 'plain';

/** @throws {ScenarioError} */
export function makeReady(compiled: Compiled, manner: Manner): PreparedRun {
  const { mode, seed, origin } = manner;
  const { path } = compiled;
  const { files, choices, interventions } = withScripts(compiled.files, manner);
  const loaded = placed(path, () => loadScenario(compiled, { orrery, isScenario }));
  const { scenario, host, printed } = loaded;
  const within = <Answer>(work: () => Answer): Answer => loaded.within(work);
  const own = placed(path, () => within(() => planOf(scenario, { ...choices, seed, host })));
  const plan = applyInterventions(applyAgentScripts(own, interventions, files), interventions);
  const settledOn = settled(choices, plan);
  const told = settledOn.verbosity;
  const environment = placed(path, () =>
    within(() => new Environment(plan, { mode, host, notify: told, interventions })),
  );
  const { problems } = plan;
  return { path, files, mode, plan, environment, within, printed, problems, origin, choices: settledOn };
}

/** Of what is wrong somewhere in the scenario, the file at least is known. */
function placed<Answer>(path: string, work: () => Answer): Answer {
  const place = { file: path, line: 1, column: 1 };
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof WatchdogError)
      throw new ScenarioError([{ severity: 'error', message: thrown.message, place }]);
    if (!(thrown instanceof ScenarioError)) throw thrown;
    throw new ScenarioError(
      thrown.problems.map((problem) => ({ ...problem, place: problem.place ?? place })),
    );
  }
}
