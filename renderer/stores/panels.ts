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
  readonly run: RunId | undefined;
  /** The file that was to run last, where no run of it could begin; until another run is on show. */
  readonly unstarted: string | undefined;
  readonly centre: CentreTab;
  readonly dock: DockTab;
  /** The event the person picked, until the playhead moves. */
  readonly event: string | undefined;
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
    run: undefined,
    unstarted: undefined,
    centre: 'code',
    dock: 'log',
    event: undefined,
    app: undefined,
    asAgent: false,
    exporting: undefined,
    reveal: undefined,
  }));
