import { restoreDock, showCentre, showDock, toggleMaximized } from '../../stores/panels.ts';
import { closeLibrary, openLibrary } from '../../stores/library.ts';
import { closeComparison } from '../../stores/comparison.ts';
import { importTrace } from '../../stores/import-export.ts';
import { openFolder } from '../../stores/documents.ts';
import type { CentreTab, DockTab } from '../../stores/panels.ts';
import { nextTheme } from '../../stores/settings.ts';
import { useStores, useCommand } from '../../stores/use-stores.ts';
import { focusAfter, nextPanel } from '../../ui/focus.ts';

/** The commands that are about the window as a whole. */
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
  const centre = (tab: CentreTab) => (): void => {
    focusAfter(() => {
      showWork();
      showCentre(stores.panels, tab);
    }, '#centre-panel');
  };
  const dock = (tab: DockTab) => (): void => {
    focusAfter(() => {
      showWork();
      showDock(stores.panels, tab);
    }, '#dock-panel');
  };
  useCommand('panel.code', centre('code'));
  useCommand('panel.graph', centre('graph'));
  useCommand('panel.apps', centre('apps'));
  useCommand('panel.log', dock('log'));
  useCommand('panel.transcript', centre('transcript'));
  useCommand('panel.queue', dock('queue'));
  useCommand('panel.breakpoints', dock('breakpoints'));
  useCommand('panel.probes', dock('probes'));
  useCommand('panel.runs', () => {
    closeComparison(stores);
    openLibrary(stores.library);
  });
  useCommand('panel.notes', dock('notes'));
  useCommand('panel.verdict', dock('verdict'));
  useCommand('panel.problems', dock('problems'));
  useCommand('panel.explorer', () => {
    focusAfter(() => undefined, '[aria-label=Workspace]');
  });
  useCommand('panel.timeline', () => {
    focusAfter(showAbove, '[role=slider]');
  });
  useCommand('panel.inspector', () => {
    focusAfter(showAbove, '[aria-label=Inspector]');
  });
  useCommand('panel.maximize', () => {
    focusAfter(() => {
      showWork();
      toggleMaximized(stores.panels);
    }, '#dock-panel');
  });
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
  return null;
}
