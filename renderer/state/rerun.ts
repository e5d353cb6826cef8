import type { RunId } from '../../engine/model/index.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { compareRuns } from './comparison.ts';
import { load } from './documents.ts';
import { notify } from './notices.ts';
import { check } from './problem-store.ts';
import { controlsNow, isActive, start } from './run-control.ts';
import { saveOpen } from './scenario-control.ts';
import { meetRun, runOf, type WorkspaceStore } from './workspace-store.ts';

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
