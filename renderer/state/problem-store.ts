import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '../../engine/model/index.ts';
import type { Lab, Refusal } from '../../preload/contract.ts';
import { ask } from './ask.ts';

/** What is wrong with the open scenario, as main last found it. */
export interface ProblemsState {
  readonly scenario: string | undefined;
  readonly problems: readonly Problem[];
}

export type ProblemStore = StoreApi<ProblemsState>;

export const problemStore = (): ProblemStore =>
  createStore<ProblemsState>(() => ({ scenario: undefined, problems: [] }));

/** A refusal as problems: its own, or its message as one. */
export const problemsOf = ({ message, problems }: Refusal): readonly Problem[] =>
  problems.length > 0 ? problems : [{ severity: 'error', message, place: undefined }];

/** Has main look over the saved `scenario`. What was found since it was asked is newer, and stays. */
export async function check(lab: Lab, store: ProblemStore, scenario: string): Promise<void> {
  store.setState(({ scenario: before, problems }) => ({
    scenario,
    problems: before === scenario ? problems : [],
  }));
  const asked = store.getState();
  const reply = await ask(lab, 'scenario.check', { path: scenario });
  if (store.getState() !== asked) return;
  store.setState({ problems: reply.ok ? reply.value : problemsOf(reply.error) });
}
