import { describe, expect, it } from 'vitest';
import {
  choicesToSend,
  createRunSettingsStore,
  hasChoices,
  isValid,
  type RunSettings,
} from '../../../renderer/stores/settings.ts';

const set = (changed: Partial<RunSettings>): RunSettings => ({
  ...createRunSettingsStore().getState(),
  ...changed,
});

describe('settings of the next run', () => {
  it('are empty by default', () => {
    expect([hasChoices(set({})), choicesToSend(set({}), 'a.ts')]).toEqual([false, undefined]);
  });

  it('become the same options as on the command line', () => {
    const settings = set({
      variant: { scenario: 'a.ts', name: 'guests=2' },
      toolFailures: '10',
      noise: '3',
      noiseSeed: '7',
      verbosity: 'high',
    });

    expect(choicesToSend(settings, 'a.ts')).toEqual({
      variant: 'guests=2',
      verbosity: 'high',
      augmentation: { toolFailures: 0.1, noise: { perMinute: 3, seed: 7 } },
    });
    expect(choicesToSend(settings, 'b.ts')).not.toHaveProperty('variant');
  });

  it.each([
    [{ seed: '7' }, true],
    [{ seed: '-1' }, false],
    [{ seed: '1.5' }, false],
    [{ toolFailures: '2.5' }, true],
    [{ toolFailures: '101' }, false],
    [{ noise: 'much' }, false],
    [{ noiseSeed: ' ' }, true],
  ])('accept or reject %j: %s', (changed, fits) => {
    expect(isValid(set(changed))).toBe(fits);
  });
});
