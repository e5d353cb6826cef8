import type { Signals, WorkspaceView } from '../../../preload/contract.ts';
import { Imports } from '../import/index.ts';
import { checkScenario, planIn, readOver } from '../runs/index.ts';
import { variantsIn } from '../scenarios/index.ts';
import type { KnownFolders, Trust } from '../settings/index.ts';
import { Fault } from '../system/index.ts';
import { templateText } from '../workspace/index.ts';
import type { HandlersOf, Office } from './handlers.ts';

/** The folder, the settings and the menus. */
export const workspaceHandlers = (office: Office): HandlersOf<'workspace' | 'preferences' | 'menu'> => ({
  'workspace.read': () => viewOf(office),
  'workspace.open': async ({ folder: known }) => {
    const picked = known ?? (await office.pickFolder());
    if (picked === undefined) return null;
    // The page names none that the person has not opened before.
    if (known !== undefined && !office.folders.recent.includes(known))
      throw new Fault('bad-path', `${known}: found a folder that was never opened, wanted one that was`);
    office.openFolder(picked);
    return null;
  },
  'workspace.trust': async () => {
    try {
      await office.trust.give();
    } finally {
      office.workspaceChanged();
    }
    return null;
  },
  'workspace.declarations': () => office.declarations(),
  'preferences.read': () => office.preferences.now,
  'preferences.write': async (changed) => {
    office.setTheme(changed.theme);
    await office.preferences.write(changed);
    return null;
  },
  'menu.set': (request) => {
    office.setMenu(request);
    return null;
  },
});

/** So many runs are told of whenever files or runs come and go; the others are asked for. */
const NEWEST = 100;

/** All that the page shows of a workspace before it asks for more. */
export async function viewOf({
  workspace,
  kept,
  trust,
  folders,
}: Pick<Office, 'workspace' | 'kept'> & {
  readonly trust: Pick<Trust, 'given'>;
  readonly folders: Pick<KnownFolders, 'recent'>;
}): Promise<WorkspaceView> {
  const { folder, name } = workspace;
  const files = await workspace.files();
  // After all waiting, for what is told of a run must never be older than what was told before.
  const { recent } = folders;
  return {
    ...{ folder, name, trusted: trust.given, recent, ...files },
    ...{ runs: kept.list(NEWEST), runCount: kept.count, trouble: kept.trouble, readOnly: kept.readOnly },
  };
}

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

/** Traces from elsewhere. */
export function traceHandlers(office: Office): HandlersOf<'trace'> {
  const { workspace, kept } = office;
  const imports = new Imports();
  const tell = (progress: Signals['import.progressed']): void => {
    office.importProgressed(progress);
  };
  return {
    'trace.import': async ({ path, dropped }) => {
      const { file } = kept;
      try {
        if (dropped !== undefined) return await imports.all(file, dropped, tell);
        const files = path === undefined ? await office.pickTraces() : [await workspace.trace(path)];
        const sources = files.map((one) => ({ file: one }));
        return await imports.all(file, sources, tell);
      } finally {
        office.workspaceChanged();
      }
    },
    'trace.cancel': () => {
      imports.cancel();
      return null;
    },
  };
}
