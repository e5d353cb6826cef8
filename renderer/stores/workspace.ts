import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, RunId, RunSummary } from '../../engine/model/index.ts';
import type { Bridge, CallProblem, WorkspaceView } from '../../preload/contract.ts';
import { ask, disposeAll } from './sync.ts';

/** The folder as main last described it; `undefined` until it has. */
export interface WorkspaceState {
  readonly view: WorkspaceView | undefined;
  /** Runs that were looked at and are too old for the view to list. */
  readonly older: readonly RunSummary[];
  readonly problem: CallProblem | undefined;
}

export type WorkspaceStore = StoreApi<WorkspaceState>;

export const createWorkspaceStore = (): WorkspaceStore =>
  createStore<WorkspaceState>(() => ({ view: undefined, older: [], problem: undefined }));

const withOne = (runs: readonly RunSummary[], run: RunSummary): readonly RunSummary[] =>
  runs.some(({ id }) => id === run.id)
    ? runs.map((other) => (other.id === run.id ? run : other))
    : [run, ...runs];

const numberOf = ({ id }: RunSummary): number => Number(id.slice(1));

/** What is newly known of one run: of one that is listed, of a new one, which goes first, or of one too old to be listed. */
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

/** Takes in a run that an answer tells of, unless a signal, which may well be newer, has told of it. */
export function addRun(store: WorkspaceStore, run: RunSummary): void {
  if (runOf(store.getState(), run.id) === undefined) updateRun(store, run);
}

/** Keeps up with the workspace until the returned function is called. */
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

export const runOf = ({ view, older }: WorkspaceState, id: RunId | undefined): RunSummary | undefined =>
  view?.runs.find((run) => run.id === id) ?? older.find((run) => run.id === id);

/** What keeps every run from being started here, in words; `undefined` where nothing does. */
export function runBlocker({ view }: WorkspaceState): string | undefined {
  if (view?.databaseProblem !== undefined) return view.databaseProblem;
  if (view?.readOnly === true) return 'This workspace is read-only. It takes no new runs';
  return view?.trusted === false ? 'Trust this folder to run its code' : undefined;
}

/** Whether a file of the workspace is no scenario, but what scenarios import. */
export const isShared = ({ view }: WorkspaceState, path: string | undefined): boolean =>
  view?.scenarios.find((file) => file.path === path)?.shared === true;

/** The app to show: the one picked where the run has it, else its first that is built here, else its first. */
export const appOf = (run: RunSummary | undefined, picked: AppName | undefined): AppName | undefined =>
  (run?.apps.find(({ name }) => name === picked) ?? run?.apps.find(({ known }) => known) ?? run?.apps.at(0))
    ?.name;
