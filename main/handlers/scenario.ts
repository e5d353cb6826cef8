import type { HandlersOf } from '../ipc.ts';
import { checkScenario, planIn, readOver } from '../scenario-check.ts';
import { variantsIn } from '../runs/variants.ts';
import { templateText } from '../workspace/templates.ts';
import type { Office } from './office.ts';

/** Scenarios' files. */
export function scenarioHandlers(office: Office): HandlersOf<'scenario'> {
  const { workspace, checkTypes } = office;
  const { folder } = workspace;
  return {
    'scenario.read': ({ path }) => workspace.readScenario(path),
    'scenario.save': async ({ path, text }) => {
      await workspace.saveScenario(path, text);
      return null;
    },
    'scenario.create': async ({ path, template }) => {
      await workspace.createScenario(path, await templateText(template, path));
      office.workspaceChanged();
      return null;
    },
    'scenario.plan': ({ path }) => {
      office.trust.demand();
      return planIn(folder, path, checkTypes);
    },
    'scenario.variants': ({ path }) => {
      office.trust.demand();
      return variantsIn(folder, path);
    },
    'scenario.rename': async ({ path, to }) => {
      await workspace.renameScenario(path, to);
      office.workspaceChanged();
      return null;
    },
    'scenario.trash': async ({ path }) => {
      await workspace.trashScenario(path, (file) => office.moveToTrash(file));
      office.workspaceChanged();
      return null;
    },
    'scenario.check': async ({ path }) => {
      const runs = office.trust.given && !(await workspace.isShared(path));
      return runs ? checkScenario(folder, path, checkTypes) : readOver(folder, path, checkTypes);
    },
  };
}
