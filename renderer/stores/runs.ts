import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  isActiveState,
  isPreview,
  isTrajectory,
  kindOfFile,
  otherSettings,
  PRICES,
} from '../../engine/model/index.ts';
import type {
  Action,
  Actor,
  AppSummary,
  EntryChange,
  JudgedRun,
  RunId,
  RunPage,
  RunSummary,
} from '../../engine/model/index.ts';
import type {
  Answer,
  CallProblem,
  ChosenAgent,
  Reply,
  Request,
  RunControl,
  RunPace,
  Signals,
  StepBy,
} from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { closeComparison, compareRuns } from './comparison.ts';
import {
  closeOpenFile,
  isDirty,
  load,
  openInBackground,
  openScenario,
  saveFile,
  saveOpenFile,
  trustWorkspace,
} from './documents.ts';
import { VERDICT_WORDS } from '../ui/format/words.ts';
import { parseRuns } from '../ui/query/run-query.ts';
import { closeLibrary } from './library.ts';
import { checksSoFar, showProblems } from './problems.ts';
import { dismiss, notify, showProgress } from './notices.ts';
import {
  goToStep,
  type PanelName,
  selectApp,
  showOpenedRun,
  showPanel,
  showStartedRun,
  showUnstarted,
} from './panels.ts';
import {
  changePreferences,
  choicesOf,
  countRerun,
  invalidOptionText,
  isValid,
  typedNumber,
  rememberAct,
  rememberPlayed,
  type RunSettings,
  setRunAfterSaveActive,
  setRerunOffered,
  setRunPace,
  setStarting,
} from './settings.ts';
import { followEnd, restorePosition, selectRun, showJudgement } from './selection.ts';
import { ask, disposeAll } from './sync.ts';
import {
  addRun,
  isRestricted,
  isShared,
  runBlocker,
  runOf,
  type WorkspaceState,
  type WorkspaceStore,
  readRun,
} from './workspace.ts';

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

const shownRun = (stores: Pick<AppStores, 'selection' | 'workspace'>): RunSummary | undefined =>
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
const controlsNow = (
  stores: Pick<AppStores, 'documents' | 'runSettings' | 'selection' | 'workspace'>,
): Controls => {
  const run = shownRun(stores);
  const scenario = nextScenario(stores.workspace.getState(), stores.documents.getState().open, run);
  return controlsOf(run, canStart(scenario, stores.runSettings.getState(), stores.workspace.getState()));
};

/** Starts, pauses or resumes, depending on the shown run. */
export async function startOrPause(stores: RunStores): Promise<void> {
  const { main, canGo } = controlsNow(stores);
  if (!canGo) sayWhyNot(stores);
  else if (main === 'start') await start(stores, false);
  else await control(stores, { kind: main });
}

/** Fires one event, tick or agent turn. Starts a new run first when none is active. */
export async function step(stores: RunStores, by: StepBy): Promise<void> {
  if (!controlsNow(stores).canStep) {
    if (!isActive(shownRun(stores))) sayWhyNot(stores);
    return;
  }
  if (!isActive(shownRun(stores))) {
    const run = await start(stores, false, { until: { by } });
    if (run !== undefined) followEnd(stores.selection);
    return;
  }
  followEnd(stores.selection);
  await control(stores, { kind: 'step', by });
}

/** Runs to an event that has not fired, or starts a new run that pauses at an entry already in the log. */
export async function runTo(
  stores: RunStores,
  goal: { readonly entry: number } | { readonly event: string },
): Promise<void> {
  const run = shownRun(stores);
  if (run === undefined || run.mode === 'trace' || isPreview(run.id)) {
    const started = await start(stores, false, { until: goal });
    if (started !== undefined) followEnd(stores.selection);
    return;
  }
  const goesOn = isActive(run) && ('event' in goal || goal.entry >= run.entries);
  const call = (defaults: StartDefaults): Promise<Reply<RunSummary>> =>
    ask(stores.bridge, 'run.until', { run: run.id, to: goal, ...defaults });
  const begun = await begin(stores, run.source, call, { save: !goesOn });
  if (begun !== undefined) followEnd(stores.selection);
}

