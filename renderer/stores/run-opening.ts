import {
  isTrajectory,
  type JudgedRun,
  type RunId,
  type RunPage,
  type RunSummary,
} from '../../engine/model/index.ts';
import type { Reply } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { closeComparison } from './comparison.ts';
import { closeOpenFile, openInBackground } from './documents.ts';
import { parseRuns } from '../ui/query/run-query.ts';
import { closeLibrary } from './library.ts';
import { notify } from './notices.ts';
import { goToStep, type PanelName, showOpenedRun, showPanel } from './panels.ts';
import { restorePosition, selectRun, showJudgement } from './selection.ts';
import { ask } from './sync.ts';
import { readRun } from './workspace.ts';
import { type RunStores, shownRun } from './runs.ts';

/**
 * Shows a run, and its source file if the workspace still has it. Returns whether the run is still the shown one then: the person
 * may have opened another meanwhile.
 */
export async function showRun(stores: RunStores, run: RunSummary): Promise<boolean> {
  closeComparison(stores);
  closeLibrary(stores.library);
  showOpenedRun(stores.panels, isTrajectory(run), isTrajectory(shownRun(stores)));
  const isOther = stores.selection.getState().run !== run.id;
  selectRun(stores.selection, run.id);
  // A reader begins at the beginning; of a world, the last state is of interest first.
  if (isOther && isTrajectory(run) && run.entries > 0) restorePosition(stores.selection, 0);
  await showSourceOf(stores, run);
  return stores.selection.getState().run === run.id;
}

/**
 * Opens the source file of `run` in the editor, or closes the open file when there is none, so that code and run belong
 * together.
 */
export async function showSourceOf(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'problems' | 'workspace'>,
  { source }: RunSummary,
): Promise<void> {
  const { view } = stores.workspace.getState();
  if (view?.scenarios.some(({ path }) => path === source)) await openInBackground(stores, source);
  else closeOpenFile(stores.documents);
}

/** Deletes runs with all their data. */
export async function deleteRuns(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'selection'>,
  runs: readonly RunId[],
): Promise<void> {
  const reply = await ask(stores.bridge, 'run.delete', { runs: [...runs] });
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  const { run } = stores.selection.getState();
  if (reply.ok && run !== undefined && runs.includes(run)) selectRun(stores.selection, undefined);
}

/** Opens a run with its verdict under the configuration with which it was judged. */
export async function openJudged(
  stores: RunStores,
  { run, configuration }: Pick<JudgedRun, 'run' | 'configuration'>,
): Promise<void> {
  if (!(await openRun(stores, run))) return;
  showJudgement(stores.selection, configuration);
  showPanel(stores.panels, 'verdict');
}

/** Opens a run in place of the library. Returns, as {@link showRun} does, whether it is shown then. */
export async function openRun(stores: RunStores, id: RunId): Promise<boolean> {
  const run = await readRun(stores, id);
  if (run !== undefined) return showRun(stores, run);
  notify(stores.notices, 'bad', `Run ${id} was deleted.`);
  return false;
}

/** A step of a run: its entry or the entry after it, and its number among those that only the run's file has. */
export interface StepPlace {
  readonly run: RunId;
  readonly entry: number | undefined;
  readonly log?: number | undefined;
}

/** Opens a step in the transcript of its run, or its entry in another panel. Returns whether the run is shown then. */
export async function openStep(
  stores: RunStores,
  { run, entry, log }: StepPlace,
  panel: PanelName = 'transcript',
): Promise<boolean> {
  // Before the search gives way to the run: the focus goes to the panel that is there then.
  showPanel(stores.panels, panel);
  if (!(await openRun(stores, run))) return false;
  if (entry !== undefined) restorePosition(stores.selection, entry);
  goToStep(stores.panels, { run, entry: log === undefined ? entry : undefined, log });
  return true;
}

/** Opens the run after or before the shown one in the order of the library, with its query. */
export async function openNeighbour(stores: RunStores, step: 1 | -1): Promise<void> {
  const { text, group, order, descending } = stores.library.getState();
  const terms = parseRuns(text);
  const query = {
    terms: 'message' in terms ? [] : terms,
    group,
    order,
    descending,
    folded: [],
    selected: [],
  };
  const find = (from: number, at?: RunId): Promise<Reply<RunPage>> =>
    ask(stores.bridge, 'library.find', { ...query, from, limit: 1, at });
  const here = await find(0, stores.selection.getState().run);
  if (!here.ok) return;
  const { at = step === 1 ? -1 : 1 } = here.value;
  const to = at + step;
  const reply = to < 0 || to >= here.value.found ? undefined : await find(to);
  const line = reply?.ok === true ? reply.value.lines[0]?.line : undefined;
  if (line === undefined)
    notify(stores.notices, 'hint', `No run ${step === 1 ? 'after' : 'before'} this one in the list of runs.`);
  else await openRun(stores, line.id);
}
