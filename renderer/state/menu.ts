import type { Commands } from '../shortcuts/commands.ts';
import { COMMAND_NAMES, commandOf, menuOf } from '../shortcuts/registry.ts';
import { keysOf, type Remapped } from '../shortcuts/chords.ts';
import type { Lab } from '../../preload/contract.ts';
import { ask } from './ask.ts';

/** Has main make its menus of the commands. */
export function tellMenu(lab: Lab, remapped: Remapped): void {
  const commands = COMMAND_NAMES.map((name) => ({
    name,
    title: commandOf(name).title,
    menu: menuOf(name),
    key: keysOf(name, remapped)[0],
  }));
  void ask(lab, 'menu.set', { commands });
}

/** Gives the commands that are chosen in menus, until the returned function is called. */
export const followMenu = (lab: Lab, commands: Commands): (() => void) =>
  lab.on('menu.chosen', ({ command }) => {
    const name = COMMAND_NAMES.find((known) => known === command);
    if (name !== undefined) commands.run(name);
  });
