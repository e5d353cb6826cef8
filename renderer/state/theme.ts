import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab } from '../../preload/contract.ts';
import { ask } from './ask.ts';

export type Theme = 'system' | 'light' | 'dark';
export type ThemeStore = StoreApi<{ readonly theme: Theme }>;

/** Where small choices outlive the window: the part of `localStorage` we need. */
export type Memory = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'orrery.theme';
const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;

const isTheme = (text: string | null): text is Theme => text !== null && Object.hasOwn(NEXT, text);

/** The theme chosen last time; main is told, and the page's colours follow what main sets. */
export function themeStore(lab: Lab, memory: Memory): ThemeStore {
  const kept = memory.getItem(KEY);
  const store = createStore(() => ({ theme: isTheme(kept) ? kept : 'system' }));
  if (store.getState().theme !== 'system') void ask(lab, 'theme.set', store.getState());
  store.subscribe(({ theme }) => {
    memory.setItem(KEY, theme);
    void ask(lab, 'theme.set', { theme });
  });
  return store;
}

export function nextTheme(store: ThemeStore): void {
  store.setState(({ theme }) => ({ theme: NEXT[theme] }));
}
