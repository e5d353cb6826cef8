import { useState, type JSX } from 'react';
import { GitBranchPlus } from 'lucide-react';
import type { LogEntry } from '../../engine/model/index.ts';
import { Button } from '../elements/button.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import { useShownRun } from '../state/use-bench.ts';
import { BranchForm } from './branch-form.tsx';
import './branch.css';

/** Starts a run that shares its past with the one on show, up to this entry, and has one thing otherwise. */
export function Branch({ entry }: { readonly entry: LogEntry }): JSX.Element | null {
  const run = useShownRun();
  /** The entry that the form is open for: another one has it closed. */
  const [open, setOpen] = useState<number>();
  if (open !== undefined && open !== entry.index) setOpen(undefined);
  const begin = (): void => {
    setOpen(entry.index);
  };
  useCommand('run.branch', begin, run !== undefined);
  if (run === undefined) return null;
  if (open !== entry.index)
    return <Button icon={GitBranchPlus} label="Branch from here" keys="B" onClick={begin} />;
  return (
    <BranchForm
      run={run}
      entry={entry}
      onDone={() => {
        setOpen(undefined);
      }}
    />
  );
}
