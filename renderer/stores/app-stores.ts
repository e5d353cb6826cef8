import type { RunId } from '../../engine/model/index.ts';
import type { Bridge } from '../../preload/contract.ts';
import { Commands } from '../ui/commands.ts';
import { createBreakpointStore, type BreakpointStore, syncBreakpoints } from './breakpoints.ts';
import { createComparisonStore, type ComparisonStore, syncComparison } from './comparison.ts';
import { createDocumentsStore, type DocumentsStore } from './documents.ts';
import { syncLibrary, type LibraryStore, createLibraryStore } from './library.ts';
import {
  clearLog,
  createLogStore,
  createSearchStore,
  type LogStore,
  type SearchStore,
  syncLog,
  syncSearch,
} from './log.ts';
import {
  type AppStateStore,
  createAppStateStore,
  createInspectionStore,
  createKnowledgeStore,
  createTranscriptStore,
  createValueHistoryStore,
  type InspectionStore,
  type KnowledgeStore,
  syncInspection,
  syncTranscript,
  syncValueHistory,
  type TranscriptStore,
  type ValueHistoryStore,
} from './inspection.ts';
import { createModelsStore, type ModelsStore, readModels } from './models.ts';
import { createNavigationStore, type NavigationStore, syncNavigation } from './navigation.ts';
import { syncNotes, type NotesStore, createNotesStore } from './notes.ts';
import { createNoticesStore, type NoticesStore } from './notices.ts';
import { createPanelsStore, type PanelsStore } from './panels.ts';
import {
  syncHints,
  syncPlaces,
  type HintsStore,
  createHintsStore,
  type PlacesStore,
  createPlacesStore,
  createPlanStore,
  type PlanStore,
} from './plan.ts';
import {
  createPreferencesStore,
  createRunSettingsStore,
  type PreferencesStore,
  type RunSettingsStore,
} from './settings.ts';
import { createProblemStore, type ProblemStore, syncProblems } from './problems.ts';
import { createPreviewStore, type PreviewStore, syncPreview } from './preview.ts';
import { createAllRunsSearchStore, type AllRunsSearchStore, syncAllRunsSearch } from './all-runs-search.ts';
import { createSelectionStore, type SelectionStore } from './selection.ts';
import { syncProbes, type ProbesStore, createProbesStore } from './probes.ts';
import { syncAsking } from './run-branches.ts';
import { syncDocumentsWithDisk } from './run-again.ts';
import { syncWaits } from './run-start.ts';
import { type VerificationStore, createVerificationStore } from './run-verification.ts';
import { disposeAll, CommitBatch } from './sync.ts';
import { createSweepsStore, type SweepsStore, syncSweeps } from './sweeps.ts';
import { runOf, syncWorkspace, createWorkspaceStore, type WorkspaceStore } from './workspace.ts';

/** All stores of the window, one for each subject, and the bridge to main. */
export interface AppStores {
  readonly bridge: Bridge;
  readonly workspace: WorkspaceStore;
  readonly documents: DocumentsStore;
  readonly problems: ProblemStore;
  readonly log: LogStore;
  readonly hints: HintsStore;
  readonly search: SearchStore;
  readonly selection: SelectionStore;
  readonly plan: PlanStore;
  readonly preview: PreviewStore;
  readonly inspection: InspectionStore;
  readonly appState: AppStateStore;
  readonly knowledge: KnowledgeStore;
  readonly valueHistory: ValueHistoryStore;
  readonly transcript: TranscriptStore;
  readonly comparison: ComparisonStore;
  readonly breakpoints: BreakpointStore;
  readonly probes: ProbesStore;
  readonly verifications: VerificationStore;
  readonly panels: PanelsStore;
  readonly runSettings: RunSettingsStore;
  readonly models: ModelsStore;
  readonly notes: NotesStore;
  readonly library: LibraryStore;
  readonly allRunsSearch: AllRunsSearchStore;
  readonly sweeps: SweepsStore;
  readonly navigation: NavigationStore;
  readonly notices: NoticesStore;
  readonly places: PlacesStore;
  readonly preferences: PreferencesStore;
  readonly commands: Commands;
}

export const createAppStores = (bridge: Bridge): AppStores => ({
  bridge,
  workspace: createWorkspaceStore(),
  documents: createDocumentsStore(),
  problems: createProblemStore(),
  log: createLogStore(),
  hints: createHintsStore(),
  search: createSearchStore(),
  selection: createSelectionStore(),
  plan: createPlanStore(),
  preview: createPreviewStore(),
  inspection: createInspectionStore(),
  appState: createAppStateStore(),
  knowledge: createKnowledgeStore(),
  valueHistory: createValueHistoryStore(),
  transcript: createTranscriptStore(),
  comparison: createComparisonStore(),
  breakpoints: createBreakpointStore(),
  probes: createProbesStore(),
  verifications: createVerificationStore(),
  panels: createPanelsStore(),
  runSettings: createRunSettingsStore(),
  models: createModelsStore(),
  notes: createNotesStore(),
  library: createLibraryStore(),
  allRunsSearch: createAllRunsSearchStore(),
  sweeps: createSweepsStore(),
  navigation: createNavigationStore(),
  notices: createNoticesStore(),
  places: createPlacesStore(),
  preferences: createPreferencesStore(),
  commands: new Commands(),
});

/** Syncs all stores with main and the playhead, until the returned function is called. */
export function syncStores(stores: AppStores): () => void {
  const commitBatch = new CommitBatch();
  void readModels(stores.bridge, stores.models);
  const stops = [
    syncWorkspace(stores.bridge, stores.workspace),
    syncBreakpoints(stores.bridge, stores.breakpoints),
    syncShownLog(stores),
    syncInspection(stores, commitBatch),
    syncValueHistory(stores, commitBatch),
    syncTranscript(stores),
    syncSearch(stores),
    syncProbes(stores),
    syncHints(stores),
    syncPlaces(stores),
    syncNotes(stores),
    syncLibrary(stores),
    syncAllRunsSearch(stores),
    syncSweeps(stores),
    syncComparison(stores),
    syncProblems(stores),
    syncDocumentsWithDisk(stores),
    syncAsking(stores),
    syncWaits(stores),
    syncPreview(stores),
    syncNavigation(stores),
  ];
  return disposeAll(stops);
}

/** Loads the log of the shown run. */
function syncShownLog({ bridge, log, preview, selection, workspace }: AppStores): () => void {
  let shown: RunId | undefined;
  let close = (): void => undefined;
  const show = (run: RunId | undefined): void => {
    if (run === shown) return;
    close();
    shown = run;
    const entries = runOf(workspace.getState(), run)?.entries ?? 0;
    const { shown: previewed } = preview.getState();
    const first = previewed?.run === run ? previewed?.rows : undefined;
    close = run === undefined ? () => undefined : syncLog(bridge, log, run, entries, first);
    if (run === undefined) clearLog(log);
  };
  const stop = selection.subscribe(({ run }) => {
    show(run);
  });
  return () => {
    stop();
    close();
  };
}
