import { describe, expect, it, onTestFinished } from 'vitest';
import { syncSession } from '../../../renderer/app/session.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { CENTRE_TABS, DOCK_TABS } from '../../../renderer/stores/panels.ts';
import type { Memory } from '../../../renderer/ui/split.tsx';
import { fakeBridge } from '../fake-bridge.ts';
import { kitchen } from '../kitchen.ts';

/** A window with `memory`, once its workspace is known. */
function opened(memory: Memory): ReturnType<typeof createAppStores> {
  const stores = createAppStores(fakeBridge({}));
  onTestFinished(syncSession(stores, memory));
  stores.workspace.setState({ view: kitchen() });
  return stores;
}

function memoryOf(): Memory {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  };
}

describe('a window', () => {
  it('opens with the tabs it was left with, whichever they were', () => {
    const memory = memoryOf();
    for (const centre of CENTRE_TABS)
      for (const dock of DOCK_TABS) {
        opened(memory).panels.setState({ centre, dock });

        expect(opened(memory).panels.getState()).toMatchObject({ centre, dock });
      }
  });

  it('opens as at first where what was kept names no tab', () => {
    const memory = memoryOf();
    memory.setItem('orrery.session', '{"centre":"cellar","dock":7}');

    expect(opened(memory).panels.getState()).toMatchObject({ centre: 'code', dock: 'log' });
  });
});
