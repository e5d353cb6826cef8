import { describe, expect, it } from 'vitest';
import {
  createNoticesStore,
  dismiss,
  notify,
  notifyAbout,
  retract,
} from '../../../renderer/stores/notices.ts';

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

describe('notifyAbout()', () => {
  it('shows the newest error about a file, until it is retracted', () => {
    const store = createNoticesStore();
    const texts = (): readonly string[] => store.getState().notices.map(({ text }) => text);
    notifyAbout(store, 'a.ts', 'a.ts is not saved: The disk is full.');
    notifyAbout(store, 'b.ts', 'b.ts is not saved: The disk is full.');
    notifyAbout(store, 'a.ts', 'a.ts is not saved: Another program changed it.');

    expect(texts()).toEqual([
      'b.ts is not saved: The disk is full.',
      'a.ts is not saved: Another program changed it.',
    ]);
    retract(store, 'a.ts');
    expect(texts()).toEqual(['b.ts is not saved: The disk is full.']);
  });
});
