import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IsolatedScenarios } from '../../../../main/host/settings/isolated-scenarios.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const LONG = 'scenarios/long.ts';

/** What the windows that are called `alive` find in a workspace, and the file they find it in. */
function workspace(): {
  readonly file: string;
  readonly window: (owner: string, alive?: readonly string[]) => IsolatedScenarios;
} {
  const file = join(temporaryFolder(), '.orrery/isolated.json');
  return {
    file,
    window: (owner, alive = []) => new IsolatedScenarios(file, owner, (other) => alive.includes(other)),
  };
}

describe('the scenarios that run in processes of their own', () => {
  it('are those that were running when the window ended without a word, told once', () => {
    const { window } = workspace();
    window('one').note([LONG]);

    expect(window('two')).toMatchObject({ found: [LONG], list: [LONG] });
    expect(window('three')).toMatchObject({ found: [], list: [LONG] });
  });

  it('are those whose code was entered then, to begin a run', () => {
    const { window } = workspace();
    void window('one').entering(LONG, () => new Promise(() => undefined));

    expect(window('two').has(LONG)).toBe(true);
  });

  it('are not those of a window that took its leave, or is still there', async () => {
    const { window, file } = workspace();
    const one = window('one');
    expect(existsSync(file)).toBe(false);
    await one.entering(LONG, () => Promise.resolve());
    one.note([LONG]);

    window('two', ['one']).set('scenarios/short.ts', true);
    one.note([]);
    expect(window('three', ['one', 'two'])).toMatchObject({ found: [], list: ['scenarios/short.ts'] });
  });

  it('are those that the person chose', () => {
    const { window } = workspace();
    const one = window('one');
    one.set(LONG, true);
    expect(window('two').list).toEqual([LONG]);
    one.set(LONG, false);
    expect(window('three').list).toEqual([]);
  });
});
