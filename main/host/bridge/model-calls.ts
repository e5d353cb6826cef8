import type { ModelChoice } from '../../../engine/model/index.ts';
import type { KeptModel } from '../../../preload/contract.ts';
import { missingEngine, testModel } from '../agents/index.ts';
import { ProblemError } from '../system/index.ts';
import type { HandlersOf, Services } from './handlers.ts';

/** Handlers for models that play agents. */
export function modelHandlers(services: Services): HandlersOf<'models'> {
  const { models, workspace } = services;
  let testing: AbortController | undefined;
  const cancel = (): void => {
    testing?.abort(new ProblemError('cancelled', 'The test was cancelled.'));
  };
  return {
    'models.read': () => models.list,
    'models.set': async ({ models: list }) => {
      await models.set(list);
      return null;
    },
    'models.test': async ({ model }) => {
      cancel();
      const quitting = new AbortController();
      testing = quitting;
      return testModel(await modelIn(services, model), workspace.folder, quitting.signal);
    },
    'models.pickFile': async () => {
      const path = await services.pickModelFile();
      if (path === undefined) return null;
      await services.allowedModels.allowFile(path);
      return { path, missing: await missingEngine(workspace.folder) };
    },
    'models.cancelTest': () => {
      cancel();
      return null;
    },
  };
}

/**
 * The model of a request, with the text of its prompt.
 * @throws {ProblemError} when the model may not be used, or the prompt is missing.
 */
export async function modelIn(
  { workspace, allowedModels }: Pick<Services, 'workspace' | 'allowedModels'>,
  { prompt, ...model }: KeptModel,
): Promise<ModelChoice> {
  await allowedModels.require(model.url);
  if (prompt === undefined) return model;
  return { ...model, prompt: { path: prompt, text: await workspace.readPrompt(prompt) } };
}
