// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { chordOf, chordText, keepsKey, keymapOf } from '../../../renderer/ui/commands.ts';

const press = (key: string, other: Partial<KeyboardEventInit> = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, ...other });

describe('a chord', () => {
  it.each([
    ['Shift+F5', press('F5', { shiftKey: true })],
    ['Ctrl+S', press('s', { ctrlKey: true })],
    ['Ctrl+S', press('s', { metaKey: true })],
    ['Space', press(' ')],
    ['?', press('?', { shiftKey: true })],
    ['Shift+N', press('N', { shiftKey: true })],
  ])('is %s by its sign', (chord, event) => {
    expect(chordOf(event)).toBe(chord);
  });

  it('reads as people write it', () => {
    expect(chordText('Shift+ArrowLeft')).toBe('Shift+←');
  });

  it('stands for what the person has set, else for what the registry says', () => {
    const keymap = keymapOf({ 'run.go': ['F4'] });

    expect([keymap.get('F4'), keymap.get('F5'), keymap.get('F10')]).toEqual([
      'run.go',
      undefined,
      'run.step',
    ]);
  });
});

describe('keys', () => {
  it('stand down where one types, but for function keys and Ctrl', () => {
    const field = document.createElement('input');

    expect(keepsKey(field, press('f'))).toBe(true);
    expect(keepsKey(field, press('F5'))).toBe(false);
    expect(keepsKey(field, press('ArrowRight', { ctrlKey: true }))).toBe(true);
    expect(keepsKey(field, press('s', { ctrlKey: true }))).toBe(false);
  });

  it('leave Space to a button', () => {
    expect(keepsKey(document.createElement('button'), press(' '))).toBe(true);
    expect(keepsKey(document.createElement('button'), press('ArrowLeft'))).toBe(false);
  });
});
