import { LabError } from '../engine/index.ts';
import type { Problem } from '../engine/model/problem.ts';
import { problemsOf } from './ipc.ts';
import { prepareRun, type CheckTypes } from './runs/prepare-run.ts';

/** All that is wrong or odd with the scenario at `path`. Nothing of it happens but its declarations. */
export async function checkScenario(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
): Promise<readonly Problem[]> {
  try {
    const { problems } = await prepareRun({ folder, path, mode: 'plain' }, checkTypes);
    return problems;
  } catch (thrown) {
    if (!(thrown instanceof LabError)) throw thrown;
    const problems = problemsOf(thrown);
    return problems.length > 0
      ? problems
      : [{ severity: 'error', message: thrown.message, place: undefined }];
  }
}
