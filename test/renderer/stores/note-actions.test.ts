import { describe, expect, it, onTestFinished } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { beginNote, saveDraft, syncNotes } from '../../../renderer/stores/notes.ts';
import { type Answers, fakeBridge, no, yes } from '../fake-bridge.ts';
import { selectRun } from '../../../renderer/stores/selection.ts';

function written(
  answer: Answers['note.add'],
): ReturnType<typeof createAppStores> & { bridge: ReturnType<typeof fakeBridge> } {
  const bridge = fakeBridge({ 'note.add': answer!, 'note.list': () => yes([]) });
  const stores = createAppStores(bridge);
  onTestFinished(syncNotes(stores));
  selectRun(stores.selection, runId('r1'));
  beginNote(stores, { range: undefined, value: undefined });
  stores.notes.setState(({ draft }) => ({ draft: { ...draft!, text: 'Odd.' } }));
  return { ...stores, bridge };
}

describe('an unsaved draft', () => {
  it('is there again when its run is shown again', () => {
    const stores = written(() => no('never asked'));
    const textOf = (): string | undefined => stores.notes.getState().draft?.text;

    selectRun(stores.selection, runId('r2'));
    expect(textOf()).toBeUndefined();
    beginNote(stores, { range: undefined, value: undefined });
    selectRun(stores.selection, runId('r1'));
    expect(textOf()).toBe('Odd.');
    selectRun(stores.selection, undefined);
    selectRun(stores.selection, runId('r2'));
    expect(textOf()).toBeUndefined();
    selectRun(stores.selection, runId('r1'));

    expect(textOf()).toBe('Odd.');
  });

  it('is there again when another run was shown before main refused it', async () => {
    const stores = written(() => no('the disk is full'));

    const saving = saveDraft(stores);
    selectRun(stores.selection, runId('r2'));
    await saving;
    selectRun(stores.selection, runId('r1'));

    expect(stores.notes.getState().draft).toMatchObject({ text: 'Odd.' });
  });

  it('gives no way to another note', () => {
    const stores = written(() => no('never asked'));

    beginNote(stores, { range: { from: 1, to: 1 }, value: undefined });

    expect(stores.notes.getState().draft).toMatchObject({ text: 'Odd.', range: undefined });
    expect(stores.notices.getState().notices.map(({ text }) => text)).toEqual([
      'A note is not saved. Save or cancel it first.',
    ]);
  });
});

describe('saveDraft()', () => {
  it('sends one request for two concurrent calls', async () => {
    const stores = written(() => no('slow'));

    await Promise.all([saveDraft(stores), saveDraft(stores)]);

    expect(stores.bridge.asked.filter((asked) => asked.startsWith('note.add'))).toHaveLength(1);
  });

  it('keeps the draft and shows the problem when main refuses the note', async () => {
    const stores = written(() => no('the disk is full'));

    await saveDraft(stores);

    expect(stores.notes.getState().draft).toMatchObject({ text: 'Odd.' });
    expect(stores.notices.getState().notices.map(({ text }) => text)).toEqual(['the disk is full']);
  });
});
