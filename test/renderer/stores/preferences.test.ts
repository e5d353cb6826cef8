import { describe, expect, it } from 'vitest';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import {
  changePreferences,
  nextTheme,
  readPreferences,
  toggleRerunOnSave,
} from '../../../renderer/stores/settings.ts';
import { fakeBridge, no, yes } from '../fake-bridge.ts';

describe('preferences', () => {
  it('have the stored values, and defaults for the rest', async () => {
    const stores = createAppStores(fakeBridge({ 'preferences.read': () => yes({ speed: 64 }) }));

    await readPreferences(stores.bridge, stores.preferences);

    expect(stores.preferences.getState()).toMatchObject({ speed: 64, fontSize: 13, theme: 'system' });
  });

  it('turn runs after a save on and off', async () => {
    const stores = createAppStores(fakeBridge({ 'preferences.write': () => yes(null) }));

    await toggleRerunOnSave(stores);
    expect(stores.preferences.getState().rerunOnSave).toBe(true);
    await toggleRerunOnSave(stores);

    expect(stores.preferences.getState().rerunOnSave).toBe(false);
    expect(stores.notices.getState().notices).toMatchObject([{ tone: 'good' }, { tone: 'good' }]);
  });

  it('apply at once, with a notice when they cannot be saved', async () => {
    const stores = createAppStores(fakeBridge({ 'preferences.write': () => no('the disk is full') }));

    await changePreferences(stores, { fontSize: 15 });
    await nextTheme(stores);

    expect(stores.preferences.getState()).toMatchObject({ fontSize: 15, theme: 'light' });
    const told = { tone: 'bad', text: 'Not saved; applies to this window only: the disk is full' };
    expect(stores.notices.getState().notices).toMatchObject([told]);
  });
});
