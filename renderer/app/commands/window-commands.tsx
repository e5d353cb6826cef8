import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import {
  restoreDock,
  showArea,
  showPanel,
  toggleArea,
  toggleMaximized,
  toggleMainAreaOnly,
} from '../../stores/panels.ts';
import { closeLibrary, openLibrary, openSearch } from '../../stores/library.ts';
import { closeComparison } from '../../stores/comparison.ts';
import { importFolder, importTrace, watchFolder } from '../../stores/import-export.ts';
import { openFolder } from '../../stores/documents.ts';
import type { PanelName } from '../../stores/panels.ts';
import { openNextHit } from '../../stores/all-runs-search.ts';
import { goBack, goForward } from '../../stores/navigation.ts';
import { openSweeps } from '../../stores/sweeps.ts';
import { nextTheme } from '../../stores/settings.ts';
import { useStores, useCommand } from '../../stores/use-stores.ts';
import { focusAfter, focusMainArea, focusSearch, nextPanel } from '../../ui/focus.ts';

/** Binds the commands of the window as a whole. */
export function WindowCommands(): null {
  const stores = useStores();
  const showWork = (): void => {
    closeComparison(stores);
    closeLibrary(stores.library);
  };
  const showAbove = (): void => {
    showWork();
    restoreDock(stores.panels);
  };
  const show = (panel: PanelName) => (): void => {
    const within = stores.panels.getState().main.includes(panel) ? '#centre-panel' : '#dock-panel';
    focusAfter(() => {
      showWork();
      showPanel(stores.panels, panel);
    }, within);
  };
  useCommand('panel.code', show('code'));
  useCommand('panel.graph', show('graph'));
  useCommand('panel.apps', show('apps'));
  useCommand('panel.log', show('log'));
  useCommand('panel.transcript', show('transcript'));
  useCommand('panel.queue', show('queue'));
  useCommand('panel.breakpoints', show('breakpoints'));
  useCommand('panel.probes', show('probes'));
  useCommand('panel.runs', () => {
    focusAfter(() => {
      closeComparison(stores);
      openLibrary(stores.library);
    }, '#work [aria-label="Find runs"]');
  });
  useCommand('search.open', () => {
    const { library } = stores;
    focusAfter(() => {
      closeComparison(stores);
      openSearch(library);
    }, '[role=search][aria-label="All runs"]');
  });
  useCommand('search.next', () => void openNextHit(stores, 1));
  useCommand('search.previous', () => void openNextHit(stores, -1));
  useCommand('panel.sweeps', () => {
    closeComparison(stores);
    openSweeps(stores);
  });
  useCommand('panel.notes', show('notes'));
  useCommand('panel.verdict', show('verdict'));
  useCommand('panel.problems', show('problems'));
  useCommand('panel.explorer', () => {
    focusAfter(() => {
      showArea(stores.panels, 'explorer');
    }, '[aria-label=Workspace]');
  });
  useCommand('panel.timeline', () => {
    focusAfter(() => {
      showAbove();
      showArea(stores.panels, 'timeline');
    }, '[role=slider]');
  });
  useCommand('panel.inspector', () => {
    focusAfter(() => {
      showAbove();
      showArea(stores.panels, 'inspector');
    }, '[aria-label=Inspector]');
  });
  useCommand('panel.maximize', () => {
    focusAfter(() => {
      showWork();
      toggleMaximized(stores.panels);
    }, '#dock-panel');
  });
  useCommand('panel.hideExplorer', () => {
    toggleArea(stores.panels, 'explorer');
  });
  useCommand('panel.hideInspector', () => {
    toggleArea(stores.panels, 'inspector');
  });
  useCommand('panel.hideTimeline', () => {
    toggleArea(stores.panels, 'timeline');
  });
  useCommand('panel.hideDock', () => {
    toggleArea(stores.panels, 'dock');
  });
  useCommand('panel.reading', () => {
    const isInMainArea = (document.activeElement?.closest('#centre-panel') ?? null) !== null;
    flushSync(() => {
      showWork();
      toggleMainAreaOnly(stores.panels);
    });
    // What had the focus elsewhere is hidden now.
    if (!isInMainArea) focusMainArea();
  });
  const canGoBack = useStore(stores.navigation, ({ back }) => back.length > 0);
  const canGoForward = useStore(stores.navigation, ({ forward }) => forward.length > 0);
  useCommand('go.back', () => void goBack(stores), canGoBack);
  useCommand('go.forward', () => void goForward(stores), canGoForward);
  useCommand('panel.find', focusSearch);
  useCommand('panel.next', () => {
    nextPanel(1);
  });
  useCommand('panel.previous', () => {
    nextPanel(-1);
  });
  useCommand('theme.next', () => {
    void nextTheme(stores);
  });
  useCommand('workspace.open', () => void openFolder(stores));
  useCommand('trace.import', () => void importTrace(stores));
  useCommand('trace.importFolder', () => void importFolder(stores));
  useCommand('trace.watch', () => void watchFolder(stores));
  return null;
}
