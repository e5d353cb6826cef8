import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, RunId, SourceLocation } from '../../engine/model/index.ts';

/** All panels, in the order of their tabs. */
export const PANELS = [
  ...['code', 'graph', 'apps', 'transcript', 'verdict', 'queue'],
  ...['log', 'breakpoints', 'probes', 'notes', 'problems'],
] as const;

export type PanelName = (typeof PANELS)[number];

/** Those above the timeline in a new window. */
const MAIN: readonly PanelName[] = ['code', 'graph', 'apps', 'transcript', 'verdict', 'queue'];
/** Those that stay where they are. */
const FIXED: readonly PanelName[] = ['code', 'graph', 'apps', 'log', 'problems'];

/** Whether the person may put `panel` above the timeline, or below it. */
export const canMove = (panel: PanelName): boolean => !FIXED.includes(panel);

/** What the window shows where. */
export interface PanelsState {
  /** The file that was to run last, where no run of it could begin; until another run is on show. */
  readonly unstarted: string | undefined;
  /** The panels above the timeline, in the order of {@link PANELS}; the others are in the dock. */
  readonly main: readonly PanelName[];
  /** The one of these in front. */
  readonly centre: PanelName;
  /** The one of the dock in front. */
  readonly dock: PanelName;
  /** Whether the dock has all of the room beside the explorer. */
  readonly maximized: boolean;
  /** How often the sizes of the panels were set back to those of a new window. */
  readonly resets: number;
  /** The app the person picked; another run may not have it. */
  readonly app: AppName | undefined;
  /** Whether apps are shown with what the agent knew of them marked. */
  readonly asAgent: boolean;
  /** The run the person is about to write to a file. */
  readonly exporting: RunId | undefined;
  /** Where the editor is to put its cursor; a new object for each request. */
  readonly reveal: SourceLocation | undefined;
  /** Where the editor's cursor is, while the editor has the focus. */
  readonly cursor: Pick<SourceLocation, 'file' | 'line'> | undefined;
  /** What the editor can do with the open file, while there is an editor. */
  readonly editorCommands: readonly EditorCommand[];
}

/** A command of the editor's own. */
export interface EditorCommand {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

export type PanelsStore = StoreApi<PanelsState>;

export const createPanelsStore = (): PanelsStore =>
  createStore<PanelsState>(() => ({
    unstarted: undefined,
    main: MAIN,
    centre: 'code',
    dock: 'log',
    maximized: false,
    resets: 0,
    app: undefined,
    asAgent: false,
    exporting: undefined,
    reveal: undefined,
    cursor: undefined,
    editorCommands: [],
  }));

/** Brings `panel` to the front, where it is. */
export const showPanel = (panels: PanelsStore, panel: PanelName): void => {
  panels.setState(({ main }) =>
    main.includes(panel) ? { centre: panel, maximized: false } : { dock: panel },
  );
};

/** Puts `panel` in front of the dock if it is above the timeline, else in front of what is above. */
export const movePanel = (panels: PanelsStore, panel: PanelName): void => {
  panels.setState(({ main, centre, dock }) =>
    main.includes(panel)
      ? { main: main.filter((one) => one !== panel), centre: centre === panel ? 'code' : centre, dock: panel }
      : {
          main: PANELS.filter((one) => one === panel || main.includes(one)),
          centre: panel,
          dock: dock === panel ? 'log' : dock,
          maximized: false,
        },
  );
};

/** Gives the dock all of the room beside the explorer, or its own again. */
export const toggleMaximized = (panels: PanelsStore): void => {
  panels.setState(({ maximized }) => ({ maximized: !maximized }));
};

/** Shows the panels above the dock again, where it had taken their room. */
export const restoreDock = (panels: PanelsStore): void => {
  panels.setState({ maximized: false });
};

/** Gives all panels the places and sizes that they have in a new window. */
export const resetLayout = (panels: PanelsStore): void => {
  panels.setState(({ resets, centre, dock }) => ({
    ...{ resets: resets + 1, maximized: false, main: MAIN },
    centre: MAIN.includes(centre) ? centre : 'code',
    dock: MAIN.includes(dock) ? 'log' : dock,
  }));
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

/** The editor's cursor has moved, or the editor has lost the focus. */
export const moveCursor = (panels: PanelsStore, cursor: PanelsState['cursor']): void => {
  panels.setState({ cursor });
};

/** Offers the editor's own commands beside those of the window. */
export const offerEditorCommands = (panels: PanelsStore, editorCommands: readonly EditorCommand[]): void => {
  panels.setState({ editorCommands });
};

/** Asks in which form `run` is to leave the workspace; `undefined` asks no longer. */
export const askForExport = (panels: PanelsStore, run: RunId | undefined): void => {
  panels.setState({ exporting: run });
};

/** What an earlier window showed, as far as it can be read. */
interface EarlierPanels {
  readonly main: unknown;
  readonly centre: unknown;
  readonly dock: unknown;
  readonly app: AppName | undefined;
}

/** Brings back what an earlier window showed. */
export const restorePanels = (
  panels: PanelsStore,
  { main: kept, centre, dock, app }: EarlierPanels,
): void => {
  const moved = Array.isArray(kept) ? (kept as readonly unknown[]) : MAIN;
  const main = PANELS.filter((panel) => (canMove(panel) ? moved : MAIN).includes(panel));
  panels.setState({
    ...{ main, app },
    centre: main.find((panel) => panel === centre) ?? 'code',
    dock: PANELS.find((panel) => panel === dock && !main.includes(panel)) ?? 'log',
  });
};
