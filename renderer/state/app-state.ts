import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, RunId } from '../../engine/model/ids.ts';
import type { Json } from '../../engine/model/json.ts';
import type { Lab, Refusal } from '../../preload/contract.ts';
import { latest } from './latest.ts';
import { readState } from './read-state.ts';

/** One app's state at one moment. */
export interface AppState {
  readonly run: RunId;
  readonly app: AppName;
  readonly at: number;
  readonly state: Json;
}

export interface AppStateState {
  readonly shown: AppState | undefined;
  readonly refusal: Refusal | undefined;
}

export type AppStateStore = StoreApi<AppStateState>;

export const appStateStore = (): AppStateStore =>
  createStore<AppStateState>(() => ({ shown: undefined, refusal: undefined }));

/** Answers a function that brings an app's state at a position into `store`. */
export const appStateReader = (
  lab: Lab,
  store: AppStateStore,
): ((run: RunId, app: AppName, at: number) => void) => {
  const read = latest(async (question: { run: RunId; app: AppName; at: number }) => {
    const reply = await readState(lab, question);
    store.setState(
      reply.ok
        ? { shown: { ...question, state: reply.value }, refusal: undefined }
        : { shown: undefined, refusal: reply.error },
    );
  });
  return (run, app, at) => {
    read({ run, app, at });
  };
};
