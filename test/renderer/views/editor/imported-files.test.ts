import { describe, expect, it } from 'vitest';
import { createDocumentsStore, openFile } from '../../../../renderer/stores/documents.ts';
import { loadImportedFiles, importedFiles } from '../../../../renderer/views/editor/imported-files.ts';
import { fakeBridge, no, yes } from '../../fake-bridge.ts';
import { kitchen } from '../../kitchen.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

describe('the files that a scenario imports', () => {
  it.each([
    [`import { soup } from './soup.ts';`, ['scenarios/soup.ts']],
    [`import { salt } from "../pantry/salt";`, ['pantry/salt.ts']],
    [
      `export * from './soup.ts'; import './side effects.ts';`,
      ['scenarios/soup.ts', 'scenarios/side effects.ts'],
    ],
    [`const menu = await import('./menu.json');`, ['scenarios/menu.json']],
    [`import { scenario } from 'orrery';`, []],
  ])('are found in %s', (text, paths) => {
    expect(importedFiles('scenarios/breakfast.ts', text)).toEqual(paths);
  });

  it('are loaded with their own imports, each once', async () => {
    const pantry: Readonly<Record<string, string>> = {
      'scenarios/breakfast.ts': `import './soup.ts'; import './gone.ts';`,
      'scenarios/soup.ts': `import './salt.ts'; import './breakfast.ts';`,
      'scenarios/salt.ts': '',
    };
    const bridge = fakeBridge({
      'scenario.read': ({ path }) => {
        const text = pantry[path];
        return text === undefined ? no(`${path}: found no such file`) : yes(text);
      },
    });
    const store = createDocumentsStore();
    const stop = loadImportedFiles(bridge, store);

    await openFile(bridge, store, 'scenarios/breakfast.ts');
    await settled();

    expect(Object.keys(store.getState().texts)).toEqual(Object.keys(pantry));
    expect(bridge.asked).toHaveLength(4);
    expect(store.getState().problem).toBeUndefined();
    stop();
  });

  it('are looked for again when the workspace changed', async () => {
    let there = false;
    const bridge = fakeBridge({
      'scenario.read': ({ path }) =>
        path.endsWith('breakfast.ts') ? yes(`import './soup.ts';`) : there ? yes('soup') : no('not yet'),
    });
    const store = createDocumentsStore();
    const stop = loadImportedFiles(bridge, store);
    await openFile(bridge, store, 'scenarios/breakfast.ts');
    await settled();

    there = true;
    bridge.tell('workspace.changed', kitchen());
    await settled();

    expect(store.getState().texts['scenarios/soup.ts']?.text).toBe('soup');
    stop();
  });
});
