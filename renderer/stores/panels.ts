import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, RunId, SourceLocation } from '../../engine/model/index.ts';
import { LIMITS } from '../../preload/limits.ts';

/** All panels, in the order of their tabs. */
export const PANELS = [
  ...['code', 'graph', 'apps', 'transcript', 'verdict', 'queue'],
  ...['log', 'breakpoints', 'probes', 'notes', 'problems'],
] as const;

export type PanelName = (typeof PANELS)[number];

/** Panels of worlds, which one runs. A trajectory, which one reads, has none of these. */
const OF_WORLDS: readonly PanelName[] = ['code', 'graph', 'queue', 'breakpoints'];

/** Those of `panels` that a trajectory or a world has. */
export const panelsOf = (panels: readonly PanelName[], isTrajectory: boolean): readonly PanelName[] =>
  isTrajectory ? panels.filter((panel) => !OF_WORLDS.includes(panel)) : panels;

/** The panel of the main area that is shown: of a trajectory its transcript, while the chosen one is a world's. */
export const shownCentre = (
  { main, centre }: Pick<PanelsState, 'main' | 'centre'>,
  isTrajectory: boolean,
): PanelName => {
  const panels = panelsOf(main, isTrajectory);
  return (
    panels.find((panel) => panel === centre) ?? panels.find((panel) => panel === 'transcript') ?? panels[0]!
  );
};

/** The panel of the dock that is shown: the log, while the chosen one is a world's. */
export const shownDock = ({ dock }: Pick<PanelsState, 'dock'>, isTrajectory: boolean): PanelName =>
  panelsOf([dock], isTrajectory)[0] ?? 'log';

/** Parts of the window that the person can hide. */
export const AREAS = ['explorer', 'inspector', 'timeline', 'dock'] as const;

export type Area = (typeof AREAS)[number];

/** The filters for the steps of a transcript. */
export type StepChoice = 'all' | 'talk' | 'calls';

/** Panels above the timeline in a new window. */
const MAIN: readonly PanelName[] = ['code', 'graph', 'apps', 'transcript', 'verdict', 'queue'];
/** Panels that cannot be moved. */
const FIXED: readonly PanelName[] = ['code', 'graph', 'apps', 'log', 'problems'];

/** Whether the person can move `panel` above or below the timeline. */
export const canMove = (panel: PanelName): boolean => !FIXED.includes(panel);

/** The tabs, sizes and requests of the window's panels. */
export interface PanelsState {
  /** The file whose last run could not start; cleared when a run is shown. */
  readonly unstarted: string | undefined;
  /** The panels above the timeline, in the order of {@link PANELS}; the others are in the dock. */
  readonly main: readonly PanelName[];
  /** The shown panel above the timeline. */
  readonly centre: PanelName;
  /** The shown panel of the dock. */
  readonly dock: PanelName;
  /** Whether the dock fills the area beside the explorer. */
  readonly maximized: boolean;
  /** The hidden areas. */
  readonly hidden: readonly Area[];
  /** Whether the main area has the whole window: all other areas are hidden. */
  readonly reading: boolean;
  /** Number of forms on show in which a person writes to the agent. */
  readonly messageForms: number;
  /** The transcript's filter and the words to find in it, for all runs. */
  readonly transcript: { readonly choice: StepChoice; readonly typed: string };
  /** The step of a transcript to show; `undefined` when it was shown. */
  readonly goal: StepGoal | undefined;
  /** Number of layout resets. */
  readonly resets: number;
  /** The picked app, which another run may not have. */
  readonly app: AppName | undefined;
  /** Whether the agent's knowledge is marked in the apps. */
  readonly asAgent: boolean;
  /** Number of events shown in each group of the queue. */
  readonly queueLimit: number;
  /** The run in the export dialog. */
  readonly exporting: readonly RunId[];
  /** Where to put the editor's cursor; a new object for each request. */
  readonly reveal: SourceLocation | undefined;
  /** Position of the editor's cursor while the editor has the focus. */
  readonly cursor: Pick<SourceLocation, 'file' | 'line'> | undefined;
  /** The editor's own commands, while there is an editor. */
  readonly editorCommands: readonly EditorCommand[];
}

