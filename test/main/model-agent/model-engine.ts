import { join } from 'node:path';
import { MODEL_ENGINE, modelEngine } from '../../../scripts/setup/model-engine.mjs';

/** Installs the engine for models in files where tests find it. Returns the variables with which programs find it. */
export async function installedEngine(): Promise<Readonly<Record<string, string>>> {
  await modelEngine();
  return { NODE_PATH: join(MODEL_ENGINE, 'node_modules') };
}
