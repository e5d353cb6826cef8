import { isActiveState, isPreview, isTrajectory } from '../../engine/model/index.ts';
import type { AppSummary, RunSummary } from '../../engine/model/index.ts';
import type { AppStores } from './app-stores.ts';
import { isValid } from './settings.ts';
import type { RunSettings } from './settings.ts';
import { isShared, runBlocker, runOf } from './workspace.ts';
import type { WorkspaceState } from './workspace.ts';

/** The stores that showing, starting or opening a run acts on. */
export type RunStores = Pick<
  AppStores,
  | 'comparison'
  | 'documents'
  | 'bridge'
  | 'library'
  | 'notices'
  | 'panels'
  | 'preferences'
  | 'problems'
  | 'runSettings'
  | 'selection'
  | 'workspace'
>;

export const isActive = (run: Pick<RunSummary, 'state'> | undefined): boolean =>
  run !== undefined && isActiveState(run.state);

/** Which run controls are enabled: for the shown run while it is active, else for a new run of the open scenario. */
export interface Controls {
  readonly main: 'start' | 'pause' | 'resume';
  readonly canGo: boolean;
  readonly canStep: boolean;
  readonly canStop: boolean;
}

export function controlsOf(run: RunSummary | undefined, canStart: boolean): Controls {
  if (run?.state === 'running') return { main: 'pause', canGo: true, canStep: false, canStop: true };
  if (run?.state === 'paused') return { main: 'resume', canGo: true, canStep: true, canStop: true };
  return { main: 'start', canGo: canStart, canStep: canStart, canStop: false };
}

export const shownRun = (stores: Pick<AppStores, 'selection' | 'workspace'>): RunSummary | undefined =>
  runOf(stores.workspace.getState(), stores.selection.getState().run);

/** Whether a new run of `scenario` can be started with the current settings. */
export const canStart = (
  scenario: string | undefined,
  settings: RunSettings,
  workspace: WorkspaceState,
): boolean =>
  scenario !== undefined &&
  !isShared(workspace, scenario) &&
  runBlocker(workspace) === undefined &&
  !settings.starting &&
  isValid(settings);

/** Whether `run` can be run again. A trace without apps, which holds only the agent, cannot, nor a trajectory of another tool. */
export const canRepeat = (run: RunSummary): boolean =>
  run.mode !== 'trace' || (run.apps.length > 0 && !isTrajectory(run));

/** Path of the next run's scenario: the open file, or while none or a module is open the source of the shown run. */
export const nextScenario = (
  workspace: WorkspaceState,
  open: string | undefined,
  run: RunSummary | undefined,
): string | undefined =>
  open !== undefined && !isShared(workspace, open)
    ? open
    : run !== undefined && canRepeat(run)
      ? run.source
      : open;

/** The controls in the current state of the stores. */
export const controlsNow = (
  stores: Pick<AppStores, 'documents' | 'runSettings' | 'selection' | 'workspace'>,
): Controls => {
  const run = shownRun(stores);
  const scenario = nextScenario(stores.workspace.getState(), stores.documents.getState().open, run);
  return controlsOf(run, canStart(scenario, stores.runSettings.getState(), stores.workspace.getState()));
};

/** The app in which user and agent exchange messages. */
export const chatOf = ({ apps }: RunSummary): AppSummary | undefined =>
  apps.find((app) => app.class === 'AgentUserInterface');

/** Whether `run` was cut off and can go on where it ended. */
export const isResumable = (run: Pick<RunSummary, 'id' | 'state' | 'mode'> | undefined): boolean =>
  run?.state === 'interrupted' && run.mode !== 'trace' && !isPreview(run.id);

/** The scenario on which the person works: the open one, or while a module is open that of the shown run. */
export function scenarioInWork(
  stores: Pick<AppStores, 'documents' | 'selection' | 'workspace'>,
): string | undefined {
  const { open } = stores.documents.getState();
  return isShared(stores.workspace.getState(), open) ? shownRun(stores)?.source : open;
}
