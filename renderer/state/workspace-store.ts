import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/ids.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import type { Lab, Refusal, WorkspaceView } from '../../preload/contract.ts';
import { ask } from './ask.ts';

/** The folder as main last described it; `undefined` until it has. */
export interface WorkspaceState {
  readonly view: WorkspaceView | undefined;
  readonly refusal: Refusal | undefined;
}

export type WorkspaceStore = StoreApi<WorkspaceState>;

export const workspaceStore = (): WorkspaceStore =>
  createStore<WorkspaceState>(() => ({ view: undefined, refusal: undefined }));

/** `view` with what is newly known of one run; an unknown run goes first, as the newest. */
export function withRun(view: WorkspaceView, run: RunSummary): WorkspaceView {
  const known = view.runs.some(({ id }) => id === run.id);
  const runs = known ? view.runs.map((other) => (other.id === run.id ? run : other)) : [run, ...view.runs];
  return { ...view, runs };
}

/** Takes in what is newly known of one run. */
function noteRun(store: WorkspaceStore, run: RunSummary): void {
  store.setState(({ view }) => (view === undefined ? {} : { view: withRun(view, run) }));
}

/** Takes in a run that an answer tells of, unless a signal, which may well be newer, has told of it. */
export function meetRun(store: WorkspaceStore, run: RunSummary): void {
  if (runOf(store.getState(), run.id) === undefined) noteRun(store, run);
}

/** Keeps up with the workspace until the returned function is called. */
export function followWorkspace(lab: Lab, store: WorkspaceStore): () => void {
  const stops = [
    lab.on('workspace.changed', (view) => {
      store.setState({ view, refusal: undefined });
    }),
    lab.on('run.changed', (run) => {
      noteRun(store, run);
    }),
  ];
  void ask(lab, 'workspace.read', {}).then((reply) => {
    store.setState(reply.ok ? { view: reply.value, refusal: undefined } : { refusal: reply.error });
  });
  return () => {
    for (const stop of stops) stop();
  };
}

export const runOf = ({ view }: WorkspaceState, id: RunId | undefined): RunSummary | undefined =>
  view?.runs.find((run) => run.id === id);
