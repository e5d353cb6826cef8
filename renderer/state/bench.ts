import type { Lab } from '../../preload/contract.ts';
import { Commands } from '../shortcuts/commands.ts';
import { agentStore, type AgentStore } from './agent-store.ts';
import { appStateStore, type AppStateStore } from './app-state.ts';
import { comparisonStore, type ComparisonStore } from './comparison.ts';
import { breakpointStore, type BreakpointStore } from './breakpoints.ts';
import { documents, type Documents } from './documents.ts';
import { hintsStore, type Hints } from './hints.ts';
import { hitsStore, type Hits } from './hits.ts';
import { knowledgeStore, type KnowledgeStore } from './knowledge.ts';
import { libraryStore, type Library } from './library.ts';
import { logStore, type LogStore } from './log-store.ts';
import { momentStore, type MomentStore } from './moment.ts';
import { notices, type Notices } from './notices.ts';
import { notesStore, type Notes } from './notes.ts';
import { panels, type Panels } from './panels.ts';
import { placesStore, type Places } from './places.ts';
import { planStore, type PlanStore } from './plan.ts';
import { playhead, type Playhead } from './playhead.ts';
import { preferencesStore, type PreferencesStore } from './preferences.ts';
import { probesStore, type Probes } from './probes.ts';
import { problemStore, type ProblemStore } from './problem-store.ts';
import { runSettings, type RunSettingsStore } from './run-settings.ts';
import { verificationStore, type Verifications } from './verification.ts';
import { valueStore, type ValueStore } from './value-selection.ts';
import { workspaceStore, type WorkspaceStore } from './workspace-store.ts';

/** Everything the window knows, one small store for each subject, and the way to main. */
export interface Bench {
  readonly lab: Lab;
  readonly workspace: WorkspaceStore;
  readonly documents: Documents;
  readonly problems: ProblemStore;
  readonly log: LogStore;
  readonly hints: Hints;
  readonly hits: Hits;
  readonly playhead: Playhead;
  readonly plan: PlanStore;
  readonly moment: MomentStore;
  readonly appState: AppStateStore;
  readonly knowledge: KnowledgeStore;
  readonly value: ValueStore;
  readonly agent: AgentStore;
  readonly comparison: ComparisonStore;
  readonly breakpoints: BreakpointStore;
  readonly probes: Probes;
  readonly verifications: Verifications;
  readonly panels: Panels;
  readonly settings: RunSettingsStore;
  readonly notes: Notes;
  readonly library: Library;
  readonly notices: Notices;
  readonly places: Places;
  readonly preferences: PreferencesStore;
  readonly commands: Commands;
}

export const benchFor = (lab: Lab): Bench => ({
  lab,
  workspace: workspaceStore(),
  documents: documents(),
  problems: problemStore(),
  log: logStore(),
  hints: hintsStore(),
  hits: hitsStore(),
  playhead: playhead(),
  plan: planStore(),
  moment: momentStore(),
  appState: appStateStore(),
  knowledge: knowledgeStore(),
  value: valueStore(),
  agent: agentStore(),
  comparison: comparisonStore(),
  breakpoints: breakpointStore(),
  probes: probesStore(),
  verifications: verificationStore(),
  panels: panels(),
  settings: runSettings(),
  notes: notesStore(),
  library: libraryStore(),
  notices: notices(),
  places: placesStore(),
  preferences: preferencesStore(),
  commands: new Commands(),
});
