// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus } from '../../../renderer/ui/focus.ts';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `
    <section data-pane><div data-pane-body><button id="first"></button></div></section>
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

describe('keepFocus()', () => {
  it('returns the focus to the element before when the focused one is removed', () => {
    find('cook').focus();
    find('dish').focus();
    press('Enter');
    find('dish').remove();
    settle();

    expect(document.activeElement).toBe(find('cook'));
  });

  it('does not return the focus to the tab of another panel, which would open it', () => {
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

  it('focuses the first panel when no earlier element is left', () => {
    find('cook').focus();
    press('Enter');
    find('cook').remove();
    settle();

    expect(document.activeElement).toBe(find('first'));
  });

  it('stays in the panel when the element before is gone, too', () => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<section data-pane>
        <button id="notes" role="tab" aria-selected="true"></button>
        <div id="log" tabindex="0"></div>
      </section>`,
    );
    find('cook').focus();
    find('log').focus();
    find('log').outerHTML = '<form><textarea id="note"></textarea></form>';
    find('note').focus();
    press('Escape');

    expect(document.activeElement).toBe(find('notes'));
  });

  it('restores the focus at the next key when the element was removed without a key', () => {
    find('cook').focus();
    find('dish').focus();
    find('dish').remove();
    press('Tab');

    expect(document.activeElement).toBe(find('cook'));
  });

  it('leaves the page unfocused after a person blurred an element', () => {
    find('cook').focus();
    find('cook').blur();
    press('a');
    settle();

    expect(document.activeElement).toBe(document.body);
  });

  it('leaves all fields of a form with one Escape', () => {
    find('cook').focus();
    find('dish').focus();
    find('sauce').focus();
    press('Escape');

    expect(document.activeElement).toBe(find('cook'));
  });

  it.each(['Escape that something else takes', 'Escape in a dialog'])('keeps the focus on %s', (which) => {
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
