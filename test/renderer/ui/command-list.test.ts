import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, commandOf, conflictsIn, keymapOf, menuOf } from '../../../renderer/ui/commands.ts';

/** What the system or the editor keeps for itself. */
const TAKEN = ['Ctrl+C', 'Ctrl+V', 'Ctrl+X', 'Ctrl+A', 'Ctrl+Z', 'Ctrl+F', 'Tab', 'Enter'];

describe('the commands', () => {
  it('are each bound to keys of their own', () => {
    expect([...conflictsIn({})]).toEqual([]);
  });

  it('leave alone what the system and the editor need', () => {
    expect(
      COMMAND_NAMES.flatMap((name) => commandOf(name).keys).filter((key) => TAKEN.includes(key)),
    ).toEqual([]);
  });

  it('leave Shift+F10 to context menus, and have F1 for the one palette', () => {
    const keymap = keymapOf({});

    expect(keymap.get('Shift+F10')).toBeUndefined();
    expect(keymap.get('F1')).toBe('palette.commands');
    expect(commandOf('palette.commands').everywhere).toBe(true);
  });

  it('have titles of their own, and a menu', () => {
    const titles = COMMAND_NAMES.map((name) => commandOf(name).title);

    expect(new Set(titles).size).toBe(titles.length);
    expect(COMMAND_NAMES.filter((name) => !/^[A-Z]\w+$/.test(menuOf(name)))).toEqual([]);
  });

  it('tell of keys that two have', () => {
    const clashes = conflictsIn({ 'run.stop': ['F5'] });

    expect([...clashes]).toEqual([['F5', ['run.go', 'run.stop']]]);
  });
});
