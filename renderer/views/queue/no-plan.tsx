import type { LucideIcon } from 'lucide-react';
import type { JSX } from 'react';
import { canRepeat } from '../../stores/runs.ts';
import { useStores, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/messages.tsx';

/** Makes a run of what the trace on show planned. */
export function RunPlan(): JSX.Element {
  const { commands } = useStores();
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

/** What stands where a run came without the events it was to fire. */
export function NoPlan({ icon }: { readonly icon: LucideIcon }): JSX.Element {
  const run = useShownRun();
  const recorded = run?.mode === 'trace';
  return (
    <Empty
      icon={icon}
      title={
        recorded ? 'A trace tells what happened, not what was planned' : 'No plan was kept with this run'
      }
    >
      {recorded && canRepeat(run) ? (
        <>
          <p>Run its plan to see its events, and what waits for what.</p>
          <RunPlan />
        </>
      ) : null}
    </Empty>
  );
}
