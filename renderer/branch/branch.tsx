import { useState, type JSX } from 'react';
import { GitBranchPlus } from 'lucide-react';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { Button } from '../elements/button.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import { useShownRun } from '../state/use-bench.ts';
import { BranchForm } from './branch-form.tsx';
import './branch.css';

/** A trace tells what happened, and not what would have happened otherwise. */
export const WHY_NO_BRANCH =
  'An imported trace was not run here, so it has no branches. Run its scenario from the list of traces, and branch that run.';

/** Starts a run that shares its past with the one on show, up to this entry, and has one thing otherwise. */
export function Branch({ entry }: { readonly entry: LogEntry }): JSX.Element | null {
  const run = useShownRun();
  const [open, setOpen] = useState(false);
  useCommand(
    'run.branch',
    () => {
      setOpen(true);
    },
    run !== undefined && run.mode !== 'trace',
  );
  if (run === undefined) return null;
  if (run.mode === 'trace') return <p className="branch-note">{WHY_NO_BRANCH}</p>;
  if (!open)
    return (
      <Button
        icon={GitBranchPlus}
        label="Branch from here"
        keys="B"
        onClick={() => {
          setOpen(true);
        }}
      />
    );
  return (
    <BranchForm
      run={run}
      entry={entry}
      onDone={() => {
        setOpen(false);
      }}
    />
  );
}
