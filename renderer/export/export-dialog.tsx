import { useState, type JSX } from 'react';
import { useStore } from 'zustand';
import type { ExportFormat } from '../../preload/contract.ts';
import { Button } from '../elements/button.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import { exportRun } from '../state/trace-control.ts';
import { useBench } from '../state/use-bench.ts';
import { runOf } from '../state/workspace-store.ts';
import './export-dialog.css';

const FORMATS = {
  orrery: { word: 'Orrery', hint: 'All of it in one file, to be imported elsewhere exactly as it is' },
  are: {
    word: 'ARE',
    hint: 'A trace that Meta’s Agents Research Environments reads; says what it has no place for',
  },
} as const satisfies Record<ExportFormat, { word: string; hint: string }>;

/** Asks in which form a run is to leave the workspace. */
export function ExportDialog(): JSX.Element | null {
  const bench = useBench();
  const id = useStore(bench.panels, ({ exporting }) => exporting);
  const run = useStore(bench.workspace, (state) => (id === undefined ? undefined : runOf(state, id)));
  const shown = useStore(bench.panels, (state) => state.run);
  const [format, setFormat] = useState<ExportFormat>('orrery');
  useCommand(
    'run.export',
    () => {
      bench.panels.setState({ exporting: shown });
    },
    shown !== undefined,
  );
  if (run === undefined) return null;
  const close = (): void => {
    bench.panels.setState({ exporting: undefined });
  };
  return (
    <Dialog label={`Export run ${run.id}`} className="export-dialog" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          void exportRun(bench, run.id, format);
        }}
      >
        <h2>Export run {run.id}</h2>
        <p className="export-name">{run.scenario}</p>
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
                  setFormat(one as ExportFormat);
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
          <Button label="Leave it" onClick={close} />
          <Button type="submit" tone="primary" label="Choose where…" />
        </footer>
      </form>
    </Dialog>
  );
}
