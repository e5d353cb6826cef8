import type { EntryChange, RunId } from '../../engine/model/index.ts';
import type { ChosenAgent, Request } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify, showProgress } from './notices.ts';
import { ask } from './sync.ts';
import { addRun } from './workspace.ts';
import { shownRun } from './runs.ts';
import { beginAgain } from './run-start.ts';

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
