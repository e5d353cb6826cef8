import { isScenario, variantsOf } from '../../engine/index.ts';
import * as orrery from '../../engine/scenario/orrery.ts';
import { compileScenario } from '../scenario/compile-scenario.ts';
import { loadScenario } from '../scenario/load-scenario.ts';

/**
 * The names of the variants of the scenario at `path` of the workspace `folder`; none where it has no variants.
 *
 * @throws {ScenarioError | WatchdogError} when it cannot be loaded.
 */
export async function variantsIn(folder: string, path: string): Promise<readonly string[]> {
  if (path.endsWith('.json')) return [];
  const { scenario } = loadScenario(await compileScenario(folder, path), { orrery, isScenario });
  return [...(variantsOf(scenario)?.keys() ?? [])];
}
