// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../../../engine/model/log-entry.ts';
import { appName } from '../../../../../engine/model/values/ids.ts';
import type { Json } from '../../../../../engine/model/values/json.ts';
import { changedPaths } from '../../../../../renderer/ui/json/changed.tsx';
import { StateView } from '../../../../../renderer/views/apps/state-view.tsx';
import { kitchenAnswers } from '../../../kitchen.ts';
import { openPage, type Page } from '../../../open-page.tsx';

const drawers: Json = {
  files: {
    name: '',
    type: 'directory',
    children: [
      { name: 'llama.png', type: 'file', base64: 'iVBORw0KGgo=' },
      {
        name: 'Documents',
        type: 'directory',
        children: [
          { name: 'plan.txt', type: 'file', text: 'Soup at noon', modified: 1_767_603_605 },
          { name: 'gone.txt', type: 'file' },
          { name: 'new.txt', type: 'file', text: '' },
        ],
      },
    ],
  },
  tmpdir: '/box',
};

const written = (...path: (string | number)[]): Change => ({
  op: 'set',
  app: appName('files'),
  path: ['files', 'children', ...path],
  value: null,
});

const open = (state: Json, ...changes: Change[]): Promise<Page> =>
  openPage(
    <StateView
      className="Files"
      state={state}
      changed={changedPaths(changes, appName('files'))}
      raw={false}
    />,
    kitchenAnswers(),
  );

const rows = (): string[] =>
  Array.from(document.querySelectorAll('.files-view-module__row'), ({ textContent }) => textContent);

describe('an app shown as files', () => {
  it('lists the files in a tree with their sizes', async () => {
    using page = await open(drawers);

    expect(page.text()).not.toContain('changed');
    expect(rows()).toEqual(['Documents3', 'gone.txt', 'new.txt0 B', 'plan.txt12 B', 'llama.png8 B']);
  });

  it('shows a changed file, marked in the tree together with its folder', async () => {
    using page = await open(drawers, written(1, 'children', 0));

    expect(page.find('.files-view-module__row[aria-current=true]').textContent).toBe('plan.txt12 Bchanged');
    expect(page.find('.files-view-module__row[aria-expanded=true]').textContent).toBe('Documents3changed');
    expect(page.find('article').textContent).toContain('/Documents/plan.txt');
    expect(page.find('article').textContent).toContain('Soup at noon');
  });

  it('shows a file that is clicked, and folds a folder', async () => {
    using page = await open(drawers);

    await page.click('llama.png8 B');
    expect(page.find('article').textContent).toContain('Not a text file.');
    await page.click('Documents3');

    expect(rows()).toEqual(['Documents3', 'llama.png8 B']);
  });

  it.each([
    ['gone.txt', 'The recording does not contain this file.'],
    ['new.txt0 B', 'Empty.'],
  ])('says why a file has no text: %s', async (row, said) => {
    using page = await open(drawers);

    await page.click(row);

    expect(page.find('article').textContent).toContain(said);
  });

  it('says that there are no files', async () => {
    using page = await open({ files: { name: '', type: 'directory', children: [] } });

    expect(page.text()).toContain('No files');
  });

  it.each<[Json]>([[null], [{ files: [] }], [{ files: { children: [1] } }]])(
    'falls back to a tree of values for the invalid state %j',
    async (state) => {
      using page = await open(state);

      expect(page.find('.json-tree-module__tree')).toBeTruthy();
    },
  );
});
