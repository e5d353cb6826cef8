import { describe, expect, it } from 'vitest';
import { benchFor } from '../../../renderer/stores/app-stores.ts';
import { nextTheme, prefer, readPreferences } from '../../../renderer/stores/preferences.ts';
import { fakeLab, no, yes } from '../fake-lab.ts';

describe('preferences', () => {
  it('are those that were chosen ever, and else as at first', async () => {
    const bench = benchFor(fakeLab({ 'preferences.read': () => yes({ speed: 64 }) }));

    await readPreferences(bench.lab, bench.preferences);

    expect(bench.preferences.getState()).toMatchObject({ speed: 64, fontSize: 13, theme: 'system' });
  });

  it('hold at once, and say where they could not be kept', async () => {
    const bench = benchFor(fakeLab({ 'preferences.write': () => no('the disk is full') }));

    await prefer(bench, { fontSize: 15 });
    await nextTheme(bench);

    expect(bench.preferences.getState()).toMatchObject({ fontSize: 15, theme: 'light' });
    const told = { tone: 'bad', text: 'For this window only: the disk is full' };
    expect(bench.notices.getState().notices).toMatchObject([told, told]);
  });
});
