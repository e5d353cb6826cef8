import type { JSX } from 'react';
import { ArrowDownToLine } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { useBench, useShownRun } from '../state/use-bench.ts';

/** Plays the run anew up to the selected event or entry, where it pauses. */
export function RunHere(): JSX.Element | null {
  const { commands } = useBench();
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
