import { describeTools, type Plan, type Store, toolsOf } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { AppTools } from '../../../preload/contract.ts';
import { prepareRerun } from '../runs/index.ts';

/** The tools of `apps`, by app. */
export const describeApps = (apps: Plan['apps']): readonly AppTools[] =>
  Object.entries(apps).map(([app, { tools }]) => ({ app, tools: describeTools(app, tools) }));

/** Whether `run` has apps whose tools only its own files tell of. */
export const hasOwnApps = ({ mode, apps }: RunSummary): boolean =>
  mode !== 'trace' && apps.some(({ class: className }) => toolsOf(className) === undefined);

/**
 * The tools of the apps of a run that is over. Where a scenario declares apps of its own, its code is asked.
 *
 * @throws {ScenarioError} when that code can no longer be loaded.
 */
export async function toolsOfStoredRun(store: Store, run: RunSummary): Promise<readonly AppTools[]> {
  if (hasOwnApps(run)) return describeApps((await prepareRerun(store, run)).plan.apps);
  return run.apps.flatMap(({ name, class: className }) => {
    const tools = toolsOf(className);
    return tools === undefined ? [] : [{ app: name, tools: describeTools(name, tools) }];
  });
}
