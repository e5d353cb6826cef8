import type { JSX } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Empty } from '../elements/empty.tsx';
import { canRepeat } from '../state/run-control.ts';
import { useShownRun } from '../state/use-bench.ts';
import { RunPlan } from './run-plan.tsx';

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
