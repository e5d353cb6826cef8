import type { JSX } from 'react';
import { useStore } from 'zustand';
import { pickedOf } from '../state/probes.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { ChangeList } from './change-list.tsx';
import { NoProbes } from './no-probes.tsx';
import { ProbeForm } from './probe-form.tsx';
import { ProbeRow } from './probe-row.tsx';
import './probes.css';

/** Expressions that are watched over the whole run: what they come to now, and where that changes. */
export function Probes(): JSX.Element {
  const { probes } = useBench();
  const run = useShownRun();
  const list = useStore(probes, (state) => state.list);
  const series = useStore(probes, (state) => state.series);
  const picked = useStore(probes, pickedOf);
  const followed = picked && series.get(picked.expression);
  return (
    <div className="probes">
      <ProbeForm />
      {list.length === 0 ? (
        <NoProbes run={run} />
      ) : (
        <div className="probes-body">
          <ul aria-label="Probes">
            {list.map((probe) => (
              <ProbeRow
                key={probe.expression}
                probe={probe}
                run={run}
                series={series.get(probe.expression)}
                picked={probe === picked}
                onPick={() => {
                  probes.setState({ picked: probe.expression });
                }}
              />
            ))}
          </ul>
          {followed === undefined || run === undefined ? null : (
            <ChangeList probe={picked!} series={followed} />
          )}
        </div>
      )}
    </div>
  );
}
