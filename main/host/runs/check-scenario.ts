import { OrreryError, outlineOf } from '../../../engine/index.ts';
import type { PlanOutline, Problem } from '../../../engine/model/index.ts';
import { type CheckTypes, type CompiledScenario, compileScenario } from '../scenarios/index.ts';
import { problemsOf } from '../system/index.ts';
import { prepareRun, prepareScenario, type PreparedRun, typeWarnings } from './prepare-run.ts';

/** What a scenario plans, without what can be run of it. */
interface PlannedScenario {
  readonly outline: PlanOutline;
  readonly problems: readonly Problem[];
}

/** Each variant of each compiled scenario is planned once for all who only look at it; a run plans in a realm of its own. */
const planned = new WeakMap<CompiledScenario, Map<string | undefined, PlannedScenario>>();

/** All that is wrong or odd with the scenario at `path`, in its first variant unless another is named. Nothing of it happens but its declarations. */
export const checkScenario = (
  folder: string,
  path: string,
  checkTypes: CheckTypes,
  variant?: string,
): Promise<readonly Problem[]> =>
  problemsIn(async () => (await planScenario(folder, path, checkTypes, variant)).problems);

/** What the scenario at `path` is to do. @throws {OrreryError} when it cannot be run. */
export const planOfScenario = async (
  folder: string,
  path: string,
  checkTypes: CheckTypes,
): Promise<PlanOutline> => (await planScenario(folder, path, checkTypes, undefined)).outline;

async function planScenario(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
  variant: string | undefined,
): Promise<PlannedScenario> {
  const options = { mode: 'plain', choices: { variant } } as const;
  if (path.endsWith('.json')) return plannedIn(await prepareRun({ folder, path, ...options }, checkTypes));
  const compiled = await compileScenario(folder, path);
  const warnings = await typeWarnings(folder, compiled.path, checkTypes);
  const variants = planned.get(compiled) ?? new Map<string | undefined, PlannedScenario>();
  planned.set(compiled, variants);
  const known = variants.get(variant) ?? plannedIn(prepareScenario(compiled, options));
  variants.set(variant, known);
  return { ...known, problems: [...warnings, ...known.problems] };
}

const plannedIn = ({ plan, problems }: PreparedRun): PlannedScenario => ({
  outline: outlineOf(plan),
  problems,
});

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