/**
 * Starts the shown run again with its own settings; for a trace, starts a run of its plan; with no run shown, starts the open
 * scenario.
 */
export async function restart(stores: RunStores): Promise<void> {
  const run = shownRun(stores);
  if (run === undefined || run.mode === 'trace' || isPreview(run.id)) {
    await start(
      stores,
      false,
      run && { source: isPreview(run.id) ? { scenario: run.source } : { of: run.id } },
    );
    return;
  }
  const answers = answersFor(stores, run.choices?.agent?.model !== undefined);
  const again = await begin(stores, run.source, (defaults) =>
    ask(stores.bridge, 'run.restart', { run: run.id, paused: false, ...answers, ...defaults }),
  );
  if (again === undefined || isActive(run)) return;
  await whenEnded(stores.workspace, again.id);
  await notifyDivergence(stores, again.id, run.id);
}

/** Where the model's answers come from, as it is set, if a model plays the run. */
function answersFor(
  { runSettings }: Pick<AppStores, 'runSettings'>,
  isByModel: boolean,
): Pick<Request<'run.start'>, 'answers'> {
  const { answers } = runSettings.getState();
  return isByModel && answers !== undefined ? { answers } : {};
}

/** The source of a run: a file of the workspace, or that of another run. */
type RunSource = { readonly scenario: string } | { readonly of: RunId };

/** Sets the pace of the active run and of all later ones. */
export async function setPace(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'runSettings' | 'selection' | 'workspace'>,
  pace: RunPace,
): Promise<void> {
  setRunPace(stores.runSettings, pace);
  if (isActive(shownRun(stores))) await control(stores, { kind: 'pace', pace });
}

export async function stop(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'notices' | 'runSettings' | 'selection' | 'workspace'>,
): Promise<void> {
  if (controlsNow(stores).canStop) await control(stores, { kind: 'stop' });
}

/** Starts a run of the scenario in an ARE trace file. */
export async function runTrace(stores: RunStores, path: string): Promise<void> {
  if (!stores.runSettings.getState().starting) await start(stores, false, { source: { scenario: path } });
}

/**
 * Starts a run of the open scenario in which the person plays the user. It runs at wall-clock pace unless another pace is
 * set, and waits when nothing more is due. Returns the run if it started.
 */
export async function playUser(stores: RunStores): Promise<RunSummary | undefined> {
  const shown = shownRun(stores);
  const { pace: current, played } = stores.runSettings.getState();
  // When the shown run is played already, the current pace is the one that playing set.
  const before = (shown && played.get(shown.id)) ?? current;
  const pace = current === 'fastest' ? 1 : current;
  const run = await start(stores, false, { open: true, pace, ...(shown && { instead: shown.id }) });
  if (run !== undefined) rememberPlayed(stores.runSettings, run.id, pace, before);
  return run;
}

/** The app in which user and agent exchange messages. */
export const chatOf = ({ apps }: RunSummary): AppSummary | undefined =>
  apps.find((app) => app.class === 'AgentUserInterface');

interface StartOptions extends Partial<
  Pick<Request<'run.start'>, 'pace' | 'open' | 'instead' | 'isolate' | 'until'>
> {
  readonly source?: RunSource;
}

/**
 * Starts a run with the current settings: of the open scenario, after saving it, or with no open scenario of the shown run's
 * source. Returns the run if it started.
 */
export async function start(
  stores: RunStores,
  paused: boolean,
  { source, ...options }: StartOptions = {},
): Promise<RunSummary | undefined> {
  const next = nextRun(stores, source);
  if (next === undefined) return undefined;
  const { agent } = stores.runSettings.getState();
  const answers = answersFor(stores, agent !== undefined && 'model' in agent);
  return begin(stores, next.scenario, (defaults) =>
    ask(stores.bridge, 'run.start', { ...next.asked, paused, ...answers, ...defaults, ...options }),
  );
}

