import { describeTools, type Plan, type Store, toolsOf } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { AppTools } from '../../../preload/contract.ts';
import { prepareRerun } from '../runs/index.ts';

/** The tools of `apps`, by app. */
export const describeApps = (apps: Plan['apps']): readonly AppTools[] =>
  Object.entries(apps).map(([app, { tools }]) => ({ app, tools: describeTools(app, tools) }));

/** Whether `run` has apps that only its scenario's files declare. */
export const hasOwnApps = ({ mode, apps }: RunSummary): boolean =>
  mode !== 'trace' && apps.some(({ class: className }) => toolsOf(className) === undefined);

/**
 * The tools of the apps of a stored run. Loads the scenario's code if it declares apps of its own.
 *
 * @throws {ScenarioError} when the code cannot be loaded any more.
 */
export async function toolsOfStoredRun(store: Store, run: RunSummary): Promise<readonly AppTools[]> {
  if (hasOwnApps(run)) return describeApps((await prepareRerun(store, run)).plan.apps);
  return run.apps.flatMap(({ name, class: className }) => {
    const tools = toolsOf(className);
    return tools === undefined ? [] : [{ app: name, tools: describeTools(name, tools) }];
  });
}
