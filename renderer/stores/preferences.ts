import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab, Preferences } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { ask } from './sync.ts';

export type Theme = Preferences['theme'];
export type PreferencesStore = StoreApi<Preferences>;

/** Until others are chosen. */
const DEFAULTS: Preferences = {
  theme: 'system',
  fontSize: 13,
  speed: 4,
  rerunOnSave: false,
  timeline: { lanes: 'app', clock: 'simulated', skipGaps: true },
  keys: {},
};

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;

export const createPreferencesStore = (): PreferencesStore => createStore<Preferences>(() => DEFAULTS);

/** Reads what main keeps. */
export async function readPreferences(lab: Lab, store: PreferencesStore): Promise<void> {
  const reply = await ask(lab, 'preferences.read', {});
  if (reply.ok) store.setState(reply.value);
}

/** Changes some of them, at once here, and in main for the next time. */
export async function changePreferences(
  { lab, preferences, notices }: Pick<AppStores, 'lab' | 'preferences' | 'notices'>,
  changed: Partial<Preferences>,
): Promise<void> {
  preferences.setState(changed);
  const reply = await ask(lab, 'preferences.write', preferences.getState());
  if (!reply.ok) notify(notices, 'bad', `For this window only: ${reply.error.message}`);
}

export const nextTheme = (stores: Pick<AppStores, 'lab' | 'notices' | 'preferences'>): Promise<void> =>
  changePreferences(stores, { theme: NEXT[stores.preferences.getState().theme] });
