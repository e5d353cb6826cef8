import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import type { RunSummary } from '../../../engine/model/index.ts';
import { exportAs, saveReport, type ExportChoice } from '../../stores/import-export.ts';
import { askForExport } from '../../stores/panels.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './export.module.css';

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

const FORMATS = {
  orrery: { word: 'Orrery', hint: 'The whole run in one file, to import elsewhere unchanged' },
  are: {
    word: 'ARE',
    hint: 'A trace for Meta’s Agents Research Environments; a notice lists what it leaves out',
  },
  report: {
    word: 'Report',
    hint: 'A page to read and replay in any browser, offline',
  },
} as const satisfies Record<ExportChoice, { word: string; hint: string }>;

interface ExportDialogViewProps {
  readonly run: RunSummary;
  /** Asks for the location of the file, and writes it. */
  readonly onExport: (format: ExportChoice) => void;
  readonly onClose: () => void;
}

/** Asks for the format to export a run in. */
function ExportDialogView({ run, onExport, onClose }: ExportDialogViewProps): JSX.Element {
  const [format, setFormat] = useState<ExportChoice>('orrery');
  return (
    <Dialog label={`Export run ${run.id}`} className={styles.dialog} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onExport(format);
        }}
      >
        <h2>Export run {run.id}</h2>
        <p className={styles.name}>{run.scenario}</p>
        <fieldset>
          <legend>Format</legend>
          {Object.entries(FORMATS).map(([one, { word, hint }]) => (
            <label key={one}>
              <input
                type="radio"
                name="format"
                autoFocus={one === format}
                checked={one === format}
                onChange={() => {
                  setFormat(one as ExportChoice);
                }}
              />
              <span>
                <b>{word}</b>
                <small>{hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <footer>
          <Button label="Cancel" onClick={onClose} />
          <Button type="submit" tone="primary" label="Export…" />
        </footer>
      </form>
    </Dialog>
  );
}
