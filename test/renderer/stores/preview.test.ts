// @vitest-environment happy-dom
import { describe, expect, it, onTestFinished } from 'vitest';
import { FIRST_PREVIEW } from '../../../engine/model/run.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import { type AppStores, createAppStores, syncStores } from '../../../renderer/stores/app-stores.ts';
import { edit, openFile } from '../../../renderer/stores/documents.ts';
import {
  changeOf,
  keepPreview,
  seekEditChange,
  togglePreview,
  toggleUntilPlayhead,
} from '../../../renderer/stores/preview.ts';
import { saveAndRerun } from '../../../renderer/stores/run-again.ts';
import { positionNow, seek } from '../../../renderer/stores/selection.ts';
import { type Answers, fakeBridge, type FakeBridge, yes } from '../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers, ORDERS, secondsIn } from '../kitchen.ts';

const BREAKFAST = 'scenarios/breakfast.ts';
const preview = (nth: number) => breakfast({ id: runId(`r${FIRST_PREVIEW + nth}`), logHash: String(nth) });
const rows = packWholeRows(0, ORDERS);

async function typing(answers: Answers): Promise<AppStores & { readonly bridge: FakeBridge }> {
  const bridge = fakeBridge({ ...kitchenAnswers(), 'preview.end': () => yes(null), ...answers });
  const stores = createAppStores(bridge);
  onTestFinished(syncStores(stores));
  await expect.poll(() => stores.workspace.getState().view).toBeDefined();
  await openFile(bridge, stores.documents, BREAKFAST);
  return { ...stores, bridge };
}

/** Answers with one preview after another; the second changed one entry, and the third does not run. */
function threeEdits(): Answers {
  let nth = 0;
  return {
    'preview.run': () => {
      nth += 1;
      if (nth === 3)
        return yes({
          kind: 'problems',
          problems: [{ severity: 'error', message: 'No eggs.', place: undefined }],
        });
      const kinds = Uint8Array.of(0, 1, 0);
      const counterparts = Int32Array.of(0, 1, 2);
      const changes = {
        before: preview(nth - 1),
        sentence: 'The eggs differ.',
        kinds,
        counterparts,
        removed: 0,
      };
      return yes({ kind: 'ran', run: preview(nth), rows, changes: nth === 1 ? undefined : changes });
    },
    'preview.keep': () => yes(breakfast({ id: runId('r9') })),
  };
}

async function shows({ selection, log }: AppStores, nth: number): Promise<void> {
  await expect.poll(() => [selection.getState().run, log.getState().count]).toEqual([preview(nth).id, 3]);
}

describe('the live preview', () => {
  it('shows each edit that runs, with its rows at once and the playhead at its time', async () => {
    const stores = await typing(threeEdits());
    togglePreview(stores);
    await shows(stores, 1);
    seek(stores.selection, 1, 3);

    const counts: number[] = [];
    stores.log.subscribe(({ count }) => void counts.push(count));
    edit(stores.documents, BREAKFAST, 'const eggs = 2;');
    await shows(stores, 2);

    expect(positionNow(stores)).toBe(1);
    expect(counts.every((count) => count === 3)).toBe(true);
    const { changes } = stores.preview.getState().shown!;
    expect([0, 1, 2].map((index) => changeOf(changes, index))).toEqual([undefined, 'changed', undefined]);
    expect(stores.bridge.asked.filter((asked) => asked.startsWith('preview.run')).at(-1)).toBe(
      `preview.run ${JSON.stringify({ scenario: BREAKFAST, unsaved: [{ path: BREAKFAST, text: 'const eggs = 2;' }], mode: 'oracle', choices: {} })}`,
    );
    seek(stores.selection, 2, 3);
    seekEditChange(stores, 1);
    expect(positionNow(stores)).toBe(1);
  });

  it('keeps the last run while an edit does not run, and says what is wrong with it', async () => {
    const stores = await typing(threeEdits());
    togglePreview(stores);
    await shows(stores, 1);
    edit(stores.documents, BREAKFAST, 'const eggs = 2;');
    await shows(stores, 2);
    edit(stores.documents, BREAKFAST, 'const eggs = ;');
    await expect.poll(() => stores.preview.getState().problems).not.toEqual([]);

    expect(stores.selection.getState().run).toBe(preview(2).id);
    expect(stores.problems.getState().previewed).toMatchObject([{ message: 'No eggs.' }]);
  });

  it('can end at the playhead, is kept as a run, and is gone when it is turned off', async () => {
    const stores = await typing(threeEdits());
    togglePreview(stores);
    await shows(stores, 1);
    seek(stores.selection, 1, 3);
    toggleUntilPlayhead(stores);
    await shows(stores, 2);
    expect(stores.bridge.asked.findLast((asked) => asked.startsWith('preview.run'))).toContain(
      `"until":${secondsIn(20)}`,
    );

    await keepPreview(stores);
    expect(stores.selection.getState().run).toBe('r9');
    togglePreview(stores);
    expect(stores.workspace.getState().previews).toEqual([]);
    expect(stores.bridge.asked).toContain('preview.end {}');
  });
});

describe('a save while a run is paused', () => {
  it('says that the run goes on with the code from before, and offers a new one', async () => {
    const paused = breakfast({ state: 'paused' });
    const stores = await typing({ 'workspace.read': () => yes(kitchen({ runs: [paused] })) });
    stores.selection.setState({ run: paused.id });
    edit(stores.documents, BREAKFAST, 'const eggs = 2;');

    await saveAndRerun(stores);

    const offer = stores.notices.getState().notices.find(({ text }) => text.includes('paused'));
    expect(offer).toMatchObject({ text: 'r1 is paused and goes on with the code from before the save.' });
    expect(offer!.acts.map(({ label }) => label)).toEqual(['Stop it and run the new code', 'Go on']);
    offer!.acts[0]!.run();
    await expect
      .poll(() => stores.bridge.asked)
      .toContain('run.control {"run":"r1","control":{"kind":"stop"}}');
    stores.bridge.tell('run.changed', { ...paused, state: 'stopped' });
    await expect.poll(() => stores.bridge.asked.some((asked) => asked.startsWith('run.start'))).toBe(true);
  });
});
