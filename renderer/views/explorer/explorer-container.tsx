import { type JSX, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { RunId } from '../../../engine/model/index.ts';
import { compareRuns } from '../../stores/comparison.ts';
import { importTrace } from '../../stores/import-export.ts';
import {
  createScenario,
  openFolder,
  openScenario,
  renameScenario,
  revealSource,
  scenarioPath,
  trashScenario,
  trustWorkspace,
} from '../../stores/documents.ts';
import { askForExport, showPanel } from '../../stores/panels.ts';
import { deleteRuns, showRun } from '../../stores/run-opening.ts';
import { resumeInterrupted, runTrace } from '../../stores/run-start.ts';
import { type RunStores } from '../../stores/runs.ts';
import { startOrPause } from '../../stores/run-control.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { isRestricted, runBlocker } from '../../stores/workspace.ts';
import { RunMenu } from '../menus/menus-container.tsx';
import { ExplorerView, ReadOnlyBannerView, TrustBannerView } from './explorer.tsx';
import type { ExplorerActions } from './items.tsx';
import { NewScenarioView } from './new-scenario.tsx';
import { WelcomeView } from './welcome.tsx';

/** The scenarios, runs and traces of the workspace. */
export function Explorer(): JSX.Element {
  const stores = useStores();
  const { view, older, problem } = useStore(stores.workspace);
  const documents = useStore(stores.documents);
  const problems = useStore(stores.problems);
  const shown = useStore(stores.selection, ({ run }) => run);
  const [deleting, setDeleting] = useState<RunId>();
  const actions = useMemo<ExplorerActions>(
    () => ({
      newScenario: () => {
        stores.commands.run('scenario.new');
      },
      openScenario: (path) => void openScenario(stores, path),
      renameScenario: (path, name) => void renameScenario(stores, path, scenarioPath(name)),
      trashScenario: (path) => void trashScenario(stores, path),
      showRun: (run) => void showRun(stores, run),
      resumeInterrupted: (run) => void resumeInterrupted(stores, run),
      exportRun: (run) => {
        askForExport(stores.panels, run);
      },
      askToDelete: setDeleting,
      deleteRun: (run) => void deleteRuns(stores, [run]),
      compareRun: (run) => {
        const one = stores.selection.getState().run;
        if (one !== undefined) void compareRuns(stores, one, run);
      },
      showAllRuns: () => {
        stores.commands.run('panel.runs');
      },
      showSweeps: () => {
        stores.commands.run('panel.sweeps');
      },
      importTrace: (path) => void importTrace(stores, path),
      runTrace: (path) => void runTrace(stores, path),
    }),
    [stores],
  );
  return (
    <RunMenu onDelete={setDeleting}>
      <ExplorerView {...{ view, older, problem, documents, problems, shown, deleting, actions }} />
    </RunMenu>
  );
}

/** Says that the database is read-only, so that runs can only be viewed. */
export function ReadOnlyBanner(): JSX.Element | null {
  const readOnly = useStore(useStores().workspace, ({ view }) => view?.readOnly === true);
  return readOnly ? <ReadOnlyBannerView /> : null;
}

/** Says that the workspace is not trusted, what that means, and how to trust it. */
export function TrustBanner(): JSX.Element | null {
  const stores = useStores();
  const view = useStore(stores.workspace, (state) => state.view);
  if (view === undefined || view.trusted) return null;
  return <TrustBannerView folder={view.folder} onTrust={() => void trustWorkspace(stores)} />;
}

/** Asks for the name and the template of a new scenario. */
export function NewScenario(): JSX.Element | null {
  const stores = useStores();
  const [open, setOpen] = useState(false);
  const scenarios = useStore(stores.workspace, ({ view }) => view?.scenarios);
  useCommand('scenario.new', () => {
    setOpen(true);
  });
  if (!open) return null;
  const close = (): void => {
    setOpen(false);
  };
  return (
    <NewScenarioView
      taken={new Set(scenarios?.map(({ path }) => path))}
      onCreate={(path, template) => {
        void createScenario(stores, path, template).then((made) => {
          if (!made) return;
          close();
          void revealSource(stores, { file: path, line: 1, column: 1 });
        });
      }}
      onClose={close}
    />
  );
}

/** The first page while nothing is open. */
export function Welcome(): JSX.Element {
  const stores = useStores();
  const workspace = useStore(stores.workspace);
  const { view } = workspace;
  return (
    <WelcomeView
      canRun={view !== undefined && runBlocker(workspace) === undefined}
      recent={(view?.recent ?? []).filter((folder) => folder !== view?.folder).slice(0, 4)}
      untrusted={isRestricted({ view })}
      onTrust={() => void trustWorkspace(stores)}
      onRunSample={() => void runSample(stores)}
      onNewScenario={() => {
        stores.commands.run('scenario.new');
      }}
      onImport={() => void importTrace(stores)}
      onOpenFolder={(folder) => void openFolder(stores, folder)}
    />
  );
}

/** Runs the first scenario of the workspace, or a new sample if there is none. */
async function runSample(stores: RunStores): Promise<void> {
  const first = stores.workspace.getState().view?.scenarios.find(({ shared }) => shared !== true)?.path;
  const path = first ?? 'scenarios/sample.ts';
  if (first === undefined && !(await createScenario(stores, path, 'mail'))) return;
  await openScenario(stores, path);
  await startOrPause(stores);
  if (stores.selection.getState().run !== undefined) showPanel(stores.panels, 'apps');
}
