import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IsolatedScenarios } from '../../../../main/host/settings/isolated-scenarios.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const LONG = 'scenarios/long.ts';

/** Opens windows on one workspace; only those named in `alive` count as running. */
function workspace(): {
  readonly file: string;
  readonly window: (owner: string, alive?: readonly string[]) => IsolatedScenarios;
} {
  const folder = temporaryFolder();
  const file = join(folder, '.orrery/isolated.json');
  return {
    file,
    window: (owner, alive = []) =>
      new IsolatedScenarios(folder, owner, {
        claim: () => undefined,
        isAlive: (other) => alive.includes(other),
      }),
  };
}

describe('IsolatedScenarios', () => {
  it('adds the scenarios that ran when a window crashed, and reports them once', () => {
    const { window } = workspace();
    window('one').note([LONG]);

    expect(window('two')).toMatchObject({ found: [LONG], list: [LONG] });
    expect(window('three')).toMatchObject({ found: [], list: [LONG] });
  });

  it('adds a scenario that was starting a run when the window crashed', () => {
    const { window } = workspace();
    void window('one').entering(LONG, () => new Promise(() => undefined));

    expect(window('two').has(LONG)).toBe(true);
  });

  it('leaves out the scenarios of windows that closed properly or still run', async () => {
    const { window, file } = workspace();
    const one = window('one');
    expect(existsSync(file)).toBe(false);
    await one.entering(LONG, () => Promise.resolve());
    one.note([LONG]);

    window('two', ['one']).set('scenarios/short.ts', true);
    one.note([]);
    expect(window('three', ['one', 'two'])).toMatchObject({ found: [], list: ['scenarios/short.ts'] });
  });

  it('remembers the scenarios that the person chose', () => {
    const { window } = workspace();
    const one = window('one');
    one.set(LONG, true);
    expect(window('two').list).toEqual([LONG]);
    one.set(LONG, false);
    expect(window('three').list).toEqual([]);
  });
});
