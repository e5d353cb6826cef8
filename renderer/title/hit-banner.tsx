import type { JSX } from 'react';
import { useStore } from 'zustand';
import { OctagonPause } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { breakpointWords } from '../format/breakpoint.ts';
import { setBreakpoints, switched } from '../state/breakpoints.ts';
import { seek } from '../state/playhead.ts';
import { go } from '../state/run-control.ts';
import { useBench, useCount, useShownRun } from '../state/use-bench.ts';
import './hit-banner.css';

/** While the run on show waits at a breakpoint: which, what was found there, and what can be done. */
export function HitBanner(): JSX.Element | null {
  const bench = useBench();
  const { hit, list } = useStore(bench.breakpoints);
  const count = useCount();
  const run = useShownRun();
  if (hit === undefined || hit.run !== run?.id) return null;
  const { condition, entry, found } = hit;
  return (
    <div className="hit-banner" role="status">
      <OctagonPause aria-hidden />
      <span>Paused at</span>
      <button
        type="button"
        className="hit-entry number"
        onClick={() => {
          seek(bench.playhead, entry, count);
        }}
      >
        #{entry}
      </button>
      <strong className="mono">{breakpointWords(condition)}</strong>
      <span className="hit-found mono" title={found}>
        {found}
      </span>
      <Button label="Disable" onClick={() => void setBreakpoints(bench, switched(list, condition, false))} />
      <Button
        label="Edit"
        onClick={() => {
          bench.panels.setState({ dock: 'breakpoints' });
        }}
      />
      <Button label="Continue" tone="primary" onClick={() => void go(bench)} />
    </div>
  );
}
