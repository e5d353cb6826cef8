// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from '../../../renderer/ui/focus.ts';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <section data-panel><div data-panel-body><button id="first"></button></div></section>
    <button id="cook"></button>
    <form><input id="dish" /><input id="sauce" /></form>
    <div role="dialog"><input id="asked" /></div>`;
  stop = keepFocus(window);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const find = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`)!;
const press = (key: string): void => {
  document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
};
const settle = (): void => void vi.advanceTimersByTime(1_000);

describe('the focus', () => {
  it('goes back to where it was when what has it is gone', () => {
    find('cook').focus();
    find('dish').focus();
    press('Enter');
    find('dish').remove();
    settle();

    expect(document.activeElement).toBe(find('cook'));
  });

  it('does not go back to the tab of another panel, which would open it', () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<button id="tab" role="tab" aria-selected="false"></button>',
    );
    find('cook').focus();
    find('tab').focus();
    find('dish').focus();
    press('Enter');
    find('dish').remove();
    settle();

    expect(document.activeElement).toBe(find('cook'));
  });

  it('goes to the first panel where nothing is left of where it was', () => {
    find('cook').focus();
    press('Enter');
    find('cook').remove();
    settle();

    expect(document.activeElement).toBe(find('first'));
  });

  it('goes back before the next key where that was gone later', () => {
    find('cook').focus();
    find('dish').focus();
    find('dish').remove();
    press('Tab');

    expect(document.activeElement).toBe(find('cook'));
  });

  it('stays with nothing where a person took it away', () => {
    find('cook').focus();
    find('cook').blur();
    press('a');
    settle();

    expect(document.activeElement).toBe(document.body);
  });

  it('leaves all fields of a form at once with Escape', () => {
    find('cook').focus();
    find('dish').focus();
    find('sauce').focus();
    press('Escape');

    expect(document.activeElement).toBe(find('cook'));
  });

  it.each(['Escape that something else takes', 'Escape in a dialog'])('stays with %s', (which) => {
    const field = find(which.endsWith('dialog') ? 'asked' : 'dish');
    if (field.id === 'dish')
      field.addEventListener('keydown', (event) => {
        event.preventDefault();
      });
    find('cook').focus();
    field.focus();
    press('Escape');

    expect(document.activeElement).toBe(field);
  });
});
