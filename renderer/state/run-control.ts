import type { Intervention, AppSummary, OutsideAgent, RunId, RunSummary } from '../../engine/model/index.ts';
import type { CallName, Refusal, Request, RunPace, StepBy } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { closeComparison } from './comparison.ts';
import { notify } from './notices.ts';
import { problemsOf } from './problem-store.ts';
import { choicesOf, isFit, numberOf, type RunSettings } from './run-settings.ts';
import { openQuietly, saveOpen } from './scenario-control.ts';
import { unfitInWords } from './typed-options.ts';
import { isShared, meetRun, runOf, whyNoRuns, type WorkspaceState } from './workspace-store.ts';

export const isActive = (run: RunSummary | undefined): boolean =>
  run?.state === 'running' || run?.state === 'paused';

/** What can be done now: to the run on show while it is active, else to a new run of the open scenario. */
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

const shownRun = (bench: Bench): RunSummary | undefined =>
  runOf(bench.workspace.getState(), bench.panels.getState().run);

/** Whether a new run of `scenario`, the open one or else that of the run on show, could be started as things stand. */
export const canStart = (
  scenario: string | undefined,
  settings: RunSettings,
  workspace: WorkspaceState,
): boolean =>
  scenario !== undefined &&
  !isShared(workspace, scenario) &&
  whyNoRuns(workspace) === undefined &&
  !settings.starting &&
  isFit(settings);

/** Whether `run` could be made once more: a trace that holds its agent alone has nothing to be made of. */
export const canRepeat = ({ mode, apps }: RunSummary): boolean => mode !== 'trace' || apps.length > 0;

/** What the next run would be of, by its path: the open file, or, where none is, what the run on show was made of. */
export const nextScenario = (open: string | undefined, run: RunSummary | undefined): string | undefined =>
  open ?? (run !== undefined && canRepeat(run) ? run.source : undefined);

/** What can be done as things stand. */
export const controlsNow = (bench: Bench): Controls => {
  const run = shownRun(bench);
  const scenario = nextScenario(bench.documents.getState().open, run);
  return controlsOf(run, canStart(scenario, bench.settings.getState(), bench.workspace.getState()));
};

/** Runs, pauses or resumes, whichever is the thing to do. */
export async function go(bench: Bench): Promise<void> {
  const { main, canGo } = controlsNow(bench);
  if (!canGo) tellWhyNot(bench);
  else if (main === 'start') await start(bench, false);
  else await tell(bench, main === 'pause' ? 'run.pause' : 'run.resume');
}

/** Fires one event, tick or agent's turn; of a new run its first, when none is active. */
export async function step(bench: Bench, by: StepBy): Promise<void> {
  if (!controlsNow(bench).canStep) {
    tellWhyNot(bench);
    return;
  }
  if (!isActive(shownRun(bench)) && !(await start(bench, true))) return;
  bench.playhead.setState({ following: true });
  await tell(bench, 'run.step', { by });
}

/**
 * Lets the run on show go on to an event it has not fired, or plays it anew up to an entry it has behind it: the new run
 * pauses there.
 */
export async function runTo(
  bench: Bench,
  goal: { readonly entry: number } | { readonly event: string },
): Promise<void> {
  const run = shownRun(bench);
  const ahead = run !== undefined && ('event' in goal || goal.entry >= run.entries);
  if (run?.state === 'running') await tell(bench, 'run.pause');
  if ((!isActive(run) || !ahead) && !(await restart(bench, true))) return;
  bench.playhead.setState({ following: true });
  await tell(bench, 'run.until', goal);
}

/**
 * Starts the scenario of the run on show anew, as that run was started, and of a trace what it planned; where no run is on
 * show, the open one. Answers whether one began.
 */
export async function restart(bench: Bench, paused = false): Promise<boolean> {
  const run = shownRun(bench);
  if (run === undefined) return start(bench, paused);
  const making = makingOf(bench, run);
  if (run.mode === 'trace') return start(bench, paused, { making });
  if (isActive(run)) await tell(bench, 'run.stop');
  return start(bench, paused, {
    ...{ making, mode: run.mode, seed: run.seed },
    ...(run.choices === undefined ? {} : { choices: run.choices }),
  });
}

/** What a run is made of: a file of the workspace, or what another was made of, whatever the workspace has by now. */
type Making = { readonly scenario: string } | { readonly of: RunId };

/** What `run` could be made of once more: of its file, or of what was kept of that where the workspace has none. */
function makingOf({ workspace }: Bench, { id, source }: RunSummary): Making {
  const { scenarios = [], traces = [] } = workspace.getState().view ?? {};
  const isThere = [...scenarios, ...traces].some(({ path }) => path === source);
  return isThere ? { scenario: source } : { of: id };
}

/** Sets how fast this run and those after it go. */
export async function setPace(bench: Bench, pace: RunPace): Promise<void> {
  bench.settings.setState({ pace });
  if (isActive(shownRun(bench))) await tell(bench, 'run.pace', { pace });
}

export async function stop(bench: Bench): Promise<void> {
  if (controlsNow(bench).canStop) await tell(bench, 'run.stop');
}

/** Runs the scenario that a file of ARE's holds. */
export async function runTrace(bench: Bench, path: string): Promise<void> {
  if (!bench.settings.getState().starting) await start(bench, false, { making: { scenario: path } });
}

/**
 * Starts a run of the open scenario that the person is the user of: it keeps pace with the wall clock, unless another pace
 * is set, and waits when nothing is due any more.
 */