/** What the next run is asked for with the settings of the window; `undefined` if there is nothing to run. */
function nextRun(
  stores: RunStores,
  given?: StartOptions['source'],
): { readonly scenario: string; readonly asked: Request<'run.previewRequest'> } | undefined {
  const settings = stores.runSettings.getState();
  const shown = shownRun(stores);
  const path = scenarioInWork(stores);
  const isOpen = path !== undefined && stores.documents.getState().open !== undefined;
  const hasFile = path !== undefined && (isOpen || (shown !== undefined && isPreview(shown.id)));
  const source = given ?? (hasFile ? { scenario: path } : shown && { of: shown.id });
  if (source === undefined || notifyIfBlocked(stores)) return undefined;
  const scenario = 'of' in source ? runOf(stores.workspace.getState(), source.of)!.source : source.scenario;
  const seed = typedNumber(settings, 'seed');
  const choices = choicesOf(settings, scenario);
  const asked = {
    ...source,
    mode: settings.mode,
    ...(typeof seed === 'number' ? { seed } : {}),
    ...(choices === undefined ? {} : { choices }),
  };
  return { scenario, asked };
}

/** The first request that the chosen model would get in the next run; `undefined` if there is nothing to run. */
export async function previewRequest(stores: RunStores): Promise<Reply<string> | undefined> {
  const next = nextRun(stores);
  if (next === undefined || !(await saveFilesOf(stores, next.scenario))) return undefined;
  return ask(stores.bridge, 'run.previewRequest', next.asked);
}

/** Settings that apply to every run started from this window. */
interface StartDefaults {
  readonly pace?: number;
}

/** Saves `scenario` if it is open, starts a run through `call` and shows the run. Returns the run if it started. */
async function begin(
  stores: RunStores,
  scenario: string,
  call: (defaults: StartDefaults) => Promise<Reply<RunSummary>>,
  { save = true }: { readonly save?: boolean } = {},
): Promise<RunSummary | undefined> {
  if (notifyIfBlocked(stores, false)) return undefined;
  const { pace } = stores.runSettings.getState();
  setStarting(stores.runSettings, true);
  const saved = !save || (await saveFilesOf(stores, scenario));
  const checks = checksSoFar();
  const reply = saved ? await call(pace === 'fastest' ? {} : { pace }) : undefined;
  setStarting(stores.runSettings, false);
  if (reply === undefined || (!reply.ok && reply.error.code === 'cancelled')) return undefined;
  if (!reply.ok) {
    showStartProblems(stores, scenario, reply.error, checks);
    return undefined;
  }
  if (reply.value.id === stores.selection.getState().run) return reply.value;
  closeComparison(stores);
  showNewRun(stores, reply.value);
  // Who edits a module goes on with it.
  if (!isShared(stores.workspace.getState(), stores.documents.getState().open))
    await showSourceOf(stores, reply.value);
  return reply.value;
}

/** Saves the edits of `scenario` and of what it is made of. Returns whether disk and editor now have the same texts. */
async function saveFilesOf(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'notices' | 'problems'>,
  scenario: string,
): Promise<boolean> {
  const { texts, open } = stores.documents.getState();
  const { usedBy } = stores.problems.getState();
  const own = Object.keys(texts).filter((path) => usedBy[path]?.includes(scenario));
  for (const path of [...(open === scenario ? [scenario] : []), ...own])
    if (!(await saveFile(stores, path))) return false;
  return true;
}

