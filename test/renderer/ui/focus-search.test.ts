// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { focusSearch } from '../../../renderer/ui/focus.ts';

beforeEach(() => {
  document.body.innerHTML = `
    <section data-pane><button id="apps"></button><div role="search"><input id="in-apps" value="soup" /></div></section>
    <section data-pane><button id="log"></button><div role="search"><input id="in-log" /></div></section>
    <section data-pane><button id="graph"></button></section>`;
});

it.each([
  ['log', 'in-log'],
  ['apps', 'in-apps'],
  ['graph', 'in-apps'],
])('focusSearch() goes from the panel of %s to the field %s', (from, field) => {
  document.querySelector<HTMLElement>(`#${from}`)!.focus();

  focusSearch();

  expect(document.activeElement?.id).toBe(field);
});
