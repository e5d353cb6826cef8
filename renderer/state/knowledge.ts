import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppKnowledge } from '../../engine/model/knowledge.ts';
import type { Refusal } from '../../preload/contract.ts';
import type { AppState } from './app-state.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { latest } from './latest.ts';

/** What the agent knew of an app at one moment. */
export interface Knowledge extends Pick<AppState, 'run' | 'app' | 'at'> {
  readonly knowledge: AppKnowledge;
}

export interface KnowledgeState {
  readonly shown: Knowledge | undefined;
  readonly refusal: Refusal | undefined;
}

export type KnowledgeStore = StoreApi<KnowledgeState>;

const NOTHING: KnowledgeState = { shown: undefined, refusal: undefined };

export const knowledgeStore = (): KnowledgeStore => createStore<KnowledgeState>(() => NOTHING);

/** Asks what the agent knew of the state on show while that is to be marked, until the returned function is called. */
export function followKnowledge({ lab, knowledge, panels, appState }: Bench): () => void {
  let asked: AppState | undefined;
  const read = latest(async ({ run, app, at }: AppState) => {
    const reply = await ask(lab, 'inspect.knowledge', { run, app, at });
    knowledge.setState(
      reply.ok
        ? { shown: { run, app, at, knowledge: JSON.parse(reply.value) as AppKnowledge }, refusal: undefined }
        : { ...NOTHING, refusal: reply.error },
    );
  });
  const look = (): void => {
    const { shown } = appState.getState();
    if (!panels.getState().asAgent || shown === undefined || shown === asked) return;
    asked = shown;
    read(shown);
  };
  const stops = [panels.subscribe(look), appState.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}
