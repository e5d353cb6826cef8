import { Waypoints } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import { selectEvent } from '../../stores/selection.ts';
import { usePosition, useRows, useShownRun, useStores } from '../../stores/use-stores.ts';
import { NoPlan, Why } from '../queue/queue-container.tsx';
import { GraphView } from './graph.tsx';

/** A graph of a scenario's events and their dependencies, with their status at the playhead if there is a run. */
export function Graph(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const plan = useStore(stores.plan);
  const hints = useStore(stores.hints);
  const code = useStore(stores.places);
  const picked = useStore(stores.selection, ({ event }) => event);
  const rows = useRows();
  const here = rows[usePosition()]?.event;
  const known = plan.run === run?.id;
  return (
    <GraphView
      run={
        run && {
          id: run.id,
          plan: known ? plan.plan : undefined,
          statuses: plan.statuses,
          problem: known ? plan.problem : undefined,
          hints: hints.run === run.id ? hints.hints : [],
        }
      }
      code={code}
      selection={{
        event: picked ?? here,
        rows,
        onPick: (event, entry) => {
          selectEvent(stores, event, entry);
        },
      }}
      noPlan={<NoPlan icon={Waypoints} />}
      why={<Why />}
    />
  );
}
