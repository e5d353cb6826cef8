import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import { askForExport } from '../../stores/panels.ts';
import { exportAs, type ExportChoice, saveReport } from '../../stores/import-export.ts';
import { useStores, useCommand } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './export-dialog.module.css';

const FORMATS = {
  orrery: { word: 'Orrery', hint: 'All of it in one file, to be imported elsewhere exactly as it is' },
  are: {
    word: 'ARE',
    hint: 'A trace that Meta’s Agents Research Environments reads; says what it has no place for',
  },
  report: {
    word: 'Report',
    hint: 'A page to read and scrub in any browser, without network or server',
  },
} as const satisfies Record<ExportChoice, { word: string; hint: string }>;

/** Asks in which form a run is to leave the workspace. */
export function ExportDialog(): JSX.Element | null {
  const stores = useStores();
  const id = useStore(stores.panels, ({ exporting }) => exporting);
  const run = useStore(stores.workspace, (state) => (id === undefined ? undefined : runOf(state, id)));
  const shown = useStore(stores.selection, (state) => state.run);
  const [format, setFormat] = useState<ExportChoice>('orrery');
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
  const close = (): void => {
    askForExport(stores.panels, undefined);
  };
  return (
    <Dialog label={`Export run ${run.id}`} className={styles.dialog} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          void exportAs(stores, run.id, format);
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
          <Button label="Cancel" onClick={close} />
          <Button type="submit" tone="primary" label="Choose where…" />
        </footer>
      </form>
    </Dialog>
  );
}
