import type { JSX } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Empty } from '../elements/empty.tsx';
import { useShownRun } from '../state/use-bench.ts';

/** What stands where a run came without the events it was to fire. */
export function NoPlan({ icon }: { readonly icon: LucideIcon }): JSX.Element {
  const recorded = useShownRun()?.mode === 'trace';
  return (
    <Empty
      icon={icon}
      title={
        recorded ? 'A trace tells what happened, not what was planned' : 'No plan was kept with this run'
      }
    >
      {recorded
        ? 'Run its file to see its events and what waits for what: put it into the folder traces, and press the button beside it.'
        : null}
    </Empty>
  );
}
