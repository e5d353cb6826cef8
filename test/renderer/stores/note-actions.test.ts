import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { beginNote, saveDraft } from '../../../renderer/stores/notes.ts';
import { type Answers, fakeBridge, no } from '../fake-bridge.ts';
import { selectRun } from '../../../renderer/stores/selection.ts';

function written(
  answer: Answers['note.add'],
): ReturnType<typeof createAppStores> & { bridge: ReturnType<typeof fakeBridge> } {
  const bridge = fakeBridge({ 'note.add': answer! });
  const stores = createAppStores(bridge);
  selectRun(stores.selection, runId('r1'));
  beginNote(stores, { range: undefined, value: undefined });
  stores.notes.setState(({ draft }) => ({ draft: { ...draft!, text: 'Odd.' } }));
  return { ...stores, bridge };
}

describe('saveDraft()', () => {
  it('sends one request for two concurrent calls', async () => {
    const stores = written(() => no('slow'));

    await Promise.all([saveDraft(stores), saveDraft(stores)]);

    expect(stores.bridge.asked).toHaveLength(1);
  });

  it('keeps the draft and shows the problem when main refuses the note', async () => {
    const stores = written(() => no('the disk is full'));

    await saveDraft(stores);

    expect(stores.notes.getState().draft).toMatchObject({ text: 'Odd.' });
    expect(stores.notices.getState().notices.map(({ text }) => text)).toEqual(['the disk is full']);
  });
});
