import { isPreview, type RunId, type RunSummary } from '../../engine/model/index.ts';
import type { CallProblem, Reply, Request } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { closeComparison } from './comparison.ts';
import { saveFile, trustWorkspace } from './documents.ts';
import { checksSoFar, showProblems } from './problems.ts';
import { dismiss, notify, showProgress } from './notices.ts';
import { showStartedRun, showUnstarted } from './panels.ts';
import { choicesToSend, invalidOptionText, typedNumber, setStarting } from './settings.ts';
import { followEnd, selectRun } from './selection.ts';
import { ask } from './sync.ts';
import { addRun, isRestricted, isShared, runBlocker, runOf } from './workspace.ts';
import { isActive, type RunStores, scenarioInWork, shownRun } from './runs.ts';
import { showSourceOf } from './run-opening.ts';

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

/** Where the model's answers come from, as it is set, if a model plays the run. */
export function answersFor(
  { runSettings }: Pick<AppStores, 'runSettings'>,
  isByModel: boolean,
): Pick<Request<'run.start'>, 'answers'> {
  const { answers } = runSettings.getState();
  return isByModel && answers !== undefined ? { answers } : {};
}

/** The source of a run: a file of the workspace, or that of another run. */
type RunSource = { readonly scenario: string } | { readonly of: RunId };

/** Starts a run of the scenario in an ARE trace file. */
export async function runTrace(stores: RunStores, path: string): Promise<void> {
  if (!stores.runSettings.getState().starting) await start(stores, false, { source: { scenario: path } });
}

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
): { readonly scenario: string; readonly asked: Request<'run.firstRequest'> } | undefined {
  const settings = stores.runSettings.getState();
  const shown = shownRun(stores);
  const path = scenarioInWork(stores);
  const isOpen = path !== undefined && stores.documents.getState().open !== undefined;
  const hasFile = path !== undefined && (isOpen || (shown !== undefined && isPreview(shown.id)));
  const source = given ?? (hasFile ? { scenario: path } : shown && { of: shown.id });
  if (source === undefined || notifyIfBlocked(stores)) return undefined;
  const scenario = 'of' in source ? runOf(stores.workspace.getState(), source.of)!.source : source.scenario;
  const seed = typedNumber(settings, 'seed');
  const choices = choicesToSend(settings, scenario);
  const asked = {
    ...source,
    mode: settings.mode,
    ...(typeof seed === 'number' ? { seed } : {}),
    ...(choices === undefined ? {} : { choices }),
  };
  return { scenario, asked };
}

/** The first request that the chosen model would get in the next run; `undefined` if there is nothing to run. */
export async function firstRequest(stores: RunStores): Promise<Reply<string> | undefined> {
  const next = nextRun(stores);
  if (next === undefined || !(await saveFilesOf(stores, next.scenario))) return undefined;
  return ask(stores.bridge, 'run.firstRequest', next.asked);
}

/** Settings that apply to every run started from this window. */
interface StartDefaults {
  readonly pace?: number;
}

/** Saves `scenario` if it is open, starts a run through `call` and shows the run. Returns the run if it started. */
export async function begin(
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
export function sayWhyNot(stores: Pick<AppStores, 'bridge' | 'notices' | 'runSettings' | 'workspace'>): void {
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

/** Starts a run that repeats `run`, which was cut off, and goes on where it ended. */
export async function resumeInterrupted(stores: RunStores, run: RunId): Promise<void> {
  if (notifyIfBlocked(stores, false)) return;
  const begun = await beginAgain(stores, () => ask(stores.bridge, 'run.resumeInterrupted', { run }));
  if (begun !== undefined) await showSourceOf(stores, begun);
}

/** Starts a run through `call`, which repeats another, and shows it. Returns the run if it started. */
export async function beginAgain(
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
export function showNewRun(
  stores: Pick<AppStores, 'panels' | 'selection' | 'workspace'>,
  run: RunSummary,
): void {
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
