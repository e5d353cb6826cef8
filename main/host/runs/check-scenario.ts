import { OrreryError, outlineOf } from '../../../engine/index.ts';
import type { PlanOutline, Problem } from '../../../engine/model/index.ts';
import { type CheckTypes, compileScenario } from '../scenarios/index.ts';
import { problemsOf } from '../system/index.ts';
import { prepareRun } from './prepare-run.ts';

/** All that is wrong or odd with the scenario at `path`, in its first variant unless another is named. Nothing of it happens but its declarations. */
export async function checkScenario(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
  variant?: string,
): Promise<readonly Problem[]> {
  const request = { folder, path, mode: 'plain', choices: { variant } } as const;
  return problemsIn(async () => (await prepareRun(request, checkTypes)).problems);
}

/** What the scenario at `path` is to do. @throws {OrreryError} when it cannot be run. */
export async function planOfScenario(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
): Promise<PlanOutline> {
  return outlineOf((await prepareRun({ folder, path, mode: 'plain' }, checkTypes)).plan);
}

/** What is wrong with the words of the scenario at `path`. Nothing of it happens at all. */
export async function checkTypesOnly(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
): Promise<readonly Problem[]> {
  return problemsIn(async () => checkTypes(folder, (await compileScenario(folder, path)).path));
}

async function problemsIn(work: () => Promise<readonly Problem[]>): Promise<readonly Problem[]> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof OrreryError)) throw thrown;
    const problems = problemsOf(thrown);
    return problems.length > 0
      ? problems
      : [{ severity: 'error', message: thrown.message, place: undefined }];
  }
}
