import { describe, expect, it } from 'vitest';
import { createNoticesStore, dismiss, notify } from '../../../renderer/stores/notices.ts';

describe('notify()', () => {
  it('shows a repeated notice once, as the newest', () => {
    const store = createNoticesStore();
    const texts = (): readonly string[] => store.getState().notices.map(({ text }) => text);
    notify(store, 'bad', 'The disk is full.');
    notify(store, 'good', 'Saved.');
    notify(store, 'bad', 'The disk is full.');

    expect(texts()).toEqual(['Saved.', 'The disk is full.']);
    dismiss(store, store.getState().notices[0]!.id);
    expect(texts()).toEqual(['The disk is full.']);
  });
});
