import type { JSX } from 'react';
import { Button } from '../elements/button.tsx';
import { useBench } from '../state/use-bench.ts';

/** Makes a run of what the trace on show planned. */
export function RunPlan(): JSX.Element {
  const { commands } = useBench();
  return (
    <Button
      label="Run its plan"
      keys="Ctrl+Shift+F5"
      onClick={() => {
        commands.run('run.restart');
      }}
    />
  );
}
