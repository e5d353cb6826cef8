import { readAgentScript } from '../../../engine/index.ts';
import type { Problem } from '../../../engine/model/index.ts';
import {
  type ChosenAgent,
  type ChosenUser,
  type ImportReport,
  LIMITS,
  type Parsed,
  type Signals,
  type WorkspaceView,
} from '../../../preload/contract.ts';
import { Imports } from '../import/index.ts';
import {
  checkScenario,
  checkTypesOnly,
  followScenarios,
  planOfScenario,
  findPrice,
  problemsIn,
  readScript,
  variantsOfScenario,
} from '../runs/index.ts';
import { dependenciesIn } from '../scenarios/index.ts';
import { type IsolatedScenarios, type KnownFolders, settingProblems, type Trust } from '../settings/index.ts';
import { ProblemError } from '../system/index.ts';
import { MCP_CLIENT, requireProgram, templateText } from '../workspace/index.ts';
import type { HandlersOf, Services } from './handlers.ts';

/** Handlers for the folder, the settings and the menus. */
export const workspaceHandlers = (services: Services): HandlersOf<'workspace' | 'preferences' | 'menu'> => ({
  'workspace.read': () => workspaceView(services),
  'workspace.open': async ({ folder: known }) => {
    const picked = known ?? (await services.pickFolder());
    if (picked === undefined) return null;
    // The page may only name folders that the person has opened before.
    if (known !== undefined && !services.folders.recent.includes(known))
      throw new ProblemError('bad-path', `${known} was never opened here: use Open Folder`);
    // Active runs would end with this window, so it stays open.
    const { database } = services;
    const goesOn = database
      .list(LIMITS.listedRuns)
      .some(({ id }) => database.runs.isActive(id) || database.isolated.isActive(id));
    services.openFolder(picked, goesOn);
    return null;
  },
  'workspace.trust': async () => {
    if (!(await services.confirmTrust(services.workspace.folder))) return null;
    try {
      await services.trust.give();
    } finally {
      services.workspaceChanged();
    }
    return null;
  },
  'workspace.declarations': () => services.declarations(),
  'preferences.read': () => services.preferences.now,
  'preferences.write': async (changed) => {
    services.setTheme(changed.theme);
    await services.preferences.write(changed);
    return null;
  },
  'menu.set': (request) => {
    services.setMenu(request);
    return null;
  },
});

/** The workspace's data that the page shows at first. */
export async function workspaceView({
  workspace,
  database,
  trust,
  folders,
  isolatedScenarios,
}: Pick<Services, 'workspace' | 'database'> & {
  readonly trust: Pick<Trust, 'given'>;
  readonly folders: Pick<KnownFolders, 'recent'>;
  readonly isolatedScenarios: Pick<IsolatedScenarios, 'found' | 'list'>;
}): Promise<WorkspaceView> {
  const { folder, name } = workspace;
  const files = await workspace.files();
  // Read after the last `await`, so that the page never receives an older state of a run after a newer one.
  const { recent } = folders;
  const damage = [...database.damage, ...settingProblems(folder)];
  return {
    folder,
    name,
    trusted: trust.given,
    recent,
    ...files,
    runs: database.list(LIMITS.listedRuns),
    runCount: database.count,
    databaseProblem: database.problem,
    readOnly: database.readOnly,
    isolated: isolatedScenarios.list,
    wereRunning: isolatedScenarios.found,
    ...(database.upgraded === undefined ? {} : { upgraded: database.upgraded }),
    ...(damage.length === 0 ? {} : { damage }),
  };
}

