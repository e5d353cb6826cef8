import type { Lab, Preferences } from '../../preload/contract.ts';
import type { Bench } from '../stores/app-stores.ts';
import { readPreferences } from '../stores/preferences.ts';
import { ask, endAll } from '../stores/sync.ts';
import type { Commands } from '../ui/commands/commands.ts';
import { keysOf, type Remapped } from '../ui/commands/keys.ts';
import { COMMAND_NAMES, commandOf, menuOf } from '../ui/commands/registry.ts';
import { keepFocus } from '../ui/focus.ts';
import type { Memory } from '../ui/split.tsx';
import { followDrafts, followSession } from './session.ts';

/** Has main make its menus of the commands. */
function tellMenu(lab: Lab, remapped: Remapped): void {
  const commands = COMMAND_NAMES.map((name) => ({
    name,
    title: commandOf(name).title,
    menu: menuOf(name),
    key: keysOf(name, remapped)[0],
  }));
  void ask(lab, 'menu.set', { commands });
}

/** Gives the commands that are chosen in menus, until the returned function is called. */
const followMenu = (lab: Lab, commands: Commands): (() => void) =>
  lab.on('menu.chosen', ({ command }) => {
    const name = COMMAND_NAMES.find((known) => known === command);
    if (name !== undefined) commands.run(name);
  });

/** Carries preferences to where they show, until the returned function is called. */
function followPreferences({ lab, preferences, playhead, commands }: Bench): () => void {
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

/** Keeps the person's habits: their keys, settings, drafts and where they were. Until the returned function is called. */
export function attend(bench: Bench, memory: Memory): () => void {
  const stops = [
    followPreferences(bench),
    followMenu(bench.lab, bench.commands),
    followSession(bench, memory),
    followDrafts(bench.lab, bench.documents, memory),
    bench.commands.listen(window),
    keepFocus(window),
  ];
  return endAll(stops);
}