/** One of the editor's own commands. */
export interface EditorCommand {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

const QUEUE_STEP = 200;

export type PanelsStore = StoreApi<PanelsState>;

export const createPanelsStore = (): PanelsStore =>
  createStore<PanelsState>(() => ({
    unstarted: undefined,
    main: MAIN,
    centre: 'code',
    dock: 'log',
    maximized: false,
    hidden: [],
    reading: false,
    messageForms: 0,
    transcript: { choice: 'all', typed: '' },
    goal: undefined,
    resets: 0,
    app: undefined,
    asAgent: false,
    queueLimit: QUEUE_STEP,
    exporting: [],
    reveal: undefined,
    cursor: undefined,
    editorCommands: [],
  }));

/** Shows `panel` in its current area. */
export const showPanel = (panels: PanelsStore, panel: PanelName): void => {
  panels.setState(({ main, hidden, reading }) =>
    main.includes(panel)
      ? { centre: panel, maximized: false }
      : { dock: panel, ...withArea({ hidden, reading }, 'dock') },
  );
};

const withArea = ({ hidden, reading }: Pick<PanelsState, 'hidden' | 'reading'>, area: Area): object =>
  reading || hidden.includes(area) ? { hidden: hidden.filter((one) => one !== area), reading: false } : {};

/** Shows `area` if it is hidden. */
export const showArea = (panels: PanelsStore, area: Area): void => {
  panels.setState((state) => withArea(state, area));
};

/** Whether `area` cannot be seen. */
export const isHidden = ({ hidden, reading }: Pick<PanelsState, 'hidden' | 'reading'>, area: Area): boolean =>
  reading || hidden.includes(area);

/** Hides or shows `area`. */
export const toggleArea = (panels: PanelsStore, area: Area): void => {
  panels.setState((state) =>
    isHidden(state, area) ? withArea(state, area) : { hidden: [...state.hidden, area], maximized: false },
  );
};

/** Gives the whole window to the main area, or shows the other areas again. */
export const toggleMainAreaOnly = (panels: PanelsStore): void => {
  panels.setState(({ reading }) => ({ reading: !reading, maximized: false }));
};

/** Counts a form that is on show, in which a person writes to the agent, until the returned function is called. */
export const countMessageForm = (panels: PanelsStore): (() => void) => {
  const add = (change: number): void => {
    panels.setState(({ messageForms }) => ({ messageForms: messageForms + change }));
  };
  add(1);
  return () => {
    add(-1);
  };
};

/** Sets the transcript's filter. */
export const chooseSteps = (panels: PanelsStore, choice: StepChoice): void => {
  panels.setState(({ transcript }) => ({ transcript: { ...transcript, choice } }));
};

/** A step of the transcript of a run: the first of an entry, or one that only its file has, by its number. */
export interface StepGoal {
  readonly run: RunId;
  readonly entry: number | undefined;
  readonly log: number | undefined;
}

/** Shows a step of a transcript, when it is there; `undefined` once that has happened. */
export const goToStep = (panels: PanelsStore, goal: StepGoal | undefined): void => {
  panels.setState(
    goal === undefined
      ? { goal }
      : ({ transcript }) => ({ goal, transcript: { ...transcript, choice: 'all' } }),
  );
};

/** Sets the words to find in the transcript. */
export const findSteps = (panels: PanelsStore, typed: string): void => {
  panels.setState(({ transcript }) => ({ transcript: { ...transcript, typed } }));
};

/** Moves `panel` to the dock if it is above the timeline, else above the timeline, and shows it. */
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

/** Maximizes the dock or restores its size. */
export const toggleMaximized = (panels: PanelsStore): void => {
  panels.setState(({ maximized, ...state }) => ({ ...withArea(state, 'dock'), maximized: !maximized }));
};

/** Restores the dock's size if it was maximized. */
export const restoreDock = (panels: PanelsStore): void => {
  panels.setState({ maximized: false });
};

/** Resets all panels to the places and sizes of a new window. */
export const resetLayout = (panels: PanelsStore): void => {
  panels.setState(({ resets, centre, dock }) => ({
    resets: resets + 1,
    maximized: false,
    hidden: [],
    reading: false,
    main: MAIN,
    centre: MAIN.includes(centre) ? centre : 'code',
    dock: MAIN.includes(dock) ? 'log' : dock,
  }));
};

/** Selects an app, which another run may not have. */
export const selectApp = (panels: PanelsStore, app: AppName | undefined): void => {
  panels.setState({ app });
};

/** Shows the apps tab with `app`. */
export const showApp = (panels: PanelsStore, app: AppName | undefined): void => {
  panels.setState({ centre: 'apps', app });
};

/** Turns the marking of the agent's knowledge on or off. */
export const showAsAgent = (panels: PanelsStore, asAgent: boolean): void => {
  panels.setState({ asAgent });
};

/** Shows more events in each group of the queue. */
export const showMoreQueued = (panels: PanelsStore): void => {
  panels.setState(({ queueLimit }) => ({
    queueLimit: Math.min(queueLimit + QUEUE_STEP, LIMITS.queuedEvents),
  }));
};

/**
 * Keeps the tabs for an opened run, but shows a trajectory's transcript after a world, and a world's apps in place of the source
 * code.
 */
export const showOpenedRun = (panels: PanelsStore, isTrajectory: boolean, wasTrajectory: boolean): void => {
  panels.setState(({ centre, dock }) => ({
    unstarted: undefined,
    centre:
      isTrajectory && !wasTrajectory ? 'transcript' : !isTrajectory && centre === 'code' ? 'apps' : centre,
    dock: dock === 'problems' ? 'log' : dock,
  }));
};

/** Clears the failed start, since a run has started. */
export const showStartedRun = (panels: PanelsStore): void => {
  panels.setState(({ dock }) => ({ unstarted: undefined, dock: dock === 'problems' ? 'log' : dock }));
};

/** Records that no run of `scenario` could start, and shows its problems. */
export const showUnstarted = (panels: PanelsStore, scenario: string): void => {
  panels.setState({ dock: 'problems', unstarted: scenario });
};

/** Moves the editor's cursor to `place`. */
export const requestReveal = (panels: PanelsStore, place: SourceLocation): void => {
  panels.setState({ reveal: { ...place } });
};

/** Records the editor's cursor; `undefined` when the editor has lost the focus. */
export const moveCursor = (panels: PanelsStore, cursor: PanelsState['cursor']): void => {
  panels.setState({ cursor });
};

/** Sets the editor's own commands. */
export const offerEditorCommands = (panels: PanelsStore, editorCommands: readonly EditorCommand[]): void => {
  panels.setState({ editorCommands });
};

/** Opens the export dialog for `run`; `undefined` closes it. */
export const askForExport = (panels: PanelsStore, ...runs: readonly RunId[]): void => {
  panels.setState({ exporting: runs });
};

/** The panels of an earlier window, as far as they can be read. */
interface EarlierPanels {
  readonly main: unknown;
  readonly centre: unknown;
  readonly dock: unknown;
  readonly hidden: unknown;
  readonly app: AppName | undefined;
}

/** Restores the panels of an earlier window. */
export const restorePanels = (
  panels: PanelsStore,
  { main: kept, centre, dock, hidden, app }: EarlierPanels,
): void => {
  const moved = Array.isArray(kept) ? (kept as readonly unknown[]) : MAIN;
  const main = PANELS.filter((panel) => (canMove(panel) ? moved : MAIN).includes(panel));
  panels.setState({
    main,
    app,
    hidden: AREAS.filter((area) => Array.isArray(hidden) && hidden.includes(area)),
    centre: main.find((panel) => panel === centre) ?? 'code',
    dock: PANELS.find((panel) => panel === dock && !main.includes(panel)) ?? 'log',
  });
};
