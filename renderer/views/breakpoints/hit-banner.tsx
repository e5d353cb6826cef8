import { OctagonPause } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import { seekBreakpoint, setBreakpoints, switched } from '../../stores/breakpoints.ts';
import { go, isActive } from '../../stores/runs.ts';
import { useBench, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { breakpointWords } from '../../ui/format/words.ts';
import { Banner } from '../../ui/messages.tsx';
import { EntryLink } from '../links/index.ts';

/** While the run on show waits at a breakpoint: which, what was found there, and what can be done. */
export function HitBanner(): JSX.Element | null {
  const bench = useBench();
  const { hit, list } = useStore(bench.breakpoints);
  const run = useShownRun();
  const there = useStore(bench.moment, ({ at }) => at === hit?.entry);
  useCommand('run.nextHit', () => void seekBreakpoint(bench, 1), run !== undefined);
  useCommand('run.previousHit', () => void seekBreakpoint(bench, -1), run !== undefined);
  if (hit === undefined || hit.run !== run?.id) return null;
  const { condition, entry, found } = hit;
  const active = isActive(run);
  // In a recording a hit is where the playhead was put.
  if (!active && !there) return null;
  return (
    <Banner icon={OctagonPause} tone="warn" label="Breakpoint" role="status">
      <p className="banner-words hit-words" title={found}>
        {active ? 'Paused at ' : 'Would pause at '}
        <EntryLink entry={entry} /> <strong className="mono">{breakpointWords(condition)}</strong>
        {found === '' ? null : (
          <>
            : <span className="mono">{found}</span>
          </>
        )}
      </p>
      <Button label="Disable" onClick={() => void setBreakpoints(bench, switched(list, condition, false))} />
      <Button
        label="Edit"
        onClick={() => {
          bench.panels.setState({ dock: 'breakpoints' });
        }}
      />
      {active ? (
        <Button label="Continue" onClick={() => void go(bench)} />
      ) : (
        <>
          <Button label="Previous hit" keys="Ctrl+Shift+F9" onClick={() => void seekBreakpoint(bench, -1)} />
          <Button label="Next hit" keys="Ctrl+F9" onClick={() => void seekBreakpoint(bench, 1)} />
        </>
      )}
    </Banner>
  );
}
