import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import { isTrajectory, plural } from '../../../engine/model/index.ts';
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
  const runs = useStore(stores.panels, ({ exporting }) => exporting);
  const run = useStore(stores.workspace, (state) => runOf(state, runs[0]));
  const shown = useStore(stores.selection, (state) => state.run);
  useCommand(
    'run.export',
    () => {
      if (shown !== undefined) askForExport(stores.panels, shown);
    },
    shown !== undefined,
  );
  useCommand(
    'run.report',
    () => {
      if (shown !== undefined) void saveReport(stores, [shown]);
    },
    shown !== undefined,
  );
  const [first, ...others] = runs;
  if (first === undefined) return null;
  return (
    <ExportDialogView
      key={runs.join()}
      title={others.length === 0 ? `Export run ${first}` : `Export ${plural(runs.length, 'run')}`}
      name={others.length === 0 ? run?.scenario : runs.join(', ')}
      mayHaveOriginal={others.length > 0 || run === undefined || isTrajectory(run)}
      onExport={(format) => void exportAs(stores, runs, format)}
      onClose={() => {
        askForExport(stores.panels);
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
  atif: { word: 'ATIF', hint: 'A trajectory for programs that train or evaluate agents' },
  otlp: { word: 'OpenTelemetry', hint: 'A trace with the models’ and the tools’ spans, as OTLP in JSON' },
  original: { word: 'Original', hint: 'The file that it was imported from, byte for byte' },
  markdown: { word: 'Transcript', hint: 'What the agent read, thought, called and said, as Markdown' },
  jsonl: { word: 'Log as JSON lines', hint: 'An object for each entry, for other programs' },
  csv: { word: 'Log as CSV', hint: 'A row for each entry, for spreadsheets' },
  report: {
    word: 'Report',
    hint: 'A page to read and replay in any browser, offline',
  },
} as const satisfies Record<ExportChoice, { word: string; hint: string }>;

interface ExportDialogViewProps {
  readonly title: string;
  readonly name: string | undefined;
  /** Whether the run may have come from a file of another tool. */
  readonly mayHaveOriginal: boolean;
  /** Asks for the location of the file, and writes it. */
  readonly onExport: (format: ExportChoice) => void;
  readonly onClose: () => void;
}

/** Asks for the format to export a run in. */
function ExportDialogView(props: ExportDialogViewProps): JSX.Element {
  const { title, name, mayHaveOriginal, onExport, onClose } = props;
  const [format, setFormat] = useState<ExportChoice>('orrery');
  return (
    <Dialog label={title} className={styles.dialog} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          onExport(format);
        }}
      >
        <h2>{title}</h2>
        <p className={styles.name}>{name}</p>
        <fieldset>
          <legend>Format</legend>
          {Object.entries(FORMATS).map(([one, { word, hint }]) =>
            one === 'original' && !mayHaveOriginal ? null : (
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
            ),
          )}
        </fieldset>
        <footer>
          <Button label="Cancel" onClick={onClose} />
          <Button type="submit" tone="primary" label="Export…" />
        </footer>
      </form>
    </Dialog>
  );
}
