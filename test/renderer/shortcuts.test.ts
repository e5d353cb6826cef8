// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { chordOf, keepsKey, shortcutFor, SHORTCUTS } from '../../renderer/shortcuts/registry.ts';

const press = (key: string, other: Partial<KeyboardEventInit> = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, ...other });

describe('shortcuts', () => {
  it('are each bound to one thing', () => {
    const keys = Object.values(SHORTCUTS).flatMap((shortcut) => [...shortcut.keys]);

    expect(new Set(keys).size).toBe(keys.length);
  });

  it('go by the keys pressed together', () => {
    expect(chordOf(press('F5', { shiftKey: true }))).toBe('Shift+F5');
    expect(shortcutFor(press('s', { ctrlKey: true }))).toBe('scenario.save');
    expect(shortcutFor(press(' '))).toBe('run.toggle');
  });

  it('stand down where one types, but for function keys', () => {
    const field = document.createElement('input');

    expect(keepsKey(field, press('f'))).toBe(true);
    expect(keepsKey(field, press('F5'))).toBe(false);
  });

  it('leave Space to a button', () => {
    expect(keepsKey(document.createElement('button'), press(' '))).toBe(true);
    expect(keepsKey(document.createElement('button'), press('ArrowLeft'))).toBe(false);
  });
});
