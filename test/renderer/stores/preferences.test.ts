import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import {
  changePreferences,
  nextTheme,
  readPreferences,
  toggleRerunOnSave,
} from '../../../renderer/stores/settings.ts';
import { runId } from '../../../engine/model/values/ids.ts';
import { PersistedPreferences } from '../../../main/host/settings/settings.ts';
import { edit, isDirty, openFile } from '../../../renderer/stores/documents.ts';
import { dismiss, type Notice } from '../../../renderer/stores/notices.ts';
import { runOf, syncWorkspace } from '../../../renderer/stores/workspace.ts';
import { saveAndRerun } from '../../../renderer/stores/run-again.ts';
import { temporaryFolder } from '../../main/temporary-folder.ts';
import { fakeBridge, no, yes } from '../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../kitchen.ts';

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

const BREAKFAST = 'scenarios/breakfast.ts';
const SUPPER = 'scenarios/supper.ts';

/** A window in which breakfast is open, with the person's preferences in `file`. */
async function openWindow(file: string, runs = kitchen().runs) {
  const persisted = new PersistedPreferences(file);
  const writing: Promise<void>[] = [];
  const bridge = fakeBridge({
    ...kitchenAnswers(),
    'preferences.read': () => yes(persisted.now),
    'preferences.write': (changed) => {
      writing.push(persisted.write(changed));
      return yes(null);
    },
  });
  const stores = createAppStores(bridge);
  stores.workspace.setState({ view: kitchen({ runs }) });
  await readPreferences(bridge, stores.preferences);
  await openFile(bridge, stores.documents, BREAKFAST);
  return {
    asked: bridge.asked,
    /** Edits and saves the scenario. Returns the offers on show. */
    saved: async (text: string): Promise<readonly Notice[]> => {
      edit(stores.documents, BREAKFAST, text);
      await saveAndRerun(stores);
      return stores.notices.getState().notices.filter(({ tone }) => tone === 'offer');
    },
    take: async (offer: Notice, label: string): Promise<void> => {
      dismiss(stores.notices, offer.id);
      offer.acts.find((one) => one.label === label)!.run();
      await Promise.all(writing);
    },
  };
}

describe('the offer to run scenarios when they are saved', () => {
  it('comes once in a window, after a save of a scenario that has a run', async () => {
    const file = join(temporaryFolder(), 'preferences.json');
    const without = await openWindow(file, []);
    expect(await without.saved('one egg')).toEqual([]);

    const window = await openWindow(file);
    const [offer] = await window.saved('one egg');
    expect(offer?.text).toContain('Run scenarios when they are saved');
    await window.take(offer!, 'Not now');
    expect(await window.saved('two eggs')).toEqual([]);

    expect(await (await openWindow(file)).saved('three eggs')).toHaveLength(1);
  });

  it('turns them on for this window and later ones, and runs the scenario at once, after Turn on', async () => {
    const file = join(temporaryFolder(), 'preferences.json');
    const window = await openWindow(file);
    const [offer] = await window.saved('one egg');
    await window.take(offer!, 'Turn on');

    await expect.poll(() => window.asked.filter((one) => one.startsWith('run.start'))).toHaveLength(1);
    expect(new PersistedPreferences(file).now.rerunOnSave).toBe(true);
  });

  it('never comes again, in no later window either, after Never ask', async () => {
    const file = join(temporaryFolder(), 'preferences.json');
    const window = await openWindow(file);
    const [offer] = await window.saved('one egg');
    await window.take(offer!, 'Never ask');
    expect(await window.saved('two eggs')).toEqual([]);

    expect(await (await openWindow(file)).saved('three eggs')).toEqual([]);
  });
});

describe('runs after saves', () => {
  /** A window that runs what it saves. Its runs go on until `end` is called. */
  async function runningWindow() {
    let started = 1;
    const bridge = fakeBridge({
      ...kitchenAnswers(),
      'run.start': () =>
        yes(breakfast({ id: runId(`r${(started += 1)}`), state: 'running', verdict: undefined })),
      'comparison.change': () => yes(null),
      'workspace.read': () => yes(kitchen()),
    });
    const stores = createAppStores(bridge);
    syncWorkspace(bridge, stores.workspace);
    stores.preferences.setState({ rerunOnSave: true });
    await openFile(bridge, stores.documents, BREAKFAST);
    return {
      stores,
      bridge,
      save: (text: string): Promise<void> => {
        edit(stores.documents, BREAKFAST, text);
        return saveAndRerun(stores);
      },
      begun: (run: string) => expect.poll(() => runOf(stores.workspace.getState(), runId(run))).toBeDefined(),
      end: (run: string): void => {
        bridge.tell('run.changed', breakfast({ id: runId(run) }));
      },
      starts: () => bridge.asked.filter((one) => one.startsWith('run.start')),
    };
  }

  it('run the last of the saves that came while the run of an earlier one went on', async () => {
    const { save, begun, end, starts } = await runningWindow();

    const first = save('one egg');
    await begun('r2');
    const others = [save('two eggs'), save('three eggs')];
    end('r2');
    await first;
    await begun('r3');
    end('r3');
    await Promise.all(others);

    expect(starts()).toHaveLength(2);
  });

  it('run nothing when another file is opened while a save waits', async () => {
    const { stores, bridge, save, begun, end, starts } = await runningWindow();
    const first = save('one egg');
    await begun('r2');

    const waiting = save('two eggs');
    await expect.poll(() => stores.runSettings.getState().rerunsAsked).toBe(2);
    await openFile(bridge, stores.documents, SUPPER);
    edit(stores.documents, SUPPER, 'half a soup');
    end('r2');
    await Promise.all([first, waiting]);

    expect(starts()).toHaveLength(1);
    expect(isDirty(stores.documents.getState(), SUPPER)).toBe(true);
  });

  it('run nothing when they are turned off while a save waits', async () => {
    const { stores, save, begun, end, starts } = await runningWindow();
    const first = save('one egg');
    await begun('r2');

    const waiting = save('two eggs');
    await expect.poll(() => stores.runSettings.getState().rerunsAsked).toBe(2);
    stores.preferences.setState({ rerunOnSave: false });
    end('r2');
    await Promise.all([first, waiting]);

    expect(starts()).toHaveLength(1);
  });
});
