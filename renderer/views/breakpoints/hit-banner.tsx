import { OctagonPause } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { showDock } from '../../stores/panels.ts';
import { seekBreakpoint, setBreakpoints, withEnabled } from '../../stores/breakpoints.ts';
import { startOrPause, isActive } from '../../stores/runs.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { breakpointWords } from '../../ui/format/words.ts';
import { Banner } from '../../ui/messages.tsx';
import { EntryLink } from '../links/index.ts';
import bannerStyles from '../../ui/banner.module.css';

/** While the run on show waits at a breakpoint: which, what was found there, and what can be done. */
export function HitBanner(): JSX.Element | null {
  const stores = useStores();
  const { hit, list } = useStore(stores.breakpoints);
  const run = useShownRun();
  const there = useStore(stores.inspection, ({ at }) => at === hit?.entry);
  useCommand('run.nextHit', () => void seekBreakpoint(stores, 1), run !== undefined);
  useCommand('run.previousHit', () => void seekBreakpoint(stores, -1), run !== undefined);
  if (hit === undefined || hit.run !== run?.id) return null;
  const { condition, entry, found } = hit;
  const active = isActive(run);
  // In a recording a hit is where the playhead was put.
  if (!active && !there) return null;
  return (
    <Banner icon={OctagonPause} tone="warn" label="Breakpoint" role="status">
      <p className={clsx(bannerStyles.words, bannerStyles.hitWords)} title={found}>
        {active ? 'Paused at ' : 'Would pause at '}
        <EntryLink entry={entry} /> <strong className="mono">{breakpointWords(condition)}</strong>
        {found === '' ? null : (
          <>
            : <span className="mono">{found}</span>
          </>
        )}
      </p>
      <Button
        label="Disable"
        onClick={() => void setBreakpoints(stores, withEnabled(list, condition, false))}
      />
      <Button
        label="Edit"
        onClick={() => {
          showDock(stores.panels, 'breakpoints');
        }}
      />
      {active ? (
        <Button label="Continue" onClick={() => void startOrPause(stores)} />
      ) : (
        <>
          <Button label="Previous hit" keys="Ctrl+Shift+F9" onClick={() => void seekBreakpoint(stores, -1)} />
          <Button label="Next hit" keys="Ctrl+F9" onClick={() => void seekBreakpoint(stores, 1)} />
        </>
      )}
    </Banner>
  );
}
