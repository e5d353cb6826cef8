import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppKnowledge } from '../../engine/model/index.ts';
import type { Lab, Refusal } from '../../preload/contract.ts';
import type { AppState } from './app-state.ts';
import { ask } from './ask.ts';
import { latest } from './latest.ts';
import type { Together } from './together.ts';

type Question = Pick<AppState, 'run' | 'app' | 'at'>;

/** What the agent knew of an app at one moment. */
export interface Knowledge extends Question {
  readonly knowledge: AppKnowledge;
}

export interface KnowledgeState {
  readonly shown: Knowledge | undefined;
  readonly refusal: Refusal | undefined;
}

export type KnowledgeStore = StoreApi<KnowledgeState>;

const NOTHING: KnowledgeState = { shown: undefined, refusal: undefined };

export const knowledgeStore = (): KnowledgeStore => createStore<KnowledgeState>(() => NOTHING);

/** Answers a function that brings what the agent knew of an app at a position into `store`, together with the rest of that moment. */
export const knowledgeReader = (
  lab: Lab,
  store: KnowledgeStore,
  together: Together,
): ((question: Question) => void) =>
  latest((question: Question) =>
    together.when(ask(lab, 'inspect.knowledge', question), (reply) => {
      store.setState(
        reply.ok
          ? { shown: { ...question, knowledge: JSON.parse(reply.value) as AppKnowledge }, refusal: undefined }
          : { ...NOTHING, refusal: reply.error },
      );
    }),
  );
