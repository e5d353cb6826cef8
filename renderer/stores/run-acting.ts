import {
  type Action,
  type Actor,
  kindOfFile,
  type RunSummary,
  failureText,
} from '../../engine/model/index.ts';
import type { AppStores } from './app-stores.ts';
import { openScenario } from './documents.ts';
import { notify } from './notices.ts';
import { selectApp } from './panels.ts';
import { rememberAct, rememberPlayed } from './settings.ts';
import { followEnd } from './selection.ts';
import { ask } from './sync.ts';
import { type RunStores, shownRun } from './runs.ts';
import { start, showNewRun } from './run-start.ts';

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
  return `The call failed, logged as #${index}: ${failureText(outcome.error)}`;
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
