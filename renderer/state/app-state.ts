import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, Json, RunId } from '../../engine/model/index.ts';
import type { Lab, Refusal } from '../../preload/contract.ts';
import { latest } from './latest.ts';
import { readState } from './read-state.ts';
import type { Together } from './together.ts';

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

interface Question {
  readonly run: RunId;
  readonly app: AppName;
  readonly at: number;
}

const LONGEST_REST = 250; // milliseconds

/**
 * Answers a function that brings an app's state at a position into `store`, together with the rest of that moment. While
 * the run goes `on`, reading takes no more than about half of the time, however large the state: the other half is the
 * person's.
 */
export const appStateReader = (
  lab: Lab,
  store: AppStateStore,
  together: Together,
): ((question: Question, on: boolean) => void) => {
  const read = latest(async ({ question, on }: { question: Question; on: boolean }) => {
    const began = performance.now();
    await together.when(readState(lab, question), (reply) => {
      store.setState(
        reply.ok
          ? { shown: { ...question, state: reply.value }, refusal: undefined }
          : { shown: undefined, refusal: reply.error },
      );
    });
    const rest = Math.min(performance.now() - began, LONGEST_REST);
    if (on) await new Promise((rested) => setTimeout(rested, rest));
  });
  return (question, on) => {
    read({ question, on });
  };
};
