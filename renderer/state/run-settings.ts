import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/ids.ts';
import type { RunMode } from '../../engine/model/run.ts';
import type { RunPace } from '../../preload/contract.ts';

/** How the next run will be started. */
export interface RunSettings {
  readonly mode: RunMode;
  /** As typed; empty leaves the seed to the scenario. */
  readonly seed: string;
  /** Of a scenario that has some, once one was chosen. */
  readonly variant: { readonly scenario: string; readonly name: string } | undefined;
  /** Of this and every later run. */
  readonly pace: RunPace;
  /** The runs that this window began for the person to be the user in, with the pace that was set before. */
  readonly played: ReadonlyMap<RunId, RunPace>;
  /** True from asking main for a run until it answers. */
  readonly starting: boolean;
}

export type RunSettingsStore = StoreApi<RunSettings>;

export const runSettings = (): RunSettingsStore =>
  createStore<RunSettings>(() => ({
    mode: 'oracle',
    seed: '',
    variant: undefined,
    pace: 'fastest',
    played: new Map(),
    starting: false,
  }));

/** The seed that `text` asks for: `undefined` where it is empty, `'unfit'` where it is no whole number from 0. */
export function seedOf(text: string): number | undefined | 'unfit' {
  if (text.trim() === '') return undefined;
  const seed = Number(text);
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : 'unfit';
}
