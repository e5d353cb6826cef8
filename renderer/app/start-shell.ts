import type { Bridge, Preferences } from '../../preload/contract.ts';
import type { AppStores } from '../stores/app-stores.ts';
import { setSpeed } from '../stores/selection.ts';
import { notify } from '../stores/notices.ts';
import { readPreferences } from '../stores/settings.ts';
import { ask, disposeAll } from '../stores/sync.ts';
import { COMMAND_NAMES, commandOf, type Commands, keysOf, menuOf, type Remapped } from '../ui/commands.ts';
import { keepFocus } from '../ui/focus.ts';
import type { Memory } from '../ui/split.tsx';
import { syncDrafts, syncSession } from './session.ts';

type ShellStores = Pick<
  AppStores,
  | 'commands'
  | 'documents'
  | 'bridge'
  | 'log'
  | 'notices'
  | 'panels'
  | 'preferences'
  | 'problems'
  | 'selection'
  | 'workspace'
>;

/** Sends the commands to main, which builds its menus from them. */
function sendMenu(bridge: Bridge, remapped: Remapped): void {
  const commands = COMMAND_NAMES.map((name) => ({
    name,
    title: commandOf(name).title,
    menu: menuOf(name),
    key: keysOf(name, remapped)[0],
  }));
  void ask(bridge, 'menu.set', { commands });
}

/** Runs the commands chosen in menus, until the returned function is called. */
const runMenuCommands = (bridge: Bridge, commands: Commands): (() => void) =>
  bridge.on('menu.chosen', ({ command }) => {
    const name = COMMAND_NAMES.find((known) => known === command);
    if (name !== undefined) commands.run(name);
  });

/** Applies preferences to the window, until the returned function is called. */
function applyPreferences({
  bridge,
  preferences,
  selection,
  commands,
}: Pick<AppStores, 'commands' | 'bridge' | 'preferences' | 'selection'>): () => void {
  const take = (now: Preferences, before?: Preferences): void => {
    document.documentElement.style.setProperty('--text', `${now.fontSize}px`);
    if (now.speed !== before?.speed) setSpeed(selection, now.speed);
    if (now.keys === before?.keys) return;
    commands.remap(now.keys);
    sendMenu(bridge, now.keys);
  };
  take(preferences.getState());
  void readPreferences(bridge, preferences);
  return preferences.subscribe(take);
}

/** Tells once that the database was upgraded. */
const tellUpgrade = ({ notices, workspace }: Pick<AppStores, 'notices' | 'workspace'>): (() => void) =>
  workspace.subscribe(({ view }, before) => {
    if (view?.upgraded !== undefined && before.view === undefined) notify(notices, 'good', view.upgraded);
  });

/** Goes back and forward by the buttons that many mice have for it, until the returned function is called. */
function listenToMouse(commands: Commands): () => void {
  const onMouseUp = ({ button }: MouseEvent): void => {
    if (button === 3) commands.run('go.back');
    if (button === 4) commands.run('go.forward');
  };
  window.addEventListener('mouseup', onMouseUp);
  return () => {
    window.removeEventListener('mouseup', onMouseUp);
  };
}

/** Starts the window's menus, keys, preferences, drafts and session, until the returned function is called. */
export function startShell(stores: ShellStores, memory: Memory): () => void {
  const stops = [
    applyPreferences(stores),
    runMenuCommands(stores.bridge, stores.commands),
    tellUpgrade(stores),
    syncSession(stores, memory),
    syncDrafts(stores.bridge, stores.documents, memory),
    stores.commands.listen(window),
    listenToMouse(stores.commands),
    keepFocus(window),
  ];
  return disposeAll(stops);
}
