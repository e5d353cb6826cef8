import { describeTools, type Plan, toolsOf } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { AppTools } from '../../../preload/contract.ts';
import { openDatabase } from '../database/index.ts';
import { prepareRepetition } from '../runs/index.ts';
import { askOnce } from '../workers/index.ts';

/** Descriptions of the tools of `apps`, by app. */
export const describeApps = (apps: Plan['apps']): readonly AppTools[] =>
  Object.entries(apps).map(([app, { tools }]) => ({ app, tools: describeTools(app, tools) }));

/** Whether `run` has apps that are declared in its scenario's files. */
export const hasOwnApps = ({ mode, apps }: RunSummary): boolean =>
  mode !== 'trace' && apps.some(({ class: className }) => toolsOf(className) === undefined);

/** The arguments of {@link toolsOfStoredRun}: a run in the database `file`. */
interface ToolsRequest {
  readonly file: string;
  readonly run: RunSummary;
}

/**
 * The tools of the apps of a stored run. Loads the scenario's code, in a worker process, if it declares apps of its own.
 *
 * @throws {ProblemError} when the code cannot be loaded any more.
 */
export async function toolsOfStoredRun(request: ToolsRequest, program?: URL): Promise<readonly AppTools[]> {
  const { run } = request;
  if (hasOwnApps(run)) return askOnce('tools', request, { failed: 'The tools are not known', program });
  return run.apps.flatMap(({ name, class: className }) => {
    const tools = toolsOf(className);
    return tools === undefined ? [] : [{ app: name, tools: describeTools(name, tools) }];
  });
}

/** The worker process's side of {@link toolsOfStoredRun}. */
export async function toolsJob({ file, run }: ToolsRequest): Promise<readonly AppTools[]> {
  using database = openDatabase(file);
  return describeApps((await prepareRepetition(database.store, run)).plan.apps);
}
