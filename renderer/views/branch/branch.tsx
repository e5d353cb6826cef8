import { ArrowDownToLine, GitBranchPlus } from 'lucide-react';
import { type JSX, useState } from 'react';
import type { LogEntry } from '../../../engine/model/index.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { BranchForm } from './branch-form.tsx';

/** Plays the run anew up to the selected event or entry, where it pauses. */
export function RunHere(): JSX.Element | null {
  const { commands } = useStores();
  const run = useShownRun();
  if (run === undefined || run.mode === 'trace') return null;
  return (
    <Button
      icon={ArrowDownToLine}
      label="Run to here"
      keys="Ctrl+F10"
      onClick={() => {
        commands.run('run.here');
      }}
    />
  );
}

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
