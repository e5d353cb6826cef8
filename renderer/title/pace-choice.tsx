import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { RunPace } from '../../preload/contract.ts';
import { setPace } from '../state/run-control.ts';
import { useBench } from '../state/use-bench.ts';

const PACES: readonly (readonly [RunPace, string])[] = [
  ['fastest', 'Fastest'],
  [1, 'Real time'],
  [10, '10×'],
  [60, '60×'],
  [600, '600×'],
  [3600, '3,600×'],
];

/** How fast simulated time passes in a run that goes on. */
export function PaceChoice(): JSX.Element {
  const bench = useBench();
  const pace = useStore(bench.settings, (settings) => settings.pace);
  return (
    <select
      className="quiet"
      aria-label="Pace of the run"
      title="How fast simulated time passes"
      value={pace}
      onChange={({ target }) => {
        const chosen = PACES.find(([one]) => String(one) === target.value)!;
        void setPace(bench, chosen[0]);
      }}
    >
      {PACES.map(([one, word]) => (
        <option key={one} value={one}>
          {word}
        </option>
      ))}
    </select>
  );
}
