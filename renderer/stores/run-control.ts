import type { RunId } from '../../engine/model/index.ts';
import type { RunControl, RunPace, StepBy } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { showPanel } from './panels.ts';
import { setRunPace } from './settings.ts';
import { followEnd } from './selection.ts';
import { ask } from './sync.ts';
import { controlsNow, isActive, type RunStores, shownRun } from './runs.ts';
import { sayWhyNot, start } from './run-start.ts';

/** Starts, pauses or resumes, depending on the shown run. */
export async function startOrPause(stores: RunStores): Promise<void> {
  const { main, canGo } = controlsNow(stores);
  if (!canGo) sayWhyNot(stores);
  else if (main === 'start') await start(stores, false);
  else await control(stores, { kind: main });
}

/**
 * Fires one event, tick or agent turn, or goes to the next request to a model, which the transcript shows. Starts a new run first
 * when none is active.
 */
export async function step(stores: RunStores, by: StepBy): Promise<void> {
  if (!controlsNow(stores).canStep) {
    if (!isActive(shownRun(stores))) sayWhyNot(stores);
    return;
  }
  if (by === 'request') showPanel(stores.panels, 'transcript');
  if (!isActive(shownRun(stores))) {
    const run = await start(stores, false, { until: { by } });
    if (run !== undefined) followEnd(stores.selection);
    return;
  }
  followEnd(stores.selection);
  await control(stores, { kind: 'step', by });
}

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

/** Sets whether runs of `scenario` each get their own process. */
export async function isolate(
  { bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>,
  scenario: string,
  isolated: boolean,
): Promise<void> {
  const reply = await ask(bridge, 'scenario.isolate', { path: scenario, isolated });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
}