export async function playUser(bench: Bench): Promise<void> {
  if (isActive(shownRun(bench))) await tell(bench, 'run.stop');
  const { pace: before } = bench.settings.getState();
  const pace = before === 'fastest' ? 1 : before;
  if (!(await start(bench, false, { open: true, pace }))) return;
  const run = shownRun(bench);
  if (run === undefined) return;
  bench.settings.setState(({ played }) => ({ pace, played: new Map(played).set(run.id, before) }));
  bench.panels.setState({ centre: 'apps', app: chatOf(run)?.name });
}

/** The app that user and agent talk in. */
export const chatOf = ({ apps }: RunSummary): AppSummary | undefined =>
  apps.find((app) => app.class === 'AgentUserInterface');

interface Told extends Partial<Pick<RunRequest, 'mode' | 'seed' | 'choices' | 'pace' | 'open'>> {
  readonly making?: Making;
}

/**
 * Starts a run as set, or as told: of the open scenario, saved before, or, where none is open, of what the run on show was
 * made of. Answers whether one began.
 */
export async function start(
  bench: Bench,
  paused: boolean,
  { making: asked, ...told }: Told = {},
): Promise<boolean> {
  const { open } = bench.documents.getState();
  const settings = bench.settings.getState();
  const shown = shownRun(bench);
  const making = asked ?? (open === undefined ? shown && makingOf(bench, shown) : { scenario: open });
  // A run that is started as another was has its seed and choices.
  const asSet = told.mode === undefined;
  if (making === undefined || tellWhyNot(bench, asSet)) return false;
  const scenario = 'of' in making ? runOf(bench.workspace.getState(), making.of)!.source : making.scenario;
  const { mode, pace } = settings;
  const seed = asSet ? numberOf(settings, 'seed') : undefined;
  const choices = asSet ? choicesOf(settings, scenario) : undefined;

  bench.settings.setState({ starting: true });
  const saved = scenario !== open || (await saveOpen(bench));
  const request = {
    ...{ ...making, mode, paused },
    ...(typeof seed === 'number' ? { seed } : {}),
    ...(choices === undefined ? {} : { choices }),
    ...(pace === 'fastest' ? {} : { pace }),
    ...told,
  };
  const reply = saved ? await ask(bench.lab, 'run.start', request) : undefined;
  bench.settings.setState({ starting: false });
  if (reply === undefined) return false;
  if (!reply.ok) {
    showWhyNot(bench, scenario, reply.error);
    return false;
  }
  meetRun(bench.workspace, reply.value);
  closeComparison(bench);
  bench.panels.setState(({ dock }) => ({
    ...{ run: reply.value.id, unstarted: undefined },
    dock: dock === 'problems' ? 'log' : dock,
  }));
  return true;
}

/** Says what keeps the next run, `asSet` by its options or not, from being started. Answers whether anything does. */
function tellWhyNot({ workspace, settings, notices }: Bench, asSet = true): boolean {
  const why = whyNoRuns(workspace.getState()) ?? (asSet ? unfitInWords(settings.getState()) : undefined);
  if (why !== undefined) notify(notices, 'bad', `${why.replace(/\.$/, '')}.`);
  return why !== undefined;
}

/** Starts a branch of the run on show that parts from it at entry `at`. Answers whether it began. */
export async function branchRun(
  bench: Bench,
  at: number,
  intervention: Intervention | undefined,
  agent?: OutsideAgent,
): Promise<boolean> {
  const run = shownRun(bench);
  if (run === undefined) return false;
  const change = { ...(intervention && { intervention }), ...(agent && { agent }) };
  const reply = await ask(bench.lab, 'run.branch', { run: run.id, at, paused: false, ...change });
  if (!reply.ok) {
    const [problem] = reply.error.problems;
    notify(bench.notices, 'bad', problem?.message ?? reply.error.message);
    return false;
  }
  meetRun(bench.workspace, reply.value);
  bench.panels.setState({ run: reply.value.id, unstarted: undefined });
  return true;
}

/** Puts what kept `scenario` from running where it stays until it is mended. */
function showWhyNot(bench: Bench, scenario: string, refusal: Refusal): void {
  bench.problems.setState({ scenario, problems: problemsOf(refusal) });
  bench.panels.setState({ dock: 'problems', unstarted: scenario });
}

type RunRequest = Request<'run.start'>;
type RunCall = Extract<CallName, `run.${'pause' | 'resume' | 'step' | 'until' | 'pace' | 'stop'}`>;
async function tell<Name extends RunCall>(
  bench: Bench,
  call: Name,
  rest?: object,
  run = bench.panels.getState().run,
): Promise<boolean> {
  if (run === undefined) return false;
  const reply = await ask(bench.lab, call, { run, ...rest } as Request<Name>);
  if (!reply.ok) notify(bench.notices, 'bad', reply.error.message);
  return reply.ok;
}

/** Shows a run, and its scenario's source where the workspace still has it. */
export async function showRun(bench: Bench, run: RunSummary): Promise<void> {
  closeComparison(bench);
  bench.library.setState({ open: false });
  bench.panels.setState({ run: run.id, unstarted: undefined, centre: 'apps', dock: 'log' });
  const { view } = bench.workspace.getState();
  if (view?.scenarios.some(({ path }) => path === run.source)) await openQuietly(bench, run.source);
}

/** Removes runs with all that belongs to them. */
export async function deleteRuns(bench: Bench, runs: readonly RunId[]): Promise<void> {
  const reply = await ask(bench.lab, 'run.delete', { runs: [...runs] });
  if (!reply.ok) notify(bench.notices, 'bad', reply.error.message);
  const { run } = bench.panels.getState();
  if (reply.ok && run !== undefined && runs.includes(run)) bench.panels.setState({ run: undefined });
}
