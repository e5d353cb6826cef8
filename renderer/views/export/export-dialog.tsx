import { type JSX, useState } from 'react';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { ExportChoice } from '../../stores/import-export.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './export-dialog.module.css';

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
export function ExportDialogView({ run, onExport, onClose }: ExportDialogViewProps): JSX.Element {
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
