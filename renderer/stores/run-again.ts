import type { StoreApi } from 'zustand/vanilla';
import {
  isPreview,
  otherSettings,
  PRICES_FILE,
  type RunId,
  type RunSummary,
} from '../../engine/model/index.ts';
import type { ChosenAgent, Signals } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { compareRuns } from './comparison.ts';
import { isDirty, load, saveOpenFile } from './documents.ts';
import { VERDICT_WORDS } from '../ui/format/words.ts';
import { notify } from './notices.ts';
import { changePreferences, countRerun, setRunAfterSaveActive, setRerunOffered } from './settings.ts';
import { ask, disposeAll } from './sync.ts';
import { addRun, isShared, runOf, type WorkspaceStore } from './workspace.ts';
import { canStart, controlsNow, isActive, type RunStores, scenarioInWork, shownRun } from './runs.ts';
import { start, answersFor, begin } from './run-start.ts';
import { stop } from './run-control.ts';

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
    [player.model.prompt, PRICES_FILE].some((path) => agents.includes(path ?? ''));
  if (isOfModel(user) || isOfModel(agent)) return true;
  if (agent === undefined) return agents.includes(script ?? '');
  if ('model' in agent) return false;
  // A program may read any file beside it, and write data there while it plays.
  return agents.some((path) => (rerunning ? CODE.test(path) : path !== PRICES_FILE));
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
  await waitForState(runSettings, ({ starting, rerunning }) => !starting && !rerunning);
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
  waitForState(store, (state) => !isActive(runOf(state, run)));

/** Resolves once `holds` is true of the store's state. */
const waitForState = <State>(store: StoreApi<State>, holds: (state: State) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const update = (): void => {
      if (!holds(store.getState())) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(update);
    update();
  });
