import type { Preferences } from '../../preload/contract.ts';
import type { Bench } from './bench.ts';
import { tellMenu } from './menu.ts';
import { readPreferences } from './preferences.ts';

/** Carries preferences to where they show, until the returned function is called. */
export function followPreferences({ lab, preferences, playhead, commands }: Bench): () => void {
  const take = (now: Preferences, before?: Preferences): void => {
    document.documentElement.style.setProperty('--text', `${now.fontSize}px`);
    if (now.speed !== before?.speed) playhead.setState({ speed: now.speed });
    if (now.keys === before?.keys) return;
    commands.remap(now.keys);
    tellMenu(lab, now.keys);
  };
  take(preferences.getState());
  void readPreferences(lab, preferences);
  return preferences.subscribe(take);
}
