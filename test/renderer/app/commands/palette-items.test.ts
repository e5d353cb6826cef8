import { describe, expect, it, vi } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import {
  commandItems,
  entryItems,
  linkItems,
  namedRuns,
} from '../../../../renderer/app/commands/palette-items.ts';
import { createAppStores } from '../../../../renderer/stores/app-stores.ts';
import { offerEditorCommands, showPanel } from '../../../../renderer/stores/panels.ts';
import { fakeBridge, no, yes } from '../../fake-bridge.ts';
import { breakfast } from '../../kitchen.ts';
import { row } from '../../rows.ts';

describe('commandItems()', () => {
  it('includes the editor’s commands while the Code tab is shown', () => {
    const stores = createAppStores(fakeBridge({}));
    let folded = 0;
    const fold = { id: 'editor.foldAll', title: 'Fold All', run: () => (folded += 1) };
    offerEditorCommands(stores.panels, [fold]);

    const item = commandItems(stores).find(({ title }) => title === 'Fold All');
    item?.run();

    expect(item?.hint).toBe('Editor');
    expect(folded).toBe(1);
    showPanel(stores.panels, 'apps');
    expect(commandItems(stores).map(({ title }) => title)).not.toContain('Fold All');
  });
});

describe('namedRuns()', () => {
  it('asks main for runs that contain every typed word', async () => {
    const bridge = fakeBridge({ 'library.named': () => yes([breakfast({ id: runId('r7') })]) });

    const items = await namedRuns(createAppStores(bridge), ' r7  break ');

    expect(items).toMatchObject([{ id: 'r7', title: `r7 ${breakfast().scenario}` }]);
    expect(bridge.asked).toEqual(['library.named {"words":["r7","break"]}']);
  });

  it('sends at most 20 words', async () => {
    const bridge = fakeBridge({ 'library.named': () => yes([]) });

    await namedRuns(createAppStores(bridge), 'word '.repeat(25));

    expect(bridge.asked).toEqual([`library.named ${JSON.stringify({ words: Array(20).fill('word') })}`]);
  });

  it('returns no runs for empty text or when the search fails', async () => {
    const bridge = fakeBridge({ 'library.named': () => no('the database is busy') });

    expect(await namedRuns(createAppStores(bridge), '  ')).toEqual([]);
    expect(bridge.asked).toEqual([]);
    expect(await namedRuns(createAppStores(bridge), 'r7')).toEqual([]);
  });
});

describe('linkItems()', () => {
  it('offers to open the run and entry of a typed link', async () => {
    const run = breakfast({ id: runId('r9') });
    const stores = createAppStores(fakeBridge({ 'library.read': () => yes(run) }));

    const [item] = linkItems(stores, ' orrery://r9#42 ');
    item?.run();

    expect(item?.title).toBe('Open r9 at #42');
    await expect
      .poll(() => stores.selection.getState())
      .toMatchObject({ run: 'r9', at: 42, following: false });
    expect(linkItems(stores, 'orrery://r9 and more')).toEqual([]);
    expect(linkItems(stores, 'r9#42')).toMatchObject([{ title: 'Open r9 at #42' }]);
    expect(linkItems(stores, 'r9')).toMatchObject([{ id: 'r9', title: 'Open r9' }]);
  });
});

describe('entryItems()', () => {
  it('yields what it has found so far whenever a slice of time is over', async () => {
    const stores = createAppStores(fakeBridge({}));
    const rows = ['soup', 'bread', 'hot soup'].map((summary, index) => row(index, { summary }));
    stores.log.setState({ rows, count: rows.length });
    let clock = 0;
    using _ = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 10));

    const found: (readonly string[])[] = [];
    for await (const items of entryItems(stores, 'soup', 5)) found.push(items.map(({ id }) => id));

    expect(found).toEqual([[], ['entry 0'], ['entry 0'], ['entry 0', 'entry 2']]);
  });
});
