import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  Action,
  Actor,
  AppSummary,
  Intervention,
  OutsideAgent,
  RunId,
  RunSummary,
} from '../../engine/model/index.ts';
import type { Answer, CallName, Refusal, Request, RunPace, StepBy } from '../../preload/contract.ts';
import type { Bench } from './app-stores.ts';
import { closeComparison, compareRuns } from './comparison.ts';
import { load } from './documents.ts';
import { notify } from './notices.ts';
import { check, openQuietly, openScenario, problemsOf, saveOpen } from './open-scenario.ts';
import { choicesOf, isFit, numberOf, type RunSettings, unfitInWords } from './run-settings.ts';
import { ask } from './sync.ts';
import {
  isShared,
  meetRun,
  runOf,
  whyNoRuns,
  type WorkspaceState,
  type WorkspaceStore,
} from './workspace.ts';

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
const controlsNow = (bench: Bench): Controls => {
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

/** Saves the open scenario, and runs it where the person likes that. */
export async function saveByHand(bench: Bench): Promise<void> {
  if (await saveOpen(bench)) await rerun(bench);
}

/**
 * Keeps what was read in step with the disk: a scenario that another program has saved is looked over and run as if it had
 * been saved here. Until the returned function is called.
 */
export function followDisk(bench: Bench): () => void {
  const { lab, documents, problems } = bench;
  const takeIn = async (path: string): Promise<void> => {
    const changed = await load(lab, documents, path);
    if (!changed || path !== documents.getState().open) return;
    void check(lab, problems, path);
    await rerun(bench);
  };
  return lab.on('workspace.changed', () => {
    for (const path of Object.keys(documents.getState().texts)) void takeIn(path);
  });
}

/** Runs the open scenario where the person likes that after each save, and tells what came out otherwise. */
async function rerun(bench: Bench): Promise<void> {
  const { main, canGo } = controlsNow(bench);
  if (!bench.preferences.getState().rerunOnSave || main !== 'start' || !canGo) return;
  if (await start(bench, false)) await tellParting(bench, bench.panels.getState().run!);
}

/** Tells, once `run` has ended, where it parts from the run of its scenario before it, if there is one. */
async function tellParting(bench: Bench, run: RunId): Promise<void> {
  const { lab, workspace, notices } = bench;
  await ended(workspace, run);
  const before = await ask(lab, 'library.counterpart', { run });
  if (!before.ok || !before.value) return;
  const { id } = before.value;
  const parting = await ask(lab, 'runs.parting', { a: id, b: run });
  if (!parting.ok) return;
  if (parting.value === null) {
    notify(notices, 'good', `${run} came out as ${id} did.`);
    return;
  }
  meetRun(workspace, before.value);
  notify(notices, 'good', `${id} (A) and ${run} (B): ${parting.value.sentence}`, {
    label: 'Compare',
    run: () => void compareRuns(bench, id, run),
  });
}

const ended = (store: WorkspaceStore, run: RunId): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (isActive(runOf(store.getState(), run))) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(look);
    look();
  });

/**
 * Calls a tool by hand: in a run in motion now, else in a branch of it that parts from it before entry `at`. Answers why
 * that did not work, `undefined` when it did.
 */
export async function callByHand(
  bench: Bench,
  run: RunSummary,
  at: number,
  actor: Actor,
  action: Action,
): Promise<string | undefined> {
  if (!isActive(run))
    return (await branchRun(bench, at, { kind: 'act', at, actor, action })) ? undefined : 'No branch began.';
  const called = await ask(bench.lab, 'run.act', { run: run.id, actor, action });
  if (!called.ok) return called.error.message;
  bench.playhead.setState({ following: true });
  bench.panels.setState({ app: action.app });
  const entry = await ask(bench.lab, 'log.entry', { run: run.id, index: called.value });
  if (!entry.ok || entry.value.outcome.status !== 'failed') return undefined;
  const { type, message } = entry.value.outcome.error;
  return `It failed, and stands in the log as #${called.value}: ${type}: ${message}`;
}

/** Writes the scenario of `run` anew, with what was done in it by hand as events, and shows it. */
export async function saveNextVersion(bench: Bench, run: RunSummary): Promise<void> {
  const saved = await ask(bench.lab, 'run.nextVersion', { run: run.id });
  if (!saved.ok) {
    notify(bench.notices, 'bad', saved.error.message);
    return;
  }
  notify(bench.notices, 'good', `Saved as ${saved.value}, with what was done in ${run.id} as events.`);
  if (saved.value.endsWith('.ts')) await openScenario(bench, saved.value);
}

/** What came of running a run again; while it is under way, how much of it has, from 0 to 1. */
export type Verification =
  | { readonly kind: 'under-way'; readonly share: number }
  | { readonly kind: 'done'; readonly verified: Answer<'run.verify'> }
  | { readonly kind: 'refused'; readonly message: string };

/** By run, for as long as the window is open. */
export type Verifications = StoreApi<{ readonly byRun: ReadonlyMap<RunId, Verification> }>;

export const verificationStore = (): Verifications =>
  createStore(() => ({ byRun: new Map() as ReadonlyMap<RunId, Verification> }));

/** Whether a run can be run again as it was. */
export const canVerify = (run: RunSummary | undefined): run is RunSummary =>
  run !== undefined && run.mode !== 'trace' && run.state !== 'running' && run.state !== 'paused';

/** Runs a run again and holds it against its log. */
export async function verifyRun(
  { lab, verifications }: Pick<Bench, 'lab' | 'verifications'>,
  run: RunId,
): Promise<void> {
  const note = (verification: Verification | undefined): void => {
    verifications.setState(({ byRun }) => {
      const next = new Map(byRun);
      if (verification === undefined) next.delete(run);
      else next.set(run, verification);
      return { byRun: next };
    });
  };
  if (verifications.getState().byRun.get(run)?.kind === 'under-way') return;
  note({ kind: 'under-way', share: 0 });
  const stop = lab.on('verify.progressed', ({ run: told, share }) => {
    if (told === run) note({ kind: 'under-way', share });
  });
  const reply = await ask(lab, 'run.verify', { run });
  stop();
  if (reply.ok) note({ kind: 'done', verified: reply.value });
  else if (reply.error.code === 'verification-cancelled') note(undefined);
  else note({ kind: 'refused', message: reply.error.message });
}

/** Calls off running a run again. */
export const cancelVerify = ({ lab }: Pick<Bench, 'lab'>, run: RunId): void =>
  void ask(lab, 'run.cancelVerify', { run });
