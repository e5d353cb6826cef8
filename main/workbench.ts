import { join } from 'node:path';
import type { LogEntry, RunId } from '../engine/model/index.ts';
import type { BreakpointHit } from '../preload/contract.ts';
import { handlersFor, RunDatabase, SignalBatcher, workspaceView } from './host/bridge/index.ts';
import { ownName, ProcessOwners } from './host/database/index.ts';
import { headOf, rowsOf } from './host/inspect/index.ts';
import { LivePreview } from './host/preview/index.ts';
import { plannerInWorker } from './host/runs/index.ts';
import { dependenciesIn, typeChecks } from './host/scenarios/index.ts';
import {
  IsolatedScenarios,
  persistedBreakpoints,
  PersistedPreferences,
  AllowedModels,
  persistedModels,
  persistedProbes,
  KnownFolders,
  Trust,
} from './host/settings/index.ts';
import { Sweeps } from './host/sweeps/index.ts';
import { provideSample, Workspace } from './host/workspace/index.ts';
import type { Shell, Workbench } from './shell/index.ts';

/** How often to check for runs written by other processes, and some runs for damage. */
const CHECK_MILLISECONDS = 500;

/** Opens the folder that the shell names: what the window's calls ask for, and the signals that it gets. */
export function openWorkbench({ folder, isSample, isTrusted, settings, send, services }: Shell): Workbench {
  if (isSample) provideSample(folder);
  const workspace = new Workspace(folder);
  const folders = new KnownFolders(join(settings, 'folders.json'));
  const trust = new Trust(workspace.folder, folders, isSample || isTrusted);
  const preferences = new PersistedPreferences(join(settings, 'preferences.json'));
  const { check, declarations } = typeChecks();

  const signals = new SignalBatcher(send, {
    run: (id) => database.runs.summary(id),
    workspace: () => workspaceView({ workspace, database, trust, folders, isolatedScenarios }),
  });
  const windows = new ProcessOwners(workspace.isolated);
  const isolatedScenarios = new IsolatedScenarios(workspace.folder, ownName(), windows);
  const breakpoints = persistedBreakpoints(workspace.folder);
  const observer = {
    logged: (run: RunId, entries: readonly LogEntry[]) => {
      const from = entries[0]?.index ?? 0;
      const writings = database.store.commitBatches(run, from, from + entries.length);
      signals.appended(run, rowsOf(entries.map(headOf), database.runs.summary(run)!, writings));
    },
    changed: (run: RunId) => {
      isolatedScenarios.note(database.runs.running);
      signals.runChanged(run);
    },
    hit: (run: RunId, hit: BreakpointHit) => {
      signals.hit(run, hit);
    },
    waits: (why: string | undefined) => {
      send([{ name: 'run.waits', signal: { why } }]);
    },
  };
  const database = new RunDatabase(workspace.database, check, observer, {
    breakpoints,
    within: workspace.folder,
  });
  const workspaceChanged = (): void => {
    signals.workspaceChanged();
  };
  const sweeps = new Sweeps((sweep, progress) => {
    send([{ name: 'sweep.progressed', signal: { sweep, ...progress } }]);
  });
  const preview = new LivePreview(check);
  const dependencies = dependenciesIn(workspace.folder);
  const watcher = workspace.watch(
    () => {
      workspaceChanged();
      void dependencies.changed().then((changed) => {
        if (Object.values(changed).flat().length > 0) send([{ name: 'sources.changed', signal: changed }]);
      });
    },
    () => dependencies.folders(),
  );
  dependencies.onMoreFolders = () => {
    watcher.refresh();
  };
  const checking = setInterval(() => {
    if (database.changedElsewhere() || database.findsDamage()) workspaceChanged();
  }, CHECK_MILLISECONDS);
  if (!isSample) folders.noteOpened(workspace.folder).then(workspaceChanged, console.error);

  return {
    title: workspace.name,
    theme: preferences.now.theme,
    handlers: handlersFor({
      ...services,
      workspace,
      database,
      trust,
      folders,
      isolatedScenarios,
      preferences,
      breakpoints,
      models: persistedModels(workspace.folder),
      allowedModels: new AllowedModels(join(settings, 'hosts.json'), (host) => services.confirmHost(host)),
      sweeps,
      preview,
      declarations,
      workspaceChanged,
      written: new Set<string>(),
      probes: persistedProbes(workspace.folder),
      checkTypes: check,
      planner: plannerInWorker(),
      importProgressed: (progress) => {
        send([{ name: 'import.progressed', signal: progress }]);
      },
      importWatched: (report) => {
        send([{ name: 'import.watched', signal: report }]);
      },
      askingProgressed: (progress) => {
        send([{ name: 'asking.progressed', signal: progress }]);
      },
      verifyProgressed: (progress) => {
        send([{ name: 'verify.progressed', signal: progress }]);
      },
    }),
    onInput: () => {
      database.giveWay();
    },
    [Symbol.dispose]: () => {
      clearInterval(checking);
      watcher[Symbol.dispose]();
      signals[Symbol.dispose]();
      sweeps[Symbol.dispose]();
      preview[Symbol.dispose]();
      database[Symbol.dispose]();
      isolatedScenarios.note([]);
      windows[Symbol.dispose]();
    },
  };
}
