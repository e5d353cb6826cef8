import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, RunId, RunSummary } from '../../engine/model/index.ts';
import type { Bridge, CallProblem, WorkspaceView } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { ask, disposeAll } from './sync.ts';

/** The workspace folder as last received from main; `view` is `undefined` until then. */
export interface WorkspaceState {
  readonly view: WorkspaceView | undefined;
  /** Runs that were opened and are too old to be listed in `view`. */
  readonly older: readonly RunSummary[];
  /** The last previews, which no list has. */
  readonly previews: readonly RunSummary[];
  readonly problem: CallProblem | undefined;
}

export type WorkspaceStore = StoreApi<WorkspaceState>;

export const createWorkspaceStore = (): WorkspaceStore =>
  createStore<WorkspaceState>(() => ({ view: undefined, older: [], previews: [], problem: undefined }));

const withOne = (runs: readonly RunSummary[], run: RunSummary): readonly RunSummary[] =>
  runs.some(({ id }) => id === run.id)
    ? runs.map((other) => (other.id === run.id ? run : other))
    : [run, ...runs];

const numberOf = ({ id }: RunSummary): number => Number(id.slice(1));

/** Updates a run in its list. A new run goes first; a run too old to be listed goes to `older`. */
function updateRun(store: WorkspaceStore, run: RunSummary): void {
  store.setState(({ view, older }) => {
    if (view === undefined) return {};
    const { runs, runCount } = view;
    const listed = runs.some(({ id }) => id === run.id);
    if (!listed && runs.length < runCount && numberOf(run) < numberOf(runs[0]!))
      return { older: withOne(older, run) };
    return { view: { ...view, runs: withOne(runs, run), runCount: listed ? runCount : runCount + 1 } };
  });
}

/** Adds a run from a reply, unless it is known: a signal may have brought a newer state of it. */
export function addRun(store: WorkspaceStore, run: RunSummary): void {
  if (runOf(store.getState(), run.id) === undefined) updateRun(store, run);
}

/** Syncs the store with main until the returned function is called. */
export function syncWorkspace(bridge: Bridge, store: WorkspaceStore): () => void {
  const stops = [
    bridge.on('workspace.changed', (view) => {
      store.setState({ view, problem: undefined });
    }),
    bridge.on('run.changed', (run) => {
      updateRun(store, run);
    }),
  ];
  void ask(bridge, 'workspace.read', {}).then((reply) => {
    store.setState(reply.ok ? { view: reply.value, problem: undefined } : { problem: reply.error });
  });
  return disposeAll(stops);
}

/** Sets the last previews. */
export const setPreviews = (store: WorkspaceStore, previews: readonly RunSummary[]): void => {
  store.setState({ previews });
};

export const runOf = (
  { view, older, previews }: WorkspaceState,
  id: RunId | undefined,
): RunSummary | undefined => {
  const isIt = (run: RunSummary): boolean => run.id === id;
  return view?.runs.find(isIt) ?? older.find(isIt) ?? previews.find(isIt);
};

/** Why no run can be started in this workspace, in words; `undefined` when runs can start. */
export function runBlocker({ view }: WorkspaceState): string | undefined {
  if (isRestricted({ view })) return 'Trust this folder to run its code';
  if (view?.databaseProblem !== undefined) return view.databaseProblem;
  return view?.readOnly === true ? 'This workspace is read-only: no new runs' : undefined;
}

/** Whether the folder is not trusted, so that none of its code runs. */
export const isRestricted = ({ view }: Pick<WorkspaceState, 'view'>): boolean => view?.trusted === false;

/** Whether a file of the workspace is a module that scenarios import, and not a scenario. */
export const isShared = ({ view }: WorkspaceState, path: string | undefined): boolean =>
  view?.scenarios.find((file) => file.path === path)?.shared === true;

/** The app to show: the picked one if the run has it, else the first built-in app, else the first app. */
export const appOf = (run: RunSummary | undefined, picked: AppName | undefined): AppName | undefined =>
  (run?.apps.find(({ name }) => name === picked) ?? run?.apps.find(({ known }) => known) ?? run?.apps.at(0))
    ?.name;

/** The run `id`, requested from main if the window does not have it; `undefined` when it does not exist. */
export async function readRun(
  { bridge, workspace }: Pick<AppStores, 'bridge' | 'workspace'>,
  id: RunId,
): Promise<RunSummary | undefined> {
  const known = runOf(workspace.getState(), id);
  if (known !== undefined) return known;
  const reply = await ask(bridge, 'library.read', { run: id });
  if (!reply.ok) return undefined;
  addRun(workspace, reply.value);
  return reply.value;
}
