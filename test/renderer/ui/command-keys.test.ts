// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { chordOf, chordText, keepsKey, keymapOf } from '../../../renderer/ui/commands.ts';

const press = (key: string, other: Partial<KeyboardEventInit> = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, ...other });

describe('key chords', () => {
  it.each([
    ['Shift+F5', press('F5', { shiftKey: true })],
    ['Ctrl+S', press('s', { ctrlKey: true })],
    ['Ctrl+S', press('s', { metaKey: true })],
    ['Space', press(' ')],
    ['?', press('?', { shiftKey: true })],
    ['Shift+N', press('N', { shiftKey: true })],
  ])('are read from key events: %s', (chord, event) => {
    expect(chordOf(event)).toBe(chord);
  });

  it('are displayed with symbols for arrow keys', () => {
    expect(chordText('Shift+ArrowLeft')).toBe('Shift+←');
  });

  it('run the command of the person’s keymap, else of the default one', () => {
    const keymap = keymapOf({ 'run.go': ['F4'] });

    expect([keymap.get('F4'), keymap.get('F5'), keymap.get('F10')]).toEqual([
      'run.go',
      undefined,
      'run.step',
    ]);
  });
});

describe('keepsKey()', () => {
  it('keeps keys in a text field, except function keys and Ctrl chords', () => {
    const field = document.createElement('input');

    expect(keepsKey(field, press('f'))).toBe(true);
    expect(keepsKey(field, press('F5'))).toBe(false);
    expect(keepsKey(field, press('ArrowRight', { ctrlKey: true }))).toBe(true);
    expect(keepsKey(field, press('s', { ctrlKey: true }))).toBe(false);
  });

  it('keeps Space for a focused button', () => {
    expect(keepsKey(document.createElement('button'), press(' '))).toBe(true);
    expect(keepsKey(document.createElement('button'), press('ArrowLeft'))).toBe(false);
  });
});
