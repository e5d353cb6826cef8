import type { JSX } from 'react';
import { useStore } from 'zustand';
import { exportAs, saveReport } from '../../stores/import-export.ts';
import { askForExport } from '../../stores/panels.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { ExportDialogView } from './export-dialog.tsx';

/** The export dialog, once it was requested. */
export function ExportDialog(): JSX.Element | null {
  const stores = useStores();
  const id = useStore(stores.panels, ({ exporting }) => exporting);
  const run = useStore(stores.workspace, (state) => runOf(state, id));
  const shown = useStore(stores.selection, (state) => state.run);
  useCommand(
    'run.export',
    () => {
      askForExport(stores.panels, shown);
    },
    shown !== undefined,
  );
  useCommand(
    'run.report',
    () => {
      if (shown !== undefined) void saveReport(stores, shown);
    },
    shown !== undefined,
  );
  if (run === undefined) return null;
  return (
    <ExportDialogView
      key={run.id}
      run={run}
      onExport={(format) => void exportAs(stores, run.id, format)}
      onClose={() => {
        askForExport(stores.panels, undefined);
      }}
    />
  );
}