/** Shows why something waits before it begins, with a way to give up. Runs until the returned function is called. */
export const syncWaits = ({ bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>): (() => void) => {
  const cancel = (): void => void ask(bridge, 'run.cancelWaiting', {});
  return bridge.on('run.waits', ({ why }) => {
    showProgress(notices, why === undefined ? undefined : { text: why, share: undefined, cancel });
  });
};

/** Notifies the person when a new run is blocked, by invalid options too if `asSet`. Returns whether it is. */
function notifyIfBlocked(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'runSettings' | 'workspace'>,
  asSet = true,
): boolean {
  const { workspace, runSettings, notices } = stores;
  const why =
    runBlocker(workspace.getState()) ?? (asSet ? invalidOptionText(runSettings.getState()) : undefined);
  if (why === undefined) return false;
  const text = `${why.replace(/\.$/, '')}.`;
  if (isRestricted(workspace.getState())) offerTrust(stores, text);
  else notify(notices, 'bad', text);
  return true;
}

/** Says why nothing can be run; nothing while a run starts. */
function sayWhyNot(stores: Pick<AppStores, 'bridge' | 'notices' | 'runSettings' | 'workspace'>): void {
  if (notifyIfBlocked(stores) || stores.runSettings.getState().starting) return;
  notify(stores.notices, 'bad', 'Open a scenario to run it.');
}

/** Offers to trust the folder, until it is trusted. */
function offerTrust(stores: Pick<AppStores, 'bridge' | 'notices' | 'workspace'>, text: string): void {
  const { notices, workspace } = stores;
  const run = (): void => void trustWorkspace(stores);
  const offer = notify(notices, 'bad', text, { label: 'Trust folder…', run });
  const stop = workspace.subscribe((state) => {
    if (isRestricted(state)) return;
    stop();
    dismiss(notices, offer);
  });
}

/** Whether `run` was cut off and can go on where it ended. */
export const isResumable = (run: Pick<RunSummary, 'id' | 'state' | 'mode'> | undefined): boolean =>
  run?.state === 'interrupted' && run.mode !== 'trace' && !isPreview(run.id);

/** Starts a run that repeats `run`, which was cut off, and goes on where it ended. */
export async function resumeInterrupted(stores: RunStores, run: RunId): Promise<void> {
  if (notifyIfBlocked(stores, false)) return;
  const begun = await beginAgain(stores, () => ask(stores.bridge, 'run.resumeInterrupted', { run }));
  if (begun !== undefined) await showSourceOf(stores, begun);
}

/** Starts a branch of the shown run at entry `at`. Returns whether it started. */
export async function branchRun(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'panels' | 'selection' | 'workspace'>,
  at: number,
  intervention: EntryChange | undefined,
  agent?: ChosenAgent,
): Promise<boolean> {
  const run = shownRun(stores);
  if (run === undefined) return false;
  const change = { ...(intervention && { intervention }), ...(agent && { agent }) };
  const begun = await beginAgain(stores, () =>
    ask(stores.bridge, 'run.branch', { run: run.id, at, paused: false, ...change }),
  );
  return begun !== undefined;
}

/** Starts a branch of `run` at a request to its model, with `change`, and shows it. Returns whether it started. */
export async function amendRun(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'panels' | 'selection' | 'workspace'>,
  run: RunId,
  request: number,
  change: Request<'run.amend'>['change'],
): Promise<boolean> {
  const begun = await beginAgain(stores, () =>
    ask(stores.bridge, 'run.amend', { run, request, ...(change && { change }) }),
  );
  return begun !== undefined;
}

/**
 * Asks the model of `run` again at one of its requests, with `change`, in `times` branches, which main begins one after the other.
 * Returns whether the first started.
 */
export async function askAgain(
  { bridge, notices, workspace }: Pick<AppStores, 'bridge' | 'notices' | 'workspace'>,
  run: RunId,
  request: number,
  change: Request<'run.amend'>['change'],
  times: number,
): Promise<boolean> {
  const reply = await ask(bridge, 'run.amend', { run, request, times, ...(change && { change }) });
  if (reply.ok) addRun(workspace, reply.value);
  else notify(notices, 'bad', reply.error.problems[0]?.message ?? reply.error.message);
  return reply.ok;
}

/** Shows how far a model is asked again, whichever page asked for it. */
export const syncAsking = ({ bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>): (() => void) =>
  bridge.on('asking.progressed', ({ run, nth, times, problem }) => {
    const cancel = (): void => void ask(bridge, 'run.cancelAsking', { run });
    showProgress(
      notices,
      nth === undefined || times === undefined
        ? undefined
        : { text: `Asking again, ${nth} of ${times}`, share: (nth - 1) / times, cancel },
    );
    if (problem !== undefined) notify(notices, 'bad', problem);
  });

/** Starts a run through `call`, which repeats another, and shows it. Returns the run if it started. */
async function beginAgain(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'panels' | 'selection' | 'workspace'>,
  call: () => Promise<Reply<RunSummary>>,
): Promise<RunSummary | undefined> {
  const reply = await call();
  if (!reply.ok) {
    const [problem] = reply.error.problems;
    if (reply.error.code !== 'cancelled')
      notify(stores.notices, 'bad', problem?.message ?? reply.error.message);
    return undefined;
  }
  showNewRun(stores, reply.value);
  return reply.value;
}

/** Shows a run that has just started. */
function showNewRun(stores: Pick<AppStores, 'panels' | 'selection' | 'workspace'>, run: RunSummary): void {
  addRun(stores.workspace, run);
  showStartedRun(stores.panels);
  selectRun(stores.selection, run.id);
}

/** Lists the problems that kept `scenario` from running in the problems panel, unless it has changed since the check `nth`. */
function showStartProblems(
  stores: Pick<AppStores, 'notices' | 'panels' | 'problems'>,
  scenario: string,
  problem: CallProblem,
  nth: number,
): void {
  if (showProblems(stores.problems, scenario, problem, nth)) showUnstarted(stores.panels, scenario);
  else notify(stores.notices, 'bad', problem.problems[0]?.message ?? problem.message);
}

/** Puts an answer in the place of the model's that waits in `run`. Returns whether it was. */
export async function replaceAnswer(
  { bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  answer: Extract<RunControl, { kind: 'answer' }>['answer'],
): Promise<boolean> {
  const reply = await ask(bridge, 'run.control', { run, control: { kind: 'answer', answer } });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
  return reply.ok;
}

/** Controls the shown run. */
async function control(
  { bridge, notices, selection }: Pick<AppStores, 'bridge' | 'notices' | 'selection'>,
  asked: RunControl,
): Promise<void> {
  const { run } = selection.getState();
  if (run === undefined) return;
  const reply = await ask(bridge, 'run.control', { run, control: asked });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
}

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
async function showSourceOf(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'problems' | 'workspace'>,
  { source }: RunSummary,
): Promise<void> {
  const { view } = stores.workspace.getState();
  if (view?.scenarios.some(({ path }) => path === source)) await openInBackground(stores, source);
  else closeOpenFile(stores.documents);
}

/** Sets whether runs of `scenario` each get their own process. */
export async function isolate(
  { bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>,
  scenario: string,
  isolated: boolean,
): Promise<void> {
  const reply = await ask(bridge, 'scenario.isolate', { path: scenario, isolated });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
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

/** Saves the open scenario, and reruns it if the preference is set; else offers to set it. */
export async function saveAndRerun(stores: RunStores): Promise<void> {
  const documents = stores.documents.getState();
  const changed = isDirty(documents, documents.open);
  if (!(await saveOpenFile(stores))) return;
  if (changed) offerRerun(stores);
  // A module is not run: the scenario that uses it is, once main tells that it has changed.
  if (!isShared(stores.workspace.getState(), documents.open)) await runAfterSave(stores);
  if (changed) offerNewRun(stores);
}

/** While the run of a saved scenario is paused: says that it goes on with the code from before, and offers a new run. */
function offerNewRun(stores: RunStores): void {
  const run = shownRun(stores);
  if (run?.state !== 'paused' || run.source !== scenarioInWork(stores)) return;
  notify(
    stores.notices,
    'offer',
    `${run.id} is paused and goes on with the code from before the save.`,
    {
      label: 'Stop it and run the new code',
      run: () =>
        void stop(stores)
          .then(() => whenEnded(stores.workspace, run.id))
          .then(() => start(stores, false)),
    },
    { label: 'Go on', run: () => undefined },
  );
}

/** Offers, once in a window, to run the open scenario whenever it is saved. It must have a run to compare with. */
function offerRerun(stores: RunStores): void {
  const { documents, notices, preferences, runSettings, workspace } = stores;
  const { open } = documents.getState();
  const { rerunOnSave, offerRerun: isWelcome } = preferences.getState();
  const hasRun = workspace.getState().view?.runs.some(({ source }) => source === open) === true;
  if (rerunOnSave || !isWelcome || runSettings.getState().rerunOffered || !hasRun) return;
  setRerunOffered(runSettings);
  notify(
    notices,
    'offer',
    'Run scenarios when they are saved, and compare with the previous run?',
    {
      label: 'Turn on',
      run: () => void changePreferences(stores, { rerunOnSave: true }).then(() => runAfterSave(stores)),
    },
    { label: 'Not now', run: () => undefined },
    { label: 'Never ask', run: () => void changePreferences(stores, { offerRerun: false }) },
  );
}

/**
 * Reloads open files that change on disk, and reruns the scenario on which the person works when a file of it changes: its own, a
 * module, data, or one of its agent. Runs until the returned function is called.
 */
export function syncDocumentsWithDisk(stores: RunStores): () => void {
  const { bridge, documents } = stores;
  let listed = new Map<string, number>();
  return disposeAll([
    bridge.on('workspace.changed', ({ scenarios }) => {
      const before = listed;
      listed = new Map(scenarios.map(({ path, changed }) => [path, changed]));
      for (const path of Object.keys(documents.getState().texts)) {
        const changed = listed.get(path);
        if (changed === undefined || changed !== before.get(path)) void load(bridge, documents, path);
      }
    }),
    bridge.on('sources.changed', (changed) => {
      const scenario = scenarioInWork(stores);
      if (scenario === undefined || !changesNextRun(stores, changed)) return;
      // A run would save the edits.
      if (isDirty(documents.getState(), scenario)) return;
      void load(bridge, documents, scenario).then(() => runAfterSave(stores));
    }),
  ]);
}

/** The scenario on which the person works: the open one, or while a module is open that of the shown run. */
export function scenarioInWork(
  stores: Pick<AppStores, 'documents' | 'selection' | 'workspace'>,
): string | undefined {
  const { open } = stores.documents.getState();
  return isShared(stores.workspace.getState(), open) ? shownRun(stores)?.source : open;
}

/** Whether the scenario in work, or the agent that is chosen for it, is made of a file that has changed. */
export function changesNextRun(
  stores: Pick<AppStores, 'documents' | 'runSettings' | 'selection' | 'workspace'>,
  { scenarios, agents }: Pick<Signals['sources.changed'], 'scenarios' | 'agents'>,
): boolean {
  const scenario = scenarioInWork(stores);
  if (scenario !== undefined && scenarios.includes(scenario)) return true;
  const { agent, script, user, rerunning } = stores.runSettings.getState();
  const isOfModel = (player: ChosenAgent | undefined): boolean =>
    player !== undefined &&
    'model' in player &&
    [player.model.prompt, PRICES].some((path) => agents.includes(path ?? ''));
  if (isOfModel(user) || isOfModel(agent)) return true;
  if (agent === undefined) return agents.includes(script ?? '');
  if ('model' in agent) return false;
  // A program may read any file beside it, and write data there while it plays.
  return agents.some((path) => (rerunning ? CODE.test(path) : path !== PRICES));
}

const CODE = /\.(?:[cm]?[jt]s|py|sh)$/;

/**
 * Reruns the scenario on which the person works if the preference is set, and notifies how the outcome differs. While a run begins, or the run of an
 * earlier save goes on, it waits for that; of several saves that wait, the last is run. Nothing is run when the person has opened
 * another file or turned the preference off meanwhile.
 */
async function runAfterSave(stores: RunStores): Promise<void> {
  const { preferences, runSettings, workspace } = stores;
  if (!preferences.getState().rerunOnSave) return;
  const scenario = scenarioInWork(stores);
  const nth = countRerun(runSettings);
  await when(runSettings, ({ starting, rerunning }) => !starting && !rerunning);
  if (nth !== runSettings.getState().rerunsAsked) return;
  if (!preferences.getState().rerunOnSave || scenario === undefined || scenarioInWork(stores) !== scenario)
    return;
  const { main } = controlsNow(stores);
  if (main !== 'start' || !canStart(scenario, runSettings.getState(), workspace.getState())) return;
  setRunAfterSaveActive(runSettings, true);
  let run: RunId | undefined;
  try {
    run = (await start(stores, false, { source: { scenario }, isolate: true }))?.id;
    if (run !== undefined) await whenEnded(workspace, run);
  } finally {
    setRunAfterSaveActive(runSettings, false);
  }
  if (run !== undefined) await notifyDivergence(stores, run);
}

/** Notifies where `run`, which has ended, diverges from `before`, or from the best run to compare it with, if there is one. */
async function notifyDivergence(
  stores: Pick<AppStores, 'comparison' | 'bridge' | 'notices' | 'workspace'>,
  run: RunId,
  before?: RunId,
): Promise<void> {
  const { bridge, workspace, notices } = stores;
  const reply = await ask(bridge, 'comparison.change', { run, ...(before === undefined ? {} : { before }) });
  if (!reply.ok || reply.value === null) return;
  const { from, divergence } = reply.value;
  const ended = runOf(workspace.getState(), run);
  // A tick beside a failure would deny it.
  const tone = ended?.state === 'failed' || ended?.verdict?.outcome === 'failed' ? 'bad' : 'good';
  const others = ended === undefined ? [] : otherSettings(from, ended);
  const settings = others.length === 0 ? '' : ` ${from.id} ran with a different ${others.join(' and ')}.`;
  if (divergence === null) {
    notify(notices, tone, `${run} is identical to ${from.id}.${settings}`);
    return;
  }
  addRun(workspace, from);
  const verdicts = ended === undefined ? '' : `${verdictChange(from, ended)} `;
  notify(notices, tone, `${verdicts}${from.id} (A) and ${run} (B): ${divergence.sentence}${settings}`, {
    label: 'Compare',
    run: () => void compareRuns(stores, from.id, run),
  });
}

/** Whether the verdict changed, as a sentence. */
export function verdictChange(before: RunSummary, now: RunSummary): string {
  const [was, is] = [before, now].map(({ state, verdict }) =>
    state === 'failed' || verdict === undefined ? state : VERDICT_WORDS[verdict.outcome].toLowerCase(),
  );
  return was === is ? `The verdict is the same: ${is}.` : `The verdict changed from ${was} to ${is}.`;
}

const whenEnded = (store: WorkspaceStore, run: RunId): Promise<void> =>
  when(store, (state) => !isActive(runOf(state, run)));

/** Resolves once `holds` is true of the store's state. */
const when = <State>(store: StoreApi<State>, holds: (state: State) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const update = (): void => {
      if (!holds(store.getState())) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(update);
    update();
  });

/**
 * Calls a tool by hand: in an active run now, else in a new branch that diverges before entry `at`. Returns the error
 * message, or `undefined` on success.
 */
export async function callTool(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'panels' | 'runSettings' | 'selection' | 'workspace'>,
  run: RunSummary,
  at: number,
  actor: Actor,
  action: Action,
): Promise<string | undefined> {
  const called = await ask(stores.bridge, 'run.act', { run: run.id, at, actor, action });
  if (!called.ok) return called.error.problems[0]?.message ?? called.error.message;
  if (called.value.kind === 'branched') {
    showNewRun(stores, called.value.run);
    return undefined;
  }
  rememberAct(stores.runSettings, run.id);
  followEnd(stores.selection);
  selectApp(stores.panels, action.app);
  const { index, outcome } = called.value.entry;
  if (outcome.status !== 'failed') return undefined;
  return `The call failed, logged as #${index}: ${outcome.error.type}: ${outcome.error.message}`;
}

/** Saves a new version of the scenario of `run`, with the person's manual actions as events, and opens it. */
export async function saveNextVersion(
  stores: Parameters<typeof openScenario>[0] & Pick<AppStores, 'notices'>,
  run: RunSummary,
): Promise<void> {
  const saved = await ask(stores.bridge, 'run.nextVersion', { run: run.id });
  if (!saved.ok) {
    notify(stores.notices, 'bad', saved.error.message);
    return;
  }
  const { path, events, notes, difference } = saved.value;
  const what = `${events} of your calls in ${run.id} ${events === 1 ? 'is an event' : 'are events'}`;
  const came =
    difference === undefined
      ? []
      : [
          difference === null
            ? `With the agent’s recorded calls it ends in the same state as ${run.id}.`
            : `With the agent’s recorded calls it differs from ${run.id}: ${difference}`,
        ];
  const isSame = (difference ?? null) === null;
  notify(
    stores.notices,
    isSame ? 'good' : 'bad',
    [`Saved as ${path}: ${what}.`, ...notes, ...came].join(' '),
  );
  if (kindOfFile(path) === 'scenario') await openScenario(stores, path);
}

/** Result of verifying a run by running it again. `share` is the progress, from 0 to 1. */
export type VerificationState =
  | { readonly kind: 'under-way'; readonly share: number }
  | { readonly kind: 'done'; readonly verified: Answer<'run.verify'> }
  | { readonly kind: 'refused'; readonly message: string };

/** Verifications by run; lost when the window closes. */
export type Verifications = StoreApi<{ readonly byRun: ReadonlyMap<RunId, VerificationState> }>;

export const createVerificationStore = (): Verifications =>
  createStore(() => ({ byRun: new Map() as ReadonlyMap<RunId, VerificationState> }));

/** Whether a run can be verified. */
export const canVerify = (run: RunSummary | undefined): run is RunSummary =>
  run !== undefined && run.mode !== 'trace' && !isActive(run) && !isPreview(run.id);

/** Runs a run again and compares the result with its log. */
export async function verifyRun(
  { bridge, verifications }: Pick<AppStores, 'bridge' | 'verifications'>,
  run: RunId,
): Promise<void> {
  const note = (verification: VerificationState | undefined): void => {
    verifications.setState(({ byRun }) => {
      const next = new Map(byRun);
      if (verification === undefined) next.delete(run);
      else next.set(run, verification);
      return { byRun: next };
    });
  };
  if (verifications.getState().byRun.get(run)?.kind === 'under-way') return;
  note({ kind: 'under-way', share: 0 });
  const stop = bridge.on('verify.progressed', ({ run: verified, share }) => {
    if (verified === run) note({ kind: 'under-way', share });
  });
  const reply = await ask(bridge, 'run.verify', { run });
  stop();
  if (reply.ok) note({ kind: 'done', verified: reply.value });
  else if (reply.error.code === 'cancelled') note(undefined);
  else note({ kind: 'refused', message: reply.error.message });
}

/** Cancels a verification. */
export const cancelVerify = ({ bridge }: Pick<AppStores, 'bridge'>, run: RunId): void =>
  void ask(bridge, 'run.cancelVerify', { run });

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
  if (!(await openRun(stores, run))) return false;
  if (entry !== undefined) restorePosition(stores.selection, entry);
  showPanel(stores.panels, panel);
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
    notify(stores.notices, 'good', `No run ${step === 1 ? 'after' : 'before'} this one in the list of runs.`);
  else await openRun(stores, line.id);
}
