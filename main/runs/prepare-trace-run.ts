import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  applyInterventions,
  Environment,
  applyAgentScripts,
  planTrace,
  resumeTrace,
  type EnvironmentOptions,
  type TracePlan,
} from '../../engine/index.ts';
import { Fault } from '../fault.ts';
import { filesIn } from '../scenario/workspace-file.ts';
import { traceText } from '../import/trace-text.ts';
import type { Manner, PreparedRun, RunRequest } from './prepared-run.ts';
import { settled } from './settled-choices.ts';
import { withScripts } from './with-scripts.ts';

/**
 * Makes a run of the scenario ready that a file of ARE's holds. No code comes with it.
 *
 * @throws {TraceError | ScenarioError} with all that keeps it from running.
 * @throws {Fault} when it cannot be read.
 */
export async function prepareTraceRun({ folder, path, ...manner }: RunRequest): Promise<PreparedRun> {
  const root = await realpath(folder);
  const found = await filesIn(root).find(path);
  if (found.kind !== 'file')
    throw new Fault('no-such-file', `${path}: found nothing in the workspace, wanted a scenario of ARE's`);
  return makeTraceReady(await traceText(join(root, found.path)), found.path, manner);
}

/** @throws {TraceError | ScenarioError} */
export function makeTraceReady(text: string, path: string, manner: Manner): PreparedRun {
  const { mode, origin } = manner;
  const { files, choices, interventions } = withScripts(new Map([[path, text]]), manner);
  const { plan: own, recording, ...imported } = planned(text, path, manner);
  const plan = applyInterventions(applyAgentScripts(own, interventions, files), interventions);
  const settledOn = settled(choices, plan);
  return {
    path,
    files,
    mode,
    plan,
    environment: new Environment(plan, {
      mode,
      notify: settledOn.verbosity,
      interventions,
      ...(recording === undefined ? {} : { recording }),
    }),
    within: (work) => work(),
    printed: [],
    problems: plan.problems,
    origin,
    choices: settledOn,
    imported,
  };
}

function planned(
  text: string,
  path: string,
  { seed, origin, choices }: Manner,
): TracePlan & Pick<EnvironmentOptions, 'recording'> {
  const planning = { ...choices, seed };
  if (origin?.recorded === undefined) return planTrace(text, basename(path), planning);
  const oracle = origin.interventions.some((one) => one.kind === 'mode' && one.mode === 'oracle');
  return resumeTrace(text, basename(path), { ...planning, at: origin.recorded, oracle });
}
