import { describe, expect, it, onTestFinished } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { syncSession } from '../../../renderer/app/session.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import {
  movePanel,
  PANELS,
  resetLayout,
  showPanel,
  toggleMaximized,
} from '../../../renderer/stores/panels.ts';
import { selectRun } from '../../../renderer/stores/selection.ts';
import type { Memory } from '../../../renderer/ui/split.tsx';
import { fakeBridge } from '../fake-bridge.ts';
import { kitchen } from '../kitchen.ts';

/** The stores of a window with `memory`, once its workspace is loaded. */
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

describe('the session of a window', () => {
  it('restores the tabs that were open', () => {
    const memory = memoryOf();
    for (const panel of PANELS) {
      const { panels } = opened(memory);
      showPanel(panels, panel);
      const { main, centre, dock } = panels.getState();

      expect([centre, dock]).toContain(panel);
      expect(opened(memory).panels.getState()).toMatchObject({ main, centre, dock });
    }
  });

  it('restores a panel in the place it was moved to, as the shown tab', () => {
    const memory = memoryOf();
    const { panels } = opened(memory);
    movePanel(panels, 'verdict');

    expect(opened(memory).panels.getState()).toMatchObject({ centre: 'code', dock: 'verdict' });
    movePanel(panels, 'probes');
    expect(opened(memory).panels.getState()).toMatchObject({ centre: 'probes', dock: 'verdict' });
  });

  it('has the run that was opened last, as soon as its log is loaded', () => {
    const memory = memoryOf();
    const { log, selection } = opened(memory);
    log.setState({ loading: true });
    selectRun(selection, runId('r1'));
    log.setState({ loading: false });

    expect(memory.getItem('orrery.session')).toContain('"run":"r1"');
  });

  it('falls back to the default tabs when the stored tabs are unknown', () => {
    const memory = memoryOf();
    memory.setItem('orrery.session', '{"main":["cellar","verdict"],"centre":"cellar","dock":7}');

    expect(opened(memory).panels.getState()).toMatchObject({ centre: 'code', dock: 'log' });
  });

  it('begins anew with Reset layout, and shows no tab that has moved away', () => {
    const memory = memoryOf();
    const { panels } = opened(memory);
    movePanel(panels, 'verdict');
    movePanel(panels, 'probes');
    toggleMaximized(panels);
    const fresh = opened(memoryOf()).panels.getState();

    resetLayout(panels);

    const { main, maximized } = fresh;
    expect(panels.getState()).toMatchObject({ main, maximized, centre: 'code', dock: 'log', resets: 1 });
    expect(opened(memory).panels.getState()).toMatchObject({ main, centre: 'code', dock: 'log' });
  });
});
