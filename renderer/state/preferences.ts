import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab, Preferences } from '../../preload/contract.ts';
import { ask } from './ask.ts';

export type Theme = Preferences['theme'];
export type PreferencesStore = StoreApi<Preferences>;

/** As long as main has not told. */
const UNTIL_TOLD: Preferences = {
  theme: 'system',
  fontSize: 13,
  speed: 4,
  rerunOnSave: false,
  timeline: { lanes: 'app', clock: 'simulated', skipGaps: true },
  keys: {},
};

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;

export const preferencesStore = (): PreferencesStore => createStore<Preferences>(() => UNTIL_TOLD);

/** Reads what main keeps. */
export async function readPreferences(lab: Lab, store: PreferencesStore): Promise<void> {
  const reply = await ask(lab, 'preferences.read', {});
  if (reply.ok) store.setState(reply.value);
}

/** Changes some of them, here and in main. */
export function prefer(lab: Lab, store: PreferencesStore, changed: Partial<Preferences>): void {
  store.setState(changed);
  void ask(lab, 'preferences.write', store.getState());
}

export function nextTheme(lab: Lab, store: PreferencesStore): void {
  prefer(lab, store, { theme: NEXT[store.getState().theme] });
}
