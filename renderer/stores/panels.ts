import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, RunId, SourceLocation } from '../../engine/model/index.ts';

export const CENTRE_TABS = ['code', 'graph', 'apps'] as const;
export const DOCK_TABS = [
  'log',
  'agent',
  'queue',
  'breakpoints',
  'probes',
  'notes',
  'verdict',
  'problems',
] as const;

export type CentreTab = (typeof CENTRE_TABS)[number];
export type DockTab = (typeof DOCK_TABS)[number];

/** What the window shows where. */
export interface PanelsState {
  /** The file that was to run last, where no run of it could begin; until another run is on show. */
  readonly unstarted: string | undefined;
  readonly centre: CentreTab;
  readonly dock: DockTab;
  /** The app the person picked; another run may not have it. */
  readonly app: AppName | undefined;
  /** Whether apps are shown with what the agent knew of them marked. */
  readonly asAgent: boolean;
  /** The run the person is about to write to a file. */
  readonly exporting: RunId | undefined;
  /** Where the editor is to put its cursor; a new object for each request. */
  readonly reveal: SourceLocation | undefined;
}

export type PanelsStore = StoreApi<PanelsState>;

export const createPanelsStore = (): PanelsStore =>
  createStore<PanelsState>(() => ({
    unstarted: undefined,
    centre: 'code',
    dock: 'log',
    app: undefined,
    asAgent: false,
    exporting: undefined,
    reveal: undefined,
  }));

export const showCentre = (panels: PanelsStore, centre: CentreTab): void => {
  panels.setState({ centre });
};

export const showDock = (panels: PanelsStore, dock: DockTab): void => {
  panels.setState({ dock });
};

/** Selects an app; another run may not have it. */
export const selectApp = (panels: PanelsStore, app: AppName | undefined): void => {
  panels.setState({ app });
};

/** Turns to the apps, with `app` in front. */
export const showApp = (panels: PanelsStore, app: AppName | undefined): void => {
  panels.setState({ centre: 'apps', app });
};

/** Shows the apps as the agent knows them, or as they are. */
export const showAsAgent = (panels: PanelsStore, asAgent: boolean): void => {
  panels.setState({ asAgent });
};

/** Turns to what a run that was opened shows first. */
export const showOpenedRun = (panels: PanelsStore): void => {
  panels.setState({ unstarted: undefined, centre: 'apps', dock: 'log' });
};

/** A run has started: nothing is left to be said about one that could not. */
export const showStartedRun = (panels: PanelsStore): void => {
  panels.setState(({ dock }) => ({ unstarted: undefined, dock: dock === 'problems' ? 'log' : dock }));
};

/** No run of `scenario` could start: turns to its problems. */
export const showUnstarted = (panels: PanelsStore, scenario: string): void => {
  panels.setState({ dock: 'problems', unstarted: scenario });
};

/** Puts the editor's cursor on `place`. */
export const requestReveal = (panels: PanelsStore, place: SourceLocation): void => {
  panels.setState({ reveal: { ...place } });
};

/** Asks in which form `run` is to leave the workspace; `undefined` asks no longer. */
export const askForExport = (panels: PanelsStore, run: RunId | undefined): void => {
  panels.setState({ exporting: run });
};

/** Brings back what an earlier window showed. */
export const restorePanels = (
  panels: PanelsStore,
  shown: Pick<PanelsState, 'centre' | 'dock' | 'app'>,
): void => {
  panels.setState(shown);
};
