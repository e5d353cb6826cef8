import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, commandOf, conflictsIn, keymapOf, menuOf } from '../../../renderer/ui/commands.ts';

/** Keys that the system or text fields use. */
const TAKEN = ['Ctrl+C', 'Ctrl+V', 'Ctrl+X', 'Ctrl+A', 'Ctrl+Z', 'Tab', 'Enter'];

describe('the list of commands', () => {
  it('gives every command its own default keys', () => {
    expect([...conflictsIn({})]).toEqual([]);
  });

  it('uses no key of the system or of text fields', () => {
    expect(
      COMMAND_NAMES.flatMap((name) => commandOf(name).keys).filter((key) => TAKEN.includes(key)),
    ).toEqual([]);
  });

  it('leaves Shift+F10 to context menus and opens the palette with F1 anywhere', () => {
    const keymap = keymapOf({});

    expect(keymap.get('Shift+F10')).toBeUndefined();
    expect(keymap.get('F1')).toBe('palette.commands');
    expect(commandOf('palette.commands').everywhere).toBe(true);
  });

  it('gives every command its own title, and a menu', () => {
    const titles = COMMAND_NAMES.map((name) => commandOf(name).title);

    expect(new Set(titles).size).toBe(titles.length);
    expect(COMMAND_NAMES.filter((name) => !/^[A-Z]\w+$/.test(menuOf(name)))).toEqual([]);
  });

  it('reports keys that two commands have', () => {
    const clashes = conflictsIn({ 'run.stop': ['F5'] });

    expect([...clashes]).toEqual([['F5', ['run.go', 'run.stop']]]);
  });
});
