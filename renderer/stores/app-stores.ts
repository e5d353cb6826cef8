import type { RunId } from '../../engine/model/index.ts';
import type { Lab } from '../../preload/contract.ts';
import { Commands } from '../ui/commands/commands.ts';
import { agentStore, type AgentStore, followAgent } from './agent.ts';
import { breakpointStore, type BreakpointStore, followBreakpoints } from './breakpoints.ts';
import { comparisonStore, type ComparisonStore, followComparison } from './comparison.ts';
import { documents, type Documents } from './documents.ts';
import { followLibrary, type Library, libraryStore } from './library.ts';
import { followLog, logStore, type LogStore, showNoLog } from './log.ts';
import {
  appStateStore,
  type AppStateStore,
  followPlayhead,
  knowledgeStore,
  type KnowledgeStore,
  momentStore,
  type MomentStore,
} from './moment.ts';
import { followNotes, type Notes, notesStore } from './notes.ts';
import { notices, type Notices } from './notices.ts';
import { problemStore, type ProblemStore } from './open-scenario.ts';
import { panels, type Panels } from './panels.ts';
import {
  followHints,
  followPlaces,
  type Hints,
  hintsStore,
  type Places,
  placesStore,
  planStore,
  type PlanStore,
} from './plan.ts';
import { dropOnMove, playhead, type Playhead } from './playhead.ts';
import { preferencesStore, type PreferencesStore } from './preferences.ts';
import { followProbes, type Probes, probesStore } from './probes.ts';
import { runSettings, type RunSettingsStore } from './run-settings.ts';
import { followDisk, type Verifications, verificationStore } from './runs.ts';
import { followHits, type Hits, hitsStore } from './search.ts';
import { endAll, Together } from './sync.ts';
import { followValue, valueStore, type ValueStore } from './value-history.ts';
import { followWorkspace, workspaceStore, type WorkspaceStore } from './workspace.ts';

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

/** Keeps every store in step with main and with the playhead, until the returned function is called. */
export function follow(bench: Bench): () => void {
  const together = new Together();
  const stops = [
    followWorkspace(bench.lab, bench.workspace),
    followBreakpoints(bench.lab, bench.breakpoints),
    dropOnMove(bench),
    followShownRun(bench),
    followPlayhead(bench, together),
    followValue(bench, together),
    followAgent(bench),
    followHits(bench),
    followProbes(bench),
    followHints(bench),
    followPlaces(bench),
    followNotes(bench),
    followLibrary(bench),
    followComparison(bench),
    followDisk(bench),
  ];
  return endAll(stops);
}

/** Brings in the log of whichever run the window shows. */
function followShownRun({ lab, panels, log, playhead }: Bench): () => void {
  let shown: RunId | undefined;
  let close = (): void => undefined;
  const show = (run: RunId | undefined): void => {
    if (run === shown) return;
    close();
    shown = run;
    playhead.setState({ at: -1, following: true, playing: false, range: undefined, looping: false });
    close = run === undefined ? () => undefined : followLog(lab, log, run);
    if (run === undefined) showNoLog(log);
  };
  const stop = panels.subscribe(({ run }) => {
    show(run);
  });
  return () => {
    stop();
    close();
  };
}