/** Handlers for scenario files. */
export function scenarioHandlers(services: Services): HandlersOf<'scenario'> {
  const { workspace } = services;
  const { folder } = workspace;
  const dependencies = dependenciesIn(folder);
  /** Finds out which scenarios use which files, when a person begins to work on one. */
  const follow = async (): Promise<void> => {
    const { scenarios } = await workspace.files();
    const paths = scenarios.filter(({ shared }) => shared !== true).map(({ path }) => path);
    await followScenarios(folder, paths, services.planner);
  };
  return {
    'scenario.read': ({ path }) => workspace.readScenario(path),
    'scenario.save': async ({ path, text, replaces }) => {
      await workspace.saveScenario(path, text, { replaces });
      dependencies.noteSaved(path, text);
      return null;
    },
    'scenario.create': async ({ path, template }) => {
      await workspace.createScenario(path, await templateText(template, path));
      services.workspaceChanged();
      return null;
    },
    'scenario.plan': async ({ path, unsaved: texts }) => {
      const unsaved = await workspace.unsavedTexts(texts);
      if (!unsaved.has(path)) await workspace.requireScenario(path);
      return JSON.stringify(await planOfScenario(folder, path, { ...services, unsaved }));
    },
    'scenario.variants': async ({ path, unsaved: texts }) => {
      const unsaved = await workspace.unsavedTexts(texts);
      if (!unsaved.has(path)) await workspace.requireScenario(path);
      return variantsOfScenario(folder, path, { ...services, unsaved });
    },
    'scenario.isolate': async ({ path, isolated }) => {
      if (isolated) await workspace.requireScenario(path);
      services.isolatedScenarios.set(path, isolated);
      services.workspaceChanged();
      return null;
    },
    'scenario.rename': async ({ path, to }) => {
      await workspace.renameScenario(path, to);
      services.workspaceChanged();
      return null;
    },
    'scenario.trash': async ({ path }) => {
      await workspace.trashScenario(path, (file) => services.moveToTrash(file));
      services.workspaceChanged();
      return null;
    },
    'scenario.check': async ({ path, unsaved: texts, choices = {} }) => {
      const unsaved = await workspace.unsavedTexts(texts);
      const checks = { ...services, unsaved };
      const isShared = await workspace.isShared(path, unsaved.get(path));
      const runs = services.trust.given && !isShared;
      // The next save runs it.
      if (runs && services.preferences.now.rerunOnSave === true) services.database.warmUp();
      const problems = runs
        ? (await Promise.all([checkScenario(folder, path, checks), chosenProblems(services, choices)])).flat()
        : await checkTypesOnly(folder, path, checks);
      const following = follow();
      // The scenarios that use it are checked with the edits.
      if (isShared && unsaved.has(path)) await following;
      return { problems, usedBy: dependencies.usersOf(path) };
    },
  };
}

/** What keeps those who are chosen from playing: a script, program or prompt that is missing or broken, or prices that are. */
async function chosenProblems(
  { workspace }: Services,
  { agent, user, script }: NonNullable<Parsed<'scenario.check'>['choices']>,
): Promise<readonly Problem[]> {
  const { folder } = workspace;
  const readModel = async ({ model }: ChosenUser): Promise<void> => {
    if (model.prompt !== undefined) await workspace.readPrompt(model.prompt);
    await findPrice(folder, model.name);
  };
  const reading = async (player: ChosenAgent): Promise<void> => {
    if ('model' in player) await readModel(player);
    else if (player.program !== MCP_CLIENT) await requireProgram(folder, { path: player.program });
  };
  const readings = [
    ...(script === undefined
      ? []
      : [readScript(folder, script).then((text) => readAgentScript(text, script))]),
    ...(agent === undefined ? [] : [reading(agent)]),
    ...(user === undefined ? [] : [readModel(user)]),
  ];
  const found = await Promise.all(readings.map((one) => problemsIn(() => one.then(() => []))));
  return found.flat();
}

/** Handlers for importing traces. */
export function traceHandlers(services: Services): HandlersOf<'trace'> {
  const { workspace, database } = services;
  const imports = new Imports();
  const tell = (progress: Signals['import.progressed']): void => {
    services.importProgressed(progress);
  };
  const importAll = async (wanted: Parameters<Imports['all']>[1]): Promise<ImportReport> => {
    try {
      return await imports.all(database.file, wanted, tell);
    } finally {
      services.workspaceChanged();
    }
  };
  return {
    'trace.import': async ({ path, dropped, folder }) => {
      if (dropped !== undefined) return importAll(dropped);
      const files =
        path !== undefined
          ? [await workspace.recording(path)]
          : folder === true
            ? await services.pickTraceFolder()
            : await services.pickTraces();
      return importAll(files.map((file) => ({ file })));
    },
    'trace.importDropped': ({ paths }) => importAll(paths.map((file) => ({ file }))),
    'trace.watch': async () => {
      const [folder] = await services.pickTraceFolder();
      if (folder === undefined) return null;
      imports.watch(database.file, folder, (report) => {
        services.importWatched(report);
        services.workspaceChanged();
      });
      return { folder };
    },
    'trace.unwatch': () => {
      imports.unwatch();
      return null;
    },
    'trace.cancel': () => {
      imports.cancel();
      return null;
    },
  };
}
