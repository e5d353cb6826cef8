// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type CommandName, Commands } from '../../../renderer/ui/commands.ts';

/** Commands that record each call, on a page with key listeners. */
function listening(...names: CommandName[]) {
  const commands = new Commands();
  const given: CommandName[] = [];
  for (const name of names) commands.bind(name, { run: () => given.push(name), can: true });
  const stop = commands.listen(window);
  const press = (key: string, on: Element = document.body, other: KeyboardEventInit = {}): boolean =>
    on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...other }));
  return { commands, given, press, [Symbol.dispose]: stop };
}

const added = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body.querySelector('[data-here]')!;
};

describe('Commands', () => {
  it('runs a command by its key and prevents the key’s default action', () => {
    using page = listening('run.go');

    expect(page.press('F5')).toBe(false);
    expect(page.press('F10')).toBe(true);
    expect(page.given).toEqual(['run.go']);
  });

  it('runs global commands before the editor’s own keys, but no others', () => {
    using page = listening('palette.commands', 'timeline.fit');
    const editor = added('<div class="monaco-editor"><textarea data-here></textarea></div>');
    editor.addEventListener('keydown', (event) => {
      event.preventDefault();
    });

    page.press('k', editor, { ctrlKey: true });
    page.press('f', editor);

    expect(page.given).toEqual(['palette.commands']);
  });

  it('runs no command by key in a dialog', () => {
    using page = listening('run.go', 'palette.commands');
    const field = added('<div role="dialog"><button data-here></button></div>');

    page.press('F5', field);
    page.press('k', field, { ctrlKey: true });

    expect(page.given).toEqual([]);
  });

  it('cannot run a command that is unbound or disabled', () => {
    using page = listening('run.go');
    const away = page.commands.bind('run.stop', { run: () => undefined, can: true });
    page.commands.bind('run.step', { run: () => undefined, can: false });
    away();

    expect((['run.go', 'run.step', 'run.stop'] as const).filter((name) => page.commands.can(name))).toEqual([
      'run.go',
    ]);
  });

  it('uses the keys that the person has set', () => {
    using page = listening('run.go');

    page.commands.remap({ 'run.go': ['G'] });
    page.press('F5');
    page.press('g');

    expect(page.given).toEqual(['run.go']);
  });
});
